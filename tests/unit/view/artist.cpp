#include "src/view/artist.hpp"

#include <gtest/gtest.h>

#include "src/output/snapshot.hpp"

namespace solenoid {
namespace {

class ArtistTest : public testing::Test {
 protected:
  ArtistTest() {
    scene_.grid.cells = {32, 32, 1};
    scene_.gather = [this](const std::string&) { return gather_of(scene_.grid, values_); };
    settings_.field = "density";
    settings_.width = settings_.height = 64;
  }
  /// How wide the next image is.
  int width() { return artist_.frame(scene_, settings_).image.width; }

  FieldValues values_ = FieldValues(32 * 32, 1.0);
  Scene scene_;
  FrameSettings settings_;
  Artist artist_{Device::cpu};
};

TEST_F(ArtistTest, DrawsFewPixelsUntilItIsKnownWhatTheyTake) {
  artist_.set_most_seconds(1000);
  EXPECT_EQ(width(), 16);
  EXPECT_EQ(width(), 64);
  EXPECT_EQ(artist_.pixels_drawn(), 16 * 16 + 64 * 64);
}

TEST_F(ArtistTest, DrawsAllPixelsWhereThereIsTime) { EXPECT_EQ(width(), 64); }

TEST_F(ArtistTest, DrawsFewWhereTheyTakeLong) {
  EXPECT_EQ(width(), 64);
  artist_.set_most_seconds(1e-12);
  EXPECT_EQ(width(), 16);
  artist_.set_most_seconds(1000);
  artist_.set_seconds_elsewhere(4000.0 / (64 * 64));  // such as to encode them
  EXPECT_NEAR(width(), 32, 1);
}

class LineTest : public testing::Test {
 protected:
  LineTest() {
    scene_.grid.cells = {1, 8, 1};
    scene_.grid.lower = {0, -1, 0};
    scene_.gather = [this](const std::string&) { return gather_of(scene_.grid, values_); };
    settings_.fields = {"density"};
    settings_.width = 8;
  }
  /// What is said of the scale of the field.
  std::string scale() {
    const std::string text = artist_.line(scene_, settings_);
    return text.substr(text.find("\"scales\""));
  }

  FieldValues values_{1, 2, 3, 4, 5, 6, 7, 11};
  Scene scene_;
  LineSettings settings_;
  Artist artist_{Device::cpu};
};

TEST_F(LineTest, HasEachValueOrTheLeastAndTheGreatestOfAPixel) {
  EXPECT_NE(artist_.line(scene_, settings_).find("{\"density\":[1,2,3,4,5,6,7,11]}"),
            std::string::npos);
  settings_.width = 2;
  const std::string text = artist_.line(scene_, settings_);
  EXPECT_NE(text.find("\"x\":[-0.875,-0.875,0.125,0.125],\"fields\":{\"density\":[1,4,5,11]}"),
            std::string::npos)
      << text;
}

TEST_F(LineTest, HasAScaleThatDoesNotFlicker) {
  const std::string first = "\"scales\":{\"density\":{\"lower\":1,\"upper\":11,";
  EXPECT_EQ(scale().find(first), 0U) << scale();
  values_.back() = 10.5;
  EXPECT_EQ(scale().find(first), 0U) << scale();
}

TEST_F(LineTest, HasALogarithmicScaleOfWhatIsPositive) {
  values_[3] = 0;
  values_[4] = -2;
  settings_.logarithmic = true;
  const std::string text = scale();
  EXPECT_NE(text.find("\"lower\":1,"), std::string::npos) << text;
  EXPECT_NE(text.find("\"not_positive\":2"), std::string::npos) << text;
}

TEST_F(LineTest, TellsTheValueInACell) {
  ProbeSettings probe;
  probe.field = "density";
  probe.x = 0.4;
  const std::string text = artist_.probe(scene_, probe);
  EXPECT_NE(text.find("\"value\":4,\"place\":[0.5,-0.125,0.5],\"cell\":[0,3,0]"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace solenoid
