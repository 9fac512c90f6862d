#pragma once
/// \file
/// Updates of cells by themselves.

#include <Kokkos_Core.hpp>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

template <class Update>
struct CellsOnDevice {
  Update update;
  int cells[2];   ///< in x, y
  int stride[2];  ///< in y, z

  KOKKOS_FUNCTION void operator()(const int id) const {
    const int row = id / cells[0];
    update.template cell<typename Update::Number>(id % cells[0] + row % cells[1] * stride[0] +
                                                  row / cells[1] * stride[1]);
  }
};

template <class Update>
struct CellsOnHost {
  using T = HostPack<typename Update::Number>;
  Update update;
  int cells[2];
  int stride[2];

  void operator()(const int row) const {
    const int line = row % cells[1] * stride[0] + row / cells[1] * stride[1];
    for (int i = 0; i < cells[0]; i += lane_width<T>) update.template cell<T>(line + i);
  }
};

/// Calls update.cell<T>(offset) for all cells, `offset` counting from interior cell (0, 0, 0).
template <class Space, class Update>
void update_cells(const Space& space, const Layout& layout, const char* label,
                  const Update& update) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  const int rows = layout.cells[1] * layout.cells[2];
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for(
        label, Policy(space, 0, rows),
        CellsOnHost<Update>{
            update, {layout.cells[0], layout.cells[1]}, {layout.stride[1], layout.stride[2]}});
  else
    Kokkos::parallel_for(
        label, Policy(space, 0, rows * layout.cells[0]),
        CellsOnDevice<Update>{
            update, {layout.cells[0], layout.cells[1]}, {layout.stride[1], layout.stride[2]}});
}
}  // namespace solenoid
