#pragma once
/// \file
/// The uniform Cartesian grid and what happens at its six faces: plain data, known to every layer.

#include <array>
#include <cstddef>

namespace solenoid {

/// The three coordinate directions, used as array indices.
enum Axis : int { axis_x = 0, axis_y = 1, axis_z = 2 };

/// The lower and upper face of a direction, used as array indices.
enum Side : int { side_lower = 0, side_upper = 1 };

/// A uniform Cartesian box of cells. A direction with a single cell is inactive: it has no ghost
/// cells and no sweep, so that 1D, 2D and 3D problems are one code.
struct Grid {
  std::array<int, 3> cells{1, 1, 1};           ///< number of cells in x, y, z
  std::array<double, 3> lower{0.0, 0.0, 0.0};  ///< coordinates of the lower faces
  std::array<double, 3> upper{1.0, 1.0, 1.0};  ///< coordinates of the upper faces

  [[nodiscard]] bool active(int axis) const { return cells[axis] > 1; }
  [[nodiscard]] int dimensions() const { return int(active(0)) + int(active(1)) + int(active(2)); }
  [[nodiscard]] double spacing(int axis) const { return (upper[axis] - lower[axis]) / cells[axis]; }
  /// Coordinate of the centre of cell `i` along `axis`; ghost cells have i < 0 or i >= cells[axis].
  [[nodiscard]] double centre(int axis, int i) const {
    return lower[axis] + (i + 0.5) * spacing(axis);
  }
  /// Coordinate of the lower face of cell `i` along `axis`.
  [[nodiscard]] double face(int axis, int i) const { return lower[axis] + i * spacing(axis); }
  [[nodiscard]] double cell_volume() const { return spacing(0) * spacing(1) * spacing(2); }
  [[nodiscard]] std::size_t cell_count() const {
    return std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]);
  }
};

/// What fills the ghost cells behind a face.
enum class BoundaryKind {
  periodic,          ///< the cells at the opposite face
  outflow,           ///< the nearest interior cell (zero gradient)
  reflecting,        ///< mirror image; normal components of vectors change sign
  fixed,             ///< values that the problem gives as functions of position and time
  symmetric,         ///< mirror image of every field
  antisymmetric,     ///< mirror image with the opposite sign of every field
  vertex_symmetric,  ///< mirror image of every field about the outermost cell centre
  diode,             ///< as outflow, but that no flow comes in: its sign turns outwards
  neighbour  ///< cells of another part of the grid (numerics/grid/subdomain.hpp); in no deck
};

/// The boundary kind of each face: kind[axis][side].
struct Boundaries {
  std::array<std::array<BoundaryKind, 2>, 3> kind{};
};

}  // namespace solenoid
