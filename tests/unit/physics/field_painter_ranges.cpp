/// \file
/// Images of values and scales that floats do not hold, or do not tell apart.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "physics/fields/float_factor.hpp"
#include "tests/unit/physics/painted_boxes.hpp"

namespace solenoid::testing_painter {
namespace {

/// Scales that floats do not hold have few colours, but no others than theirs. (They took what lies
/// beside the table in memory.)
TEST(FieldPainter, HasAColourOfTheTableOnAnyScale) {
  const Grid grid = box_of({4, 4, 4}), square = box_of({4, 4, 1});
  const double large = 1e308, largest = std::numeric_limits<double>::max();
  for (const double value : {0.0, 1.0, 1e-50, 1e-320, 1e30, -1e30, 1e300})
    for (const auto& [lower, upper] : {std::pair{0.0, 1e-300},
                                       {1e-51, 1e-50},
                                       {0.0, 1e-320},
                                       {-large, large},
                                       {1e300, 1e301},
                                       {-largest, 0.0}})
      for (const bool logarithmic : {false, true}) {
        if (logarithmic && !(lower > 0)) continue;
        ColourScale scale = ramp(lower, upper);
        scale.logarithmic = logarithmic;
        const std::vector<std::uint32_t>& table = scale.colours;
        const auto is_known = [&](std::uint32_t pixel) {
          return std::ranges::find(table, pixel) != table.end() || pixel == scale.not_finite ||
                 pixel == scale.not_positive;
        };
        FieldPainter painter(Device::cpu);
        painter.take_plane(gather_of(square, FieldValues(16, value)),
                           whole_field(square, Placement::cells), {4, 4, logarithmic});
        EXPECT_TRUE(std::ranges::all_of(painter.plane(scale).pixels, is_known))
            << value << " from " << lower << " to " << upper;
        Painted box(grid, FieldValues(64, value));
        const VolumeLook look{{0, 1}, {0.5 * lower + 0.5 * upper}, 1};
        EXPECT_EQ(box.painter.volume(scale, look, {{10, 10, 1}, 9, 9, 0xffffff, 0, 0}).width, 9);
      }
}

/// The values and the scale of a box times a power of two.
std::vector<std::uint32_t> painted_times(double factor, bool logarithmic, std::size_t most) {
  Grid grid = box_of({12, 10, 8});
  Painted box(grid,
              values_of(grid,
                        [&](double x, double y, double z) {
                          return factor * (1.5 + std::sin(5 * x) * std::cos(4 * y) + 0.3 * z);
                        }),
              most, logarithmic);
  EXPECT_EQ(box.extent.not_finite, 0U) << factor;
  EXPECT_EQ(box.extent.not_positive, 0U) << factor;
  const double largest = *std::ranges::max_element(box.values);
  EXPECT_LE(box.extent.upper, largest * (1 + 1e-6));
  EXPECT_GE(box.extent.upper, 0.5 * largest);
  ColourScale scale = ramp(0.6 * factor, 2.7 * factor);
  scale.logarithmic = logarithmic;
  const VolumeLook look{{0, 0.1, 0.4, 0.2}, {1.3 * factor, 2 * factor}, 0.5};
  const FieldImage image = box.painter.volume(scale, look, {{35, 25, 1}, 50, 40});
  return {image.pixels.begin(), image.pixels.end()};
}

/// (Floats hold neither: the volume had one colour, no surface, or values that were not finite.)
TEST(FieldPainter, AVolumeOfAnySizeOfValuesLooksAsOneOfOrdinaryOnes) {
  for (const bool logarithmic : {false, true})
    for (const std::size_t most : {std::size_t(1) << 24, std::size_t(400)}) {
      const std::vector<std::uint32_t> image = painted_times(1, logarithmic, most);
      for (const int exponent : {-1020, -500, -200, -140, -90, -40, 40, 90, 126, 200, 500, 1020})
        EXPECT_EQ(painted_times(std::ldexp(1.0, exponent), logarithmic, most), image) << exponent;
    }
}

/// Parts take values in times the factor of the whole.
TEST(FieldPainter, PartsTakeValuesTimesAFactorIn) {
  const Grid grid = box_of({8, 8, 8});
  Painted box(grid,
              values_of(grid, [](double x, double y, double z) { return 1e-200 * (x + y * z); }));
  const double factor = factor_for_floats(box.extent, false);
  EXPECT_GT(factor, 1e100);
  std::vector<float> values;
  for (const double value : box.values) values.push_back(scaled_to_float(value, factor));
  FieldPainter painter(Device::cpu);
  const ValueExtent extent = painter.take_part({grid.cells, {{0, 0, 0}, grid.cells}, {1, 1, 1}},
                                               values.data(), false, factor);
  EXPECT_EQ(extent.lower, box.extent.lower);
  EXPECT_EQ(extent.upper, box.extent.upper);
  const ColourScale scale = ramp(0, 2e-200);
  const VolumeLook look{{0, 0.1}, {0.7e-200}, 1};
  const VolumeFrame frame{{20, 30, 1}, 30, 30};
  EXPECT_TRUE(std::ranges::equal(painter.volume(scale, look, frame).pixels,
                                 box.painter.volume(scale, look, frame).pixels));
}

/// (Means became floats: beyond these they were not finite, or not positive, or all the same.)
TEST(FieldPainter, APlaneHasTheColoursOfScalesThatFloatsDoNotResolve) {
  const Grid square = box_of({9, 2, 1});
  const double largest = std::numeric_limits<double>::max();
  for (const auto& [lower, upper] : {std::pair{0.0, 1e-300},
                                     {0.0, 8e-323},
                                     {1e300, 1e301},
                                     {-largest, largest},
                                     {1.0, 1 + 1e-12},
                                     {0.0, 1.0}})
    for (const bool logarithmic : {false, true}) {
      if (logarithmic && !(lower > 0)) continue;
      FieldValues values;
      for (int row = 0; row < 2; ++row)
        for (int n = 0; n < 9; ++n) values.push_back((1 - n / 8.0) * lower + n / 8.0 * upper);
      FieldPainter painter(Device::cpu);
      painter.take_plane(gather_of(square, values), whole_field(square, Placement::cells),
                         {9, 2, logarithmic});
      ColourScale scale = ramp(lower, upper);
      scale.logarithmic = logarithmic;
      const FieldImage image = painter.plane(scale);
      for (std::size_t n = 0; n < 9; ++n) {
        double part = double(n) / 8;
        if (logarithmic && upper > 2 * lower)
          part = (std::log(values[n]) - std::log(lower)) / (std::log(upper) - std::log(lower));
        const auto place = std::size_t(std::lround(part * 255));
        EXPECT_LE(difference(image.pixels[n], scale.colours[place]), 2)
            << n << " from " << lower << " to " << upper;
      }
    }
}

/// (They were magenta and cyan.)
TEST(FieldPainter, ValuesBeyondFloatsAreBeyondAnOrdinaryScale) {
  const Grid square = box_of({2, 2, 1});
  FieldPainter painter(Device::cpu);
  painter.take_plane(gather_of(square, {1e-60, 1e60, 1e-60, 1e60}),
                     whole_field(square, Placement::cells), {2, 2, true});
  ColourScale scale = ramp(0.1, 10);
  scale.logarithmic = true;
  const FieldImage image = painter.plane(scale);
  EXPECT_EQ(image.pixels[0], scale.colours.front());
  EXPECT_EQ(image.pixels[1], scale.colours.back());
}

}  // namespace
}  // namespace solenoid::testing_painter
