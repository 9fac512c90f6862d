#include "physics/equations/forcing/random_forcing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace solenoid {
namespace {

using std::numbers::pi;

Grid box(const std::array<double, 3>& sides) {
  Grid grid;
  grid.cells = {16, 16, 16};
  grid.upper = sides;
  return grid;
}

RandomForcing forcing(const std::array<double, 2>& wave_numbers,
                      const std::array<double, 3>& sides = {1, 1, 1}) {
  RandomForcingSettings settings;
  settings.amplitude = 0.02;
  settings.wave_numbers = wave_numbers;
  settings.sound_speed = 3;
  settings.seed = 5;
  return {box(sides), settings};
}

double dot(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

TEST(RandomForcing, HasTheMeanWaveNumbersOfThePaper) {
  // Pekkila et al. (2017), section 6, names the means of its sets; these are the shells of such.
  EXPECT_NEAR(forcing({1, 2}).mean_wave_number(), 1.53, 0.005);
  EXPECT_NEAR(forcing({1.5, 2.5}).mean_wave_number(), 2.23, 0.005);
  EXPECT_NEAR(forcing({2.5, 3.5}).mean_wave_number(), 3.13, 0.005);
}

TEST(RandomForcing, WavesFitTheBoxAndPushAcrossTheirDirection) {
  const std::array<double, 3> sides{2, 1, 3};
  const RandomForcing force = forcing({2, 4}, sides);
  for (std::uint64_t step = 0; step < 50; ++step) {
    const ForcingWave wave = force.wave(step, 0.01);
    const double length = std::sqrt(dot(wave.wave_vector, wave.wave_vector));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double waves = wave.wave_vector[axis] * sides[axis] / (2 * pi);
      EXPECT_NEAR(waves, std::round(waves), 1e-13);
    }
    EXPECT_GE(length * 3 / (2 * pi), 2 - 1e-14);
    EXPECT_LE(length * 3 / (2 * pi), 4 + 1e-14);
    EXPECT_NEAR(dot(wave.amplitude, wave.wave_vector), 0, 1e-12);
    // Equation 25.
    EXPECT_NEAR(dot(wave.amplitude, wave.amplitude), std::pow(0.02 * 3, 2) * length * 3 / 0.01,
                1e-12);
  }
}

TEST(RandomForcing, NeedsAWaveThatFits) {
  EXPECT_THROW(forcing({0.2, 0.8}), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
