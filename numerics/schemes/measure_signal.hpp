#pragma once
/// \file
/// The fastest signal of a state and its unphysical cells, where no update found them in passing.

#include <algorithm>

#include "numerics/grid/layout.hpp"
#include "numerics/schemes/monitor.hpp"

namespace solenoid {

/// Work items on a device, each of which looks at many cells and raises one number: as many as fill
/// it, so that neighbours read neighbouring cells.
inline constexpr int items_that_measure = 1 << 17;

/// Records of cells what an update records of those that it makes. `Cells` stand in for its scheme
/// and parameters: they have `Number`, `Equations`, whose signals count, with their parameters
/// `equations`, `within_floors<T>(state, cells)`, whether a run may go on with it, and
/// `state<T>(offset)`, that of a cell or of a pack of them by its offset within a field.
template <class Cells_>
struct MeasureSignal {
  using Cells = Cells_;
  using Real = typename Cells::Number;

  Cells cells;
  Layout layout;
  Monitor<Real> monitor;

  /// Of a cell, or of the first `lanes` of a pack.
  template <class T>
  SOLENOID_INLINE void look_at(int offset, int lanes, T& fastest) const {
    record_update<Cells>(monitor, cells.template state<T>(offset), offset, lanes, cells, fastest);
  }
};

/// A row of cells a work item, on the host.
template <class Cells>
struct MeasureAlongRow {
  MeasureSignal<Cells> measure;

  void operator()(const int row) const {
    using T = HostPack<typename Cells::Number>;
    const Layout& layout = measure.layout;
    const int line = layout.offset(0, row % layout.cells[1], row / layout.cells[1]);
    T fastest(measure.monitor.threshold);
    for (int i = 0; i < layout.cells[0]; i += lane_width<T>)
      measure.look_at(line + i, layout.cells[0] - i, fastest);
    for (int i = 0; i < lane_width<T>; ++i) measure.monitor.record_signal(row, lane(fastest, i));
  }
};

/// Every `items`-th cell, on a device.
template <class Cells>
struct MeasureEveryNth {
  MeasureSignal<Cells> measure;
  unsigned items;

  KOKKOS_FUNCTION void operator()(const int first) const {
    const Layout& layout = measure.layout;
    const unsigned row_cells = unsigned(layout.cells[0]), rows = unsigned(layout.cells[1]);
    const unsigned count = row_cells * rows * unsigned(layout.cells[2]);
    typename Cells::Number fastest = measure.monitor.threshold;
    for (unsigned cell = unsigned(first); cell < count; cell += items) {
      const unsigned row = cell / row_cells;
      measure.look_at(layout.offset(int(cell - row * row_cells), int(row % rows), int(row / rows)),
                      1, fastest);
    }
    measure.monitor.record_signal(first, fastest);
  }
};

/// Looks at all cells of a part, whose fields have the layout.
template <class Space, class Cells>
void measure_signal(const Space& space, const Cells& cells, const Layout& layout,
                    const Monitor<typename Cells::Number>& monitor) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  const MeasureSignal<Cells> measure{cells, layout, monitor};
  const int rows = layout.cells[1] * layout.cells[2];
  if constexpr (is_host_space<Space>) {
    Kokkos::parallel_for("measure signal", Policy(space, 0, rows), MeasureAlongRow<Cells>{measure});
  } else {
    const int items = std::min(rows * layout.cells[0], items_that_measure);
    Kokkos::parallel_for("measure signal", Policy(space, 0, items),
                         MeasureEveryNth<Cells>{measure, unsigned(items)});
  }
}

}  // namespace solenoid
