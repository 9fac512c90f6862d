#include "src/view/settings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "src/view/automatic_range.hpp"

namespace solenoid {
namespace {

TEST(ViewSettings, AreReadFromParameters) {
  const FrameSettings settings = frame_settings({{"field", "density"},
                                                 {"width", "300"},
                                                 {"height", "200"},
                                                 {"view", "volume"},
                                                 {"range", "-1,2.5"},
                                                 {"azimuth", "45"},
                                                 {"opacity", "0,0.5"},
                                                 {"surfaces", "1,2"},
                                                 {"axis", "y"},
                                                 {"position", "0.25"}});
  EXPECT_EQ(settings.field, "density");
  EXPECT_EQ(settings.width, 300);
  EXPECT_EQ(settings.picture.view, PictureView::volume);
  EXPECT_EQ(settings.picture.range.value()[1], 2.5);
  EXPECT_EQ(settings.picture.camera.azimuth, 45);
  EXPECT_EQ(settings.picture.look.opacity.size(), 2U);
  EXPECT_EQ(settings.plane.axis, axis_y);
}

TEST(ViewSettings, WhatIsWrongIsRefusedWithItsName) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"width", "1e9"},        {"width", "nan"},        {"height", "-4"},
      {"view", "tesseract"},   {"range", "2,1"},        {"range", "1"},
      {"axis", "xy"},          {"position", "1.5"},     {"opacity", "0,2"},
      {"surfaces", "1,two"},   {"colours", "pink"},     {"elevation", "100"},
      {"region", "0,1,0.5,0"}, {"region", "0,1,0,1,1"}, {"logarithmic", "yes"}};
  for (const auto& [name, value] : wrong) {
    try {
      static_cast<void>(frame_settings({{"field", "density"}, {name, value}}));
      ADD_FAILURE() << name << " = " << value << " was taken";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("'" + name + "'"), std::string::npos)
          << error.what();
    }
  }
  EXPECT_THROW(static_cast<void>(frame_settings({})), std::invalid_argument);
  const std::string many(1000, '1');
  EXPECT_THROW(static_cast<void>(whole_parameter({{"after", "1.5"}}, "after")),
               std::invalid_argument);
}

TEST(ViewSettings, OfALineAreReadFromParameters) {
  const LineSettings settings =
      line_settings({{"fields", "density,pressure"}, {"width", "300"}, {"logarithmic", "1"}});
  EXPECT_EQ(settings.fields, (std::vector<std::string>{"density", "pressure"}));
  EXPECT_EQ(settings.width, 300);
  EXPECT_TRUE(settings.logarithmic);
  EXPECT_FALSE(line_settings({{"fields", "density"}}).logarithmic);
}

TEST(ViewSettings, ALineHasAllFieldsThatAreChosen) {
  std::string names = "u0";
  for (int n = 1; n < 100; ++n) names += ",u" + std::to_string(n);
  EXPECT_EQ(line_settings({{"fields", names}}).fields.size(), 100U);
  EXPECT_THROW(static_cast<void>(line_settings({{"fields", names + "," + names + "," + names}})),
               std::invalid_argument);
}

TEST(ViewSettings, APartOfAPlaneHasAtLeastTwoCellsEachWay) {
  Grid grid;
  grid.cells = {64, 32, 16};
  PlaneChoice choice;
  choice.axis = axis_y;
  choice.position = 0.999;
  choice.region = {0.5, 0.501, 0, 1};
  const Box box = shown_plane(grid, choice);
  EXPECT_EQ(box.begin, (std::array<int, 3>{32, 31, 0}));
  EXPECT_EQ(box.count, (std::array<int, 3>{2, 1, 16}));
  EXPECT_EQ(axes_of_plane(grid, choice), (std::array<Axis, 2>{axis_x, axis_z}));
}

ValueRange values_from(double lower, double upper) {
  ValueRange range;
  range.lower = lower;
  range.upper = upper;
  range.shown = 100;
  return range;
}

TEST(AutomaticRange, HoldsAllValuesAndDoesNotFlicker) {
  AutomaticRange automatic;
  ValueRange range = automatic.follow(values_from(1, 2), false, 0);
  EXPECT_EQ(range.lower, 1);
  EXPECT_EQ(range.upper, 2);
  range = automatic.follow(values_from(1.1, 1.9), false, 0.1);
  EXPECT_EQ(range.upper, 2);  // a little less is no reason to change
  range = automatic.follow(values_from(1.1, 3), false, 0.2);
  EXPECT_GE(range.upper, 3);
  const double upper = range.upper;
  range = automatic.follow(values_from(1.1, 3.01), false, 0.3);
  EXPECT_EQ(range.upper, upper);  // there was room for that
}

TEST(AutomaticRange, ComesBackSlowlyFromWhatIsOver) {
  AutomaticRange automatic;
  static_cast<void>(automatic.follow(values_from(0, 10), false, 0));
  double before = 10;
  for (int n = 1; n <= 200; ++n) {
    const ValueRange range = automatic.follow(values_from(0, 1), false, 0.1 * n);
    EXPECT_LE(range.upper, before);
    EXPECT_GE(range.upper, 1);
    EXPECT_GT(range.upper, 0.9 * before - 0.1);  // by no more than that at a time
    before = range.upper;
  }
  EXPECT_LT(before, 1.5);
}

TEST(AutomaticRange, HoldsTheLargestDoubles) {
  constexpr double most = std::numeric_limits<double>::max();
  AutomaticRange automatic;
  static_cast<void>(automatic.follow({0, 1, 9}, false, 0));
  const ValueRange both = automatic.follow({-most, most, 9}, false, 1);
  EXPECT_EQ(both.lower, -most);
  EXPECT_EQ(both.upper, most);
  AutomaticRange logarithmic;
  static_cast<void>(logarithmic.follow({1, 2, 9}, true, 0));
  const ValueRange all = logarithmic.follow({5e-324, most, 9}, true, 1);
  EXPECT_GT(all.lower, 0);
  EXPECT_TRUE(std::isfinite(all.upper));
}

TEST(AutomaticRange, OfALogarithmicScaleStaysPositive) {
  AutomaticRange automatic;
  static_cast<void>(automatic.follow(values_from(1, 100), true, 0));
  const ValueRange range = automatic.follow(values_from(1e-3, 100), true, 0.1);
  EXPECT_GT(range.lower, 0);
  EXPECT_LE(range.lower, 1e-3);
}

}  // namespace
}  // namespace solenoid
