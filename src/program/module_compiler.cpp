#include "src/program/module_compiler.hpp"

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <system_error>

#include "src/program/library_file.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// Where headers are that were installed with the library or the program.
fs::path installed_headers(const RecordedCompiler& recorded) {
  if (const fs::path library = library_file(); !library.empty())
    return library.parent_path() / recorded.headers_from_library;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return program.parent_path() / recorded.headers_from_program;
}

}  // namespace

ModuleCompiler compiler_for(const fs::path& folder, const RecordedCompiler& recorded) {
  const fs::path headers = folder.lexically_normal();
  std::error_code error;
  if (!headers.is_absolute() || !fs::exists(headers / module_source, error))
    return recorded.of_build;
  constexpr std::string_view place = "{headers}";
  std::string command = recorded.installed_command;
  const std::string word = shell_word(headers.string());
  for (std::size_t at = command.find(place); at != std::string::npos;
       at = command.find(place, at + word.size()))
    command.replace(at, place.size(), word);
  return {command, headers.string()};
}

std::string changed_header(const fs::path& folder, const std::string& recorded) {
  std::istringstream lines(recorded);
  std::string header;
  std::uintmax_t size = 0;
  std::error_code error;
  while (lines >> header >> size)
    if (fs::file_size(folder / header, error) != size || error) return header;
  return {};
}

const ModuleCompiler& module_compiler() {
  static const ModuleCompiler compiler = [] {
    ModuleCompiler found =
        compiler_for(installed_headers(recorded_compiler()), recorded_compiler());
    if (const char* options = std::getenv("SOLENOID_CXXFLAGS"))
      found.command += std::string(" ") + options;
    return found;
  }();
  return compiler;
}

}  // namespace solenoid
