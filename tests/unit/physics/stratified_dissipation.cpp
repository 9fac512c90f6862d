/// \file
/// Viscosity and resistivity of perturbations (physics/equations/stratified/viscosity.stencil and
/// resistivity.stencil): their rates by definition, what they conserve, decaying waves.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <test_stratified_dissipation.hpp>

#include "physics/solvers/finite_difference_solver.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/backgrounds.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;
using Dissipative = programs::test_stratified_dissipation;
using DissipativeState = ProgramState<Dissipative>;
using Function = FunctionOfPlace;
using Functions = std::array<Function, 3>;
using Fields = std::map<std::string, Values>;

constexpr const char* axes[] = {"x", "y", "z"};

struct Coefficients {
  double viscosity = 0, bulk_viscosity = 0, resistivity = 0;
};

void give(DissipativeState& state, const Coefficients& of) {
  state.set_uniform("viscosity", of.viscosity);
  state.set_uniform("bulk_viscosity", of.bulk_viscosity);
  state.set_uniform("resistivity", of.resistivity);
}

/// What dissipation adds to the rates of a state in a periodic box: Euler's step of the length 1
/// with it, less one without.
Fields rates(const Grid& grid, const Fields& start, const Coefficients& coefficients) {
  const auto after = [&](const Coefficients& given) {
    DissipativeState state(grid, {}, {}, Integrator::euler);
    give(state, given);
    for (const auto& [name, values] : start) state.set(name, values);
    state.advance(0, 1);
    Fields found;
    for (const ProgramField& field : Dissipative::fields)
      if (field.evolved) found[field.name] = state.values(field.name);
    return found;
  };
  Fields with = after(coefficients);
  const Fields without = after({});
  for (auto& [name, values] : with)
    for (std::size_t i = 0; i < values.size(); ++i) values[i] -= without.at(name)[i];
  return with;
}

/// d f/d x_axis to some eleven digits.
Function derivative(const Function& f, std::size_t axis) {
  return [=](double x, double y, double z) {
    constexpr double h = 2e-3;
    const auto difference = [&](double distance) {
      std::array<double, 3> a{x, y, z}, b = a;
      a[axis] += distance;
      b[axis] -= distance;
      return f(a[0], a[1], a[2]) - f(b[0], b[1], b[2]);
    };
    return (45 * difference(h) - 9 * difference(2 * h) + difference(3 * h)) / (60 * h);
  };
}
Function divergence(const Functions& f) {
  return [=](double x, double y, double z) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += derivative(f[i], i)(x, y, z);
    return sum;
  };
}
Functions curl(const Functions& f) {
  Functions of;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
    of[i] = [=](double x, double y, double z) {
      return derivative(f[k], j)(x, y, z) - derivative(f[j], k)(x, y, z);
    };
  }
  return of;
}

/// A smooth state of period 1 in all directions, whose field has no divergence.
struct SmoothState {
  Coefficients c{0.03, 0.02, 0.05};
  Function density = [](double x, double y, double z) {
    return 2 + std::sin(2 * pi * (x + y)) * std::cos(2 * pi * z);
  };
  Functions velocity = {
      [](double x, double y, double z) {
        return std::sin(2 * pi * (x + z)) + std::cos(2 * pi * y);
      },
      [](double x, double y, double z) {
        return std::sin(2 * pi * (x - y)) * std::cos(2 * pi * z);
      },
      [](double x, double y, double z) { return std::cos(2 * pi * (x + y - z)); }};
  Functions background = {
      [](double, double y, double) { return 1 + 0.5 * std::sin(2 * pi * y); },
      [](double, double, double z) { return 0.3 * std::cos(2 * pi * z); },
      [](double x, double, double) { return 0.7 + 0.2 * std::sin(2 * pi * x); }};
  Functions field = {
      [](double, double y, double z) { return std::sin(2 * pi * (y - z)); },
      [](double x, double, double z) { return std::cos(2 * pi * x) * std::sin(2 * pi * z); },
      [](double x, double y, double) { return std::sin(2 * pi * (x + y)); }};

  [[nodiscard]] Fields on(const Grid& grid) const {
    const auto values = [&](const Function& f) { return sampled(grid, f); };
    Fields start;
    // Half of the density is the background's.
    start["background_density"] = start["density_perturbation"] =
        values([&](double x, double y, double z) { return 0.5 * density(x, y, z); });
    start["background_pressure"] = values([](double, double, double) { return 1.0; });
    for (std::size_t i = 0; i < 3; ++i) {
      start[std::string("momentum_") + axes[i]] = values(
          [&](double x, double y, double z) { return density(x, y, z) * velocity[i](x, y, z); });
      start[std::string("background_magnetic_field_") + axes[i]] = values(background[i]);
      start[std::string("magnetic_field_perturbation_") + axes[i]] = values(field[i]);
    }
    return start;
  }

  /// rho (nu (d_j v_i + d_i v_j - 2/3 div v) + zeta div v), the last two where i = j.
  [[nodiscard]] Function stress(std::size_t i, std::size_t j) const {
    return [=, this](double x, double y, double z) {
      double shear = derivative(velocity[i], j)(x, y, z) + derivative(velocity[j], i)(x, y, z);
      double rate = c.viscosity * shear;
      if (i == j) rate += (c.bulk_viscosity - c.viscosity * 2 / 3) * divergence(velocity)(x, y, z);
      return density(x, y, z) * rate;
    };
  }
  [[nodiscard]] std::map<std::string, Function> rates() const {
    std::map<std::string, Function> of;
    Functions energy_flux;
    const Functions current = curl(field), background_current = curl(background);
    Functions electric;
    for (std::size_t i = 0; i < 3; ++i)
      electric[i] = [=, this](double x, double y, double z) {
        return c.resistivity * current[i](x, y, z);
      };
    const Functions induced = curl(electric);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
      of[std::string("momentum_") + axes[i]] =
          divergence({stress(i, 0), stress(i, 1), stress(i, 2)});
      of[std::string("magnetic_field_perturbation_") + axes[i]] =
          [=](double x, double y, double z) { return -induced[i](x, y, z); };
      const auto whole = [=, this](std::size_t n, double x, double y, double z) {
        return background[n](x, y, z) + field[n](x, y, z);
      };
      energy_flux[i] = [=, this](double x, double y, double z) {
        double flux =
            -(electric[j](x, y, z) * whole(k, x, y, z) - electric[k](x, y, z) * whole(j, x, y, z));
        for (std::size_t n = 0; n < 3; ++n) flux += stress(n, i)(x, y, z) * velocity[n](x, y, z);
        return flux;
      };
    }
    of["energy_perturbation"] = [=](double x, double y, double z) {
      double rate = divergence(energy_flux)(x, y, z);
      for (std::size_t n = 0; n < 3; ++n)
        rate += electric[n](x, y, z) * background_current[n](x, y, z);
      return rate;
    };
    return of;
  }
};

TEST(StratifiedDissipation, RatesAreThoseOfTheirDefinitionsToFourthOrder) {
  SOLENOID_SKIP_IF_SANITIZED();
  const SmoothState smooth;
  const auto exact = smooth.rates();
  // At some of the vertices of the coarse grid, which a fine one with thrice as many has, too.
  const auto errors = [&](int n) {
    const Grid grid{{n, n, n}, {0, 0, 0}, {1, 1, 1}};
    const Fields found = rates(grid, smooth.on(grid), smooth.c);
    std::map<std::string, double> largest;
    for (const auto& [name, f] : exact)
      for (int at = 0; at < 30; ++at) {
        const int ratio = n / 20;
        const std::array<int, 3> cell{(at * 7 % 20) * ratio + ratio / 2,
                                      (at * 3 % 20) * ratio + ratio / 2,
                                      (at * at % 20) * ratio + ratio / 2};
        const double value = found.at(name)[std::size_t((cell[2] * n + cell[1]) * n + cell[0])];
        const double error =
            value - f(grid.centre(0, cell[0]), grid.centre(1, cell[1]), grid.centre(2, cell[2]));
        largest[name] = std::max(largest[name], std::abs(error));
      }
    return largest;
  };
  const auto coarse = errors(20), fine = errors(60);
  for (const auto& [name, error] : coarse)
    EXPECT_NEAR(std::log(error / fine.at(name)) / std::log(3.0), 4, 0.3) << name << " " << error;
}

/// Noise from vertex to vertex, in a density that varies and a field that does not.
Fields noise(const Grid& grid) {
  unsigned seed = 1;
  const auto values = [&](double mean, double size) {
    return sampled(grid, [&](double, double, double) {
      seed = 1664525U * seed + 1013904223U;
      return mean + size * (double(seed) / 4294967296.0 - 0.5);
    });
  };
  Fields start;
  start["background_density"] = values(1, 1);
  start["background_pressure"] = values(0.6, 0.3);
  start["density_perturbation"] = values(0, 0.1);
  start["energy_perturbation"] = values(0, 0.1);
  for (const char* axis : axes) {
    start[std::string("background_magnetic_field_") + axis] = values(0.4, 0);
    start[std::string("magnetic_field_perturbation_") + axis] = values(0, 0.2);
    start[std::string("momentum_") + axis] = values(0, 0.2);
  }
  return start;
}

/// The sum of the products of two fields.
double product(const Values& a, const Values& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(StratifiedDissipation, WhatFlowAndFieldLoseBecomesHeat) {
  for (const std::array<int, 3>& cells : {std::array{10, 8, 7}, {9, 12, 1}, {16, 1, 1}}) {
    const Grid grid{cells, {0, 0, 0}, {1, 1.2, 0.6}};
    const Fields start = noise(grid);
    const Values ones(grid.cell_count(), 1.0);
    Values density = start.at("background_density");
    for (std::size_t i = 0; i < density.size(); ++i)
      density[i] += start.at("density_perturbation")[i];
    for (const Coefficients& c : {Coefficients{0.01, 0, 0}, {0, 0.02, 0}, {0, 0, 0.01}}) {
      const Fields rate = rates(grid, start, c);
      const double scale = 1e-11 * double(ones.size());
      EXPECT_NEAR(product(rate.at("energy_perturbation"), ones), 0, scale);
      double lost = 0;
      for (const char* axis : axes) {
        const std::string momentum = std::string("momentum_") + axis;
        const std::string field = std::string("magnetic_field_perturbation_") + axis;
        EXPECT_NEAR(product(rate.at(momentum), ones), 0, scale);
        EXPECT_NEAR(product(rate.at(field), ones), 0, scale);
        Values velocity = start.at(momentum);
        for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] /= density[i];
        lost -= product(rate.at(momentum), velocity) + product(rate.at(field), start.at(field));
      }
      EXPECT_GT(lost, 0.05) << cells[1] << " " << c.viscosity << " " << c.bulk_viscosity;
      EXPECT_EQ(product(rate.at("density_perturbation"), ones), 0);
    }
  }
}

TEST(StratifiedDissipation, AlfvenWavesDecayAtTheRateOfTheirWaveNumber) {
  SOLENOID_SKIP_IF_SANITIZED();
  // Circularly polarised, with one coefficient for both, a wave of any amplitude is exact.
  const auto error = [](int cells) {
    auto state = alfven_wave<Dissipative>(cells, Integrator::rk4);
    give(state, {0.01, 0, 0.01});
    Values exact = state.values("momentum_z");
    const double energy = mean(state.values("energy_perturbation"));
    const int steps = 16 * cells;
    for (int step = 0; step < steps; ++step) state.advance(double(step) / steps, 1.0 / steps);
    for (double& value : exact) value *= std::exp(-0.01 * 4 * pi * pi);
    EXPECT_NEAR(mean(state.values("energy_perturbation")), energy, 4e-15);
    return largest_difference(state.values("momentum_z"), exact);
  };
  const double coarse = error(8), fine = error(16);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.3) << coarse << " " << fine;
}

TEST(StratifiedDissipation, OfNothingIsNothing) {
  for (const BoundaryKind kind :
       {BoundaryKind::periodic, BoundaryKind::fixed, BoundaryKind::reflecting}) {
    Boundaries boundaries;
    for (auto& axis : boundaries.kind) axis = {kind, kind};
    expect_rest<Dissipative>({{8, 6, 5}, {0, 0, 0}, {1, 0.8, 1.2}}, boundaries, Integrator::rk3, 5,
                             {{"viscosity", 0.1}, {"bulk_viscosity", 0.2}, {"resistivity", 0.3}});
  }
}

TEST(StratifiedDissipation, LimitsTheStep) {
  using Solver = FiniteDifferenceSolver<WithoutOutputs<Dissipative>, double, HostSpace>;
  const Grid grid{{20, 10, 1}, {0, 0, 0}, {2, 2, 1}};
  const auto step = [&](const Coefficients& c, double light) {
    FiniteDifferenceSettings settings;
    settings.uniforms = {{"viscosity", c.viscosity},
                         {"bulk_viscosity", c.bulk_viscosity},
                         {"resistivity", c.resistivity}};
    Solver solver(grid, {}, settings);
    FieldMap fields;
    for (const std::string& name : solver.primitive_names())
      fields[name] = FieldValues(grid.cell_count(), 0);
    fields["background_density"].assign(grid.cell_count(), 1);
    fields["background_density"][55] = light;
    fields["background_pressure"].assign(grid.cell_count(), 1e-9);
    solver.set_primitive(fields, 0);
    return solver.stable_step();
  };
  const double of_resistivity = step({0, 0, 10}, 1);
  EXPECT_NEAR(step({0, 0, 20}, 1), of_resistivity / 2, 1e-12);
  EXPECT_NEAR(step({7.5, 0, 0}, 1), of_resistivity, 1e-12);
  EXPECT_NEAR(step({3.75, 5, 0}, 1), of_resistivity, 1e-12);
  // Beside a vertex of a quarter of the density the mean is 2.5 times that.
  EXPECT_NEAR(step({7.5, 0, 0}, 0.25), of_resistivity / 2.5, 1e-12);
}

}  // namespace
}  // namespace solenoid
