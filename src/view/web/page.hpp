#pragma once
/// \file
/// The files of the page, src/view/page/, which are a part of the program.

#include <span>
#include <string_view>

namespace solenoid {

struct PageFile {
  const char* name;  ///< by which the page asks for it; "" is the page itself
  const char* type;
  std::string_view text;
};

extern const std::span<const PageFile> page_files;

}  // namespace solenoid
