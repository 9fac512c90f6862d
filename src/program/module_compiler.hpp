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
  /// That folder, seen from the program's or the library's when they are installed.
  std::string headers_from_program, headers_from_library;
  std::string headers;  ///< of the build: lines with the path of each and its size in bytes
};
const RecordedCompiler& recorded_compiler();

/// The compiler with headers in a folder, or, where they are not, with those of the build.
ModuleCompiler compiler_for(const std::filesystem::path& headers, const RecordedCompiler& recorded);

/// The first of recorded headers that is not in a folder with its size; empty where all are. A
/// module of other headers than the program's may not fit it, and would end it without a word.
std::string changed_header(const std::filesystem::path& folder, const std::string& recorded);

/// The one for this program, or for a caller of the library, with the options in SOLENOID_CXXFLAGS.
const ModuleCompiler& module_compiler();

/// The source of every module, below ModuleCompiler::source.
inline constexpr const char* module_source = "physics/solvers/module/stencil_module.cpp";

}  // namespace solenoid
