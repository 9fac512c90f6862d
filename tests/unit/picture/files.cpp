#include <cairo.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "src/output/files.hpp"
#include "src/picture/spectrum_plot.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A PNG read back: its size and how often each colour occurs in it.
struct ReadPicture {
  int width = 0, height = 0;
  std::map<std::uint32_t, int> colours;
};

ReadPicture read_png(const fs::path& file) {
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create_from_png(file.c_str()), cairo_surface_destroy);
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) {
    throw std::runtime_error(file.string() + " is no PNG");
  }
  ReadPicture picture;
  picture.width = cairo_image_surface_get_width(surface.get());
  picture.height = cairo_image_surface_get_height(surface.get());
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (int row = 0; row < picture.height; ++row) {
    const auto* pixels =
        reinterpret_cast<const std::uint32_t*>(data + std::ptrdiff_t(row) * stride);
    for (int column = 0; column < picture.width; ++column) {
      ++picture.colours[pixels[column] & 0xffffffu];
    }
  }
  return picture;
}

class Pictures : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() /
              ("solenoid-picture-" + std::string(test->name()) + std::to_string(::getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] fs::path file() const { return folder_ / "picture.png"; }

  fs::path folder_;
};

/// A snapshot of one field on square cells of size 1.
Snapshot snapshot_of(std::array<int, 3> cells, FieldValues values) {
  Snapshot snapshot;
  snapshot.grid.cells = cells;
  for (int axis = 0; axis < 3; ++axis) snapshot.grid.upper[axis] = cells[axis];
  snapshot.time = 0.2;
  snapshot.fields.push_back({"density", std::move(values)});
  return snapshot;
}

TEST_F(Pictures, ALinePlotHasTheWidthThatIsAskedFor) {
  PictureOptions options;
  options.sheet.size.value = 640;
  draw_field(file(), snapshot_of({4, 1, 1}, {1, 2, 3, 4}), "density", options);
  const ReadPicture picture = read_png(file());
  EXPECT_EQ(picture.width, 640);
  EXPECT_GT(picture.height, 300);
  EXPECT_LT(picture.height, 640);
}

TEST_F(Pictures, CellsBecomeEqualSquaresInTheColoursOfTheMap) {
  PictureOptions options;
  options.colours = "grey";
  options.range = {{0, 255}};
  options.sheet.size.value = 810;
  draw_field(file(), snapshot_of({3, 2, 1}, {51, 51, 0, 204, 204, 102}), "density", options);
  const ReadPicture picture = read_png(file());
  EXPECT_LE(picture.width, 810);
  // 600 pixels for 3 cells; the colour bar adds a row or two of each grey.
  const int cell = 200 * 200;
  EXPECT_NEAR(picture.colours.at(0x333333), 2 * cell, 300);
  EXPECT_NEAR(picture.colours.at(0xcccccc), 2 * cell, 300);
  EXPECT_NEAR(picture.colours.at(0x666666), 1 * cell, 300);
}

TEST_F(Pictures, ALargeGridGivesASmallPicture) {
  draw_field(file(), snapshot_of({2000, 1500, 1}, FieldValues(3000000, 1.5)), "density", {});
  const ReadPicture picture = read_png(file());
  EXPECT_LE(picture.width, 900);
  EXPECT_LE(picture.height, 1000);
}

TEST_F(Pictures, CellsThatAreNotFiniteAreMagentaEvenOnALargeGrid) {
  FieldValues values(1400 * 1400, 1.0);
  values[1400 * 700 + 700] = nan;
  draw_field(file(), snapshot_of({1400, 1400, 1}, values), "density", {});
  EXPECT_EQ(read_png(file()).colours[0xff00ff], 1);
}

TEST_F(Pictures, AFieldWithoutOneFiniteValueIsStillDrawn) {
  draw_field(file(), snapshot_of({2, 2, 1}, {nan, nan, nan, nan}), "density", {});
  EXPECT_GT(read_png(file()).colours[0xff00ff], 10000);
  draw_field(file(), snapshot_of({1, 4, 1}, {nan, nan, nan, nan}), "density", {});
  EXPECT_EQ(read_png(file()).width, 900);
}

TEST_F(Pictures, NonPositiveCellsOfALogarithmicPictureAreCyan) {
  PictureOptions options;
  options.logarithmic = true;
  draw_field(file(), snapshot_of({2, 2, 1}, {1, 10, 100, -1}), "density", options);
  EXPECT_GT(read_png(file()).colours[0x00ffff], 10000);
  draw_field(file(), snapshot_of({2, 2, 1}, {-1, -1, 0, -1}), "density", options);
  EXPECT_GT(read_png(file()).colours[0x00ffff], 40000);
}

TEST_F(Pictures, ADivergingMapIsCentredOnZero) {
  PictureOptions options;
  options.colours = "balance";
  draw_field(file(), snapshot_of({2, 2, 1}, {-1, 0, 0, 4}), "density", options);
  EXPECT_GT(read_png(file()).colours[0xf1f1f1], 2 * 10000);
}

TEST_F(Pictures, AnElongatedBoxIsReadable) {
  draw_field(file(), snapshot_of({512, 4, 1}, FieldValues(2048, 1.0)), "density", {});
  EXPECT_GT(read_png(file()).height, 200);
}

TEST_F(Pictures, OneCellAndConstantFieldsAreDrawn) {
  draw_field(file(), snapshot_of({1, 1, 1}, {0.0}), "density", {});
  draw_field(file(), snapshot_of({4, 4, 4}, FieldValues(64, -2.0)), "density", {});
  EXPECT_TRUE(fs::exists(file()));
}

/// Fields of the largest and smallest doubles. (Their pictures did not end, or were refused.)
TEST_F(Pictures, FieldsOfAnyFiniteValuesAreDrawn) {
  constexpr double most = std::numeric_limits<double>::max(), least = 5e-324;
  for (const auto& [one, other] : {std::pair{-1.7e308, 1.7e308},
                                   {most, most},
                                   {-most, -most},
                                   {least, least},
                                   {0.0, least},
                                   {least, most},
                                   {1.0, 1 + 2.3e-16},
                                   {-1e-310, 2e-309}})
    for (const bool logarithmic : {false, true})
      for (const bool ranged : {false, true})
        for (const std::array<int, 3> cells : {std::array{1, 1, 1}, {4, 1, 1}, {2, 2, 1}}) {
          PictureOptions options;
          options.logarithmic = logarithmic;
          if (cells[1] > 1) options.contours = "density";
          if (ranged && one < other && (one > 0 || !logarithmic)) options.range = {{one, other}};
          FieldValues values;
          for (int n = 0; n < cells[0] * cells[1]; ++n) values.push_back(n % 2 == 0 ? one : other);
          EXPECT_NO_THROW(draw_field(file(), snapshot_of(cells, values), "density", options))
              << one << " and " << other << (logarithmic ? " log" : "") << (ranged ? " ranged" : "")
              << " of " << cells[0] << " x " << cells[1];
        }
}

/// (They were magenta: their sums overflow.)
TEST_F(Pictures, MeansOfTheLargestValuesAreMeans) {
  const FieldValues values(1400 * 1400, 1.7e308);
  draw_field(file(), snapshot_of({1400, 1400, 1}, values), "density", {});
  EXPECT_EQ(read_png(file()).colours[0xff00ff], 0);
}

TEST_F(Pictures, WhatCannotBeDrawnIsRefused) {
  const Snapshot snapshot = snapshot_of({2, 2, 1}, {1, 2, 3, 4});
  EXPECT_THROW(draw_field(file(), snapshot, "pressure", {}), std::invalid_argument);
  PictureOptions options;
  options.colours = "jet";
  EXPECT_THROW(draw_field(file(), snapshot, "density", options), std::invalid_argument);
  options = {};
  options.range = {{2, 1}};
  EXPECT_THROW(draw_field(file(), snapshot, "density", options), std::invalid_argument);
  options = {};
  options.range = {{-1, 1}};
  options.logarithmic = true;
  EXPECT_THROW(draw_field(file(), snapshot, "density", options), std::invalid_argument);
  options = {};
  options.sheet.size.value = 10;
  EXPECT_THROW(draw_field(file(), snapshot, "density", options), std::invalid_argument);
  EXPECT_THROW(draw_field(file(), snapshot_of({2, 2, 1}, {1, 2, 3}), "density", {}),
               std::invalid_argument);
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(Pictures, AnUnknownFieldIsRefusedWithTheOnesThatThereAre) {
  try {
    draw_field(file(), snapshot_of({2, 2, 1}, {1, 2, 3, 4}), "densty", {});
    FAIL() << "densty was drawn";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()), "there is no field 'densty' to draw; there are density");
  }
}

TEST_F(Pictures, AFolderThatIsMissingIsAnOutputErrorNamingTheFile) {
  const fs::path missing = folder_ / "missing" / "picture.png";
  try {
    draw_field(missing, snapshot_of({2, 2, 1}, {1, 2, 3, 4}), "density", {});
    FAIL() << "a picture was written into a missing folder";
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find(missing.string()), std::string::npos);
  }
}

TEST_F(Pictures, NothingIsLeftBesideThePicture) {
  draw_field(file(), snapshot_of({2, 2, 1}, {1, 2, 3, 4}), "density", {});
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()), 1);
}

TEST_F(Pictures, CurvesAreDrawnInDifferentColours) {
  const Curve rising{"rising", {0, 1, 2}, {0, 1, 2}, false};
  const Curve falling{"falling", {0, 1, 2}, {2, nan, 0}, true};
  draw_curves(file(), {rising, falling}, {"title", "x", "y"});
  const ReadPicture picture = read_png(file());
  EXPECT_TRUE(picture.colours.count(0x0072b2));
  EXPECT_TRUE(picture.colours.count(0xd55e00));
}

TEST_F(Pictures, CurvesThatAreNoneAreRefused) {
  EXPECT_THROW(draw_curves(file(), {}, {}), std::invalid_argument);
  EXPECT_THROW(draw_curves(file(), {{"uneven", {0, 1}, {0}, false}}, {}), std::invalid_argument);
}

TEST_F(Pictures, LogarithmicCurvesLeaveOutWhatIsNotPositive) {
  PlotLabels labels{"title", "cells", "error", true, true};
  draw_curves(file(), {{"", {1, 10, 100, 1000}, {1e-3, 0, -1, 1e-9}, false}}, labels);
  EXPECT_EQ(read_png(file()).width, 900);
}

TEST_F(Pictures, MarksAreLinesFromTopToBottomWhereTheFrameHasThem) {
  PlotLabels labels{"title", "x", "y"};
  const Curve curve{"", {0, 1, 2}, {0, 1, 2}, false};
  constexpr std::uint32_t grey = 0x8c8c8c;
  draw_curves(file(), {curve}, labels);
  const int without = read_png(file()).colours[grey];
  labels.marks = {{1.5, "here"}, {3, "outside"}};
  draw_curves(file(), {curve}, labels);
  EXPECT_NEAR(read_png(file()).colours[grey] - without, 0.56 * 900, 30);
}

TEST_F(Pictures, ASpectrumOfNoPowerIsStillDrawn) {
  draw_spectra(file(), "at rest", {{"kinetic", "kinetic", {0, 0, 0, 0}}}, {{1.53, "k_f"}});
  EXPECT_EQ(read_png(file()).width, 900);
  draw_spectra(file(), "a wave", {{"kinetic", "kinetic", {1, 0, 1e-3, 1e-30}}}, {});
  EXPECT_EQ(read_png(file()).width, 900);
}

}  // namespace
}  // namespace solenoid
