#include "src/view/pace.hpp"

#include <gtest/gtest.h>

namespace solenoid {
namespace {

TEST(Pace, TakesNoMoreThanItsShare) {
  for (const Cost cost : {Cost::small, Cost::large}) {
    Pace pace;
    const double step = 0.001, taken = 0.0004;
    double now = 0, in_all = 0;
    pace.took(cost, taken, now, false);
    for (now = 0; now < 100; now += step)
      if (pace.is_due(cost, now)) {
        now += taken;
        in_all += taken;
        pace.took(cost, taken, now, false);
      }
    const double share =
        cost == Cost::large ? Pace::share_of_large : Pace::share - Pace::share_of_large;
    EXPECT_LE(in_all, share * now);
    EXPECT_GT(in_all, 0.8 * share * now);
  }
}

TEST(Pace, LetsWhatIsSmallGoOnBesideAnImageThatTakesLong) {
  Pace pace;
  pace.took(Cost::small, 1e-6, 10, false);
  pace.took(Cost::large, 2, 12, false);
  EXPECT_TRUE(pace.is_due(Cost::small, 12));
  EXPECT_FALSE(pace.is_due(Cost::large, 12));
}

TEST(Pace, WaitsForNoImageLongerThanSaidAndLeastForTheSecond) {
  Pace pace;
  EXPECT_TRUE(pace.is_due(Cost::large, 0));
  pace.took(Cost::large, 2, 0, false);
  EXPECT_TRUE(pace.is_due(Cost::large, 0.6));
  pace.took(Cost::large, 2, 10, false);
  EXPECT_FALSE(pace.is_due(Cost::large, 10 + 0.99 * Pace::longest_wait));
  EXPECT_TRUE(pace.is_due(Cost::large, 10 + 1.01 * Pace::longest_wait));
}

TEST(Pace, HoldsNothingBackInAPause) {
  Pace pace;
  pace.took(Cost::large, 2, 0, false);
  pace.took(Cost::large, 2, 10, true);
  EXPECT_TRUE(pace.is_due(Cost::large, 10.1));
}

}  // namespace
}  // namespace solenoid
