#pragma once
/// \file
/// A small box of a disc that rotates: what a deck says of it.

#include <cstddef>

#include "numerics/grid/grid.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// A box that rotates about z with Omega, in gas that flows along y with -q Omega x. Velocities of
/// the state are those beside that flow.
struct ShearingBoxSettings {
  double angular_velocity = 0;    ///< Omega
  double shear = 1.5;             ///< q
  bool vertical_gravity = false;  ///< the acceleration -Omega^2 z

  [[nodiscard]] bool given() const { return angular_velocity != 0; }
  /// The derivative of the flow's velocity along x, -q Omega.
  [[nodiscard]] double shear_of_flow() const { return -shear * angular_velocity; }
  /// Whether the flow moves anything along y.
  [[nodiscard]] bool slides(const Grid& grid) const {
    return given() && shear != 0 && grid.active(axis_x) && grid.active(axis_y);
  }
};

/// Bytes of what it needs on the device, of a state of so many fields.
std::size_t shearing_box_bytes(const Grid& grid, const ShearingBoxSettings& settings, int fields,
                               int layers, Precision precision);

}  // namespace solenoid
