#pragma once
/// \file
/// What is known of a stencil program (numerics/vertices/stencil_program.hpp) without its passes:
/// what code goes by that is compiled once for all programs.

#include <span>
#include <string>
#include <vector>

#include "numerics/vertices/stencil_program.hpp"

namespace solenoid {

struct ProgramTable {
  std::span<const ProgramField> fields;
  std::vector<bool> computed_in_ghosts;  ///< by field
  std::span<const ProgramUniform> uniforms;
  std::span<const ProgramReduction> reductions;
  std::vector<std::string> outputs;
  int order;
  int radius;
};

template <class Program>
ProgramTable program_table_of() {
  constexpr auto computed = computed_in_ghosts<Program>();
  const auto names = []<class... Pass>(ProgramPasses<Pass...>) {
    return std::vector<std::string>{Pass::name...};
  };
  return {Program::fields,
          std::vector<bool>(computed.begin(), computed.end()),
          Program::uniforms,
          Program::reductions,
          names(typename Program::Outputs{}),
          Program::order,
          Program::radius};
}

}  // namespace solenoid
