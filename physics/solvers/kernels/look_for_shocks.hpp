#pragma once
/// \file
/// Whether there are shocks in the cells of a part.

#include <array>
#include <vector>

#include "numerics/grid/layout.hpp"
#include "numerics/schemes/monitor.hpp"
#include "numerics/schemes/muscl_hancock_update.hpp"
#include "physics/equations/shock.hpp"
#include "physics/solvers/fluid_cells.hpp"

namespace solenoid {

/// The faces below each cell of a part, along all active axes.
template <class Equations, class Real>
struct FacesWithShocks {
  using Parameters = typename Equations::template Parameters<Real>;

  const Real* in[Equations::size];  ///< stored fields at interior cell (0, 0, 0)
  std::array<int, 3> cells;
  std::array<int, 3> stride;  ///< 0 along axes with one cell
  std::array<int, 3> around;  ///< from the first cell along an axis to what is below it
  Parameters equations;

  template <class T>
  [[nodiscard]] SOLENOID_INLINE auto primitive(int at) const {
    return Equations::primitive(load_state<typename Equations::template Conserved<T>>(in, at),
                                equations);
  }
  template <class T>
  using State = typename Equations::template Primitive<T>;
  template <class T>
  [[nodiscard]] SOLENOID_INLINE CellBesideShock<T> beside(const State<T>& w, int axis) const {
    const T velocity[3] = {w[Equations::P::vn], w[Equations::P::vt1], w[Equations::P::vt2]};
    return {w[Equations::P::rho], Equations::pressure(w, equations), velocity[axis]};
  }
  /// Whether one of the faces below a cell of a row, or of a pack of them within it, has a shock.
  template <class T>
  [[nodiscard]] SOLENOID_INLINE bool any_at(int i, int j, int k) const {
    const int at = i + j * stride[1] + k * stride[2];
    const State<T> here = primitive<T>(at);
    bool found = false;
    for (int axis = 0; axis < 3; ++axis) {
      const int step = stride[std::size_t(axis)];
      if (step == 0) continue;
      const int cell[3] = {i, j, k};
      const int below = at + (cell[axis] == 0 ? around[std::size_t(axis)] : -step);
      found = any(is_shock(beside<T>(primitive<T>(below), axis), beside<T>(here, axis))) || found;
    }
    return found;
  }
};

/// A row of cells a work item, on the host.
template <class Equations, class Real>
struct LookAlongRow {
  FacesWithShocks<Equations, Real> faces;
  Monitor<Real> monitor;
  void operator()(const int row) const {
    constexpr int width = lane_width<HostPack<Real>>;
    const int j = row % faces.cells[1], k = row / faces.cells[1];
    // What is below the first cell may be elsewhere.
    bool found = faces.template any_at<Real>(0, j, k);
    int i = 1;
    for (; i + width <= faces.cells[0] && !found; i += width)
      found = faces.template any_at<HostPack<Real>>(i, j, k);
    for (; i < faces.cells[0] && !found; ++i) found = faces.template any_at<Real>(i, j, k);
    monitor.count(shock_count, found ? 1 : 0);
  }
};

/// A cell a work item, on a device.
template <class Equations, class Real>
struct LookAtCell {
  FacesWithShocks<Equations, Real> faces;
  Monitor<Real> monitor;
  KOKKOS_FUNCTION void operator()(const int cell) const {
    const int row = cell / faces.cells[0];
    const int i = cell - row * faces.cells[0];
    const bool found = faces.template any_at<Real>(i, row % faces.cells[1], row / faces.cells[1]);
    monitor.count(shock_count, found ? 1 : 0);
  }
};

/// Counts in the monitor's `shock_count` where there are shocks (0: nowhere). `fields` are the
/// stored ones; below the part is what is at its other end, or else, where it is not `periodic`,
/// ghosts, which are filled.
template <class Equations, class Space, class Real>
void look_for_shocks(const Space& space, const Real* fields, const Layout& layout,
                     const std::array<bool, 3>& periodic,
                     const typename Equations::template Parameters<Real>& equations,
                     const Monitor<Real>& monitor) {
  FacesWithShocks<Equations, Real> faces{{}, layout.cells, {}, {}, equations};
  for (int f = 0; f < Equations::size; ++f)
    faces.in[f] = fields + f * layout.field_stride + layout.origin;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int stride = layout.ghosts[axis] == 0 ? 0 : layout.stride[axis];
    faces.stride[axis] = stride;
    faces.around[axis] = periodic[axis] ? (layout.cells[axis] - 1) * stride : -stride;
  }
  const int rows = layout.cells[1] * layout.cells[2];
  if constexpr (is_host_space<Space>)
    for_each_item(space, "look for shocks", rows, LookAlongRow<Equations, Real>{faces, monitor});
  else
    for_each_item(space, "look for shocks", rows * layout.cells[0],
                  LookAtCell<Equations, Real>{faces, monitor});
}

}  // namespace solenoid
