#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <stdexcept>

#include "tests/verification/reference/mhd_waves.hpp"
#include "tests/verification/reference/riemann.hpp"
#include "tests/verification/reference/ryu_jones.hpp"
#include "tests/verification/reference/sedov.hpp"

namespace solenoid::reference {
namespace {

TEST(RiemannReference, TorosTableOfStarStates) {
  struct Row {
    GasState left, right;
    double pressure, velocity;
  };
  // Toro (2009), tables 4.1 and 4.2.
  const std::array<Row, 5> rows = {{
      {{1, 0, 1}, {0.125, 0, 0.1}, 0.30313, 0.92745},
      {{1, -2, 0.4}, {1, 2, 0.4}, 0.00189, 0.0},
      {{1, 0, 1000}, {1, 0, 0.01}, 460.894, 19.5975},
      {{1, 0, 0.01}, {1, 0, 100}, 46.0950, -6.19633},
      {{5.99924, 19.5975, 460.894}, {5.99242, -6.19633, 46.0950}, 1691.64, 8.68975},
  }};
  for (const Row& row : rows) {
    const RiemannSolution solution(row.left, row.right, 1.4);
    EXPECT_NEAR(solution.star_pressure(), row.pressure, 1e-5 * std::max(1.0, row.pressure));
    EXPECT_NEAR(solution.star_velocity(), row.velocity, 1e-5 * std::max(1.0, row.velocity));
  }
}

TEST(RiemannReference, SodsProfileHasItsPlateauxAndWaves) {
  const RiemannSolution sod = sod_solution();
  EXPECT_NEAR(sod.at(0.9).density, 0.42632, 1e-5);
  EXPECT_NEAR(sod.at(1.0).density, 0.26557, 1e-5);
  EXPECT_EQ(sod.at(-1.1833).density, 1.0);
  EXPECT_LT(sod.at(-1.1831).density, 1.0);
  EXPECT_NEAR(sod.at(-0.0702).density, 0.42632, 1e-5);
  EXPECT_NEAR(sod.at(1.7521).density, 0.26557, 1e-5);
  EXPECT_EQ(sod.at(1.7523).density, 0.125);
}

TEST(RiemannReference, MirroredStatesGiveTheMirroredSolution) {
  const RiemannSolution one({1, 0.3, 1}, {0.5, -0.2, 2}, 5.0 / 3);
  const RiemannSolution other({0.5, 0.2, 2}, {1, -0.3, 1}, 5.0 / 3);
  for (double speed = -3; speed < 3; speed += 0.13) {
    EXPECT_NEAR(one.at(speed).density, other.at(-speed).density, 1e-12);
    EXPECT_NEAR(one.at(speed).velocity, -other.at(-speed).velocity, 1e-12);
  }
}

TEST(RiemannReference, RefusesVacuum) {
  EXPECT_THROW(RiemannSolution({1, -10, 1}, {1, 10, 1}, 1.4), std::invalid_argument);
  EXPECT_THROW(RiemannSolution({0, 0, 1}, {1, 0, 1}, 1.4), std::invalid_argument);
}

TEST(SedovReference, PublishedEnergyCoefficients) {
  // Kamm and Timmes (2007): shock at 1 and 0.75 at t = 1 for these energies.
  EXPECT_NEAR(SedovSolution(3, 1.4, 0.851072, 1).energy_coefficient(), 0.851072, 1e-5);
  EXPECT_NEAR(SedovSolution(2, 1.4, 0.311357, 1).shock_radius(1), 0.75, 1e-5);
  EXPECT_NEAR(SedovSolution(3, 5.0 / 3, 1, 1).energy_coefficient(), 0.4936, 1e-3);
}

TEST(SedovReference, BehindTheShockTheStrongShockRelationsHold) {
  const SedovSolution blast(2, 1.4, 0.311357, 1);
  const double radius = blast.shock_radius(1);
  const GasState state = blast.at(radius * (1 - 1e-12), 1);
  const double speed = 0.5 * radius;
  EXPECT_NEAR(state.density, 6, 1e-6);
  EXPECT_NEAR(state.velocity, 2 * speed / 2.4, 1e-6);
  EXPECT_NEAR(state.pressure, 2 * speed * speed / 2.4, 1e-6);
  EXPECT_EQ(blast.at(radius * 1.001, 1).density, 1);
  EXPECT_LT(blast.at(0.1 * radius, 1).density, 1e-3);
}

TEST(SedovReference, MassWithinTheShockIsTheMassThatWasThere) {
  const SedovSolution blast(3, 1.4, 1, 2);
  const double radius = blast.shock_radius(0.7);
  constexpr int points = 4000;
  double mass = 0;
  for (int i = 0; i < points; ++i) {
    const double r = (i + 0.5) / points * radius;
    mass += 3 * r * r * blast.at(r, 0.7).density * radius / points;
  }
  EXPECT_NEAR(mass / (2 * std::pow(radius, 3)), 1, 1e-4);
}

TEST(SedovReference, RefusesWhatTheClosedFormDoesNotCover) {
  EXPECT_THROW(SedovSolution(1, 1.4, 1, 1), std::invalid_argument);
  EXPECT_THROW(SedovSolution(3, 2.0, 1, 1), std::invalid_argument);
}

TEST(RyuJonesReference, MassIsConservedAcrossEachShock) {
  using namespace ryu_jones_2a;
  const Speeds waves;
  const std::array<double, 5> shocks = {waves.fast_left, waves.slow_left, waves.contact,
                                        waves.slow_right, waves.fast_right};
  for (std::size_t i = 0; i < shocks.size(); ++i) {
    const double before = densities[i] * (velocities[i] - shocks[i]);
    const double behind = densities[i + 1] * (velocities[i + 1] - shocks[i]);
    EXPECT_NEAR(before, behind, 3e-4) << "wave " << i;
  }
  EXPECT_EQ(density_at(-2), 1.08);
  EXPECT_EQ(density_at(0.58), 1.4735);
  EXPECT_EQ(density_at(3), 1.0);
}

/// Background of T. A. Gardiner and J. M. Stone, J. Comput. Phys. 227, 4123 (2008), along x.
MhdState gardiner_stone() { return {1, {0, 0, 0}, 0.6, {1, std::sqrt(2.0), 0.5}}; }

TEST(LinearWaveReference, GardinerAndStonesSpeedsAndEigenvectors) {
  const Vector along_x{1, 0, 0};
  const double gamma = 5.0 / 3;
  const LinearWave fast(gardiner_stone(), gamma, along_x, WaveFamily::fast, 1);
  EXPECT_NEAR(fast.speed(), 2, 1e-12);
  const MhdState& f = fast.eigenvector();
  EXPECT_NEAR(f.velocity[0] / f.density, 2, 1e-12);
  EXPECT_NEAR(f.velocity[1] / f.density, -4 * std::sqrt(2.0) / 6, 1e-12);
  EXPECT_NEAR(f.velocity[2] / f.density, -2.0 / 6, 1e-12);
  EXPECT_NEAR(f.pressure / f.density, 1, 1e-12);
  EXPECT_NEAR(f.magnetic_field[1] / f.density, 8 * std::sqrt(2.0) / 6, 1e-12);
  EXPECT_NEAR(f.magnetic_field[2] / f.density, 4.0 / 6, 1e-12);
  const LinearWave slow(gardiner_stone(), gamma, along_x, WaveFamily::slow, -1);
  EXPECT_NEAR(slow.speed(), -0.5, 1e-12);
  EXPECT_NEAR(slow.eigenvector().velocity[1] / slow.eigenvector().density, -8 * std::sqrt(2.0) / 12,
              1e-12);
  const LinearWave alfven(gardiner_stone(), gamma, along_x, WaveFamily::alfven, 1);
  EXPECT_NEAR(alfven.speed(), 1, 1e-12);
  EXPECT_NEAR(alfven.eigenvector().velocity[1] / alfven.eigenvector().velocity[2],
              1 / (-2 * std::sqrt(2.0)), 1e-12);
}

/// Time derivatives of the primitive variables by the equations of ideal MHD, for a state that
/// varies along `normal` with the given derivative.
MhdState rate_of_change(const MhdState& s, const MhdState& d, const Vector& n, double gamma) {
  const auto dot = [](const Vector& a, const Vector& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  };
  const double v = dot(s.velocity, n), b = dot(s.magnetic_field, n);
  const double compression = dot(d.velocity, n);
  const double magnetic = dot(s.magnetic_field, d.magnetic_field);
  MhdState rate;
  rate.density = -v * d.density - s.density * compression;
  rate.pressure = -v * d.pressure - gamma * s.pressure * compression;
  for (int i = 0; i < 3; ++i) {
    rate.velocity[i] =
        -v * d.velocity[i] + (b * d.magnetic_field[i] - n[i] * (d.pressure + magnetic)) / s.density;
    rate.magnetic_field[i] =
        -v * d.magnetic_field[i] + b * d.velocity[i] - s.magnetic_field[i] * compression;
  }
  return rate;
}

TEST(LinearWaveReference, EveryWaveOfAnObliqueMovingBackgroundIsAnEigenvector) {
  const MhdState background{1.3, {0.2, -0.4, 0.7}, 0.8, {0.9, -0.3, 0.5}};
  const Vector wave_vector{1.0 / 3, 2.0 / 3, 2.0 / 3};
  const double gamma = 1.4;
  for (const WaveFamily family :
       {WaveFamily::fast, WaveFamily::alfven, WaveFamily::slow, WaveFamily::entropy}) {
    for (const int direction : {1, -1}) {
      const LinearWave wave(background, gamma, wave_vector, family, direction);
      const MhdState& r = wave.eigenvector();
      const MhdState rate = rate_of_change(background, r, wave_vector, gamma);
      EXPECT_NEAR(rate.density, -wave.speed() * r.density, 1e-12);
      EXPECT_NEAR(rate.pressure, -wave.speed() * r.pressure, 1e-12);
      for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(rate.velocity[i], -wave.speed() * r.velocity[i], 1e-12);
        EXPECT_NEAR(rate.magnetic_field[i], -wave.speed() * r.magnetic_field[i], 1e-12);
      }
    }
  }
}

TEST(LinearWaveReference, OnePeriodLaterTheStateIsTheSame) {
  const LinearWave wave(gardiner_stone(), 5.0 / 3, {0, 2, 1}, WaveFamily::slow, -1);
  const double period = 1 / (std::sqrt(5.0) * std::abs(wave.speed()));
  const MhdState start = wave.at({0.1, 0.2, 0.3}, 0, 1e-3);
  EXPECT_NEAR(wave.at({0.1, 0.2, 0.3}, period, 1e-3).density, start.density, 1e-15);
  EXPECT_GT(std::abs(wave.at({0.1, 0.2, 0.3}, 0.4 * period, 1e-3).density - start.density), 1e-5);
}

TEST(LinearWaveReference, RefusesBackgroundsWhoseFamiliesCoincide) {
  const MhdState along{1, {}, 1, {1, 0, 0}};
  EXPECT_THROW(LinearWave(along, 1.4, {1, 0, 0}, WaveFamily::fast, 1), std::invalid_argument);
  EXPECT_THROW(LinearWave(along, 1.4, {0, 1, 0}, WaveFamily::fast, 1), std::invalid_argument);
  EXPECT_THROW(LinearWave(gardiner_stone(), 1.4, {0, 0, 0}, WaveFamily::fast, 1),
               std::invalid_argument);
}

TEST(CircularAlfvenWaveReference, SolvesTheEquationsAtEveryAmplitude) {
  CircularAlfvenWave wave;
  wave.cosine = 1 / std::sqrt(5.0);
  wave.sine = 2 / std::sqrt(5.0);
  wave.flow = 0.3;
  for (const int direction : {1, -1}) {
    wave.direction = direction;
    const Vector at{0.3, 0.4, 0};
    const double h = 1e-5;
    const auto slope = [&](const MhdState& above, const MhdState& below) {
      MhdState s;
      for (int i = 0; i < 3; ++i) {
        s.velocity[i] = (above.velocity[i] - below.velocity[i]) / (2 * h);
        s.magnetic_field[i] = (above.magnetic_field[i] - below.magnetic_field[i]) / (2 * h);
      }
      return s;
    };
    const Vector n{wave.cosine, wave.sine, 0};
    const Vector up{at[0] + h * n[0], at[1] + h * n[1], 0};
    const Vector down{at[0] - h * n[0], at[1] - h * n[1], 0};
    const MhdState expected =
        rate_of_change(wave.at(at, 0), slope(wave.at(up, 0), wave.at(down, 0)), n, 5.0 / 3);
    const MhdState rate = slope(wave.at(at, h), wave.at(at, -h));
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(rate.velocity[i], expected.velocity[i], 1e-7);
      EXPECT_NEAR(rate.magnetic_field[i], expected.magnetic_field[i], 1e-7);
    }
  }
}

}  // namespace
}  // namespace solenoid::reference
