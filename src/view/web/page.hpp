#pragma once
/// \file
/// The files of the page, src/view/page/, which are a part of the program.

#include <string_view>

namespace solenoid {

extern const std::string_view page_html, page_css, page_javascript, curves_javascript;

}  // namespace solenoid
