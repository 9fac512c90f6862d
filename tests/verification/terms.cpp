/// \file
/// Terms of stencil programs that are added to a fluid: resistivity, viscosity, conduction.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>

#include "tests/source_folder.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

constexpr double wave_number = 2 * std::numbers::pi;

/// Of cos(k x1 - phase) along (1, 2)/sqrt(5).
FieldValues oblique_wave(const Grid& grid, double phase) {
  FieldValues values;
  for (int j = 0; j < grid.cells[1]; ++j)
    for (int i = 0; i < grid.cells[0]; ++i)
      values.push_back(std::sin(
          wave_number * (grid.centre(0, i) + 2 * grid.centre(1, j)) / std::sqrt(5.0) - phase));
  return values;
}

struct Medium {
  double resistivity;
  double viscosity;
};

/// The shipped wave; one of an isothermal gas has no pressure to begin with.
ShippedDeck alfven_wave(EquationOfState gas, const Overrides& overrides) {
  const std::string shipped = (source_folder() / "inputs/resistive-alfven-wave.toml").string();
  if (has_energy(gas)) return ShippedDeck("resistive-alfven-wave", overrides);
  std::ifstream file(shipped);
  std::string text, line;
  while (std::getline(file, line))
    text += line == "pressure = 1"        ? "\n"
            : line.starts_with("terms =") ? line + "\nequation_of_state = \"isothermal\"\n"
                                          : line + "\n";
  return ShippedDeck(Deck::parse(text, shipped, overrides));
}

/// L1 of the magnetic field out of the plane, relative to the amplitude at the end.
double alfven_wave_error(int cells, const Medium& medium, Overrides overrides = {},
                         EquationOfState gas = EquationOfState::ideal) {
  overrides.insert(overrides.end(), {fmt::format("grid.cells=[{}, {}]", cells, cells / 2),
                                     fmt::format("constants.eta={}", medium.resistivity),
                                     fmt::format("constants.nu={}", medium.viscosity)});
  ShippedDeck wave = alfven_wave(gas, overrides);
  wave.run();
  const double half_difference =
      (medium.resistivity - medium.viscosity) * wave_number * wave_number / 2;
  const double frequency = std::sqrt(wave_number * wave_number - half_difference * half_difference);
  const double amplitude = 0.1 * std::exp(-(medium.resistivity + medium.viscosity) * wave_number *
                                          wave_number / 2 * wave.time());
  FieldValues exact = oblique_wave(wave.grid(), frequency * wave.time());
  for (double& value : exact) value *= amplitude;
  EXPECT_LT(wave.conservation_error(0.1), 1e-13);
  return mean_difference(wave.field("magnetic_field_z"), exact) / amplitude;
}

TEST(DampedAlfvenWave, ConvergesAtSecondOrderWhateverDampsIt) {
  const struct {
    const char* name;
    Medium medium;
  } media[] = {{"resistive", {0.03, 0}}, {"viscous", {0, 0.03}}, {"both", {0.03, 0.01}}};
  for (const auto& [name, medium] : media) {
    const double coarse = alfven_wave_error(64, medium);
    const double fine = alfven_wave_error(128, medium);
    report(fmt::format("{}_L1_128", name), fine);
    report(fmt::format("{}_order_64_128", name), order_of_convergence(coarse, fine));
    EXPECT_GT(order_of_convergence(coarse, fine), 1.85) << name;
    EXPECT_LT(fine, 0.01) << name;
  }
}

TEST(DampedAlfvenWave, ConvergesWithEverySplittingAndReconstruction) {
  for (const char* splitting : {"strang", "merged", "symmetric"})
    for (const char* reconstruction : {"primitive", "weno-z"}) {
      const Overrides choices = {fmt::format("solver.splitting={}", splitting),
                                 fmt::format("solver.reconstruction={}", reconstruction)};
      const double coarse = alfven_wave_error(64, {0.03, 0.01}, choices);
      const double fine = alfven_wave_error(128, {0.03, 0.01}, choices);
      const std::string name = fmt::format("{}_{}", splitting, reconstruction);
      report(name + "_order_64_128", order_of_convergence(coarse, fine));
      EXPECT_GT(order_of_convergence(coarse, fine), 1.85) << name;
    }
}

/// No heat has to be the same everywhere: the solution is the one with an energy.
TEST(DampedAlfvenWave, ConvergesInAnIsothermalGas) {
  const struct {
    const char* name;
    Medium medium;
  } media[] = {{"resistive", {0.03, 0}}, {"viscous", {0, 0.03}}};
  for (const auto& [name, medium] : media) {
    const double coarse = alfven_wave_error(64, medium, {}, EquationOfState::isothermal);
    const double fine = alfven_wave_error(128, medium, {}, EquationOfState::isothermal);
    report(fmt::format("{}_L1_128", name), fine);
    report(fmt::format("{}_order_64_128", name), order_of_convergence(coarse, fine));
    EXPECT_GT(order_of_convergence(coarse, fine), 1.85) << name;
    EXPECT_LT(fine, 5e-4) << name;
  }
}

/// Of a flow along the crests of an oblique wave, relative to its amplitude at the end.
double shear_wave_error(int cells, const std::string& scheme) {
  ShippedDeck wave(
      Deck::parse(fmt::format("[run]\nend_time = 0.5\n"
                              "[physics]\nequations = \"hydrodynamics\"\n"
                              "terms = \"<terms/viscosity.stencil>\"\nviscosity = 0.03\n"
                              "[solver]\nscheme = \"{}\"\n"
                              "[functions]\nflow = \"1e-3*sin(2*pi*(x + 2*y)/sqrt(5))\"\n"
                              "[grid]\ncells = [{}, {}]\nupper = [\"sqrt(5)\", \"sqrt(5)/2\"]\n"
                              "[initial]\ndensity = 1\npressure = 1\n"
                              "velocity_x = \"-2/sqrt(5)*flow\"\nvelocity_y = \"flow/sqrt(5)\"\n",
                              scheme, cells, cells / 2),
                  "shear-wave"));
  wave.run();
  const double amplitude =
      -2 / std::sqrt(5.0) * 1e-3 * std::exp(-0.03 * wave_number * wave_number * wave.time());
  FieldValues exact = oblique_wave(wave.grid(), 0);
  for (double& value : exact) value *= amplitude;
  EXPECT_LT(wave.conservation_error(1e-3), 1e-13);
  return mean_difference(wave.field("velocity_x"), exact) / -amplitude;
}

TEST(ShearWave, FadesAtSecondOrder) {
  for (const std::string scheme : {"muscl-hancock", "relaxing-tvd"}) {
    const double coarse = shear_wave_error(32, scheme);
    const double fine = shear_wave_error(64, scheme);
    report(scheme + "_L1_64", fine);
    report(scheme + "_order_32_64", order_of_convergence(coarse, fine));
    EXPECT_GT(order_of_convergence(coarse, fine), 1.9) << scheme;
    EXPECT_LT(fine, 0.01) << scheme;
  }
}

/// Of the density's disturbance, relative to its amplitude at the end.
double temperature_wave_error(int cells, const std::string& scheme) {
  ShippedDeck wave("temperature-wave", {fmt::format("grid.cells=[{}, {}]", cells, cells / 2),
                                        "solver.scheme=" + scheme});
  wave.run();
  const double amplitude = 1e-4 * std::exp(-0.7945710952368236 * wave.time());
  FieldValues exact = oblique_wave(wave.grid(), -std::numbers::pi / 2);
  for (double& value : exact) value = 1 + amplitude * value;
  return mean_difference(wave.field("density"), exact) / amplitude;
}

TEST(TemperatureWave, ConvergesAtSecondOrder) {
  const std::map<std::string, double> largest{{"muscl-hancock", 0.002}, {"relaxing-tvd", 0.006}};
  for (const auto& [scheme, most] : largest) {
    const std::string whose = scheme == "muscl-hancock" ? "" : "relaxing_";
    const double coarse = temperature_wave_error(32, scheme);
    const double fine = temperature_wave_error(64, scheme);
    report(whose + "L1_64", fine);
    report(whose + "order_32_64", order_of_convergence(coarse, fine));
    EXPECT_GT(order_of_convergence(coarse, fine), 1.9) << scheme;
    EXPECT_LT(fine, most) << scheme;
  }
}

/// L1 of the density against that of an isothermal gas.
double relaxed_tube_error(int cells) {
  ShippedDeck tube("relaxed-shock-tube", {fmt::format("grid.cells=[{}]", cells)});
  tube.run();
  // Between rarefaction and shock, with c = 1: log(1/d) = (d - r)/sqrt(d r).
  const double right = 0.125;
  double lower = right, upper = 1;
  for (int n = 0; n < 60; ++n) {
    const double d = (lower + upper) / 2;
    (std::log(1 / d) > (d - right) / std::sqrt(d * right) ? lower : upper) = d;
  }
  const double between = lower, velocity = -std::log(between);
  const double shock = std::sqrt(between / right);
  FieldValues exact;
  for (int i = 0; i < cells; ++i) {
    const double speed = (tube.grid().centre(0, i) - 0.5) / tube.time();
    exact.push_back(speed < -1             ? 1
                    : speed < velocity - 1 ? std::exp(-1 - speed)
                    : speed < shock        ? between
                                           : right);
  }
  return mean_difference(tube.field("density"), exact);
}

TEST(RelaxedShockTube, IsThatOfAnIsothermalGas) {
  const double coarse = relaxed_tube_error(128), fine = relaxed_tube_error(512);
  report("L1_128", coarse);
  report("L1_512", fine);
  EXPECT_LT(coarse, 0.009);
  EXPECT_LT(fine / coarse, 0.4);
}

/// Of the magnetic field, relative to its mean, against Barenblatt's solution.
double ambipolar_pulse_error(int cells) {
  ShippedDeck pulse("ambipolar-pulse", {fmt::format("grid.cells=[{}]", cells)});
  pulse.run();
  const double s = 1 + pulse.time();
  FieldValues exact;
  double mean = 0;
  for (int i = 0; i < cells; ++i) {
    const double x = pulse.grid().centre(0, i);
    const double square = std::max(1 - x * x / (12 * std::sqrt(s)), 0.0);
    exact.push_back(std::pow(s, -0.25) * std::sqrt(square));
    mean += exact.back() / cells;
  }
  const FieldValues field = pulse.field("magnetic_field_y");
  EXPECT_GT(std::ranges::min(field), -1e-12);
  return mean_difference(field, exact) / mean;
}

TEST(AmbipolarPulse, SpreadsWithSharpEnds) {
  const double coarse = ambipolar_pulse_error(64);
  const double fine = ambipolar_pulse_error(128);
  report("L1_64", coarse);
  report("L1_128", fine);
  EXPECT_LT(coarse, 0.006);
  EXPECT_LT(fine, 0.002);
}

/// The lowest and the highest temperature in units of T0.
std::array<double, 2> extremes_of_ring(const ShippedDeck& ring) {
  const FieldValues pressure = ring.field("pressure");
  const auto [least, most] = std::ranges::minmax(pressure);
  return {least / 1e-12, most / 1e-12};
}

/// The lowest temperature of all times.
double lowest_in_ring(const Overrides& overrides, const std::string& whose) {
  Overrides all{"solver.term_stages=3", "grid.cells=[50, 50]"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  ShippedDeck ring("heated-ring", all);
  const auto start = extremes_of_ring(ring);
  EXPECT_NEAR(start[0], 10, 1e-12);
  double least = 10;
  for (const double time : {1.0, 3.0, 10.0, 30.0, 100.0, 200.0}) {
    ring.run_until(time);
    least = std::min(least, extremes_of_ring(ring)[0]);
  }
  report(whose + "least", least);
  report(whose + "most_at_end", extremes_of_ring(ring)[1]);
  return least;
}

TEST(HeatedRing, GetsNowhereColder) { EXPECT_GT(lowest_in_ring({}, ""), 10 - 2e-5); }

/// The circles of the field are to be without a divergence on faces, too.
TEST(HeatedRing, GetsNowhereColderWithTheFieldOnFaces) {
  EXPECT_GT(lowest_in_ring({"solver.scheme=relaxing-tvd", "initial.magnetic_field_x=0",
                            "initial.magnetic_field_y=0", "initial.vector_potential_z=-T0*r"},
                           "relaxing_"),
            10 - 2e-5);
}

/// The rate at which flux reconnects between two islands, about when it does so fastest.
double reconnection_rate(int cells, double resistivity) {
  // With a viscosity of 0 it is the program of the waves above, which need not be compiled again.
  ShippedDeck islands(
      "island-coalescence",
      {R"(physics.terms=["<terms/resistivity.stencil>", "<terms/viscosity.stencil>"])",
       fmt::format("grid.cells=[{}, {}]", cells, cells),
       fmt::format("constants.resistivity={}", resistivity)});
  const auto start = islands.history();
  islands.run_until(0.68);
  const auto now = islands.history();
  for (const char* total : {"mass", "tot-E"})
    EXPECT_NEAR(now.at(total) / start.at(total), 1, 1e-13) << total;
  const FieldValues current = islands.field("current_density_z");
  return resistivity *
         current[std::size_t(cells) * std::size_t(cells / 2) + std::size_t(cells / 2)];
}

TEST(IslandCoalescence, ReconnectsAsFastAsOnAFinerGrid) {
  constexpr double on_1024_cells = 0.0492;
  const double coarse = reconnection_rate(64, 0.004), fine = reconnection_rate(128, 0.004);
  report("rate_64", coarse);
  report("rate_128", fine);
  EXPECT_NEAR(fine, on_1024_cells, 0.15 * on_1024_cells);
  EXPECT_GT(fine, coarse) << "a sheet that is too thin for the grid diffuses by itself";
}

/// By how much the wave of damped-sound is off the amplitude that it is to have at the end.
double error_of_sound_of_deck(int cells) {
  ShippedDeck run("damped-sound", {fmt::format("grid.cells=[{}]", cells)});
  run.run();
  double square = 0;
  for (const double v : run.field("velocity_x")) square += v * v / cells;
  const double damping = (4.0 / 3 * 0.005 + 0.01) * 2 * std::numbers::pi * std::numbers::pi;
  const double error = std::sqrt(2 * square) / 1e-4 / std::exp(-damping * run.time()) - 1;
  report(fmt::format("damped_sound_{}", cells), error);
  return std::abs(error);
}

TEST(DampedSound, FadesByShearAndBulkViscosity) {
  const double coarse = error_of_sound_of_deck(32), fine = error_of_sound_of_deck(64);
  EXPECT_GT(order_of_convergence(coarse, fine), 1.8);
  EXPECT_LT(fine, 1e-3);
}

/// Flux that crosses y = 0 between the X point and the upper face.
double reconnected_flux(const ShippedDeck& run) {
  const Grid grid = run.grid();
  const FieldValues field = run.field("magnetic_field_y");
  const std::size_t row = std::size_t(grid.cells[0]), middle = std::size_t(grid.cells[1] / 2);
  double flux = 0;
  for (std::size_t i = row / 2; i < row; ++i)
    flux += 0.5 * (field[(middle - 1) * row + i] + field[middle * row + i]) * grid.spacing(axis_x);
  return flux;
}

/// eta J in the two cells above and below the X point.
double electric_field(const ShippedDeck& run) {
  const Grid grid = run.grid();
  const FieldValues current = run.field("current_density_z"), density = run.field("density");
  const std::size_t row = std::size_t(grid.cells[0]);
  const std::size_t at = std::size_t(grid.cells[1] / 2) * row + row / 2;
  double sum = 0;
  for (const std::size_t cell : {at, at - 1, at - row, at - row - 1}) {
    const double size = std::abs(current[cell]);
    sum += 0.25 * 0.1 * std::max(0.0, size / density[cell] - 1.2) * size;
  }
  return sum;
}

/// Faraday: what reconnects is what the electric field at the X point says, and that is fast.
TEST(AnomalousReconnection, HasTheRateThatItsElectricFieldSays) {
  ShippedDeck run("anomalous-reconnection");
  run.run_until(5);  // when there is no resistivity yet
  const double before = reconnected_flux(run);
  double reconnected = 0, last = electric_field(run), largest = 0;
  for (int look = 1; look <= 100; ++look) {
    const double time = run.time();
    run.run_until(5 + 0.1 * look);
    const double now = electric_field(run);
    reconnected += (run.time() - time) * 0.5 * (last + now);
    last = now;
    largest = std::max(largest, now);
  }
  const double flux = std::abs(reconnected_flux(run) - before);
  report("reconnected_flux", flux);
  report("flux_by_electric_field", reconnected);
  report("rate", largest);
  EXPECT_NEAR(reconnected / flux, 1, 0.1);
  EXPECT_GT(largest, 0.04);
  EXPECT_LT(largest, 0.07);
}

}  // namespace
}  // namespace solenoid::verification
