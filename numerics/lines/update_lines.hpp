#pragma once
/// \file
/// Line updates (numerics/lines/line_update.hpp) on the host or on a device. On a device inputs
/// arrive in scratch memory one cell ahead of time.

#include <utility>

#include "numerics/lines/march_across.hpp"
#include "numerics/lines/march_along.hpp"

namespace solenoid {

template <class Space, class Kernel>
void march_on_device(const Space& space, const char* label, int teams, const Kernel& kernel) {
  using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads, Kernel::teams>>;
  Kokkos::parallel_for(label,
                       Policy(space, teams, Kernel::threads)
                           .set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_bytes)),
                       kernel);
}

template <int width, int height, class Space, class Update>
void update_across_on_device(const Space& space, const char* label, const Update& update) {
  using Kernel = MarchAcrossDevice<Update, width, height>;
  const Lines& lines = update.lines;
  const int in_x = (lines.cross_cells[0] + Kernel::lanes - 1) / Kernel::lanes;
  Kernel kernel{update, {in_x}, {lines.cross_cells[1]}, {}, 1};
  kernel.tiles[0] = kernel.in_x.count();
  kernel.tiles[1] = kernel.behind.count();
  const long tiles = long(kernel.tiles[0]) * kernel.tiles[1];
  kernel.segments = segments_for_device(lines.cells, tiles * Kernel::tile_threads);
  const long threads = tiles * kernel.segments * Kernel::tile_threads;
  march_on_device(space, label, int((threads + Kernel::threads - 1) / Kernel::threads), kernel);
}

template <class Space, class Update>
void update_along_on_device(const Space& space, const char* label, const Update& update) {
  using Kernel = MarchAlongDevice<Update>;
  Lines lines = update.lines;
  typename Kernel::Tiles beside{1};
  int last_lines = 1;
  int line_step = 0;
  if constexpr (Kernel::overlap) {
    const int count = std::exchange(lines.cross_cells[update.transverse], 1);
    beside.lines = (count + Kernel::lanes - 1) / Kernel::lanes;
    last_lines = count - (beside.lines - 1) * Kernel::lanes;
    if (count > 1) line_step = lines.cross_stride[update.transverse];
  }
  const int tiles = beside.count();
  const auto rows = make_row_stream<Update::reach>(lines, long(tiles) * Kernel::height);
  const int warps = rows.shares * tiles * Kernel::height;
  march_on_device(space, label, (warps + Kernel::warps - 1) / Kernel::warps,
                  Kernel{update, rows, beside, tiles, last_lines, line_step});
}

/// Updates all lines in the direction `axis`.
template <class Space, class Update>
void update_lines(const Space& space, Axis axis, const char* label, const Update& update) {
  if constexpr (is_host_space<Space>) {
    if (axis == axis_x)
      update_along_on_host(space, label, update);
    else
      update_across_on_host(space, label, update);
  } else if (axis == axis_x) {
    update_along_on_device(space, label, update);
  } else if constexpr (Update::uses_next_line) {
    if (update.transverse == 0)
      update_across_on_device<warp_width, 1>(space, label, update);
    else
      update_across_on_device<warp_width, 8>(space, label, update);
  } else {
    update_across_on_device<1, 1>(space, label, update);
  }
}

}  // namespace solenoid
