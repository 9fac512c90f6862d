#pragma once
/// \file
/// In which order teams of a GPU go through the vertices of a box.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>

#include "numerics/device/device_limits.hpp"

namespace solenoid {

/// Teams of Shaped::shape (numerics/vertices/pass_shape.hpp), a thread a vertex, in bands across y:
/// all of a band, plane after plane, before those of the next one, so that what neighbouring planes
/// share is still in the device's cache.
template <class Shaped>
struct BandedTeams {
  static constexpr auto shape = Shaped::shape;
  int planes;                   ///< of teams, along z
  int band;                     ///< teams of a band along y
  std::array<int, 3> launched;  ///< teams of the launch along x, y and z

  /// Of bands of at most `rows` rows of vertices, or of more where a launch has no room for as many
  /// bands.
  BandedTeams(const std::array<int, 3>& cells, int rows) : planes(parts(cells[2], shape.planes)) {
    const int all = parts(cells[1], shape.rows);
    band = std::clamp(rows / shape.rows, 1, all);
    while (parts(all, band) * long(planes) > most_teams_along_z && band < all) ++band;
    launched = {parts(cells[0], shape.columns), band, parts(all, band) * planes};
  }
  /// The vertex of a thread of the team at x, y, z of the launch; it may lie outside the box.
  KOKKOS_FORCEINLINE_FUNCTION void vertex(int x, int y, int z, int thread, int (&at)[3]) const {
    const int of_band = z / planes, plane = z - of_band * planes;
    at[0] = x * shape.columns + thread % shape.columns;
    at[1] = (of_band * band + y) * shape.rows + thread / shape.columns % shape.rows;
    at[2] = plane * shape.planes + thread / (shape.columns * shape.rows);
  }

 private:
  static constexpr int parts(int whole, int part) { return (whole + part - 1) / part; }
};

}  // namespace solenoid
