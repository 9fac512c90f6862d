#pragma once
/// \file
/// Compiled stencil programs: shared objects, made when a deck first asks for one by the compiler
/// that built Solenoid, and kept.

#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>

#include "numerics/vertices/pass_shape.hpp"
#include "physics/solvers/finite_difference.hpp"
#include "physics/solvers/split_terms.hpp"
#include "src/deck/program_keys.hpp"
#include "src/program/module_compiler.hpp"

namespace solenoid {

/// A program that cannot be compiled or loaded here; the message says why and what to do.
class ModuleError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The folder of compiled programs: $SOLENOID_CACHE, or else solenoid in $XDG_CACHE_HOME, in
/// ~/.cache, or in the folder of temporary files.
std::filesystem::path module_folder();

/// Told what is about to take seconds.
using Announce = std::function<void(const std::string&)>;

/// Creates the folder if it is not there. Throws ModuleError that says what to do.
void make_module_folder(const std::filesystem::path& folder);

/// The function that makes solvers of `program`, which stays loaded until the process ends, on a
/// GPU compiled for `shape`, or for the default of numerics/vertices/pass_shape.hpp. Compiles the
/// program if it is not built in (src/program/built_in_solvers.hpp) and module_folder() does not
/// hold it for this very text, shape, compiler and version of Solenoid; of several processes that
/// want the same one compiles and the others wait. In extended precision the solver runs on one
/// thread. Throws ModuleError.
MakeProgramSolver load_module(const StencilProgram& program, Precision precision, Device device,
                              const std::optional<PassShape>& shape, const Announce& announce);

/// The same with another compiler and folder, for tests.
MakeProgramSolver load_module(const StencilProgram& program, Precision precision, Device device,
                              const std::optional<PassShape>& shape, const Announce& announce,
                              const ModuleCompiler& compiler, const std::filesystem::path& folder);

/// The function that makes terms of a fluid of `program`, compiled and kept in the same way. Throws
/// ModuleError.
MakeTerms load_terms(const StencilProgram& program, Precision precision, Device device,
                     const Announce& announce);

/// Only compiles it. Needs no device. Returns the shared object, or an empty path where the program
/// is built in.
std::filesystem::path compile_module(const StencilProgram& program, Precision precision,
                                     Device device, const std::optional<PassShape>& shape,
                                     const Announce& announce = {});

}  // namespace solenoid
