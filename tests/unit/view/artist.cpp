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

}  // namespace
}  // namespace solenoid
