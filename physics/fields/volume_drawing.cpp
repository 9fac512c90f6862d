#include "physics/fields/volume_drawing.hpp"

#include <cmath>
#include <cstddef>

#include "physics/fields/float_factor.hpp"
#include "physics/fields/slabs_of_fields.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

/// Calls use(values) with the doubles of slabs that make up the part, on the host.
template <class Use>
void with_doubles(Solver& solver, const VolumeRequest& request, const Use& use) {
  solver.complete_step();
  const Gather gather = request.fields.gather(solver, request.name, request.time);
  std::vector<double> values;
  for (const Box& slab : slabs_of_cells(solver.part(), transfer_values)) {
    values.resize(slab.values());
    const MutableValues here{Precision::double_precision, values.data()};
    if (slab.values() == 0)
      gather(slab, here);
    else
      bring_to_host(solver.device(), gather, slab, here);
    use(values);
  }
}

std::vector<float> values_times(Solver& solver, const VolumeRequest& request, double factor) {
  std::vector<float> values;
  values.reserve(solver.part().cell_count());
  with_doubles(solver, request, [&](const std::vector<double>& of_slab) {
    for (const double value : of_slab) values.push_back(scaled_to_float(value, factor));
  });
  return values;
}

}  // namespace

ValueExtent extent_of_part(Solver& solver, const VolumeRequest& request) {
  ValueExtent extent;
  with_doubles(solver, request, [&](const std::vector<double>& of_slab) {
    for (const double value : of_slab) {
      if (!std::isfinite(value))
        ++extent.not_finite;
      else if (request.positive && value <= 0)
        ++extent.not_positive;
      else
        join(extent, {value, value, 1});
    }
  });
  return extent;
}

std::vector<float> values_of_part(Solver& solver, const VolumeRequest& request,
                                  const std::optional<double>& factor) {
  if (factor) return values_times(solver, request, *factor);
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
