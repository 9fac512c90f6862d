#pragma once
/// \file
/// From the text of a program to its syntax tree.

#include <vector>

#include "src/stencil/syntax.hpp"

namespace solenoid::stencil {

/// Reads the files, one after the other, as one program, by the grammar in grammar.yy. Errors of
/// syntax go to `diagnostics`; what could be read is returned.
Program parse(const std::vector<SourceFile>& files, Diagnostics& diagnostics);

}  // namespace solenoid::stencil
