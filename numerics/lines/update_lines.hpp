#pragma once
/// \file
/// Line updates (numerics/lines/line_update.hpp) on the host or on a device. On a device inputs
/// arrive in scratch memory one cell ahead of time.

#include <algorithm>
#include <utility>

#include "numerics/device/device_launch.hpp"
#include "numerics/lines/lines_on_host.hpp"
#include "numerics/lines/march_across.hpp"
#include "numerics/lines/march_along.hpp"

namespace solenoid {

/// How a device of so many multiprocessors updates lines across x, those of `width` threads in x
/// and `height` behind each other in step.
template <int width, int height, WarpOrder order = device_order, class Update>
auto update_across_on_device(const Update& update, int multiprocessors) {
  using Kernel = MarchAcrossDevice<Update, width, height, order>;
  const Lines& lines = update.lines;
  const int in_x = (lines.cross_cells[0] + Kernel::lanes - 1) / Kernel::lanes;
  Kernel kernel{update, {in_x}, {lines.cross_cells[1]}, {}, 1};
  kernel.tiles[0] = kernel.in_x.count();
  kernel.tiles[1] = kernel.behind.count();
  const long tiles = long(kernel.tiles[0]) * kernel.tiles[1];
  const long resident =
      Update::counts_steps(false) ? long(multiprocessors) * Kernel::teams * Kernel::threads : 0;
  kernel.segments =
      segments_for_device(lines.cells, tiles * Kernel::tile_threads, Update::reach, resident);
  const long threads = tiles * kernel.segments * Kernel::tile_threads;
  return TeamLaunch<Kernel>{kernel, int((threads + Kernel::threads - 1) / Kernel::threads)};
}

/// How it updates lines along x.
template <WarpOrder order = device_order, class Update>
auto update_along_on_device(const Update& update, int multiprocessors) {
  using Kernel = MarchAlongDevice<Update, order>;
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
  const long resident =
      Update::counts_steps(true) ? long(multiprocessors) * Kernel::teams * Kernel::warps : 0;
  const auto rows = make_row_stream<Kernel::Rings::reach, Kernel::along>(
      lines, resident, long(tiles) * Kernel::height);
  const int warps = rows.shares * tiles * Kernel::height;
  return TeamLaunch<Kernel>{Kernel{update, rows, beside, tiles, last_lines, line_step},
                            (warps + Kernel::warps - 1) / Kernel::warps};
}

/// Calls run(launch) with how it updates all lines in the direction `axis`.
template <WarpOrder order = device_order, class Update, class Run>
void update_on_device(Axis axis, const Update& update, int multiprocessors, const Run& run) {
  if (axis == axis_x)
    run(update_along_on_device<order>(update, multiprocessors));
  else if constexpr (!Update::uses_next_line)
    run(update_across_on_device<1, 1, order>(update, multiprocessors));
  else if (update.transverse == 0)
    run(update_across_on_device<warp_width, 1, order>(update, multiprocessors));
  else
    run(update_across_on_device<warp_width, 8, order>(update, multiprocessors));
}

/// Updates all lines in the direction `axis`.
template <class Space, class Update>
void update_lines(const Space& space, Axis axis, const char* label, const Update& update) {
  if constexpr (is_host_space<Space>) {
    if (axis == axis_x)
      update_along_on_host(space, label, update);
    else
      update_across_on_host(space, label, update);
  } else {
    const int multiprocessors = std::max(1, int(space.concurrency()) / most_resident_threads);
    update_on_device(axis, update, multiprocessors,
                     [&](const auto& launch) { run_teams(space, label, launch); });
  }
}

}  // namespace solenoid
