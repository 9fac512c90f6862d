#pragma once
/// \file
/// Ghost cells of one direction, all fields and both faces in one launch.

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "numerics/layout.hpp"

namespace solenoid {

/// Fills the ghost cells of one direction (interior range of the other two).
template <class Real>
struct FillGhosts {
  Real* fields;
  Layout layout;
  int axis;
  int first, second;      ///< the other two directions, x first if it is among them
  BoundaryKind kinds[2];  ///< of the lower and upper face
  std::uint32_t odd;      ///< bit f: field f changes sign in a mirror normal to the axis
  const Real* fixed[2];   ///< values behind fixed faces: [field][layer][second][first]

  KOKKOS_FUNCTION void operator()(const int id) const {
    const int layers = layout.ghosts[axis];
    int rest = id;
    const auto next = [&](int extent) {
      const int index = rest % extent;
      rest /= extent;
      return index;
    };
    // In x the few ghost cells of a row are neighbours in memory, otherwise the cells of a row are.
    const int early_layer = axis == axis_x ? next(layers) : 0;
    const int a = next(layout.cells[first]);
    const int b = next(layout.cells[second]);
    const int layer = axis == axis_x ? early_layer : next(layers);
    const int side = next(2);
    const int field = rest;

    const int n = layout.cells[axis];
    const int ghost = side == side_lower ? -1 - layer : n + layer;
    const int line = layout.origin + a * layout.stride[first] + b * layout.stride[second];
    Real* values = fields + field * layout.field_stride + line;
    const int step = layout.stride[axis];
    Real value = 0;
    switch (kinds[side]) {
      case BoundaryKind::periodic:
        value = values[(side == side_lower ? ghost + n : ghost - n) * step];
        break;
      case BoundaryKind::outflow:
        value = values[(side == side_lower ? 0 : n - 1) * step];
        break;
      case BoundaryKind::reflecting: {
        value = values[(side == side_lower ? layer : n - 1 - layer) * step];
        if ((odd >> field & 1u) != 0) value = -value;
        break;
      }
      case BoundaryKind::fixed:
        value =
            fixed[side]
                 [((field * layers + layer) * layout.cells[second] + b) * layout.cells[first] + a];
        break;
    }
    values[ghost * step] = value;
  }
};

/// Number of values behind one face.
inline std::size_t face_values(const Layout& layout, int axis, int fields) {
  const int first = axis == axis_x ? 1 : 0;
  const int second = axis == axis_z ? 1 : 2;
  return std::size_t(fields) * std::size_t(layout.ghosts[axis]) * std::size_t(layout.cells[first]) *
         std::size_t(layout.cells[second]);
}

/// Fills the ghosts of `axis` of `count` fields. `odd` and `fixed` as in FillGhosts.
template <class Space, class Real>
void fill_ghosts(const Space& space, Real* fields, int count, const Layout& layout, Axis axis,
                 const std::array<BoundaryKind, 2>& kinds, std::uint32_t odd,
                 const Real* fixed_lower, const Real* fixed_upper) {
  const int first = axis == axis_x ? 1 : 0;
  const int second = axis == axis_z ? 1 : 2;
  const std::size_t total = 2 * face_values(layout, axis, count);
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("fill ghosts", Policy(space, 0, int(total)),
                       FillGhosts<Real>{fields,
                                        layout,
                                        axis,
                                        first,
                                        second,
                                        {kinds[0], kinds[1]},
                                        odd,
                                        {fixed_lower, fixed_upper}});
}

}  // namespace solenoid
