#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "src/picture/colour_maps.hpp"
#include "src/picture/picture.hpp"

namespace solenoid {
namespace {

double lightness_at(const std::string& map, double position) {
  return lightness(colour_map(map)(position));
}

TEST(Lightness, OfBlackGreyAndWhite) {
  EXPECT_NEAR(lightness({0, 0, 0}), 0, 1e-9);
  EXPECT_NEAR(lightness({1, 1, 1}), 100, 1e-3);
  EXPECT_NEAR(lightness({119 / 255.0, 119 / 255.0, 119 / 255.0}), 50, 0.1);
}

TEST(ColourMaps, SequentialOnesGrowLighterAllTheWay) {
  for (const std::string& name : colour_map_names()) {
    if (colour_map(name).diverging()) continue;
    for (int i = 0; i < 200; ++i) {
      EXPECT_LT(lightness_at(name, i / 200.0), lightness_at(name, (i + 1) / 200.0)) << name << i;
    }
  }
}

TEST(ColourMaps, SequentialOnesAreEvenInLightness) {
  for (const std::string name : {"viridis", "inferno"}) {
    const double mean = lightness_at(name, 1) - lightness_at(name, 0);
    for (int i = 0; i < 10; ++i) {
      const double part = lightness_at(name, (i + 1) / 10.0) - lightness_at(name, i / 10.0);
      EXPECT_NEAR(10 * part / mean, 1, 0.35) << name << " from " << i / 10.0;
    }
  }
}

TEST(ColourMaps, TheDivergingOneIsLightestInTheMiddleAndEvenToBothSides) {
  EXPECT_TRUE(colour_map("balance").diverging());
  EXPECT_NEAR(lightness_at("balance", 0.5), 95, 0.5);
  for (int i = 0; i < 50; ++i) {
    EXPECT_LT(lightness_at("balance", i / 100.0), lightness_at("balance", (i + 1) / 100.0));
    EXPECT_NEAR(lightness_at("balance", i / 100.0), lightness_at("balance", 1 - i / 100.0), 0.8);
  }
}

TEST(ColourMaps, EndsAndBeyond) {
  const Colour first = colour_map("viridis")(-3);
  EXPECT_DOUBLE_EQ(first.red, 0x44 / 255.0);
  EXPECT_DOUBLE_EQ(first.green, 0x01 / 255.0);
  EXPECT_DOUBLE_EQ(first.blue, 0x54 / 255.0);
  EXPECT_DOUBLE_EQ(colour_map("viridis")(7).red, 0xfd / 255.0);
  EXPECT_DOUBLE_EQ(colour_map("grey")(0.5).green, 0.5);
}

TEST(ColourMaps, AnUnknownNameIsRefusedWithTheKnownOnes) {
  try {
    colour_map("jet");
    FAIL() << "jet was accepted";
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("jet"), std::string::npos);
    EXPECT_NE(message.find("viridis, inferno, grey, balance"), std::string::npos);
  }
}

}  // namespace
}  // namespace solenoid
