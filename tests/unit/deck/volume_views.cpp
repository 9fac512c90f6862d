/// \file
/// Boxes seen from outside in [[output]] blocks.

#include <gtest/gtest.h>

#include "src/deck/deck.hpp"

namespace solenoid {
namespace {

std::string picture_of_box(const std::string& keys, const std::string& cells = "[8, 8, 8]") {
  return "[run]\nend_time = 1\n[grid]\ncells = " + cells +
         "\n[initial]\ndensity = 1\npressure = 1\n[[output]]\ntype = \"png\"\nview = \"volume\"\n" +
         keys;
}

TEST(VolumeViews, AreRead) {
  const Deck deck = Deck::parse(
      picture_of_box(
          "camera = [10, -20, 2]\nopacity = []\nsurfaces = [0.5]\nsurface_opacity = 0.7"),
      "d");
  const PictureOptions& picture = deck.outputs().at(0).picture;
  EXPECT_EQ(picture.view, PictureView::volume);
  EXPECT_EQ(picture.camera.azimuth, 10);
  EXPECT_EQ(picture.camera.elevation, -20);
  EXPECT_EQ(picture.camera.zoom, 2);
  EXPECT_TRUE(picture.look.opacity.empty());
  EXPECT_EQ(picture.look.surfaces, std::vector<double>{0.5});
  EXPECT_EQ(picture.look.surface_opacity, 0.7);
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
}

struct WrongView {
  std::string keys, message;
  std::string cells = "[8, 8, 8]";
};

class WrongViews : public testing::TestWithParam<WrongView> {};

TEST_P(WrongViews, AreExplained) {
  try {
    Deck::parse(picture_of_box(GetParam().keys, GetParam().cells), "d");
    FAIL() << GetParam().keys << " was taken";
  } catch (const DeckError& error) {
    EXPECT_NE(std::string(error.what()).find(GetParam().message), std::string::npos)
        << error.what();
  }
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, WrongViews,
    testing::Values(
        WrongView{"", "d:10: 'view' in [[output]] 0: expected a grid with three active directions",
                  "[8, 8]"},
        WrongView{"slice = { z = 0.5 }",
                  "d:11: 'slice' in [[output]] 0: a volume is the whole box"},
        WrongView{"crop = { x = [0.25, 0.75] }",
                  "d:11: 'crop' in [[output]] 0: a volume is the whole box"},
        WrongView{"vectors = \"velocity\"",
                  "d:11: 'vectors' in [[output]] 0: it is drawn over a plane"},
        WrongView{"field_lines = \"velocity\"",
                  "d:11: 'field_lines' in [[output]] 0: it is drawn over a plane"},
        WrongView{"contours = \"pressure\"",
                  "d:11: 'contours' in [[output]] 0: it is drawn over a plane"},
        WrongView{"camera = [1]",
                  "d:11: 'camera' in [[output]] 0: expected azimuth, elevation and perhaps an "
                  "enlargement, found 1 numbers"},
        WrongView{"camera = [1, 91]", "expected an elevation from -90 to 90 degrees, found 91"},
        WrongView{"camera = [1, 2, 0]", "expected an enlargement > 0, found 0"},
        WrongView{"opacity = [0, 1.5]", "d:11: 'opacity' in [[output]] 0: expected numbers from 0"},
        WrongView{"surfaces = [1, 2, 3, 4, 5, 6, 7, 8, 9]",
                  "'surfaces' in [[output]] 0: expected at most 8 values, found 9"},
        WrongView{"surface_opacity = 2", "d:11: 'surface_opacity' in [[output]] 0: expected a"}));

}  // namespace
}  // namespace solenoid
