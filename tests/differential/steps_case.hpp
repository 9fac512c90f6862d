#pragma once
/// \file
/// Whole problems for generated programs: boundaries of every kind on every face.

#include <algorithm>
#include <string>

#include "src/stencil/kernels.hpp"
#include "tests/differential/case_values.hpp"
#include "tests/differential/program_case.hpp"

namespace solenoid::differential {

/// Periodic, or another kind at either face of every direction.
inline Boundaries some_boundaries(std::uint64_t seed) {
  Boundaries boundaries;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (noise(seed, axis) < -0.4) continue;
    for (std::size_t side = 0; side < 2; ++side)
      boundaries.kind[axis][side] =
          BoundaryKind(1 + std::min(4, int(2.5 * (1 + noise(seed, 3 + 2 * axis + side)))));
  }
  return boundaries;
}

/// What stands behind fixed faces: another number for each field and place, and in some cases time.
inline FixedBoundary some_fixed_values(std::uint64_t seed) {
  const bool depends_on_time = seed % 2 == 0;
  return {[depends_on_time](const std::string& field, double x, double y, double z, double t) {
            return 0.1 * double(field.back() % 7) + 0.3 * x - 0.2 * y + 0.1 * z +
                   (depends_on_time ? 50 * t : 0);
          },
          depends_on_time};
}

/// Another number for each place, and in some cases time.
inline SourceOfField some_source(std::uint64_t seed) {
  const bool depends_on_time = seed % 2 == 0;
  return {depends_on_time, [seed, depends_on_time](const Box& cells, double time, double* values) {
            for (std::size_t i = 0; i < cells.values(); ++i) {
              const auto at = cells.at(i);
              values[i] = 0.1 * double(seed % 11) - 0.01 * at[0] + 0.02 * at[1] * at[2] +
                          (depends_on_time ? 30 * time : 0);
            }
          }};
}

/// A problem of a program in a box that its differences do not reach across.
template <class Real>
StepsCase<Real> steps_case(const stencil::Kernels& kernels, std::array<int, 3> cells,
                           std::uint64_t seed) {
  StepsCase<Real> made;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cells[axis] > 1) cells[axis] = std::max({cells[axis], 4, kernels.radius});
  made.grid = {cells, {-1, 0, 0.5}, {0.3 * cells[0] - 1, 0.4 * cells[1], 0.5 * cells[2] + 0.5}};
  const Boundaries common = some_boundaries(seed);
  const bool own = seed % 5 == 0;
  for (std::size_t f = 0; f < kernels.fields.size(); ++f) {
    made.boundaries.push_back(own && noise(seed, 100 + f) > 0.3 ? some_boundaries(seed + f)
                                                                : common);
    made.initial.emplace_back();
    for (std::size_t i = 0; i < made.grid.cell_count(); ++i)
      made.initial.back().push_back(Real(field_value(seed - seed % 8, i + f * (1U << 20U))));
  }
  // Directions that are periodic for one field are so for all.
  for (Boundaries& boundaries : made.boundaries)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (common.kind[axis][0] == BoundaryKind::periodic ||
          boundaries.kind[axis][0] == BoundaryKind::periodic)
        boundaries.kind[axis] = common.kind[axis];
  made.fixed = some_fixed_values(seed);
  for (std::size_t f = 0; f < kernels.fields.size(); ++f)
    if (!kernels.fields[f].source.empty())
      made.sources[kernels.fields[f].name] = some_source(seed / 3 + f);
  for (std::size_t u = 0; u < kernels.uniforms.size(); ++u) {
    const double value = noise(seed, ~std::uint64_t(u));
    made.uniforms.push_back(Real(kernels.uniforms[u].integer ? std::round(3 * value) : value));
  }
  if (!kernels.calls_rk3) made.integrator = integrators[seed / 8 % integrators.size()];
  made.time = 0.25;
  made.time_step = 0x1p-10;
  made.steps = 2;
  return made;
}

}  // namespace solenoid::differential
