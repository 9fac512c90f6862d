#include "src/driver/output_part.hpp"

#include <utility>

namespace solenoid {

namespace {

/// Leaves of the grid what the block asks for, in cells that are blocks of its own.
OutputPart cropped(const OutputSettings& settings, const Snapshot& whole) {
  OutputPart part{whole, {whole_field(whole.grid, Placement::cells)}};
  Grid& grid = part.head.grid;
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    const bool averaged = whole.grid.active(axis) && settings.slice_axis != axis;
    const int block = averaged ? settings.coarsen : 1;
    CellInterval kept{0, whole.grid.cells[axis]};
    if (settings.crop[axis]) kept = cells_between(whole.grid, axis, *settings.crop[axis], block);
    part.cells.block[axis] = block;
    part.cells.box.begin[axis] = kept.begin / block;
    part.cells.box.count[axis] = (kept.end - kept.begin) / block;
    grid.cells[axis] = part.cells.box.count[axis];
    if (kept.begin > 0) grid.lower[axis] = whole.grid.face(axis, kept.begin);
    if (kept.end < whole.grid.cells[axis]) grid.upper[axis] = whole.grid.face(axis, kept.end);
  }
  return part;
}

OutputPart plane_of(const OutputPart& part, Axis axis, double position) {
  const Box plane = plane_at(part.head.grid, axis, position);
  OutputPart cut{slice(part.head, axis, position), part.cells};
  cut.cells.box.begin[axis] += plane.begin[axis];
  cut.cells.box.count[axis] = 1;
  return cut;
}

}  // namespace

OutputPart output_part(const OutputSettings& settings, const Snapshot& whole) {
  OutputPart part = cropped(settings, whole);
  if (!settings.slice_axis) return part;
  return plane_of(part, *settings.slice_axis, settings.slice_position);
}

OutputPart picture_part(const OutputSettings& settings, const Snapshot& whole) {
  OutputPart part = output_part(settings, whole);
  const Grid& grid = part.head.grid;
  if (grid.dimensions() < 3) return part;
  return plane_of(part, axis_z, grid.centre(axis_z, grid.cells[axis_z] / 2));
}

}  // namespace solenoid
