/// \file
/// Driving by Ornstein-Uhlenbeck processes: their statistics, the projection, the energy that they
/// put into a gas, and that nothing depends on parts or on what was computed before.

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "physics/solvers/relaxing_tvd.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/schemes_by_name.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

DrivingSettings moderate() {
  DrivingSettings settings;
  settings.power = 3;
  settings.correlation_time = 0.4;
  return settings;
}

/// Mean over the box of the product of the accelerations of two sets of amplitudes.
double product(const std::vector<DrivingMode>& a, const std::vector<DrivingMode>& b) {
  double sum = 0;
  for (std::size_t m = 0; m < a.size(); ++m)
    sum += 0.5 * (dot(a[m].cosine, b[m].cosine) + dot(a[m].sine, b[m].sine));
  return sum;
}

TEST(OrnsteinUhlenbeck, HasItsVarianceAndItsCorrelationTime) {
  SOLENOID_SKIP_IF_SANITIZED();
  for (const double zeta : {1.0, 0.3}) {
    DrivingSettings settings = moderate();
    settings.solenoidal_weight = zeta;
    OrnsteinUhlenbeck now({{16, 16, 16}}, settings), later({{16, 16, 16}}, settings);
    double square = 0, correlation = 0;
    constexpr int count = 1500;
    for (int n = 0; n < count; ++n) {
      // Times between those of the process, too.
      const double time = 0.17 * n;
      const auto& modes = now.at(time);
      square += product(modes, modes) / count;
      correlation += product(modes, later.at(time + 0.4)) / count;
    }
    EXPECT_NEAR(square, 1, 0.02) << zeta;
    EXPECT_NEAR(correlation / square, std::exp(-1.0), 0.02) << zeta;
  }
}

TEST(OrnsteinUhlenbeck, IsAcrossOrAlongItsWaves) {
  for (const double zeta : {1.0, 0.0, 0.5}) {
    DrivingSettings settings = moderate();
    settings.solenoidal_weight = zeta;
    OrnsteinUhlenbeck process({{16, 16, 16}, {0, 0, 0}, {1, 0.8, 1.5}}, settings);
    double along = 0, all = 0;
    for (int n = 0; n < 40; ++n)
      for (const DrivingMode& mode : process.at(1.3 * n))
        for (const Vector& a : {mode.cosine, mode.sine}) {
          along += dot(a, mode.direction) * dot(a, mode.direction);
          all += dot(a, a);
        }
    const double expected = zeta == 1 ? 0 : zeta == 0 ? 1 : 1.0 / 3;
    EXPECT_NEAR(along / all, expected, zeta == 0.5 ? 0.03 : 1e-14) << zeta;
  }
}

TEST(OrnsteinUhlenbeck, FollowsFromSeedAndTimeAlone) {
  OrnsteinUhlenbeck steady({{16, 16, 1}}, moderate()), leaping({{16, 16, 1}}, moderate());
  for (int n = 0; n <= 700; ++n) static_cast<void>(steady.at(0.01 * n));
  static_cast<void>(leaping.at(20));
  const auto& a = steady.at(7);
  const auto& b = leaping.at(7);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t m = 0; m < a.size(); ++m) {
    EXPECT_EQ(a[m].cosine, b[m].cosine);
    EXPECT_EQ(a[m].sine, b[m].sine);
  }
  DrivingSettings other = moderate();
  other.seed = 2;
  EXPECT_NE(OrnsteinUhlenbeck({{16, 16, 1}}, other).at(7)[0].cosine, a[0].cosine);
}

TEST(OrnsteinUhlenbeck, HasTheSpectrumThatIsAskedFor) {
  SOLENOID_SKIP_IF_SANITIZED();
  DrivingSettings settings = moderate();
  settings.spectrum = DrivingSpectrum::power_law;
  settings.exponent = -3;
  settings.wave_numbers = {2, 10};
  OrnsteinUhlenbeck process({{32, 32, 32}}, settings);
  double low = 0, high = 0;
  for (int n = 0; n < 30; ++n)
    for (const DrivingMode& mode : process.at(1.0 * n)) {
      const Vector k{double(mode.waves[0]), double(mode.waves[1]), double(mode.waves[2])};
      const double number = std::sqrt(dot(k, k));
      (number < 4 ? low : high) += dot(mode.cosine, mode.cosine) + dot(mode.sine, mode.sine);
    }
  // The integral of k^-3 from 2 to 4 over that from 4 to 10.
  const double expected = (1.0 / 4 - 1.0 / 16) / (1.0 / 16 - 1.0 / 100);
  EXPECT_NEAR(low / high, expected, 0.1 * expected);
}

TEST(OrnsteinUhlenbeck, NeedsWavesThatFit) {
  DrivingSettings settings = moderate();
  settings.wave_numbers = {0.2, 0.9};
  EXPECT_THROW(OrnsteinUhlenbeck({{16, 16, 1}}, settings), std::invalid_argument);
  settings.wave_numbers = {1, 8};
  EXPECT_THROW(OrnsteinUhlenbeck({{16, 16, 1}}, settings), std::invalid_argument);
  EXPECT_THROW(OrnsteinUhlenbeck({{32, 1, 1}}, settings), std::invalid_argument)
      << "solenoidal along one direction";
}

TEST(OrnsteinUhlenbeck, SaysThatAParabolaIsZeroAtTheEndsOfItsRange) {
  DrivingSettings settings = moderate();
  settings.spectrum = DrivingSpectrum::parabola;
  settings.solenoidal_weight = 0.5;
  settings.wave_numbers = {1, 2};
  try {
    const OrnsteinUhlenbeck waves({{32, 1, 1}}, settings);
    FAIL() << "both waves have the weight 0";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("a parabola is 0"), std::string::npos) << error.what();
  }
}

DrivingSettings towards(double mach_number) {
  DrivingSettings settings;
  settings.mach_number = mach_number;
  settings.correlation_time = 0.2;
  return settings;
}

std::vector<NamedMake> driven(const DrivingSettings& driving,
                              Precision precision = Precision::double_precision) {
  return both_schemes(precision, [&](auto& settings) { settings.driving = driving; });
}

TEST(Driving, GivesTheGasThePowerThatIsAskedForAndNoMomentum) {
  const Grid grid{{12, 10, 8}, {0, 0, 0}, {1, 1, 2}};
  for (const NamedMake& scheme : driven(moderate())) {
    const auto solver = scheme.make(grid);
    solver->set_primitive(smooth_start(scheme, grid), 0);
    auto before = numbers_of(*solver);
    double time = 0;
    for (int step = 0; step < 7; ++step) {
      const double dt = solver->stable_step();
      solver->advance(time, dt);
      time += dt;
    }
    auto now = numbers_of(*solver);
    const double given = 3 * 2 * time;
    EXPECT_GT(given, 0.1);
    EXPECT_NEAR(now["driving_energy"], given, 1e-12) << scheme.name;
    EXPECT_NEAR(now["tot-E"] - before["tot-E"], given, 1e-12) << scheme.name;
    for (const char* momentum : {"1-mom", "2-mom", "3-mom"})
      EXPECT_NEAR(now[momentum], before[momentum], 1e-13) << scheme.name;
  }
}

TEST(Driving, AcceleratesGasAtRestAsMuchAsIsAskedFor) {
  DrivingSettings settings = moderate();
  settings.power = 0;
  settings.acceleration = 7;
  double square = 0;
  constexpr int seeds = 12;
  for (int seed = 1; seed <= seeds; ++seed) {
    settings.seed = std::uint64_t(seed);
    const Grid grid{{16, 16, 16}};
    const NamedMake scheme = driven(settings).front();
    const auto solver = scheme.make(grid);
    solver->set_primitive(sample(*solver, grid,
                                 [](const std::string& name, double, double, double) {
                                   return name == "density" || name == "pressure" ? 1.0 : 0.0;
                                 }),
                          0);
    solver->advance(0, 1e-6);
    auto now = numbers_of(*solver);
    square += 2e12 * (now["1-KE"] + now["2-KE"] + now["3-KE"]) / seeds;
  }
  EXPECT_NEAR(std::sqrt(square), 7, 0.5);
}

TEST(Driving, MovesGasThatWasAtRestByNoMoreThanACellInAStep) {
  const Grid grid{{24, 24, 12}, {0, 0, 0}, {1, 1, 0.5}};
  for (const bool accelerates : {false, true}) {
    DrivingSettings settings = moderate();
    (accelerates ? settings.acceleration : settings.power) = 3e4;
    if (accelerates) settings.power = 0;
    for (const NamedMake& scheme : driven(settings)) {
      const auto rest = [](const std::string& name, double, double, double) {
        return name == "density" ? 0.3 : name == "pressure" ? 1.0 : 0.0;
      };
      const auto solver = scheme.make(grid);
      solver->set_primitive(scheme.staggered ? sample_staggered(grid, rest, no_potential())
                                             : sample(*solver, grid, rest),
                            0);
      const double dt = solver->stable_step();
      solver->advance(0, dt);
      EXPECT_EQ(solver->stable_step(), dt) << "of a pair";
      solver->complete_step();
      double fastest = 0;
      for (const char* name : {"velocity_x", "velocity_y", "velocity_z"})
        for (const double v : solver->field(name)) fastest = std::max(fastest, std::abs(v));
      EXPECT_LT(fastest * dt, grid.spacing(axis_x)) << scheme.name;
      EXPECT_GT(fastest * dt, 0.3 * grid.spacing(axis_x)) << scheme.name;
    }
  }
}

/// The root of the mean of (v/c)^2; gamma is 0 where c is 1.
double mach_number_of(Solver& solver, double gamma) {
  solver.complete_step();
  const std::vector<double> rho = solver.field("density");
  const std::vector<double> p = gamma > 0 ? solver.field("pressure") : rho;
  std::vector<double> square(rho.size());
  for (const char* name : {"velocity_x", "velocity_y", "velocity_z"}) {
    const std::vector<double> v = solver.field(name);
    for (std::size_t i = 0; i < v.size(); ++i) square[i] += v[i] * v[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < rho.size(); ++i)
    sum += gamma > 0 ? square[i] * rho[i] / (gamma * p[i]) : square[i];
  return std::sqrt(sum / double(rho.size()));
}

struct Stirred {
  NamedMake scheme;
  double gamma, mach_number;
};

std::vector<Stirred> stirred_gases() {
  std::vector<Stirred> all;
  for (const double mach_number : {0.5, 3.0})
    for (const bool magnetised : {false, true}) {
      MusclHancockSettings settings = both_equations()[magnetised ? 3 : 2].settings();
      settings.driving = towards(mach_number);
      settings.driving.correlation_time = 0.5 / mach_number;
      settings.equation_of_state = EquationOfState::isothermal;
      settings.sound_speed = 1;
      settings.riemann = RiemannSolver::hll;
      settings.first_order_fallback = true;
      const auto make = [settings](const Subdomain& part) {
        return make_muscl_hancock(part, everywhere(BoundaryKind::periodic), settings,
                                  Precision::double_precision, Device::cpu, {});
      };
      all.push_back({{magnetised ? "isothermal mhd" : "isothermal", false, make}, 0, mach_number});
    }
  // Slow enough not to be much warmer at the end.
  for (const NamedMake& scheme : driven(towards(0.3)))
    if (scheme.name.find("symmetric") == std::string::npos) all.push_back({scheme, 5.0 / 3, 0.3});
  return all;
}

TEST(Driving, KeepsGasAtTheMachNumberThatIsAskedFor) {
  SOLENOID_SKIP_IF_SANITIZED();
  const Grid grid{{16, 16, 16}};
  const auto rest = [](const std::string& name, double, double, double) {
    return name == "density" ? 0.3 : name == "pressure" ? 0.5 : 0.0;
  };
  for (const auto& [scheme, gamma, mach_number] : stirred_gases()) {
    const auto solver = scheme.make(grid);
    solver->set_primitive(scheme.staggered ? sample_staggered(grid, rest, no_potential())
                                           : sample(*solver, grid, rest),
                          0);
    // L/c, L being half of the box; that of the begin where gas grows warmer.
    const double sound = gamma > 0 ? std::sqrt(gamma * 0.5 / 0.3) : 1;
    const double crossing = 0.5 / (mach_number * sound);
    double time = 0, sum = 0, weight = 0;
    while (time < 7 * crossing) {
      const double dt = solver->stable_step();
      solver->advance(time, dt);
      time += dt;
      if (time < 3 * crossing) continue;
      sum += dt * mach_number_of(*solver, gamma);
      weight += dt;
    }
    EXPECT_NEAR(sum / weight / mach_number, 1, 0.04) << scheme.name << " " << mach_number;
  }
}

TEST(Driving, HasTheSameBitsInParts) {
  const Grid grid{{14, 11, 10}, {0, 0, 0}, {1, 0.9, 1.1}};
  for (const Precision precision : compiled_precisions)
    for (const DrivingSettings& settings : {moderate(), towards(0.7)})
      for (const NamedMake& scheme : driven(settings, precision))
        expect_same_in_parts(scheme.make, grid, smooth_start(scheme, grid), scheme.name);
}

TEST(Driving, GoesOnFromACheckpointWithTheSameBits) {
  const Grid grid{{12, 10, 8}};
  for (const DrivingSettings& settings : {moderate(), towards(0.7)})
    for (const NamedMake& scheme : driven(settings)) {
      expect_restart_goes_on(scheme, grid, smooth_start(scheme, grid));
    }
}

TEST(Driving, DoesSoWhereGasLeavesTheBoxAndPushesLimitTheSteps) {
  Boundaries open = everywhere(BoundaryKind::periodic);
  open.kind[axis_x] = {BoundaryKind::outflow, BoundaryKind::outflow};
  MusclHancockSettings settings = both_equations()[2].settings();
  settings.driving = moderate();
  settings.driving.power = 60;
  settings.first_order_fallback = true;
  const NamedMake leaving{"leaving", false, [&](const Subdomain& part) {
                            return make_muscl_hancock(part, open, settings,
                                                      Precision::double_precision, Device::cpu, {});
                          }};
  const Grid grid{{12, 10, 8}};
  const auto apart = [](const std::string& name, double x, double, double) {
    return name == "density" ? 1.4156 : name == "pressure" ? 1 : name == "velocity_x" ? x - 0.5 : 0;
  };
  const FieldMap start = sample(*leaving.make(grid), grid, apart);
  const auto driven = leaving.make(grid);
  driven->set_primitive(start, 0);
  expect_restart_goes_on(leaving, grid, start);
  settings.driving = {};
  const auto free = leaving.make(grid);
  free->set_primitive(start, 0);
  EXPECT_LT(driven->stable_step(), 0.95 * free->stable_step());
}

}  // namespace
}  // namespace solenoid::testing_physics
