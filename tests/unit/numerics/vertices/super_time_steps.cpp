#include "numerics/vertices/super_time_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace solenoid {
namespace {

/// The stages as ProgramTerms takes them, of du/dt = rate(u, t), with dt = 1.
template <class Rate>
double after_step(int stages, double start, const Rate& rate) {
  const double change = rate(start, 0.0);
  double before = start;
  double now = start + super_stage(1, stages).weight * change;
  for (int j = 2; j <= stages; ++j) {
    const SuperStage stage = super_stage(j, stages);
    const double previous =
        start + (stage.from_before * (before - start) + stage.from_rate * change);
    const double next = now + stage.keep * (now - previous) + stage.weight * rate(now, stage.time);
    before = now;
    now = next;
  }
  return now;
}

double damping(int stages, double z) {
  return after_step(stages, 1.0, [z](double u, double) { return z * u; });
}

TEST(SuperTimeSteps, AreOfSecondOrder) {
  for (const int stages : {3, 5, 9, 31}) {
    const auto error = [stages](double z) { return damping(stages, z) - std::exp(z); };
    EXPECT_NEAR(error(-0.02) / error(-0.01), 8.0, 0.3) << stages;
  }
}

TEST(SuperTimeSteps, SeeTimesOfStages) {
  for (const int stages : {3, 5, 9, 31})
    EXPECT_NEAR(after_step(stages, 0.0, [](double, double t) { return 1 + 6 * t; }), 4.0, 1e-12)
        << stages;
}

TEST(SuperTimeSteps, AreStableUpToTheirGain) {
  for (int stages = 3; stages <= 61; stages += 2) {
    const double limit = 2 * super_step_gain(stages);
    for (int i = 0; i <= 1000; ++i) {
      const double factor = damping(stages, -limit * i / 1000);
      EXPECT_LE(factor, 1.0) << stages << " " << i;
      EXPECT_GE(factor, 0.0) << stages << " " << i;
    }
    EXPECT_GT(std::abs(damping(stages, -1.25 * limit)), 1.0) << stages;
  }
}

TEST(SuperTimeSteps, LeaveWhatRestsAsItIs) {
  for (const double value : {0.1, 1.0 / 3, 1e-300})
    EXPECT_EQ(after_step(31, value, [](double, double) { return 0.0; }), value);
}

TEST(SuperTimeSteps, AreCutAsTimesAsk) {
  const auto expect = [](double ratio, int most, int steps, int stages) {
    const SuperSteps found = super_steps(ratio, most);
    EXPECT_EQ(found.steps, steps) << ratio;
    EXPECT_EQ(found.stages, stages) << ratio;
  };
  expect(1e-9, 31, 1, 3);
  expect(2.5, 31, 1, 3);
  expect(2.51, 31, 1, 5);
  expect(super_step_gain(31), 32, 1, 31);
  expect(super_step_gain(31) * 1.01, 31, 2, 23);
  expect(1e4, 5, 1429, 5);
}

}  // namespace
}  // namespace solenoid
