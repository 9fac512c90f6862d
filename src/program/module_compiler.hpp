#pragma once
/// \file
/// What compiles stencil programs: the compiler that built Solenoid, with the headers of the
/// source folder or, for an installed program, with those that were installed along.

#include <filesystem>
#include <string>

namespace solenoid {

/// How modules are compiled: by the command that compiles physics/solvers/module/stencil_module.cpp
/// in this build.
struct ModuleCompiler {
  std::string command;  ///< for a shell, without input and output
  std::string source;   ///< the folder of numerics/ and physics/
};

/// What the build knows of it. (Defined in a source that cmake/WriteModuleCompiler.cmake writes.)
struct RecordedCompiler {
  ModuleCompiler of_build;
  std::string installed_command;  ///< with {headers} for the folder of installed headers
  std::string
      headers_from_program;  ///< that folder, seen from the program's when both are installed
};
const RecordedCompiler& recorded_compiler();

/// The compiler for a program in a folder: with the headers that are installed for it, or else with
/// those that it was built from.
ModuleCompiler compiler_for(const std::filesystem::path& folder_of_program,
                            const RecordedCompiler& recorded);

/// The one for this program.
const ModuleCompiler& module_compiler();

/// The source of every module, below ModuleCompiler::source.
inline constexpr const char* module_source = "physics/solvers/module/stencil_module.cpp";

}  // namespace solenoid
