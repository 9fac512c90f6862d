#pragma once
/// \file
/// What fuzzers of the stencil language do with an input.

#include <string>

#include "src/stencil/emit.hpp"

namespace solenoid::stencil {

/// Compiles `text` as far as it goes. A program may be refused, by ProgramError; any other
/// exception, crash or sanitizer's report is a bug.
inline void feed(const std::string& text) {
  try {
    const Kernels kernels = compile({{"input", text}}, {6, text.size() % 2 == 1});
    emit(kernels, "input", "input");
  } catch (const ProgramError&) {
  }
}

}  // namespace solenoid::stencil
