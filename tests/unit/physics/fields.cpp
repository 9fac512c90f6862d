/// \file
/// What a solver tells about its state: fields, histories, unphysical cells; and what it refuses.

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/physics/schemes_by_name.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

const Grid box{{24, 16, 12}, {0, 0, 0}, {1, 1, 1}};

class SolverFields : public testing::TestWithParam<Scheme> {
 protected:
  static constexpr double gamma = 1.4;
  MusclHancockSettings settings() const {
    auto s = GetParam().settings();
    s.gamma = gamma;
    return s;
  }
  /// The initial value of a field in each cell; zero for a field that the equations lack.
  FieldValues initial(const std::string& name) const {
    const auto all = sample(*solver, box, smooth);
    const auto found = all.find(name);
    return found == all.end() ? FieldValues(box.cell_count()) : found->second;
  }
  const std::unique_ptr<Solver> solver = start(GetParam(), box, all_periodic, smooth, settings());
};
INSTANTIATE_TEST_SUITE_P(MusclHancock, SolverFields, testing::ValuesIn(both_equations()),
                         name_of_case);

TEST_P(SolverFields, PrimitiveFieldsAreTheGivenOnes) {
  for (const auto& name : solver->primitive_names()) {
    const auto values = solver->field(name);
    const auto expected = initial(name);
    ASSERT_EQ(values.size(), box.cell_count());
    for (std::size_t c = 0; c < values.size(); ++c)
      EXPECT_NEAR(values[c], expected[c], 1e-14) << name;
  }
}

TEST_P(SolverFields, LocalDerivedFieldsFollowTheirFormulas) {
  const auto rho = initial("density"), p = initial("pressure");
  const auto vx = initial("velocity_x"), vy = initial("velocity_y"), vz = initial("velocity_z");
  const auto bx = initial("magnetic_field_x"), by = initial("magnetic_field_y"),
             bz = initial("magnetic_field_z");
  const auto expect = [&](const std::string& name, const std::function<double(std::size_t)>& f) {
    const auto values = solver->field(name);
    for (std::size_t c = 0; c < values.size(); c += 7) {
      EXPECT_NEAR(values[c], f(c), 1e-13 * (1 + std::abs(f(c)))) << name << " in cell " << c;
    }
  };
  const auto v2 = [&](std::size_t c) { return vx[c] * vx[c] + vy[c] * vy[c] + vz[c] * vz[c]; };
  const auto b2 = [&](std::size_t c) { return bx[c] * bx[c] + by[c] * by[c] + bz[c] * bz[c]; };
  expect("momentum_x", [&](std::size_t c) { return rho[c] * vx[c]; });
  expect("momentum_y", [&](std::size_t c) { return rho[c] * vy[c]; });
  expect("momentum_z", [&](std::size_t c) { return rho[c] * vz[c]; });
  expect("kinetic_energy", [&](std::size_t c) { return 0.5 * rho[c] * v2(c); });
  expect("internal_energy", [&](std::size_t c) { return p[c] / (gamma - 1); });
  expect("total_energy",
         [&](std::size_t c) { return p[c] / (gamma - 1) + 0.5 * rho[c] * v2(c) + 0.5 * b2(c); });
  expect("temperature", [&](std::size_t c) { return p[c] / rho[c]; });
  expect("entropy", [&](std::size_t c) { return p[c] * std::pow(rho[c], -gamma); });
  expect("velocity_magnitude", [&](std::size_t c) { return std::sqrt(v2(c)); });
  expect("mach_number", [&](std::size_t c) { return std::sqrt(v2(c) * rho[c] / (gamma * p[c])); });
  if (!GetParam().magnetised) return;
  expect("psi", [](std::size_t) { return 0.0; });
  expect("magnetic_field_magnitude", [&](std::size_t c) { return std::sqrt(b2(c)); });
  expect("magnetic_pressure", [&](std::size_t c) { return 0.5 * b2(c); });
  expect("alfven_mach_number", [&](std::size_t c) { return std::sqrt(rho[c] * v2(c) / b2(c)); });
}

/// Central difference of a field of the initial state, by its cells' neighbours in a periodic box.
double difference(const FieldValues& values, std::size_t cell, int axis) {
  const auto& n = box.cells;
  const int at[3] = {int(cell) % n[0], int(cell) / n[0] % n[1], int(cell) / (n[0] * n[1])};
  const auto neighbour = [&](int shift) {
    int i[3] = {at[0], at[1], at[2]};
    i[axis] = (i[axis] + shift + n[axis]) % n[axis];
    return values[std::size_t(i[0] + n[0] * (i[1] + n[1] * i[2]))];
  };
  return (neighbour(1) - neighbour(-1)) / (2 * box.spacing(axis));
}

TEST_P(SolverFields, DerivativesAreCentralDifferencesAlsoAcrossTheBoundary) {
  const auto check = [&](const std::string& vector, const std::string& divergence,
                         const std::string& curl) {
    const FieldValues q[3] = {initial(vector + "_x"), initial(vector + "_y"),
                              initial(vector + "_z")};
    const auto div = solver->field(divergence);
    const FieldValues rot[3] = {solver->field(curl + "_x"), solver->field(curl + "_y"),
                                solver->field(curl + "_z")};
    for (std::size_t c = 0; c < box.cell_count(); ++c) {
      EXPECT_NEAR(div[c], difference(q[0], c, 0) + difference(q[1], c, 1) + difference(q[2], c, 2),
                  1e-12);
      for (int d = 0; d < 3; ++d) {
        const int a = (d + 1) % 3;
        const int b = (d + 2) % 3;
        EXPECT_NEAR(rot[d][c], difference(q[b], c, a) - difference(q[a], c, b), 1e-12)
            << curl << " component " << d;
      }
    }
    return rot[0];
  };
  check("velocity", "velocity_divergence", "vorticity");
  if (!GetParam().magnetised) return;
  const auto jx = check("magnetic_field", "divergence_b", "current_density");
  const auto jy = solver->field("current_density_y");
  const auto jz = solver->field("current_density_z");
  const auto j = solver->field("current_density_magnitude");
  for (std::size_t c = 0; c < j.size(); ++c)
    EXPECT_NEAR(j[c], std::hypot(jx[c], jy[c], jz[c]), 1e-12);
}

TEST_P(SolverFields, DerivativesAlongInactiveDirectionsAreZero) {
  const Grid line{{1, 20, 1}};
  const auto one = start(GetParam(), line, all_periodic, smooth, settings());
  for (const double w : one->field("vorticity_y")) EXPECT_EQ(w, 0);
  const auto vy = sample(*one, line, smooth).at("velocity_y");
  const auto divergence = one->field("velocity_divergence");
  EXPECT_NEAR(divergence[5], (vy[6] - vy[4]) * 10, 1e-12);
}

TEST_P(SolverFields, EveryNamedFieldIsThereAndNoOther) {
  auto names = solver->primitive_names();
  const auto derived = solver->derived_names();
  names.insert(names.end(), derived.begin(), derived.end());
  for (const auto& name : names) {
    const auto values = solver->field(name);
    EXPECT_EQ(values.size(), box.cell_count()) << name;
    for (const double value : values) ASSERT_TRUE(std::isfinite(value)) << name;
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << "a name twice";
  EXPECT_THROW(static_cast<void>(solver->field("densty")), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(solver->field("")), std::invalid_argument);
  if (!GetParam().magnetised) {
    EXPECT_THROW(static_cast<void>(solver->field("divergence_b")), std::invalid_argument);
  }
}

/// Rows have the bits of their cells read one by one, whatever the cell that they begin at.
void expect_rows_to_be_their_cells(Solver& solver, const Grid& grid, const std::string& what) {
  auto names = solver.primitive_names();
  for (const auto& name : solver.derived_names()) names.push_back(name);
  take_steps(solver, 2);
  for (const auto& name : names)
    for (const int begin : {0, 3}) {
      const Gather read = solver.read_field(name);
      const Box rows{{begin, 1, 0}, {grid.cells[0] - begin, 2, 1}};
      FieldValues together(rows.values());
      read(rows, {Precision::double_precision, together.data()});
      for (std::size_t n = 0; n < together.size(); ++n) {
        const int i = int(n) % rows.count[0], j = int(n) / rows.count[0];
        double alone = 0;
        read({{begin + i, 1 + j, 0}, {1, 1, 1}}, {Precision::double_precision, &alone});
        ASSERT_EQ(together[n], alone)
            << what << ": " << name << " in cell " << begin + i << ", " << j;
      }
    }
}

TEST(FieldsInRows, AreThoseOfTheirCells) {
  const Grid grid{{37, 4, 3}, {0, 0, 0}, {1, 1, 1}};
  for (const Precision precision : compiled_precisions) {
    for (Scheme scheme : all_equations()) {
      scheme.precision = precision;
      const auto solver = start(scheme, grid, all_periodic, smooth, scheme.settings());
      expect_rows_to_be_their_cells(*solver, grid, name(scheme));
    }
    for (const NamedMake& scheme : both_schemes(precision, [](auto&) {})) {
      if (!scheme.staggered) continue;
      const auto solver = scheme.make(grid);
      solver->set_primitive(smooth_start(scheme, grid), 0);
      expect_rows_to_be_their_cells(*solver, grid, scheme.name);
    }
  }
}

TEST_P(SolverFields, HistoryHoldsTheVolumeIntegralsInOrder) {
  take_steps(*solver, 2);
  const double volume = box.cell_volume();
  const auto total = [&](const std::string& a, const std::string& b) {
    const auto x = solver->field(a);
    const auto y = solver->field(b);
    long double t = 0;
    for (std::size_t c = 0; c < x.size(); ++c) t += x[c] * y[c];
    return double(t) * volume;
  };
  std::vector<std::pair<std::string, double>> expected;
  const std::string xyz = "xyz";
  expected.emplace_back("mass", sum(solver->field("density")) * volume);
  for (int d = 0; d < 3; ++d)
    expected.emplace_back(std::to_string(d + 1) + "-mom",
                          sum(solver->field(std::string("momentum_") + xyz[d])) * volume);
  for (int d = 0; d < 3; ++d)
    expected.emplace_back(
        std::to_string(d + 1) + "-KE",
        0.5 * total(std::string("momentum_") + xyz[d], std::string("velocity_") + xyz[d]));
  expected.emplace_back("tot-E", sum(solver->field("total_energy")) * volume);
  if (GetParam().magnetised) {
    for (int d = 0; d < 3; ++d) {
      const auto name = std::string("magnetic_field_") + xyz[d];
      expected.emplace_back(std::to_string(d + 1) + "-ME", 0.5 * total(name, name));
    }
    double largest = 0;
    for (const double value : solver->field("divergence_b"))
      largest = std::max(largest, std::abs(value));
    expected.emplace_back("max_divB", largest);
  }
  const auto row = solver->history();
  ASSERT_GE(row.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(row[i].first, expected[i].first);
    EXPECT_NEAR(row[i].second, expected[i].second, 1e-13) << expected[i].first;
  }
  for (std::size_t i = expected.size(); i < row.size(); ++i)
    EXPECT_EQ(row[i].second, 0) << row[i].first << " counts what did not happen";
  for (const auto& label : solver->conserved_labels()) value_of(row, label);
}

TEST_P(SolverFields, NoCellOfAGoodStateIsUnphysical) {
  take_steps(*solver, 2);
  EXPECT_FALSE(solver->unphysical_cell().has_value());
}

TEST_P(SolverFields, UnphysicalCellIsFoundWhereItIs) {
  const Grid grid{{37, 7, 5}, {0, 0, -1}, {37, 14, 4}};
  for (const auto& [i, j, k] :
       std::vector<std::array<int, 3>>{{0, 0, 0}, {36, 6, 4}, {33, 0, 2}, {5, 3, 0}})
    for (const auto& [name, value] :
         {std::pair{"density", -0.5}, std::pair{"pressure", -0.5},
          std::pair{"density", std::numeric_limits<double>::quiet_NaN()},
          std::pair{"velocity_y", std::numeric_limits<double>::quiet_NaN()}}) {
      const auto broken =
          make_muscl_hancock(grid, all_periodic, settings(), GetParam().precision, Device::cpu);
      auto fields = sample(*broken, grid, smooth);
      fields[name][std::size_t(i + 37 * (j + 7 * k))] = value;
      broken->set_primitive(fields, 0);
      static_cast<void>(broken->stable_step());
      const auto bad = broken->unphysical_cell();
      ASSERT_TRUE(bad.has_value()) << name << " " << value;
      EXPECT_EQ(bad->cell, (std::array<int, 3>{i, j, k}));
      EXPECT_EQ(bad->position, (std::array<double, 3>{i + 0.5, 2 * j + 1.0, k - 0.5}));
      ASSERT_EQ(bad->state.size(), stored_fields(GetParam().magnetised).size());
      EXPECT_EQ(bad->state[0].first, "density");
      EXPECT_EQ(bad->state[4].first, "total_energy");
      if (std::string(name) == "density" && value < 0) {
        EXPECT_EQ(bad->state[0].second, value);
      }
    }
}

/// Two streams part so fast that they leave a vacuum: a step notices it.
TEST_P(SolverFields, UnphysicalCellOfAStepIsFound) {
  const Grid grid{{32, 1, 1}};
  const auto parting = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1.0;
    if (name == "pressure") return 1e-6;
    return name == "velocity_x" ? (x < 0.5 ? -1.0 : 1.0) : 0.0;
  };
  const auto streams =
      start(GetParam(), grid, everywhere(BoundaryKind::outflow), parting, settings());
  static_cast<void>(streams->stable_step());
  for (int step = 0; step < 2; ++step) streams->advance(0, 2.0 / 32);  // twice what is stable
  const auto bad = streams->unphysical_cell();
  ASSERT_TRUE(bad.has_value());
  EXPECT_NEAR(bad->cell[0], 16, 4);
}

TEST_P(SolverFields, AMissingOrShortInitialFieldIsRefused) {
  auto fields = sample(*solver, box, smooth);
  fields.at("velocity_y").pop_back();
  EXPECT_THROW(solver->set_primitive(fields, 0), std::invalid_argument);
  fields.erase("velocity_y");
  EXPECT_THROW(solver->set_primitive(fields, 0), std::invalid_argument);
}

TEST_P(SolverFields, TrafficCountsEveryValueReadAndWrittenInEverySweep) {
  const double fields = GetParam().magnetised ? 9 : 5;
  EXPECT_EQ(solver->traffic().values_per_update, 2 * fields * 3);
  EXPECT_EQ(solver->traffic().bytes_per_value, 8);
}

TEST(SolverFactory, RefusesARiemannSolverOfOtherEquations) {
  for (const bool magnetised : {false, true}) {
    const Scheme wrong{magnetised ? RiemannSolver::hllc : RiemannSolver::hlld, magnetised};
    EXPECT_THROW(make_muscl_hancock(box, all_periodic, wrong.settings(),
                                    Precision::double_precision, Device::cpu),
                 std::invalid_argument);
  }
}

TEST(SolverMemory, HoldsTwoCopiesOfTheStateAndFourForSymmetricSplitting) {
  const Scheme scheme;
  auto settings = scheme.settings();
  const Grid large{{128, 128, 128}};
  const double copy = 9.0 * 8 * 128 * 128 * 128;
  const auto bytes = [&](Precision precision) {
    return double(muscl_hancock_bytes(large, settings, precision));
  };
  const double two = bytes(Precision::double_precision);
  EXPECT_GT(two, 2 * copy);
  EXPECT_LT(two, 2 * copy * 1.5);
  EXPECT_NEAR(bytes(Precision::single_precision) / two, 0.5, 0.1);
  settings.splitting = Splitting::symmetric;
  EXPECT_EQ(bytes(Precision::double_precision), 2 * two);
  settings.splitting = Splitting::merged;
  EXPECT_EQ(bytes(Precision::double_precision), two);
}

}  // namespace
}  // namespace solenoid
