/// Stencil programs on a grid: against exact solutions, and what must not matter.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <test_isothermal.hpp>
#include <test_waves.hpp>

#include "physics/solvers/finite_difference_solver.hpp"
#include "tests/unit/physics/program_state.hpp"

namespace solenoid {
namespace {

using std::numbers::pi;

template <class Program, class Real = double>
using Solution = FiniteDifferences<Program, Real, HostSpace>;

using IsothermalFlow =
    testing_physics::WithOutputs<programs::test_isothermal, programs::test_isothermal::Output0>;
using testing_physics::sampled;

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// The error at t = 1 of a damped wave across a box of `cells` cells a wavelength.
double error_of_wave(int cells, double dt) {
  const Grid grid{{cells, cells, 1}, {0, 0, 0}, {2 * pi, 2 * pi, 1}};
  Solution<programs::test_waves> solution(grid, {});
  const double b = 0.3, omega = std::sqrt(2 - b * b / 4);
  solution.uniforms() = {1, b};
  const auto wave = [&](double t) {
    return sampled(grid, [&](double x, double y, double) {
      return std::exp(-b * t / 2) * std::cos(x + y - omega * t);
    });
  };
  solution.set(0, wave(0));
  solution.set(1, sampled(grid, [&](double x, double y, double) {
                 return -b / 2 * std::cos(x + y) + omega * std::sin(x + y);
               }));
  const int steps = int(std::lround(1 / dt));
  for (int step = 0; step < steps; ++step) solution.advance(step * dt, dt);
  return largest_difference(solution.values<double>(0), wave(1));
}

TEST(FiniteDifferences, WaveConvergesWithSixthOrderInSpace) {
  const double coarse = error_of_wave(8, 1.0 / 64);
  const double fine = error_of_wave(16, 1.0 / 64);
  EXPECT_NEAR(std::log2(coarse / fine), 6, 0.3) << coarse << " " << fine;
}

TEST(FiniteDifferences, WaveConvergesWithThirdOrderInTime) {
  const double coarse = error_of_wave(64, 1.0 / 16);
  const double fine = error_of_wave(64, 1.0 / 32);
  EXPECT_NEAR(std::log2(coarse / fine), 3, 0.2) << coarse << " " << fine;
}

/// A state without symmetry.
void disturb(Solution<IsothermalFlow>& solution, const Grid& grid) {
  for (int f = 0; f < 4; ++f)
    solution.set(f, sampled(grid, [&](double x, double y, double z) {
                   return 0.1 * std::sin(x + f) * std::cos(y - 2 * f) + 0.05 * std::cos(z + x + f);
                 }));
}

TEST(FiniteDifferences, ShearWaveDecaysAsViscositySays) {
  // Pekkila et al. (2017), eq. 22, here in three dimensions with the divergence in its own pass.
  const Grid grid{{48, 4, 4}, {0, 0, 0}, {2 * pi, 1, 1}};
  Solution<IsothermalFlow> solution(grid, {});
  solution.uniforms()[1] = 0.05;
  const double amplitude = 1e-3, dt = 0.02;
  const auto wave = [&](double t) {
    return sampled(grid, [&](double x, double, double) {
      return amplitude * std::exp(-0.05 * 9 * t) * std::sin(3 * x);
    });
  };
  solution.set(2, wave(0));
  for (int step = 0; step < 50; ++step) solution.advance(step * dt, dt);
  EXPECT_LT(largest_difference(solution.values<double>(2), wave(1)), 1e-7 * amplitude);
}

TEST(FiniteDifferences, AxesAreTreatedAlikeAndEdgesAreFilled) {
  // A periodic box moved by some cells along every axis: mixed derivatives see the edges.
  const Grid grid{{12, 10, 9}, {0, 0, 0}, {2 * pi, 2 * pi, 2 * pi}};
  const std::array<int, 3> by = {5, 3, 4};
  const auto moved = [&](const std::vector<double>& values) {
    std::vector<double> result(values.size());
    for (int k = 0; k < 9; ++k)
      for (int j = 0; j < 10; ++j)
        for (int i = 0; i < 12; ++i)
          result[std::size_t(((k + by[2]) % 9 * 10 + (j + by[1]) % 10) * 12 + (i + by[0]) % 12)] =
              values[std::size_t((k * 10 + j) * 12 + i)];
    return result;
  };
  Solution<IsothermalFlow> a(grid, {}), b(grid, {});
  disturb(a, grid);
  for (int f = 0; f < 4; ++f) b.set(f, moved(a.values<double>(f)));
  for (auto* solution : {&a, &b}) {
    solution->uniforms()[1] = 0.1;
    for (int step = 0; step < 3; ++step) solution->advance(0, 0.02);
  }
  for (int f = 0; f < 4; ++f) EXPECT_EQ(moved(a.values<double>(f)), b.values<double>(f));
}

TEST(FiniteDifferences, ReductionsAreThoseOfTheState) {
  const Grid grid{{12, 10, 9}, {0, 0, 0}, {2 * pi, 2 * pi, 2 * pi}};
  Solution<IsothermalFlow> solution(grid, {});
  solution.uniforms() = {2, 0.25};
  disturb(solution, grid);
  double largest = 0, squares = 0;
  const auto u = [&](int axis) { return solution.values<double>(1 + axis); };
  const auto ux = u(0), uy = u(1), uz = u(2);
  for (std::size_t i = 0; i < ux.size(); ++i) {
    const double square = ux[i] * ux[i] + uy[i] * uy[i] + uz[i] * uz[i];
    largest = std::max(largest, std::sqrt(square));
    squares += square;
  }
  const auto found = solution.reductions(0);
  EXPECT_DOUBLE_EQ(found[0], largest + 2);
  EXPECT_DOUBLE_EQ(found[1], 0.25);
  EXPECT_DOUBLE_EQ(found[2], largest);
  EXPECT_DOUBLE_EQ(found[3], std::sqrt(squares / double(ux.size())));
}

/// Boundaries with `kind` on both x faces.
Boundaries walls(BoundaryKind kind) {
  Boundaries boundaries;
  boundaries.kind[0] = {kind, kind};
  return boundaries;
}

TEST(FiniteDifferences, MirrorsAreHalvesOfAPeriodicBox) {
  const Grid whole{{32, 8, 1}, {0, 0, 0}, {2, 1, 1}}, half{{16, 8, 1}, {0, 0, 0}, {1, 1, 1}};
  const auto even = [](double x, double y, double) {
    return std::cos(pi * x) + 0.2 * std::cos(3 * pi * x) * std::sin(2 * pi * y);
  };
  const auto odd = [](double x, double y, double) {
    return std::sin(pi * x) + 0.2 * std::sin(3 * pi * x) * std::sin(2 * pi * y);
  };
  for (const auto& [kind, wave] : {std::pair{BoundaryKind::symmetric, std::function(even)},
                                   std::pair{BoundaryKind::reflecting, std::function(even)},
                                   std::pair{BoundaryKind::antisymmetric,
                                             std::function<double(double, double, double)>(odd)}}) {
    Solution<programs::test_waves> periodic(whole, {}), mirrored(half, walls(kind));
    periodic.set(0, sampled(whole, wave));
    mirrored.set(0, sampled(half, wave));
    for (int step = 0; step < 5; ++step) {
      periodic.advance(0, 0.01);
      mirrored.advance(0, 0.01);
    }
    const auto all = periodic.values<double>(0), part = mirrored.values<double>(0);
    for (std::size_t j = 0; j < 8; ++j)
      for (std::size_t i = 0; i < 16; ++i)
        EXPECT_NEAR(part[j * 16 + i], all[j * 32 + i], 1e-14) << int(kind) << " " << i;
  }
}

TEST(FiniteDifferences, MirrorsAtVerticesAreHalvesOfAPeriodicBox) {
  // The outermost vertices of the half, at 0 and 1, are their own images.
  const double dx = 1.0 / 15;
  const Grid whole{{30, 8, 1}, {-dx / 2, 0, 0}, {2 - dx / 2, 1, 1}};
  const Grid half{{16, 8, 1}, {-dx / 2, 0, 0}, {1 + dx / 2, 1, 1}};
  const auto even = [](double x, double y, double) {
    return std::cos(pi * x) + 0.2 * std::cos(3 * pi * x) * std::sin(2 * pi * y);
  };
  Solution<programs::test_waves> periodic(whole, {});
  Solution<programs::test_waves> mirrored(half, walls(BoundaryKind::vertex_symmetric));
  periodic.set(0, sampled(whole, even));
  mirrored.set(0, sampled(half, even));
  for (int step = 0; step < 5; ++step) {
    periodic.advance(0, 0.01);
    mirrored.advance(0, 0.01);
  }
  const auto all = periodic.values<double>(0), part = mirrored.values<double>(0);
  for (std::size_t j = 0; j < 8; ++j)
    for (std::size_t i = 0; i < 16; ++i) EXPECT_NEAR(part[j * 16 + i], all[j * 30 + i], 1e-14) << i;
}

TEST(FiniteDifferences, FieldsBehindFixedFacesAreWhatTheProblemSays) {
  // A damped wave that runs through both faces of the box, known there at all times; w is given
  // boundaries of its own, which no difference reads.
  const Grid grid{{48, 4, 1}, {0, 0, 0}, {1, 1, 1}};
  const double k = 4, b = 0.3, omega = std::sqrt(k * k - b * b / 4);
  const auto wave = [&](double x, double t) {
    return std::exp(-b * t / 2) * std::cos(k * x - omega * t);
  };
  const FixedBoundary behind{[&](const std::string& field, double x, double, double, double t) {
                               EXPECT_EQ(field, "u");
                               return wave(x, t);
                             },
                             true};
  Solution<programs::test_waves> solution(grid, walls(BoundaryKind::fixed), behind);
  solution.set_boundaries(1, walls(BoundaryKind::outflow));
  solution.uniforms() = {1, b};
  solution.set(0, sampled(grid, [&](double x, double, double) { return wave(x, 0); }));
  solution.set(1, sampled(grid, [&](double x, double, double) {
                 return -b / 2 * std::cos(k * x) + omega * std::sin(k * x);
               }));
  for (int step = 0; step < 200; ++step) solution.advance(step * 0.005, 0.005);
  const auto exact = sampled(grid, [&](double x, double, double) { return wave(x, 1); });
  EXPECT_LT(largest_difference(solution.values<double>(0), exact), 1e-5);
}

// Passes fill the ghosts in x of what they write; of fields that are set anew they are filled
// later.
TEST(FiniteDifferences, GhostsInXThatPassesFillAreThoseFilledLater) {
  const Grid grid{{21, 6, 5}, {0, 0, 0}, {2 * pi, 2 * pi, 2 * pi}};
  for (const BoundaryKind kind :
       {BoundaryKind::periodic, BoundaryKind::outflow, BoundaryKind::symmetric,
        BoundaryKind::antisymmetric, BoundaryKind::reflecting}) {
    const Integrator integrator =
        kind == BoundaryKind::reflecting ? Integrator::rk4 : Integrator::rk3;
    Solution<IsothermalFlow> at_once(grid, walls(kind), {}, integrator);
    Solution<IsothermalFlow> later(grid, walls(kind), {}, integrator);
    disturb(at_once, grid);
    disturb(later, grid);
    for (int step = 0; step < 3; ++step) {
      at_once.advance(0, 0.01);
      later.advance(0, 0.01);
      for (int f = 0; f < 4; ++f) {
        EXPECT_EQ(at_once.values<double>(f), later.values<double>(f)) << int(kind) << " " << step;
        later.set(f, later.values<double>(f));
      }
    }
  }
}

TEST(FiniteDifferences, GhostsThatStandFromReductionsAreThoseOfTheStep) {
  const Grid grid{{16, 12, 8}, {0, 0, 0}, {2 * pi, 2 * pi, 2 * pi}};
  const FixedBoundary behind{
      [](const std::string&, double x, double y, double z, double t) { return x + y - z + t; },
      true};
  Boundaries boundaries;
  boundaries.kind[axis_y] = {BoundaryKind::fixed, BoundaryKind::outflow};
  Solution<IsothermalFlow> reduced(grid, boundaries, behind);
  Solution<IsothermalFlow> other(grid, boundaries, behind);
  disturb(reduced, grid);
  disturb(other, grid);
  for (int step = 0; step < 3; ++step) {
    const double time = 0.01 * step;
    EXPECT_TRUE(std::isfinite(reduced.reductions(time)[0]));
    std::vector<double> density(grid.cell_count());
    bring_to_host(reduced.device(), reduced.gather_output(0, time),
                  whole_field(grid, Placement::vertices),
                  {Precision::double_precision, density.data()});
    EXPECT_GT(*std::ranges::min_element(density), 0);
    reduced.advance(time, 0.01);
    other.advance(time, 0.01);
  }
  reduced.set(0, reduced.values<double>(1));
  other.set(0, other.values<double>(1));
  reduced.advance(0.03, 0.01);
  other.advance(0.03, 0.01);
  for (int f = 0; f < 4; ++f) EXPECT_EQ(reduced.values<double>(f), other.values<double>(f));
}

TEST(FiniteDifferences, BadGridsAreRefused) {
  EXPECT_THROW(Solution<programs::test_waves>({{1, 8, 8}}, {}), std::invalid_argument);
}

// The same behind the interface of solvers.

using Waves = FiniteDifferenceSolver<programs::test_waves, double, HostSpace>;

const Grid wave_plane{{16, 8, 1}, {0, 0, 0}, {2, 1, 1}};

FieldMap standing_wave() {
  FieldMap fields;
  for (const char* name : {"u", "w"})
    for (int j = 0; j < wave_plane.cells[1]; ++j)
      for (int i = 0; i < wave_plane.cells[0]; ++i)
        fields[name].push_back(std::cos(pi * wave_plane.centre(0, i)) *
                               (*name == 'u' ? 1 : 0.25 * wave_plane.centre(1, j)));
  return fields;
}

TEST(FiniteDifferenceSolver, StepIsLimitedBySignalAndDiffusivity) {
  Waves solver(wave_plane, {}, {{{"speed", 2}}, 0, 0.5});
  solver.set_primitive(standing_wave(), 0);
  // Both spacings are 1/8.
  EXPECT_DOUBLE_EQ(solver.stable_step(), 0.5 / (2 * 8 * std::sqrt(2.0)));
  Waves fixed(wave_plane, {}, {{}, 0.01});
  EXPECT_EQ(fixed.stable_step(), 0.01);
}

TEST(FiniteDifferenceSolver, RestartGoesOnBitForBit) {
  Waves straight(wave_plane, {}, {}), restarted(wave_plane, {}, {});
  straight.set_primitive(standing_wave(), 0);
  straight.advance(0, 0.01);
  restarted.restore(straight.save(), 0.01);
  for (Waves* solver : {&straight, &restarted}) solver->advance(0.01, 0.01);
  for (const char* name : {"u", "w"}) EXPECT_EQ(straight.field(name), restarted.field(name));
  EXPECT_EQ(straight.history(), restarted.history());
}

TEST(FiniteDifferenceSolver, FieldsAndHistoriesAreThoseOfTheProgram) {
  Waves solver(wave_plane, {}, {});
  solver.set_primitive(standing_wave(), 0);
  EXPECT_EQ(solver.primitive_names(), (std::vector<std::string>{"u", "w"}));
  EXPECT_EQ(solver.field("w"), standing_wave().at("w"));
  const auto row = solver.history();
  ASSERT_EQ(row.size(), 2U);
  EXPECT_EQ(row[1].first, "u_rms");
  EXPECT_NEAR(row[1].second, std::sqrt(0.5), 1e-14);
  EXPECT_EQ(solver.traffic().values_per_update, 18);
}

TEST(FiniteDifferenceSolver, OutputsAreComputedFromTheStateAndLeaveIt) {
  Waves solver(wave_plane, {}, {}), undisturbed(wave_plane, {}, {});
  for (Waves* one : {&solver, &undisturbed}) {
    one->set_primitive(standing_wave(), 0);
    one->advance(0, 0.01);
  }
  EXPECT_EQ(solver.derived_names(),
            (std::vector<std::string>{"slope_x", "slope_y", "slope_z", "energy"}));
  const FieldValues w = solver.field("w"), energy = solver.field("energy");
  const FieldValues x = solver.field("slope_x"), y = solver.field("slope_y");
  EXPECT_EQ(solver.field("slope_z"), FieldValues(w.size(), 0.0));
  for (std::size_t i = 0; i < w.size(); ++i)
    EXPECT_NEAR(energy[i], (w[i] * w[i] + x[i] * x[i] + y[i] * y[i]) / 2, 1e-14);
  // u is pi times a cosine's slope, but for the differences of sixth order at 16 vertices a wave.
  EXPECT_NEAR(*std::max_element(x.begin(), x.end()), pi * std::cos(pi / 16), 0.01);
  for (Waves* one : {&solver, &undisturbed}) one->advance(0.01, 0.01);
  for (const char* name : {"u", "w"}) EXPECT_EQ(solver.field(name), undisturbed.field(name));
}

TEST(FiniteDifferenceSolver, NumbersThatAreNoneAreFound) {
  Waves solver(wave_plane, {}, {});
  FieldMap fields = standing_wave();
  solver.set_primitive(fields, 0);
  EXPECT_FALSE(solver.unphysical_cell());
  fields["u"][16 * 3 + 5] = std::numeric_limits<double>::quiet_NaN();
  solver.set_primitive(fields, 0);
  const auto found = solver.unphysical_cell();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cell, (std::array{5, 3, 0}));
  EXPECT_EQ(found->state.at(1).first, "w");
}

TEST(FiniteDifferenceSolver, BadSettingsAreRefused) {
  EXPECT_THROW(Waves(wave_plane, {}, {{{"sped", 1}}}), std::invalid_argument);
  Waves solver(wave_plane, {}, {});
  EXPECT_THROW(static_cast<void>(solver.field("density")), std::invalid_argument);
  EXPECT_THROW(solver.set_primitive({{"u", standing_wave().at("u")}}, 0), std::invalid_argument);
  EXPECT_THROW(solver.restore({}, 0), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
