#pragma once
/// \file
/// What acts on a fluid from outside: an acceleration and a heating that depend on place and time.

#include <array>
#include <cstddef>
#include <functional>

#include "numerics/grid/box.hpp"
#include "numerics/grid/grid.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Components of the acceleration, and the heating (energy per time and volume).
inline constexpr int source_term_count = 4;
inline constexpr std::array<const char*, source_term_count> source_term_names{
    "acceleration_x", "acceleration_y", "acceleration_z", "heating"};
inline constexpr std::size_t heating_term = 3;

/// How they act. Nothing does where none is given.
struct SourceTerms {
  std::array<bool, source_term_count> given{};
  std::array<bool, source_term_count> depends_on_time{};
  /// Writes the values of a term at the centres of a box of cells of the whole grid at a time, x
  /// running fastest. Throws std::runtime_error for what is not finite.
  std::function<void(int term, const Box& cells, double time, double* values)> evaluate;

  [[nodiscard]] int count() const {
    int found = 0;
    for (const bool term : given) found += term ? 1 : 0;
    return found;
  }
};

/// Bytes of their values on the device.
inline std::size_t source_bytes(const Grid& grid, const SourceTerms& sources, Precision precision) {
  const std::size_t value =
      precision == Precision::single_precision ? sizeof(float) : sizeof(double);
  return std::size_t(sources.count()) * grid.cell_count() * value;
}

}  // namespace solenoid
