#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "physics/fields/plane_means.hpp"
#include "src/picture/plane.hpp"
#include "src/picture/value_range.hpp"

namespace solenoid {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Plane plane_of_cells(int columns, int rows, double width, double height) {
  Plane plane;
  plane.columns = columns;
  plane.rows = rows;
  plane.right = width;
  plane.top = height;
  plane.values.assign(std::size_t(columns) * std::size_t(rows), 1.0);
  return plane;
}

TEST(PlaneSize, SquareCellsBecomeAWholeNumberOfPixels) {
  const PlaneSize size = size_of(plane_of_cells(100, 60, 1, 0.6), 690, 900, 140);
  EXPECT_EQ(size.width, 600);
  EXPECT_EQ(size.height, 360);
  EXPECT_EQ(size.stretch, 1);
}

TEST(PlaneSize, AWholeNumberOfCellsBecomesAPixelOnLargeGrids) {
  const PlaneSize size = size_of(plane_of_cells(4096, 4096, 1, 1), 690, 900, 140);
  EXPECT_EQ(size.width, 682);
  EXPECT_EQ(size.height, 682);
}

TEST(PlaneSize, OblongCellsKeepTheAspectOfTheBox) {
  const PlaneSize size = size_of(plane_of_cells(100, 30, 2, 1), 600, 900, 140);
  EXPECT_EQ(size.width, 600);
  EXPECT_EQ(size.height, 300);
}

TEST(PlaneSize, AThinBoxIsStretchedToBeReadableAndSaysSo) {
  const PlaneSize size = size_of(plane_of_cells(512, 4, 1, 4.0 / 512), 690, 900, 140);
  EXPECT_EQ(size.width, 512);
  EXPECT_EQ(size.height, 140);
  EXPECT_NEAR(size.stretch, 35, 1e-9);
}

TEST(Resample, EnlargedCellsKeepTheirValuesAndTheTopRowComesFirst) {
  Plane plane = plane_of_cells(2, 2, 1, 1);
  plane.values = {1, 2, 3, 4};
  const FieldValues pixels = resample(plane, {4, 4, 1}, false);
  EXPECT_EQ(pixels, (FieldValues{3, 3, 4, 4, 3, 3, 4, 4, 1, 1, 2, 2, 1, 1, 2, 2}));
}

TEST(Resample, CellsUnderAPixelAreAveraged) {
  Plane plane = plane_of_cells(4, 2, 2, 1);
  plane.values = {1, 2, 10, 20, 3, 6, 30, 40};
  EXPECT_EQ(resample(plane, {2, 1, 1}, false), (FieldValues{3, 25}));
}

TEST(Resample, AveragingHidesNeitherNaNNorNonPositiveCells) {
  Plane plane = plane_of_cells(4, 1, 4, 1);
  plane.values = {1, not_a_number, -1, 20};
  const FieldValues pixels = resample(plane, {2, 1, 1}, true);
  EXPECT_TRUE(std::isnan(pixels[0]));
  EXPECT_EQ(pixels[1], 0);
  EXPECT_EQ(resample(plane, {2, 1, 1}, false)[1], 9.5);
}

TEST(PlaneOf, ABoxIsCutAtTheMiddleOfZ) {
  Snapshot box;
  box.grid.cells = {2, 3, 4};
  NamedField field{"density", {}};
  for (int i = 0; i < 24; ++i) field.values.push_back(i);
  const Plane plane = plane_of(box, field);
  EXPECT_EQ(plane.values, (FieldValues{12, 13, 14, 15, 16, 17}));
  EXPECT_EQ(plane.position, "z = 0.625");
}

TEST(PlaneOf, ASliceAcrossYShowsXAndZAndItsPosition) {
  Snapshot box;
  box.grid.cells = {4, 4, 6};
  box.grid.upper = {1, 1, 1.5};
  box.fields.push_back({"density", FieldValues(96, 1.0)});
  const Snapshot across_y = slice(box, axis_y, 0.3);
  const Plane plane = plane_of(across_y, across_y.fields.front());
  EXPECT_EQ(plane.horizontal, axis_x);
  EXPECT_EQ(plane.vertical, axis_z);
  EXPECT_EQ(plane.rows, 6);
  EXPECT_EQ(plane.position, "y = 0.375");
}

TEST(PlaneOf, ACutThroughTheOriginSaysSoInSpiteOfRounding) {
  Snapshot box;
  box.grid.cells = {1, 1, 63};
  box.grid.lower = {0, 0, -3.1415926535897931};
  box.grid.upper = {1, 1, 3.1415926535897931};
  box.fields.push_back({"density", FieldValues(63, 1.0)});
  EXPECT_EQ(cut_in_words(slice(box, axis_z, 0)), "z = 0");
}

TEST(CutInWords, NamesTheDirectionsThatTheWholeBoxHasAndTheCutHasNot) {
  Snapshot plane;
  plane.grid.cells = {4, 8, 1};
  plane.fields.push_back({"density", FieldValues(32, 1.0)});
  EXPECT_EQ(cut_in_words(plane), "");
  EXPECT_EQ(cut_in_words(slice(plane, axis_y, 0.3)), "y = 0.3125");
}

TEST(PlaneOf, ATwoDimensionalRunHasNoPosition) {
  Snapshot plane;
  plane.grid.cells = {16, 16, 1};
  EXPECT_EQ(plane_of(plane, {"density", FieldValues(256, 1.0)}).position, "");
}

/// What a device makes of a plane of these values normal to z.
PlaneMeans means_of(const Plane& plane, const PlanePixels& pixels) {
  const Box box{{0, 0, 3}, {plane.columns, plane.rows, 1}};
  const Gather gather = [&](const Box& part, const MutableValues& there) {
    std::copy_n(&plane.values[box.value_at(part.begin)], part.values(),
                static_cast<double*>(there.data));
  };
  return plane_means(Device::cpu, gather, box, pixels);
}

TEST(PlaneMeans, AreThePixelsAndTheRangeOfAllValues) {
  for (const auto& [columns, rows] : {std::pair{2000, 1700}, {33, 7}, {7, 300}, {2, 50}}) {
    Plane plane = plane_of_cells(columns, rows, 1, 1);
    for (std::size_t i = 0; i < plane.values.size(); ++i)
      plane.values[i] = std::sin(1e-3 * double(i * i % 7919)) + 0.9;
    plane.values[plane.values.size() / 2] = not_a_number;
    for (const bool positive : {false, true})
      for (const auto& [width, height] : {std::pair{682, 401}, {5, 9}, {1, 1}}) {
        SCOPED_TRACE(testing::Message() << columns << " " << rows << " " << width << " " << height);
        const PlaneMeans means = means_of(plane, {width, height, positive});
        const FieldValues pixels = resample(plane, {width, height, 1}, positive);
        ASSERT_EQ(means.pixels.size(), pixels.size());
        for (std::size_t i = 0; i < pixels.size(); ++i) {
          ASSERT_EQ(std::isnan(means.pixels[i]), std::isnan(pixels[i])) << i;
          if (std::isnan(pixels[i])) continue;
          ASSERT_EQ(means.pixels[i], pixels[i]) << i;
        }
        const ValueRange range = value_range(plane.values, positive);
        EXPECT_EQ(means.extent.shown, range.shown);
        EXPECT_EQ(means.extent.not_finite, range.not_finite);
        EXPECT_EQ(means.extent.not_positive, range.not_positive);
        EXPECT_EQ(means.extent.lower, range.lower);
        EXPECT_EQ(means.extent.upper, range.upper);
      }
  }
}

}  // namespace
}  // namespace solenoid
