// Images made by kernels, against plain loops and against what can be said by hand.
#include "physics/fields/field_painter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/painted_boxes.hpp"

namespace solenoid::testing_painter {
namespace {

TEST(FieldPainter, APlaneIsTheMeansUnderItsPixelsInColours) {
  const Grid grid = box_of({50, 30, 1});
  FieldValues values = values_of(grid, [](double x, double y, double) { return x + 2 * y * y; });
  values[7] = std::numeric_limits<double>::quiet_NaN();
  const Box plane = whole_field(grid, Placement::cells);
  FieldPainter painter(Device::cpu);
  for (const PlanePixels pixels : {PlanePixels{20, 12}, PlanePixels{100, 90}}) {
    const Gather gather = gather_of(grid, values);
    const PlaneMeans means = plane_means(Device::cpu, gather, plane, pixels);
    const ValueExtent extent = painter.take_plane(gather, plane, pixels);
    EXPECT_EQ(extent.lower, means.extent.lower);
    EXPECT_EQ(extent.upper, means.extent.upper);
    EXPECT_EQ(extent.not_finite, 1U);
    const ColourScale scale = ramp(0.2, 2.5);
    const FieldImage image = painter.plane(scale);
    ASSERT_EQ(image.pixels.size(), means.pixels.size());
    for (std::size_t n = 0; n < image.pixels.size(); ++n) {
      if (std::isnan(means.pixels[n]))
        EXPECT_EQ(image.pixels[n], scale.not_finite);
      else
        EXPECT_LE(difference(image.pixels[n], colour_on(scale, means.pixels[n])), 1) << n;
    }
  }
}

/// A ray after the other in double precision, written down as the integral stands in the paper.
struct PlainRays {
  const Painted& box;
  const ColourScale& scale;
  const VolumeLook& look;
  const VolumeFrame& frame;

  double value(const std::array<double, 3>& at, const std::array<double, 3>& half) const {
    std::array<int, 3> cell{};
    std::array<double, 3> part{};
    for (std::size_t d = 0; d < 3; ++d) {
      const int n = box.grid.cells[d];
      const double place = std::clamp((at[d] + half[d]) / (2 * half[d]) * n - 0.5, 0.0, n - 1.0);
      cell[d] = std::min(int(place), n - 2);
      part[d] = place - cell[d];
    }
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
      double weight = 1;
      std::array<int, 3> c = cell;
      for (std::size_t d = 0; d < 3; ++d) {
        const bool upper = (corner >> d & 1) != 0;
        weight *= upper ? part[d] : 1 - part[d];
        c[d] += upper ? 1 : 0;
      }
      sum += weight * box.values[whole_field(box.grid, Placement::cells).value_at(c)];
    }
    return sum;
  }

  double opacity(double of_value) const {
    const double place =
        std::clamp((of_value - scale.lower) / (scale.upper - scale.lower), 0.0, 1.0) *
        double(look.opacity.size() - 1);
    const std::size_t i = std::min(std::size_t(place), look.opacity.size() - 2);
    return look.opacity[i] + (place - double(i)) * (look.opacity[i + 1] - look.opacity[i]);
  }

  std::uint32_t pixel(int column, int row) const {
    const std::array<double, 3> length{box.grid.upper[0] - box.grid.lower[0],
                                       box.grid.upper[1] - box.grid.lower[1],
                                       box.grid.upper[2] - box.grid.lower[2]};
    const double longest = *std::max_element(length.begin(), length.end());
    std::array<double, 3> half{}, at{};
    double diagonal = 0, step = 1;
    for (std::size_t d = 0; d < 3; ++d) {
      half[d] = 0.5 * length[d] / longest;
      diagonal += 4 * half[d] * half[d];
      step = std::min(step, 2 * half[d] / box.grid.cells[d]);
    }
    const double a = frame.camera.azimuth * std::numbers::pi / 180;
    const double e = frame.camera.elevation * std::numbers::pi / 180;
    const std::array<double, 3> right{-std::sin(a), std::cos(a), 0};
    const std::array<double, 3> up{-std::sin(e) * std::cos(a), -std::sin(e) * std::sin(a),
                                   std::cos(e)};
    const std::array<double, 3> into{-std::cos(e) * std::cos(a), -std::cos(e) * std::sin(a),
                                     -std::sin(e)};
    const double side = std::sqrt(diagonal) / std::min(frame.width, frame.height);
    const double x = (column + 0.5 - 0.5 * frame.width) * side;
    const double y = (0.5 * frame.height - row - 0.5) * side;
    Colours light{};
    double left = 1;
    double begin = -4, end = 4;
    for (std::size_t d = 0; d < 3; ++d) {
      const double from = x * right[d] + y * up[d];
      const double one = (-half[d] - from) / into[d], other = (half[d] - from) / into[d];
      begin = std::max(begin, std::min(one, other));
      end = std::min(end, std::max(one, other));
    }
    for (int n = -int(2 / step); n <= int(2 / step); ++n) {
      // What the box has of a layer of this thickness.
      const double inside = std::min(end, (n + 0.5) * step) - std::max(begin, (n - 0.5) * step);
      if (inside <= 0) continue;
      for (std::size_t d = 0; d < 3; ++d) at[d] = x * right[d] + y * up[d] + n * step * into[d];
      const double here = value(at, half);
      const double part = (1 - std::pow(1 - opacity(here), step / 0.02)) * inside / step;
      for (std::size_t c = 0; c < 3; ++c)
        light[c] += left * part * channels(colour_on(scale, here))[c];
      left *= 1 - part;
    }
    std::uint32_t code = 0;
    for (std::size_t c = 0; c < 3; ++c)
      code =
          code << 8 | std::uint32_t(std::lround(light[c] + left * channels(frame.background)[c]));
    return code;
  }
};

TEST(FieldPainter, AVolumeIsWhatAPlainLoopMakesOfIt) {
  Grid grid = box_of({24, 20, 16});
  grid.upper = {1.2, 1, 0.7};
  Painted box(grid, values_of(grid, [](double x, double y, double z) {
                return std::sin(5 * x) * std::cos(4 * y) + z;
              }));
  const ColourScale scale = ramp(-0.5, 1.4);
  const VolumeLook look{{0, 0.05, 0.2, 0.1}, {}, 1};
  VolumeFrame frame{{40, 20, 1}, 60, 48};
  frame.edge_width = 0;
  const FieldImage image = box.painter.volume(scale, look, frame);
  const PlainRays plain{box, scale, look, frame};
  int far_off = 0;
  double mean = 0;
  for (int row = 0; row < frame.height; ++row)
    for (int column = 0; column < frame.width; ++column) {
      const double apart = difference(image.pixels[std::size_t(row * frame.width + column)],
                                      plain.pixel(column, row));
      mean += apart / (frame.width * frame.height);
      // A sample that rounding counts in or out at a face.
      if (apart > 3) ++far_off;
    }
  EXPECT_LT(mean, 0.5);
  EXPECT_LT(far_off, frame.width * frame.height / 100);
}

TEST(FieldPainter, LightIsTakenAwayAsTheThicknessSays) {
  const Grid grid = box_of({50, 50, 50});
  Painted box(grid, FieldValues(grid.cell_count(), 1.0));
  ColourScale scale{0, 2};
  scale.colours = {0, 0, 0};
  const VolumeLook look{{0.01, 0.01}, {}, 1};
  VolumeFrame frame{{0, 0, 1}, 65, 65};  // along x through the middle
  frame.edge_width = 0;
  const FieldImage image = box.painter.volume(scale, look, frame);
  const double left = channels(image.pixels[32 * 65 + 32])[0] / 255;
  EXPECT_NEAR(left, std::pow(0.99, 50), 0.02);
  EXPECT_EQ(image.pixels[0], 0xffffffU);  // beside the box
}

TEST(FieldPainter, ASurfaceIsWhereItsValueIs) {
  const Grid grid = box_of({48, 48, 48});
  Painted box(grid, values_of(grid, [](double x, double y, double z) {
                return std::hypot(x - 0.5, y - 0.5, z - 0.5);
              }));
  const VolumeLook look{{}, {0.3}, 1};
  VolumeFrame frame{{35, 25, 1}, 200, 200};
  frame.edge_width = 0;
  ColourScale scale{0, 1};
  scale.colours = {0xff0000, 0xff0000};
  const FieldImage image = box.painter.volume(scale, look, frame);
  const auto covered =
      std::ranges::count_if(image.pixels, [](std::uint32_t code) { return (code & 0xffff) == 0; });
  const double radius = 0.3 * 200 / std::sqrt(3.0);  // in pixels
  EXPECT_NEAR(double(covered), std::numbers::pi * radius * radius, 150);
  // It is brightest towards the light, and lit from the side it is seen from.
  const double middle = channels(image.pixels[100 * 200 + 100])[0];
  EXPECT_GT(middle, 180);
  EXPECT_LE(middle, 255);
}

TEST(FieldPainter, ALargeBoxIsKeptAsMeansOverCubes) {
  const Grid grid = box_of({32, 32, 32});
  const auto field = [](double x, double y, double z) { return x + y * z; };
  Painted fine(grid, values_of(grid, field));
  Painted coarse(grid, values_of(grid, field), 9 * 16 * 16);  // 11^3 cubes of 3 cells
  EXPECT_GT(coarse.extent.lower, fine.extent.lower);
  EXPECT_EQ(coarse.extent.shown, 11U * 11 * 11);
  const VolumeLook look{{0, 0.1}, {}, 1};
  const VolumeFrame frame{{20, 30, 1}, 40, 40};
  const FieldImage a = fine.painter.volume(ramp(0, 2), look, frame);
  const FieldImage b = coarse.painter.volume(ramp(0, 2), look, frame);
  double mean = 0;
  for (std::size_t n = 0; n < a.pixels.size(); ++n)
    mean += difference(a.pixels[n], b.pixels[n]) / double(a.pixels.size());
  EXPECT_LT(mean, 6);
}

/// Cuts of a grid at any cells.
GridCuts any_cuts(std::mt19937& chance, const Grid& grid) {
  GridCuts cuts{grid.cells};
  for (std::size_t d = 0; d < 3; ++d)
    for (int cell = 1; cell < grid.cells[d]; ++cell)
      if (chance() % unsigned(grid.cells[d]) < 2) cuts.begins[d].push_back(cell);
  return cuts;
}

/// An image by a painter for each part, and the joined extent of what they take.
std::vector<std::uint32_t> painted_in_parts(const Painted& box, const GridCuts& cuts,
                                            std::size_t most, const ColourScale& scale,
                                            const VolumeLook& look, const VolumeFrame& frame,
                                            ValueExtent& extent) {
  const std::vector<float> values(box.values.begin(), box.values.end());
  std::vector<std::uint32_t> image(std::size_t(frame.width) * std::size_t(frame.height));
  constexpr int strips = 7;
  const auto width = std::size_t(frame.width);
  std::vector<std::vector<std::byte>> rays(
      strips, std::vector<std::byte>(image.size() * FieldPainter::bytes_of_ray()));
  const std::vector<int> order = front_to_back(cuts, frame.camera);
  for (const int number : order) {
    BoxPart part{box.grid.cells, {cuts.first(number), cuts.size(number)}, {}};
    for (std::size_t d = 0; d < 3; ++d) part.lengths[d] = box.grid.upper[d] - box.grid.lower[d];
    FieldPainter painter(Device::cpu, most);
    const Box cells = painter.cells_for(part);
    std::vector<float> own;
    for (std::size_t n = 0; n < cells.values(); ++n)
      own.push_back(values[whole_field(box.grid, Placement::cells).value_at(cells.at(n))]);
    join(extent, painter.take_part(part, own.data(), false));
    painter.begin_volume(scale, look, frame);
    for (int row = 0; row < strips; ++row) {
      RayStrip strip{row, strips, (frame.height - row + strips - 1) / strips};
      std::vector<std::uint32_t> colours(width * std::size_t(strip.rows));
      strip.enters = number == order.front();
      strip.rays = rays[std::size_t(row)].data();
      if (number == order.back()) strip.pixels = colours.data();
      painter.pass(strip);
      for (int n = 0; n < strip.rows; ++n)
        std::copy_n(&colours[width * std::size_t(n)], width,
                    &image[width * std::size_t(row + n * strips)]);
    }
  }
  return image;
}

TEST(FieldPainter, PartsMakeTheImageOfTheWhole) {
  std::mt19937 chance(20261127);
  const auto any = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(chance);
  };
  for (int number = 0; number < cases_of(120); ++number) {
    Grid grid = box_of({2 + int(chance() % 18), 2 + int(chance() % 18), 2 + int(chance() % 18)});
    grid.upper = {any(0.5, 2), 1, any(0.5, 2)};
    const std::size_t most = number % 3 == 0 ? 150 : std::size_t(1) << 24;
    Painted box(grid,
                values_of(grid,
                          [&](double x, double y, double z) {
                            return number % 7 == 0 && any(0, 1) < 0.02
                                       ? std::numeric_limits<double>::infinity()
                                       : std::sin(5 * x) * std::cos(4 * y) + z + any(0, 0.2);
                          }),
                most);
    const ColourScale scale = ramp(-0.5, 1.4);
    VolumeLook look{{0, 0.05, 0.3, 0.1}, {0.2, 0.9}, 0.4};
    if (number % 4 == 0) look.opacity.clear();
    if (number % 5 == 0) look.surfaces.clear();
    VolumeFrame frame{{any(-180, 180), any(-90, 90), any(0.3, 3)}, 60, 48};
    // Along an axis no ray changes its place along the others.
    if (number % 6 == 0) frame.camera = {90 * double(chance() % 4), 0, 1};
    if (number % 17 == 0) frame.camera.elevation = 90;
    const FieldImage whole = box.painter.volume(scale, look, frame);
    ValueExtent extent;
    const std::vector<std::uint32_t> parts =
        painted_in_parts(box, any_cuts(chance, grid), most, scale, look, frame, extent);
    EXPECT_TRUE(std::ranges::equal(parts, whole.pixels)) << number;
    EXPECT_EQ(extent.lower, box.extent.lower);
    EXPECT_EQ(extent.upper, box.extent.upper);
    EXPECT_EQ(extent.shown, box.extent.shown);
    EXPECT_EQ(extent.not_finite, box.extent.not_finite);
  }
}

TEST(FieldPainter, ValuesThatAreNotFiniteStandOut) {
  const Grid grid = box_of({8, 8, 8});
  FieldValues values(grid.cell_count(), 1.0);
  values[4 + 8 * (4 + 8 * 4)] = std::numeric_limits<double>::infinity();
  Painted box(grid, values);
  EXPECT_EQ(box.extent.not_finite, 1U);
  const ColourScale scale = ramp(0, 2);
  const FieldImage image =
      box.painter.volume(scale, {{0, 0}, {}, 1}, {{10, 10, 1}, 40, 40, 0xffffff, 0, 0});
  EXPECT_GT(std::ranges::count(image.pixels, scale.not_finite), 4);
}

TEST(FieldPainter, RefusesMoreSurfacesThanItCanDraw) {
  const Grid grid = box_of({4, 4, 4});
  Painted box(grid, FieldValues(64, 1.0));
  const VolumeLook look{{}, std::vector<double>(most_surfaces + 1, 1.0), 1};
  EXPECT_THROW(box.painter.volume(ramp(0, 1), look, {}), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid::testing_painter
