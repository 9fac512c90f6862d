#pragma once
/// \file
/// A box of a stencil program's fields, and what a pass makes of it vertex by vertex.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <vector>

#include "numerics/grid/layout.hpp"
#include "numerics/vertices/vertices.hpp"

namespace solenoid {

inline constexpr double poison = std::numeric_limits<double>::quiet_NaN();

/// The fields of a program in a box: now, before the last substep, and what a pass makes of them,
/// which is poison until it does.
template <class P>
struct BoxOfFields {
  static constexpr int count = P::field_count;
  Grid grid;
  Layout layout;
  std::vector<double> now, before, next;

  explicit BoxOfFields(const Grid& box)
      : grid(box),
        layout(make_layout(grid, P::radius, sizeof(double), 8)),
        now(std::size_t(layout.elements(count))),
        before(now.size()),
        next(now.size(), poison) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      now[i] = double(i * 2654435761U % 1009) / 1009;
      before[i] = double(i * 40503U % 997) / 997;
    }
  }
  VertexFields<double, count> fields() {
    VertexFields<double, count> all{};
    for (int f = 0; f < count; ++f) {
      const std::ptrdiff_t at = f * layout.field_stride + layout.origin;
      all.now[f] = now.data() + at;
      all.next[f] = next.data() + at;
      all.previous[f] = before.data() + at;
    }
    for (int axis = 0; axis < 3; ++axis) {
      all.cells[axis] = grid.cells[std::size_t(axis)];
      all.stride[axis] = grid.active(axis) ? layout.stride[std::size_t(axis)] : 0;
      all.spacing[axis] = 0.1;
    }
    return all;
  }
};

template <class P>
ProgramRun<double, P::uniform_count> some_run() {
  ProgramRun<double, P::uniform_count> run{};
  run.uniforms.fill(0.3);
  run.spacing = {0.1, 0.2, 0.3};
  run.time_step = 0.01;
  run.substep_keep = -0.3;
  run.substep_weight = 0.9;
  return run;
}

/// What single vertices make of the box.
template <class P, class Pass = typename P::Pass0>
std::vector<double> one_by_one(const Grid& grid) {
  BoxOfFields<P> box(grid);
  const auto fields = box.fields();
  const auto coefficients = Pass::prepare(some_run<P>());
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        update_vertex<Pass, double>(fields, coefficients, i, j, k);
  return box.next;
}

/// Whether both have the same values, poison included.
inline void expect_same_bits(const std::vector<double>& found,
                             const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size() * sizeof(double)), 0);
}

}  // namespace solenoid
