/// \file
/// Waves in a shearing box, turned by the shear, and the magnetorotational instability, against the
/// linear theory. Their problems are shipped decks.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

using Complex = std::complex<double>;
using Vector = std::array<Complex, 3>;

using std::numbers::pi;
constexpr Complex imaginary_unit{0, 1};

/// A small plane wave in gas of density 1 with the speed of sound 1, Omega = 1: of density,
/// pressure, velocity and magnetic field.
struct Wave {
  Complex density, pressure = density;
  Vector velocity{}, field{};
};

Wave sum(const Wave& a, double factor, const Wave& b) {
  Wave result{a.density + factor * b.density, a.pressure + factor * b.pressure};
  for (std::size_t d = 0; d < 3; ++d) {
    result.velocity[d] = a.velocity[d] + factor * b.velocity[d];
    result.field[d] = a.field[d] + factor * b.field[d];
  }
  return result;
}

/// The linear equations of a wave whose vector turns with the shear q, and of what diffuses: with
/// the viscosity nu the stress is rho nu (grad V + grad V^T - 2/3 div(V) 1) of the whole velocity
/// V, whose flow alone heats a gas that is not isothermal, too.
struct Theory {
  std::array<double, 3> start;       ///< its vector at t = 0
  std::array<double, 3> mean_field;  ///< without a component along x
  double q = 1.5;
  double viscosity = 0, resistivity = 0;
  double gamma = 1;

  [[nodiscard]] std::array<double, 3> vector(double t) const {
    return {start[0] + q * start[1] * t, start[1], start[2]};
  }
  [[nodiscard]] Wave rate(const Wave& w, double t) const {
    const auto k = vector(t);
    Complex divergence = 0, pressure = w.pressure, along = 0;
    double square = 0;
    for (std::size_t d = 0; d < 3; ++d) {
      divergence += imaginary_unit * k[d] * w.velocity[d];
      pressure += mean_field[d] * w.field[d];
      along += imaginary_unit * k[d] * mean_field[d];
      square += k[d] * k[d];
    }
    Wave rate{-divergence};
    const Complex shear =
        imaginary_unit * k[0] * w.velocity[1] + imaginary_unit * k[1] * w.velocity[0];
    rate.pressure = -(1 + gamma * heat(t)) * divergence +
                    (gamma - 1) * viscosity * (q * q * w.density - 2 * q * shear);
    for (std::size_t d = 0; d < 3; ++d) {
      rate.velocity[d] =
          -imaginary_unit * k[d] * pressure + along * w.field[d] -
          viscosity * (square * w.velocity[d] - imaginary_unit * k[d] * divergence / 3.0);
      rate.field[d] =
          along * w.velocity[d] - mean_field[d] * divergence - resistivity * square * w.field[d];
    }
    // The stress of the flow alone goes with the density.
    rate.velocity[0] -= imaginary_unit * k[1] * q * viscosity * w.density;
    rate.velocity[1] -= imaginary_unit * k[0] * q * viscosity * w.density;
    rate.velocity[0] += 2.0 * w.velocity[1];
    rate.velocity[1] += (q - 2) * w.velocity[0];
    rate.field[1] -= q * w.field[0];
    return rate;
  }
  /// By how much the pressure of the gas has grown until t.
  [[nodiscard]] double heat(double t) const { return (gamma - 1) * q * q * viscosity * t; }
  /// Runge and Kutta's method of fourth order.
  [[nodiscard]] Wave at(double end, Wave w) const {
    const int steps = 4000;
    const double dt = end / steps;
    for (int n = 0; n < steps; ++n) {
      const double t = n * dt;
      const Wave a = rate(w, t), b = rate(sum(w, dt / 2, a), t + dt / 2),
                 c = rate(sum(w, dt / 2, b), t + dt / 2), d = rate(sum(w, dt, c), t + dt);
      w = sum(sum(sum(sum(w, dt / 6, a), dt / 3, b), dt / 3, c), dt / 6, d);
    }
    return w;
  }
};

/// The amplitude in a field of the wave with this vector.
Complex amplitude(const ShippedDeck& run, const std::string& name, const std::array<double, 3>& k) {
  const Grid grid = run.grid();
  const FieldValues values = run.field(name);
  Complex sum = 0;
  std::size_t at = 0;
  for (int c = 0; c < grid.cells[2]; ++c)
    for (int b = 0; b < grid.cells[1]; ++b)
      for (int a = 0; a < grid.cells[0]; ++a)
        sum += values[at++] * std::polar(1.0, -k[0] * grid.centre(0, a) - k[1] * grid.centre(1, b) -
                                                  (grid.active(2) ? k[2] * grid.centre(2, c) : 0));
  return 2.0 * sum / double(values.size());
}

/// How far a run of the compressive wave is from the theory at its end, over its first amplitude.
double error_of_wave(int cells, const Overrides& more = {}) {
  Overrides overrides{fmt::format("grid.cells=[{0}, {0}]", cells), "constants.amplitude=1e-6"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  ShippedDeck run("shearing-wave", overrides);
  run.run();
  const double k = 2 * pi / 4;
  const Theory theory{{-2 * k, k, 0}, {}};
  const Wave exact = theory.at(run.time(), {1e-6});
  const auto now = theory.vector(run.time());
  const double error = (std::abs(amplitude(run, "density", now) - exact.density) +
                        std::abs(amplitude(run, "velocity_x", now) - exact.velocity[0]) +
                        std::abs(amplitude(run, "velocity_y", now) - exact.velocity[1])) /
                       1e-6;
  report(fmt::format("compressive_wave_{}{}", cells, more.empty() ? "" : "_" + more.front()),
         error);
  return error;
}

TEST(ShearingWave, SwingsFromLeadingToTrailingAsTheTheorySays) {
  const double coarse = error_of_wave(32), fine = error_of_wave(64);
  EXPECT_GT(order_of_convergence(coarse, fine), 1.8);
  EXPECT_LT(fine, 0.05);
}

TEST(ShearingWave, IsRightWithAllSplittings) {
  for (const char* way : {"splitting=strang", "splitting=symmetric", "sweep_order=yxz"})
    EXPECT_LT(error_of_wave(32, {std::string("solver.") + way}), 0.12) << way;
}

/// The same in a viscous gas, with the pressure, which knows the heat of the friction.
double error_of_viscous_wave(int cells, const std::string& splitting = "merged") {
  ShippedDeck run("shearing-wave",
                  {fmt::format("grid.cells=[{0}, {0}]", cells), "constants.amplitude=1e-6",
                   "physics.terms=<terms/viscosity.stencil>", "physics.viscosity=0.03",
                   "solver.splitting=" + splitting});
  run.run();
  const double k = 2 * pi / 4;
  const Theory theory{{-2 * k, k, 0}, {}, 1.5, 0.03, 0, 5.0 / 3};
  const Wave exact = theory.at(run.time(), {1e-6});
  const auto now = theory.vector(run.time());
  const double error = (std::abs(amplitude(run, "density", now) - exact.density) +
                        std::abs(amplitude(run, "pressure", now) - exact.pressure) +
                        std::abs(amplitude(run, "velocity_x", now) - exact.velocity[0]) +
                        std::abs(amplitude(run, "velocity_y", now) - exact.velocity[1])) /
                       1e-6;
  report(fmt::format("viscous_wave_{}_{}", cells, splitting), error);
  double mean = 0;
  for (const double p : run.field("pressure")) mean += p / (cells * cells);
  EXPECT_NEAR(mean, 0.6 + theory.heat(run.time()), 1e-9);
  return error;
}

TEST(ShearingWave, IsDampedByTheStressOfTheWholeVelocity) {
  const double coarse = error_of_viscous_wave(64), fine = error_of_viscous_wave(128);
  EXPECT_GT(order_of_convergence(coarse, fine), 1.8);
  EXPECT_LT(fine, 0.05);
  for (const char* splitting : {"strang", "symmetric"})
    EXPECT_LT(error_of_viscous_wave(32, splitting), 0.12) << splitting;
}

/// Overrides of a deck that let both act.
Overrides diffusion(double viscosity, double resistivity) {
  return {R"(physics.terms=["<terms/resistivity.stencil>", "<terms/viscosity.stencil>"])",
          fmt::format("physics.viscosity={}", viscosity),
          fmt::format("physics.resistivity={}", resistivity)};
}

/// The same of a wave of velocity and field in 3D, with a mean field along y and z.
double error_of_magnetic_wave(int cells, double viscosity = 0, double resistivity = 0) {
  const double k = 2 * pi;
  const std::string phase = "2*pi*(-x + y + z)";
  Overrides overrides{fmt::format("grid.cells=[{0}, {0}, {0}]", cells),
                      "grid.lower=[0, 0, 0]",
                      "grid.upper=[1, 1, 1]",
                      "run.end_time=1.3",
                      "constants.a=1e-6",
                      "initial.velocity_x=\"a*sin(" + phase + ")\"",
                      "initial.velocity_y=0",
                      "initial.velocity_z=\"-a*cos(" + phase + ")\"",
                      "initial.magnetic_field_x=\"a*cos(" + phase + ")\"",
                      "initial.magnetic_field_y=\"0.1 + a*cos(" + phase + ")\"",
                      "initial.magnetic_field_z=0.2",
                      "solver.cfl=0.4"};
  const bool diffuses = viscosity > 0 || resistivity > 0;
  if (diffuses)
    for (const std::string& each : diffusion(viscosity, resistivity)) overrides.push_back(each);
  ShippedDeck run("mri", overrides);
  run.run();
  const Theory theory{{-k, k, k}, {0, 0.1, 0.2}, 1.5, viscosity, resistivity};
  Wave start;
  start.velocity = {-imaginary_unit * 1e-6, 0, -1e-6};
  start.field = {1e-6, 1e-6, 0};
  const Wave exact = theory.at(run.time(), start);
  const auto now = theory.vector(run.time());
  double error = std::abs(amplitude(run, "density", now) - exact.density);
  for (std::size_t d = 0; d < 3; ++d) {
    const char axis = "xyz"[d];
    error += std::abs(amplitude(run, fmt::format("velocity_{}", axis), now) - exact.velocity[d]);
    error += std::abs(amplitude(run, fmt::format("magnetic_field_{}", axis), now) - exact.field[d]);
  }
  report(fmt::format("{}magnetic_wave_{}", diffuses ? "damped_" : "", cells), error / 1e-6);
  return error / 1e-6;
}

TEST(ShearingWave, WithAFieldIsOfSecondOrder) {
  const double coarse = error_of_magnetic_wave(8), fine = error_of_magnetic_wave(16);
  EXPECT_GT(order_of_convergence(coarse, fine), 1.7);
  EXPECT_LT(fine, 0.3);
}

TEST(ShearingWave, WithAFieldIsDampedByViscosityAndResistivity) {
  const double coarse = error_of_magnetic_wave(8, 0.002, 0.003);
  const double fine = error_of_magnetic_wave(16, 0.002, 0.003);
  EXPECT_GT(order_of_convergence(coarse, fine), 1.7);
  EXPECT_LT(fine, 0.3);
}

/// By how much the growth rate of the fastest channel differs from 3/4 Omega, of which it is a
/// part.
double growth_error(int cells) {
  ShippedDeck run("mri", {fmt::format("grid.cells=[4, 4, {}]", cells), "constants.amplitude=1e-6",
                          "constants.noise=0", "constants.waves=1", "run.end_time=10"});
  run.run_until(1);
  const std::array<double, 3> k{0, 0, 2 * pi};
  const double time = run.time(), before = std::abs(amplitude(run, "magnetic_field_y", k));
  run.run_until(4);
  const double grown = std::log(std::abs(amplitude(run, "magnetic_field_y", k)) / before);
  const double error = grown / (run.time() - time) / 0.75 - 1;
  report(fmt::format("mri_{}", cells), error);
  return error;
}

TEST(MagnetorotationalInstability, GrowsAtItsRate) {
  const double coarse = growth_error(8), fine = growth_error(16);
  EXPECT_LT(std::abs(fine), 1e-3);
  EXPECT_LT(std::abs(fine), std::abs(coarse) / 4);
}

/// The growth rate of a channel with the wave number k and the Alfven frequency k v_A, Omega = 1:
/// with N = s + nu k^2 and D = s + eta k^2,
/// (N D + w^2 - 2 q) (N D + w^2) + 2 D ((2 - q) D + q N) = 0.
double growth_rate(double k, double alfven, double viscosity, double resistivity) {
  const double q = 1.5, square = alfven * alfven;
  const auto value = [&](double s) {
    const double n = s + viscosity * k * k, d = s + resistivity * k * k;
    return (n * d + square - 2 * q) * (n * d + square) + 2 * d * ((2 - q) * d + q * n);
  };
  double low = 0, high = 1;
  for (int bisections = 0; bisections < 60; ++bisections)
    (value((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  return low;
}

/// The same of a channel that diffuses: by how much its growth rate differs from that.
double damped_growth_error(int cells) {
  const double viscosity = 0.003, resistivity = 0.005;
  Overrides overrides{fmt::format("grid.cells=[4, 4, {}]", cells), "constants.amplitude=1e-6",
                      "constants.noise=0", "constants.waves=1", "run.end_time=13"};
  for (const std::string& each : diffusion(viscosity, resistivity)) overrides.push_back(each);
  ShippedDeck run("mri", overrides);
  // What else was begun oscillates, and is left behind slowly.
  run.run_until(8);
  const std::array<double, 3> k{0, 0, 2 * pi};
  const double time = run.time(), before = std::abs(amplitude(run, "magnetic_field_y", k));
  run.run_until(12);
  const double grown = std::log(std::abs(amplitude(run, "magnetic_field_y", k)) / before);
  const double rate = growth_rate(2 * pi, std::sqrt(15.0) / 4, viscosity, resistivity);
  const double error = grown / (run.time() - time) / rate - 1;
  report(fmt::format("damped_mri_{}", cells), error);
  return error;
}

TEST(MagnetorotationalInstability, GrowsAtItsRateWithViscosityAndResistivity) {
  EXPECT_NEAR(growth_rate(2 * pi, std::sqrt(15.0) / 4, 0, 0), 0.75, 1e-12);
  // With 8 cells a wave length what diffuses too little makes up for the scheme.
  const double coarse = damped_growth_error(16), fine = damped_growth_error(32);
  EXPECT_LT(std::abs(fine), 1.5e-3);
  EXPECT_LT(std::abs(fine), std::abs(coarse) / 3);
}

}  // namespace
}  // namespace solenoid::verification
