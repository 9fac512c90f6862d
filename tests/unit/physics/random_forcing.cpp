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
                      const std::array<double, 3>& sides = {1, 1, 1}, double helicity = 0) {
  RandomForcingSettings settings;
  settings.amplitude = 0.02;
  settings.wave_numbers = wave_numbers;
  settings.sound_speed = 3;
  settings.seed = 5;
  settings.helicity = helicity;
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

using Vector = std::array<double, 3>;

Vector force_at(const ForcingWave& wave, const Vector& x) {
  const double angle = dot(wave.wave_vector, x) + wave.phase;
  Vector force{};
  for (std::size_t i = 0; i < 3; ++i)
    force[i] = wave.amplitude[i] * std::cos(angle) + wave.sine_amplitude[i] * std::sin(angle);
  return force;
}

/// Differences of what a wave is at neighbouring places: d(force_j)/d(x_i).
std::array<Vector, 3> gradients(const ForcingWave& wave, const Vector& x) {
  constexpr double h = 1e-4;
  std::array<Vector, 3> result{};
  for (std::size_t i = 0; i < 3; ++i) {
    Vector above = x;
    Vector below = x;
    above[i] += h;
    below[i] -= h;
    const Vector more = force_at(wave, above);
    const Vector less = force_at(wave, below);
    for (std::size_t j = 0; j < 3; ++j) result[i][j] = (more[j] - less[j]) / (2 * h);
  }
  return result;
}

/// Means over a box, by the mean of the force's square.
struct WaveMeans {
  double force = 0;       ///< |<f>| / f_rms
  double divergence = 0;  ///< of div f / |k|, the root of the mean square
  double helicity = 0;    ///< <f . curl f> / (|k| f_rms^2)
  double square = 0;      ///< f_rms^2
};

WaveMeans means_of(const ForcingWave& wave, const Vector& sides) {
  constexpr int n = 12;
  WaveMeans means;
  Vector sum{};
  for (int place = 0; place < n * n * n; ++place) {
    const Vector x{sides[0] * (place % n) / n, sides[1] * (place / n % n) / n,
                   sides[2] * (place / n / n) / n};
    const Vector f = force_at(wave, x);
    const auto d = gradients(wave, x);
    const Vector curl{d[1][2] - d[2][1], d[2][0] - d[0][2], d[0][1] - d[1][0]};
    for (std::size_t i = 0; i < 3; ++i) sum[i] += f[i];
    means.divergence += std::pow(d[0][0] + d[1][1] + d[2][2], 2);
    means.helicity += dot(f, curl);
    means.square += dot(f, f);
  }
  const double k = std::sqrt(dot(wave.wave_vector, wave.wave_vector));
  means.force = std::sqrt(dot(sum, sum) / means.square / (n * n * n));
  means.divergence = std::sqrt(means.divergence / means.square) / k;
  means.helicity /= k * means.square;
  means.square /= n * n * n;
  return means;
}

TEST(RandomForcing, HasTheHelicityThatIsAskedFor) {
  const Vector sides{2, 1, 3};
  const RandomForcing plain = forcing({2, 4}, sides);
  for (const double sigma : {0.0, 1.0, -1.0, 0.3}) {
    const RandomForcing force = forcing({2, 4}, sides, sigma);
    for (std::uint64_t step = 0; step < 5; ++step) {
      const ForcingWave wave = force.wave(step, 0.01);
      const WaveMeans means = means_of(wave, sides);
      EXPECT_LT(means.force, 1e-12) << sigma;
      EXPECT_LT(means.divergence, 1e-6) << sigma;
      // Brandenburg (2001), eq. 7: half of the relative helicity is sigma / (1 + sigma^2).
      EXPECT_NEAR(means.helicity, 2 * sigma / (1 + sigma * sigma), 1e-5);
      EXPECT_NEAR(means.square / means_of(plain.wave(step, 0.01), sides).square, 1, 1e-12)
          << "helicity changes what the force puts in";
      EXPECT_EQ(wave.wave_vector, plain.wave(step, 0.01).wave_vector);
    }
  }
}

TEST(RandomForcing, WavesOfFullHelicityAreAlongTheirCurl) {
  for (const double sigma : {1.0, -1.0}) {
    const ForcingWave wave = forcing({2, 4}, {1, 1, 1}, sigma).wave(3, 0.01);
    const double k = std::sqrt(dot(wave.wave_vector, wave.wave_vector));
    for (const Vector& x : {Vector{0, 0, 0}, {0.1, 0.7, 0.4}, {0.9, 0.2, 0.3}}) {
      const auto d = gradients(wave, x);
      const Vector f = force_at(wave, x);
      const Vector curl{d[1][2] - d[2][1], d[2][0] - d[0][2], d[0][1] - d[1][0]};
      const double size = std::sqrt(dot(f, f));
      for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(curl[i], sigma * k * f[i], 1e-5 * k * size);
    }
  }
}

TEST(RandomForcing, NeedsAWaveThatFits) {
  EXPECT_THROW(forcing({0.2, 0.8}), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
