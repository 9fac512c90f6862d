/// \file
/// The control of a driving power by the Mach number of the gas: what it finds where gas takes more
/// or less of the power than is assumed at first.

#include "physics/equations/forcing/mach_control.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace solenoid::testing_physics {
namespace {

struct StirredBox {
  double mach_number, sound_speed, density, side, taken;  ///< taken: D of MachControl
};

/// Gas whose kinetic energy K obeys dK/dt = P - D rho v^3/(2 L), from rest on: v/c at each step.
std::vector<double> mach_numbers(MachControl& control, const StirredBox& box, double length,
                                 double dt, int steps) {
  std::vector<double> found;
  double speed = 0;
  for (int step = 0; step < steps; ++step) {
    const double mach = speed / box.sound_speed;
    const StirredGas gas{box.density, mach * mach, box.sound_speed * box.sound_speed};
    const double power = control.power(gas);
    control.learn(gas, dt);
    const double loss = box.taken * box.density * speed * speed * speed / (2 * length);
    speed = std::sqrt(speed * speed + 2 * dt * (power - loss) / box.density);
    found.push_back(speed / box.sound_speed);
  }
  return found;
}

TEST(MachControl, BringsGasToTheTargetWhateverItTakes) {
  for (const StirredBox& box :
       {StirredBox{0.3, 1, 1, 1, 0.4}, StirredBox{2, 1, 1, 1, 1}, StirredBox{10, 0.2, 3, 1, 2.5},
        StirredBox{1e-2, 4e5, 1e-21, 3e18, 0.2}, StirredBox{1, 1, 1, 5, 20}}) {
    DrivingSettings settings;
    settings.mach_number = box.mach_number;
    settings.wave_numbers = {1, 4};
    Grid grid{{32, 16, 1}, {0, 0, 0}, {box.side, box.side / 2, 9 * box.side}};
    MachControl control(grid, settings);
    const double length = box.side / 2.5, speed = box.mach_number * box.sound_speed;
    // Gas forgets its motion in a time of 2 L/(D v).
    const double taken = box.taken, dt = length / speed / (100 * std::max(taken, 1.0));
    const int steps = int(1000 * std::max(taken, 1 / taken));
    const auto found = mach_numbers(control, box, length, dt, steps);
    double most = 0;
    for (std::size_t step = 0; step < found.size(); ++step) {
      most = std::max(most, found[step]);
      const double close = step < 3 * found.size() / 4 ? 1 : 2e-3;
      EXPECT_NEAR(found[step] / box.mach_number, 1, close) << box.taken << " " << step;
    }
    EXPECT_LT(most, 1.35 * box.mach_number) << box.taken;
    EXPECT_NEAR(control.feedback(), std::log(box.taken), 0.02) << box.taken;
  }
}

TEST(MachControl, KnowsTheSameAfterItIsTold) {
  DrivingSettings settings;
  settings.mach_number = 2;
  const Grid grid{{8, 8, 8}};
  MachControl control(grid, settings), other(grid, settings);
  const StirredGas gas{1, 1.7, 1};
  for (int step = 0; step < 5; ++step) control.learn(gas, 0.1);
  EXPECT_GT(control.power(gas), other.power(gas));
  other.set_feedback(control.feedback());
  EXPECT_EQ(control.power(gas), other.power(gas));
}

TEST(MachControl, GivesNoMoreThanTwiceThePowerToGasAtRest) {
  DrivingSettings settings;
  settings.mach_number = 2;
  const MachControl control({{8, 8, 8}}, settings);
  // rho v^3/(2 L), L being half of the box.
  const double turbulent = 3 * 8 * 125 / (2 * 0.5);
  EXPECT_NEAR(control.power({3, 0, 25}), 2 * turbulent, 1e-10);
  EXPECT_NEAR(control.power({3, 4, 25}), turbulent, 1e-10);
  EXPECT_NEAR(control.power({3, 16, 25}), turbulent / 8, 1e-10);
}

}  // namespace
}  // namespace solenoid::testing_physics
