/// \file
/// One-dimensional Riemann problems: Sod, Brio-Wu, Ryu-Jones 2a.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/verification/reference/riemann.hpp"
#include "tests/verification/reference/ryu_jones.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

constexpr double jump = 0.5;  // where the states meet in all these decks

std::string cells(int count) { return fmt::format("grid.cells=[{}]", count); }

double sod_density_error(int count) {
  ShippedDeck sod("sod", {cells(count)});
  sod.run();
  const reference::RiemannSolution exact = reference::sod_solution();
  const FieldValues density = sod.field("density");
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const double x = sod.grid().centre(0, i);
    sum += std::abs(density[i] - exact.at((x - jump) / sod.time()).density);
  }
  return sum / count;
}

TEST(Sod, ConvergesToTheExactSolution) {
  const double coarse = sod_density_error(200);
  const double middle = sod_density_error(400);
  const double fine = sod_density_error(800);
  report("L1_density_200", coarse);
  report("L1_density_400", middle);
  report("L1_density_800", fine);
  EXPECT_LT(coarse, 0.011);
  EXPECT_LT(middle / coarse, 0.6);
  EXPECT_LT(fine / middle, 0.6);
}

/// Mean density in a plateau between two speeds, a part at each end left out.
double plateau(const ShippedDeck& run, double from, double to, double margin) {
  const FieldValues density = run.field("density");
  double sum = 0;
  int count = 0;
  for (int i = 0; i < run.grid().cells[0]; ++i) {
    const double speed = (run.grid().centre(0, i) - jump) / run.time();
    if (speed > from + margin * (to - from) && speed < to - margin * (to - from)) {
      sum += density[i];
      ++count;
    }
  }
  EXPECT_GT(count, 1);
  return sum / count;
}

/// Where the density passes `level`, in units of x/t, coming from a speed of `from`.
double crossing(const ShippedDeck& run, double level, double from) {
  const Grid grid = run.grid();
  const FieldValues density = run.field("density");
  int i = int((jump + from * run.time() - grid.lower[0]) / grid.spacing(0));
  while (i + 1 < grid.cells[0] && (density[i] - level) * (density[i + 1] - level) > 0) ++i;
  const double part = (level - density[i]) / (density[i + 1] - density[i]);
  return (grid.centre(0, i) + part * grid.spacing(0) - jump) / run.time();
}

TEST(Sod, PlateauxAndWavesAreWhereTheyShouldBe) {
  ShippedDeck sod("sod");
  sod.run();
  const double left = plateau(sod, -0.07027, 0.92745, 0.2);
  const double right = plateau(sod, 0.92745, 1.7522, 0.2);
  report("density_left_of_contact", left);
  report("density_right_of_contact", right);
  EXPECT_NEAR(left, 0.42632, 0.42632 * 1e-3);
  EXPECT_NEAR(right, 0.26557, 0.26557 * 1e-3);
  const double cell = sod.grid().spacing(0) / sod.time();
  EXPECT_NEAR(crossing(sod, 0.5 * (0.42632 + 0.26557), 0.5), 0.92745, cell);
  EXPECT_NEAR(crossing(sod, 0.5 * (0.125 + 0.26557), 1.4), 1.7522, cell);
}

/// The overrides that turn the Brio-Wu deck to another axis; vectors turn with it cyclically.
Overrides brio_wu_along(int axis, int count) {
  if (axis == axis_x) return {cells(count)};
  const std::array<std::string, 3> name = {"x", "y", "z"};
  const std::string along = name[axis];
  const std::string across = name[(axis + 1) % 3];
  const std::string third = name[(axis + 2) % 3];
  std::array<int, 3> extent = {1, 1, 1};
  extent[axis] = count;
  return {fmt::format("grid.cells=[{}, {}, {}]", extent[0], extent[1], extent[2]),
          fmt::format("grid.boundary_{}=outflow", along),
          "grid.boundary_x=periodic",
          fmt::format("initial.density=\"{} < 0.5 ? 1 : 0.125\"", along),
          fmt::format("initial.pressure=\"{} < 0.5 ? 1 : 0.1\"", along),
          fmt::format("initial.magnetic_field_{}=0", third),
          fmt::format("initial.magnetic_field_{}=0.75", along),
          fmt::format("initial.magnetic_field_{}=\"{} < 0.5 ? 1 : -1\"", across, along)};
}

TEST(BrioWu, ConvergesToAFinerSolution) {
  ShippedDeck reference("brio-wu", {cells(4096)});
  reference.run();
  ShippedDeck finest("brio-wu", {cells(3200)});
  finest.run();
  std::array<double, 2> errors{};
  for (const int count : {512, 800}) {
    ShippedDeck run("brio-wu", {cells(count)});
    run.run();
    const ShippedDeck& fine = count == 512 ? reference : finest;
    const int factor = fine.grid().cells[0] / count;
    double& error = errors[count == 800];
    for (const std::string name : {"density", "velocity_x", "magnetic_field_y"}) {
      const double difference =
          mean_difference(run.field(name), coarsened(fine.field(name), fine.grid(), factor));
      report(fmt::format("L1_{}_{}", name, count), difference);
      error += difference;
    }
    for (const double normal : run.field("magnetic_field_x")) ASSERT_NEAR(normal, 0.75, 1e-13);
  }
  // First order at best, behind shocks: error x N stays bounded.
  EXPECT_LT(errors[0], 0.03);
  EXPECT_LT(errors[1] / errors[0], std::pow(512.0 / 800.0, 0.7));
}

TEST(BrioWu, IsTheSameAlongXYAndZBitForBit) {
  ShippedDeck along_x("brio-wu");
  along_x.run();
  const int count = along_x.grid().cells[0];
  const std::array<std::string, 3> name = {"x", "y", "z"};
  for (const int axis : {1, 2}) {
    ShippedDeck turned("brio-wu", brio_wu_along(axis, count));
    turned.run();
    EXPECT_EQ(turned.steps(), along_x.steps());
    for (const std::string scalar : {"density", "total_energy", "psi"}) {
      EXPECT_TRUE(identical(turned.field(scalar), along_x.field(scalar))) << scalar << axis;
    }
    // Pressure is not stored: where it is put out, the sum of squares begins with x.
    const FieldValues pressure = along_x.field("pressure");
    EXPECT_LT(largest_difference(turned.field("pressure"), pressure), 1e-14);
    for (int component = 0; component < 3; ++component) {
      for (const std::string vector : {"velocity_", "magnetic_field_"}) {
        EXPECT_TRUE(identical(turned.field(vector + name[(component + axis) % 3]),
                              along_x.field(vector + name[component])))
            << vector << component << " along " << axis;
      }
    }
  }
}

/// Largest relative deviation of the plateaux from the published ones.
double ryu_jones_plateau_error(const ShippedDeck& run) {
  const reference::ryu_jones_2a::Speeds wave;
  // Rotations change no density but smear the edges, so plateaux are taken between all waves.
  struct Plateau {
    double from, to, density;
  };
  const auto& density = reference::ryu_jones_2a::densities;
  const std::array<Plateau, 6> plateaux = {{{wave.fast_left, wave.rotation_left, density[1]},
                                            {wave.rotation_left, wave.slow_left, density[1]},
                                            {wave.slow_left, wave.contact, density[2]},
                                            {wave.contact, wave.slow_right, density[3]},
                                            {wave.slow_right, wave.rotation_right, density[4]},
                                            {wave.rotation_right, wave.fast_right, density[4]}}};
  double worst = 0;
  for (std::size_t p = 0; p < plateaux.size(); ++p) {
    const auto& [from, to, expected] = plateaux[p];
    const double error = std::abs(plateau(run, from, to, 0.3) / expected - 1);
    report(fmt::format("plateau_{}_of_{}", p, run.grid().cells[0]), error);
    worst = std::max(worst, error);
  }
  return worst;
}

TEST(RyuJones2a, PlateauxAgreeWithThePublishedOnes) {
  ShippedDeck shipped("ryu-jones-2a");
  shipped.run();
  EXPECT_LT(ryu_jones_plateau_error(shipped), 0.0035);
  ShippedDeck fine("ryu-jones-2a", {cells(2048)});
  fine.run();
  EXPECT_LT(ryu_jones_plateau_error(fine), 0.0005);
}

/// All seven waves of MHD are in this tube, and in Roe's matrix.
TEST(RyuJones2a, PlateauxOfRoesSolverAgreeWithThePublishedOnes) {
  ShippedDeck run("ryu-jones-2a", {"solver.riemann=roe"});
  run.run();
  EXPECT_LT(ryu_jones_plateau_error(run), 0.0035);
  ShippedDeck fine("ryu-jones-2a", {"solver.riemann=roe", cells(2048)});
  fine.run();
  EXPECT_LT(ryu_jones_plateau_error(fine), 0.0005);
}

TEST(RyuJones2a, WavesAreWhereTheyShouldBe) {
  ShippedDeck run("ryu-jones-2a");
  run.run();
  const reference::ryu_jones_2a::Speeds wave;
  const auto& density = reference::ryu_jones_2a::densities;
  const std::array<double, 5> expected = {wave.fast_left, wave.slow_left, wave.contact,
                                          wave.slow_right, wave.fast_right};
  const double cell = run.grid().spacing(0) / run.time();
  double from = -2;
  for (std::size_t w = 0; w < expected.size(); ++w) {
    const double found = crossing(run, 0.5 * (density[w] + density[w + 1]), from);
    report(fmt::format("wave_{}_off_in_cells", w), (found - expected[w]) / cell);
    EXPECT_NEAR(found, expected[w], 2 * cell) << "wave " << w;
    from = found + cell;
  }
}

TEST(RyuJones2a, DensityConverges) {
  std::array<double, 2> errors{};
  for (const int refined : {0, 1}) {
    ShippedDeck run("ryu-jones-2a", {cells(refined == 0 ? 512 : 1024)});
    run.run();
    FieldValues exact;
    for (int i = 0; i < run.grid().cells[0]; ++i) {
      const double speed = (run.grid().centre(0, i) - jump) / run.time();
      exact.push_back(reference::ryu_jones_2a::density_at(speed));
    }
    errors[refined] = mean_difference(run.field("density"), exact);
    report(fmt::format("L1_density_{}", run.grid().cells[0]), errors[refined]);
  }
  EXPECT_LT(errors[1] / errors[0], 0.65);
}

}  // namespace
}  // namespace solenoid::verification
