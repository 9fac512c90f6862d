/// \file
/// Isothermal gases: exact Riemann problems, linear waves, the circularly polarised Alfven wave,
/// conservation.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "tests/verification/reference/isothermal_riemann.hpp"
#include "tests/verification/reference/mhd_waves.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

using std::numbers::pi;

struct Tube {
  const char* name;
  reference::IsothermalState left, right;
  double bound;  ///< of the error with 200 cells
};

/// Mean error of the density of a tube of the sound speed 1.5 at t = 0.1, and of the velocities.
double tube_error(const Tube& tube, const std::string& riemann, int cells) {
  const std::string deck = fmt::format(R"deck(
[run]
end_time = 0.1
[physics]
equations = "hydrodynamics"
equation_of_state = "isothermal"
sound_speed = 1.5
[grid]
cells = [{}]
boundary_x = "outflow"
[solver]
riemann = "{}"
[initial]
density = "x < 0.5 ? {} : {}"
velocity_x = "x < 0.5 ? {} : {}"
velocity_y = "x < 0.5 ? 1 : -1"
)deck",
                                       cells, riemann, tube.left.density, tube.right.density,
                                       tube.left.velocity, tube.right.velocity);
  ShippedDeck run(Deck::parse(deck, "tube.toml"));
  run.run();
  const reference::IsothermalRiemann exact(tube.left, tube.right, 1.5);
  const FieldValues density = run.field("density");
  const FieldValues along = run.field("velocity_x"), across = run.field("velocity_y");
  double sum = 0;
  for (int i = 0; i < cells; ++i) {
    const double speed = (run.grid().centre(0, i) - 0.5) / run.time();
    const reference::IsothermalState state = exact.at(speed);
    sum += std::abs(density[std::size_t(i)] - state.density) / exact.middle().density;
    sum += std::abs(along[std::size_t(i)] - state.velocity) / 1.5;
    // The shear goes with the gas.
    sum += std::abs(across[std::size_t(i)] - (speed < exact.middle().velocity ? 1 : -1));
  }
  return sum / cells;
}

TEST(IsothermalTube, ConvergesToTheExactSolution) {
  const Tube tubes[] = {{"shock_and_rarefaction", {1, 0}, {0.125, 0}, 0.03},
                        {"two_shocks", {1, 6}, {0.5, -3}, 0.045},
                        {"two_rarefactions", {1, -2}, {1, 2.5}, 0.03},
                        {"sonic", {10, 1}, {0.01, 0}, 0.11}};
  for (const Tube& tube : tubes)
    for (const std::string riemann : {"hllc", "hll"}) {
      const double coarse = tube_error(tube, riemann, 200);
      const double fine = tube_error(tube, riemann, 800);
      const std::string name = fmt::format("{}_{}", tube.name, riemann);
      report(name + "_200", coarse);
      report(name + "_800", fine);
      EXPECT_LT(coarse, tube.bound) << name;
      EXPECT_LT(fine / coarse, 0.4) << name;
    }
}

/// Largest density of two streams that meet at a Mach number, in a frame that moves.
double densest_of_streams(double mach, double frame, const std::string& equations,
                          const std::string& reconstruction) {
  const std::string deck = fmt::format(R"deck(
[run]
end_time = {}
[physics]
equations = "{}"
equation_of_state = "isothermal"
[grid]
cells = [400]
boundary_x = "outflow"
[solver]
reconstruction = "{}"
[initial]
density = 1
velocity_x = "{} + (x < 0.5 ? {} : {})"
)deck",
                                       0.4 / mach, equations, reconstruction, frame, mach, -mach);
  ShippedDeck run(Deck::parse(deck, "streams.toml"));
  run.run();
  const FieldValues density = run.field("density");
  return *std::max_element(density.begin(), density.end());
}

/// Between streams stands a layer with the density of the exact solution. (All of it was in one or
/// two cells, several times as dense, from Mach 7 on: slopes of the velocity in them let nothing
/// out.)
TEST(IsothermalTube, HasALayerWhereStreamsMeetHeadOn) {
  for (const std::string equations : {"hydrodynamics", "mhd"})
    for (const std::string reconstruction : {"weno-z", "primitive"})
      for (const double mach : {4, 7, 10})
        for (const double frame : {0.0, 0.5, 3.3}) {
          const double exact =
              reference::IsothermalRiemann({1, mach}, {1, -mach}, 1).middle().density;
          const double found = densest_of_streams(mach, frame, equations, reconstruction);
          EXPECT_NEAR(found / exact, 1, 0.3)
              << equations << " " << reconstruction << " " << mach << " " << frame;
        }
}

/// A shear at rest stays as it is with HLLC, and HLL smears it.
TEST(IsothermalTube, KeepsAShearAtRestWithHllc) {
  const Tube shear{"shear", {1, 0}, {1, 0}, 0};
  EXPECT_EQ(tube_error(shear, "hllc", 100), 0);
  EXPECT_GT(tube_error(shear, "hll", 100), 0.01);
}

/// The states of Kim et al. (1999) and Mignone (2007) with the sound speed 1.
reference::IsothermalMhdShocks exact_mhd_tube() {
  const double unit = 1 / std::sqrt(4 * pi);
  const reference::IsothermalMhdState left{1.08, 1.2, {0.01, 0.5}, {3.6 * unit, 2 * unit}};
  const reference::IsothermalMhdState right{1, 0, {0, 0}, {4 * unit, 2 * unit}};
  return {left, right, 2 * unit, 1, {1.5, 1.45, -0.2, 1.75, 0.92}, {1.36, 1.4, -0.16, 1.75, 0.88}};
}

double mhd_tube_error(int cells, const std::string& riemann, const std::string& reconstruction) {
  ShippedDeck run("isothermal-shock-tube",
                  {fmt::format("grid.cells=[{}]", cells), "solver.riemann=" + riemann,
                   "solver.reconstruction=" + reconstruction});
  run.run();
  const auto exact = exact_mhd_tube();
  const FieldValues density = run.field("density"), velocity = run.field("velocity_x"),
                    y = run.field("magnetic_field_y"), z = run.field("magnetic_field_z");
  double sum = 0;
  for (int i = 0; i < cells; ++i) {
    const auto n = std::size_t(i);
    const auto& state = exact.at((run.grid().centre(0, i) - 0.5) / run.time());
    sum += std::abs(density[n] - state.density) + std::abs(velocity[n] - state.velocity) +
           std::abs(std::complex<double>(y[n], z[n]) - state.transverse_field);
  }
  return sum / cells;
}

TEST(IsothermalMhdTube, ConvergesToTheExactSolution) {
  double with_hlld = 0;
  for (const std::string reconstruction : {"primitive", "weno-z"})
    for (const std::string riemann : {"hlld", "hll"}) {
      const double coarse = mhd_tube_error(256, riemann, reconstruction);
      const double fine = mhd_tube_error(1024, riemann, reconstruction);
      const std::string name = riemann + "_" + reconstruction;
      report(name + "_256", coarse);
      report(name + "_1024", fine);
      EXPECT_LT(coarse, 0.03) << name;
      EXPECT_LT(fine / coarse, 0.45) << name;
      // Parabolas ring behind shocks, by more than what the solvers differ in.
      if (reconstruction == "weno-z") continue;
      if (riemann == "hlld") with_hlld = fine;
      EXPECT_LE(with_hlld, fine) << name;
    }
}

TEST(IsothermalMhdTube, HasThePlateauxOfTheExactSolution) {
  const auto exact = exact_mhd_tube();
  // What the deck says of them.
  const std::array<double, 7> densities = {1.08, 1.5087, 1.5087, 1.7451, 1.3560, 1.3560, 1};
  const std::array<double, 6> speeds = {-0.7471, 0.1874, 0.3582, 0.8424, 1.0248, 2.0580};
  for (std::size_t n = 0; n < densities.size(); ++n)
    EXPECT_NEAR(exact.states()[n].density, densities[n], 5e-5);
  for (std::size_t n = 0; n < speeds.size(); ++n) EXPECT_NEAR(exact.speeds()[n], speeds[n], 5e-5);
  ShippedDeck run("isothermal-shock-tube", {"grid.cells=[1024]"});
  run.run();
  const FieldValues density = run.field("density"), z = run.field("magnetic_field_z");
  for (std::size_t n = 0; n + 1 < speeds.size(); ++n) {
    // In the middle of each plateau.
    const double speed = 0.5 * (exact.speeds()[n] + exact.speeds()[n + 1]);
    const auto i = std::size_t((0.5 + speed * run.time()) / run.grid().spacing(0));
    EXPECT_NEAR(density[i], exact.states()[n + 1].density, 5e-3) << n;
    EXPECT_NEAR(z[i], exact.states()[n + 1].transverse_field.imag(), 5e-3) << n;
  }
}

/// A plane wave of isothermal MHD along x with the amplitude 1e-6: density 1, sound speed 1.2,
/// B = (1, 1.5, 0), after one period. Mean error over all fields.
double wave_error(const std::string& family, int direction, int cells,
                  const std::string& reconstruction) {
  const double c2 = 1.44, bx = 1, by = 1.5, sum = c2 + bx * bx + by * by;
  const double root = std::sqrt(sum * sum - 4 * c2 * bx * bx);
  const double speed =
      direction *
      (family == "alfven" ? bx : std::sqrt(0.5 * (sum + (family == "fast" ? 1 : -1) * root)));
  // Changes of density, velocity x, y, z, and field y, z: the right eigenvector.
  std::array<double, 6> change{0, 0, 0, -1.0 * direction, 0, 1};
  if (family != "alfven") {
    const double field = speed * speed * by / (speed * speed - bx * bx);
    const double size = std::max(1.0, std::abs(field));
    change = {1 / size, speed / size, -bx * field / speed / size, 0, field / size, 0};
  }
  const auto wave = [](double base, double amplitude) {
    return fmt::format("{} + {:.17g}*cos(2*pi*x)", base, 1e-6 * amplitude);
  };
  ShippedDeck run(
      Deck::parse(fmt::format(R"deck(
[run]
end_time = {:.17g}
[physics]
equation_of_state = "isothermal"
sound_speed = 1.2
[grid]
cells = [{}]
[solver]
cfl = 0.4
reconstruction = "{}"
[initial]
density = "{}"
velocity_x = "{}"
velocity_y = "{}"
velocity_z = "{}"
magnetic_field_x = 1
magnetic_field_y = "{}"
magnetic_field_z = "{}"
)deck",
                              1 / std::abs(speed), cells, reconstruction, wave(1, change[0]),
                              wave(0, change[1]), wave(0, change[2]), wave(0, change[3]),
                              wave(by, change[4]), wave(0, change[5])),
                  "wave.toml"));
  return change_over_run(run, {"density", "velocity_x", "velocity_y", "velocity_z",
                               "magnetic_field_y", "magnetic_field_z"});
}

TEST(IsothermalWaves, OfAllFamiliesConvergeAtSecondOrder) {
  expect_waves_of_second_order({"fast", "alfven", "slow"}, wave_error);
}

/// An exact solution of isothermal MHD, too: oblique in 2D, after one period.
double alfven_wave_error(int cells, const std::string& splitting) {
  ShippedDeck run(Deck::parse(fmt::format(R"deck(
[run]
end_time = 1
[physics]
equation_of_state = "isothermal"
sound_speed = "sqrt(0.1)"
[grid]
cells = [{}, {}]
upper = ["sqrt(5)", "sqrt(5)/2"]
[solver]
splitting = "{}"
[functions]
phase = "2*pi*(x + 2*y)/sqrt(5)"
[initial]
density = 1
velocity_x = "0.1*sin(phase)*2/sqrt(5)"
velocity_y = "-0.1*sin(phase)/sqrt(5)"
velocity_z = "-0.1*cos(phase)"
vector_potential_z = "0.1/(2*pi)*cos(phase)"
magnetic_field_x = "1/sqrt(5)"
magnetic_field_y = "2/sqrt(5)"
magnetic_field_z = "0.1*cos(phase)"
)deck",
                                          cells, cells / 2, splitting),
                              "alfven.toml"));
  run.run();
  const reference::CircularAlfvenWave exact{0.1, 1, 0, 1 / std::sqrt(5.0), 2 / std::sqrt(5.0)};
  const FieldValues bz = run.field("magnetic_field_z");
  const Grid grid = run.grid();
  double sum = 0;
  for (int j = 0, at = 0; j < grid.cells[1]; ++j)
    for (int i = 0; i < grid.cells[0]; ++i, ++at)
      sum += std::abs(
          bz[std::size_t(at)] -
          exact.at({grid.centre(0, i), grid.centre(1, j), 0}, run.time()).magnetic_field[2]);
  return sum / double(grid.cell_count());
}

TEST(IsothermalAlfvenWave, ConvergesAtSecondOrder) {
  for (const std::string splitting : {"merged", "strang"}) {
    const double coarse = alfven_wave_error(64, splitting);
    const double fine = alfven_wave_error(128, splitting);
    report(splitting + "_128", fine);
    report(splitting + "_order", order_of_convergence(coarse, fine));
    EXPECT_GT(order_of_convergence(coarse, fine), 1.9) << splitting;
    EXPECT_LT(fine, 4e-4) << splitting;
  }
}

/// Driven from rest: the Mach number saturates, mass stays and no net momentum appears.
TEST(IsothermalTurbulence, SaturatesAtAboutMachTwo) {
  ShippedDeck run("isothermal-turbulence", {"grid.cells=[20, 20, 20]", "run.end_time=1"});
  const auto kinetic = [&] {
    const auto now = run.history();
    return now.at("1-KE") + now.at("2-KE") + now.at("3-KE");
  };
  run.run_until(0.7);
  const double earlier = kinetic();
  run.run();
  report("mach_number_from_energy", std::sqrt(2 * kinetic()));
  EXPECT_NEAR(std::sqrt(2 * earlier), 2.1, 0.5);
  EXPECT_NEAR(kinetic() / earlier, 1, 0.25);
  EXPECT_NEAR(run.history().at("driving_energy"), 8 * 1.0, 1e-9);
  EXPECT_LT(run.conservation_error(1), 1e-12);
  EXPECT_EQ(run.history().count("tot-E"), 0U);
}

}  // namespace
}  // namespace solenoid::verification
