#include "src/program/library_file.hpp"

#include <dlfcn.h>

#include <system_error>

namespace solenoid {

std::filesystem::path library_file() {
  Dl_info here{};
  const bool known = dladdr(reinterpret_cast<const void*>(&library_file), &here) != 0;
  const std::filesystem::path file = known && here.dli_fname != nullptr ? here.dli_fname : "";
  if (!file.filename().string().starts_with("libsolenoid.so")) return {};
  std::error_code error;
  return std::filesystem::canonical(file, error);
}

}  // namespace solenoid
