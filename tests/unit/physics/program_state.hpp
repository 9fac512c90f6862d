#pragma once
/// \file
/// States of stencil programs, whose fields and uniforms tests call by name.

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "physics/solvers/finite_differences.hpp"

namespace solenoid::testing_physics {

using Values = std::vector<double>;
using FunctionOfPlace = std::function<double(double, double, double)>;

/// Values at the vertices of a grid, x varying fastest.
inline Values sampled(const Grid& grid, const FunctionOfPlace& f) {
  Values values;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        values.push_back(f(grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)));
  return values;
}

/// A program with these of its outputs alone: all take longer to compile than all else of it.
template <class Program, class... Output>
struct WithOutputs : Program {
  using Outputs = ProgramPasses<Output...>;
};
template <class Program>
using WithoutOutputs = WithOutputs<Program>;

/// On the CPU, in double precision.
template <class Program>
class ProgramState {
 public:
  explicit ProgramState(const Grid& grid, const Boundaries& boundaries = {},
                        FixedBoundary fixed = {}, Integrator integrator = Integrator::rk3)
      : grid_(grid), state_(grid, boundaries, std::move(fixed), integrator) {}

  /// Throws std::invalid_argument where the program has no field of this name.
  static int number_of(const std::string& name) {
    for (std::size_t f = 0; f < Program::fields.size(); ++f)
      if (name == Program::fields[f].name) return int(f);
    throw std::invalid_argument(name);
  }
  void set_uniform(const std::string& name, double value) {
    for (std::size_t u = 0; u < Program::uniforms.size(); ++u)
      if (name == Program::uniforms[u].name) {
        state_.uniforms()[u] = value;
        return;
      }
    throw std::invalid_argument(name);
  }
  void set(const std::string& name, const Values& values) { state_.set(number_of(name), values); }
  void set(const std::string& name, const FunctionOfPlace& f) { set(name, sampled(grid_, f)); }
  [[nodiscard]] Values values(const std::string& name) const {
    return state_.template values<double>(number_of(name));
  }
  void advance(double time, double dt) { state_.advance(time, dt); }
  [[nodiscard]] const Grid& grid() const { return grid_; }
  /// What there is beside names.
  [[nodiscard]] auto& state() { return state_; }

 private:
  Grid grid_;
  FiniteDifferences<WithoutOutputs<Program>, double, HostSpace> state_;
};

}  // namespace solenoid::testing_physics
