#include "src/driver/steps.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace solenoid {
namespace {

/// All steps of a run from 0 to `end_time` whose stable step is always `stable`.
std::vector<double> steps_of_run(double stable, double end_time) {
  std::vector<double> steps;
  double time = 0;
  while (time < end_time && steps.size() < 1000) {
    const double dt = next_step(stable, end_time - time, steps.size() % 2 == 0);
    time = dt < end_time - time ? time + dt : end_time;
    steps.push_back(dt);
  }
  return steps;
}

TEST(NextStep, IsTheStableStepFarFromTheEnd) {
  EXPECT_EQ(next_step(0.1, 10, true), 0.1);
  EXPECT_EQ(next_step(0.1, 10, false), 0.1);
}

TEST(NextStep, KeepsPairsEqualToTheEnd) {
  for (const double end_time : {0.05, 0.15, 0.25, 0.37, 1.0, 1.01, 2.9999}) {
    const std::vector<double> steps = steps_of_run(0.1, end_time);
    ASSERT_EQ(steps.size() % 2, 0u) << end_time;
    for (std::size_t i = 0; i < steps.size(); i += 2) {
      EXPECT_NEAR(steps[i], steps[i + 1], 1e-12) << "pair " << i / 2 << " to " << end_time;
      EXPECT_LE(steps[i], 0.1 * (1 + 1e-9));
    }
  }
}

TEST(NextStep, SpendsNoStepOnARoundingRemainder) {
  // Ten times 0.1 in binary is not 1.
  EXPECT_EQ(steps_of_run(0.1, 1.0).size(), 10u);
  EXPECT_EQ(steps_of_run(1.0 / 3.0, 2.0).size(), 6u);
}

TEST(Cadence, IsDueAtTheFirstStepAtOrAfterEachMultiple) {
  Cadence cadence(0.5, std::nullopt);
  cadence.done(0);
  EXPECT_FALSE(cadence.due(0.49, 3));
  EXPECT_TRUE(cadence.due(0.5, 4));
  EXPECT_TRUE(cadence.due(0.61, 5));
  cadence.done(0.61);
  EXPECT_FALSE(cadence.due(0.99, 6));
  EXPECT_TRUE(cadence.due(1.0, 7));
}

TEST(Cadence, SkipsMultiplesThatOneLongStepPassed) {
  Cadence cadence(0.1, std::nullopt);
  cadence.done(0.35);
  EXPECT_FALSE(cadence.due(0.36, 1));
  EXPECT_TRUE(cadence.due(0.4, 2));
}

TEST(Cadence, ForgivesRoundingOfMultiples) {
  Cadence cadence(0.1, std::nullopt);
  double time = 0;
  for (int i = 0; i < 100; ++i) {
    cadence.done(time);
    time += 0.1;
    EXPECT_TRUE(cadence.due(time, i)) << time;
  }
}

TEST(Cadence, CountsSteps) {
  const Cadence cadence(std::nullopt, 4);
  EXPECT_TRUE(cadence.due(0.1, 8));
  EXPECT_FALSE(cadence.due(0.1, 9));
}

TEST(Cadence, WithoutPeriodIsNeverDue) {
  const Cadence cadence(std::nullopt, std::nullopt);
  EXPECT_FALSE(cadence.due(1e9, 0));
}

}  // namespace
}  // namespace solenoid
