#pragma once
/// \file
/// Boxes of values with their painters, scales, and colours compared, for tests of FieldPainter.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "physics/fields/field_painter.hpp"
#include "src/output/snapshot.hpp"

namespace solenoid::testing_painter {

using Colours = std::array<double, 3>;

inline Colours channels(std::uint32_t code) {
  return {double((code >> 16) & 255), double((code >> 8) & 255), double(code & 255)};
}

/// Of two colours, the largest difference of red, green or blue.
inline double difference(std::uint32_t a, std::uint32_t b) {
  double largest = 0;
  for (std::size_t n = 0; n < 3; ++n)
    largest = std::max(largest, std::abs(channels(a)[n] - channels(b)[n]));
  return largest;
}

inline Grid box_of(std::array<int, 3> cells) {
  Grid grid;
  grid.cells = cells;
  return grid;
}

template <class Function>
FieldValues values_of(const Grid& grid, const Function& f) {
  FieldValues values;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        values.push_back(f(grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)));
  return values;
}

inline ColourScale ramp(double lower, double upper) {
  ColourScale scale{lower, upper};
  scale.colours.clear();
  for (std::uint32_t n = 0; n < 256; ++n)
    scale.colours.push_back(n << 16 | (255 - n) << 8 | (n / 2));
  return scale;
}

inline std::uint32_t colour_on(const ColourScale& scale, double value) {
  const double part = (value - scale.lower) / (scale.upper - scale.lower);
  const double last = double(scale.colours.size() - 1);
  return scale.colours[std::size_t(std::lround(std::clamp(part, 0.0, 1.0) * last))];
}

/// A box of values with its painter.
struct Painted {
  Grid grid;
  FieldValues values;
  FieldPainter painter;
  ValueExtent extent;

  Painted(const Grid& box, FieldValues of_cells, std::size_t most = std::size_t(1) << 24,
          bool positive = false)
      : grid(box), values(std::move(of_cells)), painter(Device::cpu, most) {
    std::array<double, 3> lengths{};
    for (std::size_t d = 0; d < 3; ++d) lengths[d] = grid.upper[d] - grid.lower[d];
    extent = painter.take_box(gather_of(grid, values), whole_field(grid, Placement::cells), lengths,
                              positive);
  }
};

}  // namespace solenoid::testing_painter
