#include "src/program/module_compiler.hpp"

#include <string_view>
#include <system_error>

#include "src/text/words.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

fs::path folder_of_this_program() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}  // namespace

ModuleCompiler compiler_for(const fs::path& folder_of_program, const RecordedCompiler& recorded) {
  const fs::path headers = (folder_of_program / recorded.headers_from_program).lexically_normal();
  std::error_code error;
  if (folder_of_program.empty() || !fs::exists(headers / module_source, error))
    return recorded.of_build;
  constexpr std::string_view place = "{headers}";
  std::string command = recorded.installed_command;
  const std::string word = shell_word(headers.string());
  for (std::size_t at = command.find(place); at != std::string::npos;
       at = command.find(place, at + word.size()))
    command.replace(at, place.size(), word);
  return {command, headers.string()};
}

const ModuleCompiler& module_compiler() {
  static const ModuleCompiler compiler =
      compiler_for(folder_of_this_program(), recorded_compiler());
  return compiler;
}

}  // namespace solenoid
