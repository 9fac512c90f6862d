#pragma once
/// \file
/// Gravity that a deck gives by a potential, and that of the gas itself.

#include <cstddef>
#include <functional>

#include "numerics/grid/box.hpp"
#include "numerics/grid/grid.hpp"
#include "numerics/grid/grid_cuts.hpp"
#include "numerics/named.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// What is around the gas whose gravity is computed.
enum class GravityBoundary {
  periodic,  ///< the same gas again and again, and the opposite of its mean density
  isolated   ///< nothing
};

template <>
struct Names<GravityBoundary> {
  static constexpr Named<GravityBoundary> rows[] = {{GravityBoundary::periodic, "periodic"},
                                                    {GravityBoundary::isolated, "isolated"}};
};

/// What outputs call the potential, and histories its energy.
inline constexpr const char* potential_field = "gravitational_potential";
inline constexpr const char* potential_energy_label = "grav-E";

/// The layers of cells around the grid in which a potential is known, too.
inline constexpr int potential_margin = 1;

struct GravitySettings {
  bool self_gravity = false;
  double constant = 1;  ///< G
  GravityBoundary boundary = GravityBoundary::periodic;
  /// Writes the potential that is given at the centres of a box of cells of the whole grid, also
  /// beyond it, at a time, x running fastest; null where none is. Throws std::runtime_error for
  /// what is not finite.
  std::function<void(const Box& cells, double time, double* values)> potential;
  bool potential_depends_on_time = false;

  [[nodiscard]] bool given() const { return self_gravity || potential != nullptr; }
};

/// Bytes of what the gravity of the gas needs on the device of a part, in the one that needs most.
std::size_t self_gravity_bytes(const Grid& grid, const GridCuts& cuts,
                               const GravitySettings& settings, Precision precision);
/// Bytes of all that it needs on the device of a grid in one part.
std::size_t gravity_bytes(const Grid& grid, const GravitySettings& settings, Precision precision);

}  // namespace solenoid
