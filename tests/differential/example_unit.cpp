/// A unit as perf/differential.py writes them: here it is compiled with everything else, so that
/// what units include stays valid.

#include <differential_example.hpp>

#include "tests/differential/program_ways.hpp"

namespace solenoid::differential {

namespace {
struct Shape {
  static constexpr PassShape shape{PassForm::tiles, 8, 2, 2, 1, 4};
  static constexpr PassShape plain{PassForm::plain, 32, 4, 1, 1, 0};
  static constexpr bool with_steps = true;
};
}  // namespace

std::unique_ptr<CompiledProgram<double>> example_of_a_unit() {
  return std::make_unique<ProgramWays<programs::differential_example, double, Shape>>();
}

}  // namespace solenoid::differential
