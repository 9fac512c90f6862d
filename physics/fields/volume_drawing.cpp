#include "physics/fields/volume_drawing.hpp"

#include <cstddef>

#include "physics/fields/slabs_of_fields.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

std::vector<float> values_of_part(Solver& solver, const VolumeRequest& request) {
  solver.complete_step();
  const Gather gather = request.fields.gather(solver, request.name, request.time);
  std::vector<float> values(solver.part().cell_count());
  float* there = values.data();
  for (const Box& slab : slabs_of_cells(solver.part(), transfer_values)) {
    const MutableValues here{Precision::single_precision, there};
    // Some parts have a slab more, for which the others make what it needs of them.
    if (slab.values() == 0)
      gather(slab, here);
    else
      bring_to_host(solver.device(), gather, slab, here);
    there += slab.values();
  }
  return values;
}

std::array<double, 3> lengths_of(const Grid& grid) {
  std::array<double, 3> lengths{};
  for (std::size_t d = 0; d < 3; ++d) lengths[d] = grid.upper[d] - grid.lower[d];
  return lengths;
}

VolumeOfField volume_of(FieldPainter& painter, const Gather& gather, const Grid& grid) {
  VolumeOfField volume;
  volume.take = [&painter, gather, grid](bool positive) {
    return painter.take_box(gather, whole_field(grid, Placement::cells), lengths_of(grid),
                            positive);
  };
  volume.draw = [&painter](const VolumeImage& image) {
    return painter.volume(image.scale, image.look, image.frame);
  };
  return volume;
}

VolumeOfField volume_of(FieldPainter& painter, Solver& solver, const DefinedFields& fields,
                        const std::string& name, double time) {
  auto* const parts = dynamic_cast<VolumeDrawing*>(&solver);
  solver.complete_step();
  if (parts == nullptr)
    return volume_of(painter, fields.gather(solver, name, time), solver.part().whole);
  VolumeOfField volume;
  volume.take = [parts, &fields, name, time](bool positive) {
    return parts->take_volume({fields, name, time, positive});
  };
  volume.draw = [parts](const VolumeImage& image) { return parts->draw_volume(image); };
  return volume;
}

}  // namespace solenoid
