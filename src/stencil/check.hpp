#pragma once
/// \file
/// Checks a program: names, types, what may be assigned, what functions return.

#include "src/stencil/syntax.hpp"

namespace solenoid::stencil {

/// Resolves every name of the program and gives every expression its type, in the syntax tree.
/// What is wrong goes to `diagnostics`, with the nearest known name where one is unknown; only a
/// program without errors may be lowered.
void check(Program& program, Diagnostics& diagnostics);

/// Parses and checks a program, or terms that are added to what it does not hold
/// (CompilerOptions::terms). Throws ProgramError, which lists all that is wrong.
Program read_program(const std::vector<SourceFile>& files, bool terms = false);

}  // namespace solenoid::stencil
