// Profiles and probability densities: what they hold, and what is wrong with the outputs.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "physics/fields/distributions.hpp"
#include "physics/fields/profiles.hpp"
#include "physics/solvers/compiled_precisions.hpp"
#include "src/deck/deck.hpp"
#include "src/driver/start.hpp"
#include "src/machine/devices.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

constexpr const char* waves = R"deck(
[run]
end_time = 1

[grid]
cells = [24, 10, 6]
upper = [2, 1, 3]

[initial]
density = "2 + sin(pi*x)*cos(2*pi*y) + 0.1*z"
velocity_x = "x - 1"
pressure = 1

[fields]
half = "x < 1 ? density : 0/0"
same = "3"
nothing = "0*x"
ends = "x < 0.1 ? 1/0 : x > 1.9 ? -1/0 : x"
tiny = "1e-200*(1 + x)"
product = "density*velocity_x"

)deck";

/// A deck's initial state.
struct State {
  Deck deck;
  std::unique_ptr<Solver> solver;

  explicit State(const std::vector<std::string>& settings = {}, Device device = Device::cpu)
      : deck(Deck::parse(waves, "waves.toml", settings)), solver(make_solver(deck, device)) {
    start_afresh(deck, *solver);
  }
  [[nodiscard]] FieldValues values(const std::string& name) {
    FieldValues values(solver->part().cell_count());
    deck.defined_fields().read(*solver, name, 0, whole_field(solver->part(), Placement::cells),
                               {Precision::double_precision, values.data()});
    return values;
  }
  [[nodiscard]] Distribution distribution(const DistributionRequest& request) {
    return distribution_of(*solver, deck.defined_fields(), request, 0);
  }
  [[nodiscard]] std::vector<ProfileColumn> profile(const ProfileRequest& request) {
    return profile_of(*solver, deck.defined_fields(), request, 0);
  }
};

const std::vector<PlaneStatistic> all_statistics{PlaneStatistic::mean, PlaneStatistic::rms,
                                                 PlaneStatistic::minimum, PlaneStatistic::maximum};

TEST(Profiles, AreOfPlanesNormalToTheirAxis) {
  State state;
  const FieldValues f = state.values("product"), w = state.values("density");
  const Box all = whole_field(state.solver->part(), Placement::cells);
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    for (const bool weighted : {false, true}) {
      const auto columns =
          state.profile({axis, {"product"}, weighted ? "density" : "", all_statistics});
      ASSERT_EQ(columns.size(), 4U);
      for (int plane = 0; plane < all.count[axis]; ++plane) {
        double weight = 0, sum = 0, square = 0, low = 1e300, high = -1e300;
        for (std::size_t n = 0; n < f.size(); ++n) {
          if (all.at(n)[axis] != plane) continue;
          const double of = weighted ? w[n] : 1;
          weight += of;
          sum += of * f[n];
          square += of * f[n] * f[n];
          low = std::min(low, f[n]);
          high = std::max(high, f[n]);
        }
        const auto at = std::size_t(plane);
        EXPECT_NEAR(columns[0].values[at], sum / weight, 1e-14);
        EXPECT_NEAR(columns[1].values[at], std::sqrt(square / weight), 1e-14);
        EXPECT_EQ(columns[2].values[at], low);
        EXPECT_EQ(columns[3].values[at], high);
      }
    }
  }
}

TEST(Profiles, AreNoNumbersWhereAValueIsNone) {
  State state;
  for (const ProfileColumn& column : state.profile({axis_x, {"half"}, "", all_statistics}))
    for (std::size_t plane = 0; plane < 24; ++plane)
      EXPECT_EQ(std::isnan(column.values[plane]), plane >= 12) << name_of(column.statistic);
}

TEST(Distributions, CountEachCellOnce) {
  State state;
  const FieldValues f = state.values("density"), w = state.values("velocity_x");
  for (const bool logarithmic : {false, true}) {
    const Distribution found =
        state.distribution({{"density"}, {{20, logarithmic, {{1.5, 2.5}}}}, "velocity_x"});
    const std::vector<double>& edges = found.edges[0];
    ASSERT_EQ(edges.size(), 21U);
    EXPECT_EQ(edges.front(), 1.5);
    EXPECT_EQ(edges.back(), 2.5);
    std::vector<std::int64_t> cells(22);
    std::vector<double> weights(22);
    for (std::size_t n = 0; n < f.size(); ++n) {
      std::size_t bin = 0;
      while (bin < 21 && edges[bin] <= f[n]) ++bin;
      if (f[n] == 2.5) bin = 20;
      ++cells[bin];
      weights[bin] += w[n];
    }
    EXPECT_EQ(found.cells, cells);
    EXPECT_GT(cells.front(), 0);
    EXPECT_GT(cells.back(), 0);
    for (std::size_t bin = 0; bin < 22; ++bin) EXPECT_NEAR(found.weights[bin], weights[bin], 1e-13);
  }
}

/// The integral of a density and what is outside of its range.
double whole(const Distribution& found) {
  double sum = found.outside(0)[0] + found.outside(0)[1];
  for (int bin = 0; bin < found.bins(0); ++bin)
    sum += found.density(bin) *
           (found.edges[0][std::size_t(bin) + 1] - found.edges[0][std::size_t(bin)]);
  return sum;
}

TEST(Distributions, AreOneTogether) {
  State state;
  for (const char* weight : {"", "density"})
    for (const bool logarithmic : {false, true})
      for (const BinScale& scale :
           {BinScale{37, logarithmic, {}}, BinScale{5, logarithmic, {{1.9, 2.2}}}})
        EXPECT_NEAR(whole(state.distribution({{"density"}, {scale}, weight})), 1, 1e-14);
  const Distribution joint = state.distribution({{"density", "velocity_x"}, {{9}, {7}}, "density"});
  double sum = 0;
  for (int j = 0; j < 7; ++j)
    for (int i = 0; i < 9; ++i)
      sum += joint.density(i, j) * (joint.edges[0][1] - joint.edges[0][0]) *
             (joint.edges[1][1] - joint.edges[1][0]);
  EXPECT_NEAR(sum, 1, 1e-13);
}

TEST(Distributions, OfTwoFieldsHaveThoseOfEachOnTheirSides) {
  State state;
  const BinScale first{8, true, {{1.4, 2.6}}}, second{6, false, {}};
  const Distribution joint = state.distribution({{"density", "velocity_x"}, {first, second}, ""});
  const Distribution one = state.distribution({{"density"}, {first}, ""});
  const Distribution other = state.distribution({{"velocity_x"}, {second}, ""});
  for (int i = -1; i <= 8; ++i) {
    std::int64_t sum = 0;
    for (int j = -1; j <= 6; ++j) sum += joint.cells[joint.place(i, j)];
    EXPECT_EQ(sum, one.cells[one.place(i)]);
  }
  for (int j = -1; j <= 6; ++j) {
    std::int64_t sum = 0;
    for (int i = -1; i <= 8; ++i) sum += joint.cells[joint.place(i, j)];
    EXPECT_EQ(sum, other.cells[other.place(j)]);
  }
  EXPECT_EQ(joint.outside(0), one.outside(0));
}

TEST(Distributions, TakeTheirRangeFromTheValues) {
  State state;
  const auto edges = [&](const char* field, bool logarithmic) {
    const Distribution found = state.distribution({{field}, {{10, logarithmic, {}}}, ""});
    return std::array{found.edges[0].front(), found.edges[0].back()};
  };
  using Ends = std::array<double, 2>;
  EXPECT_EQ(edges("same", false), (Ends{1.5, 4.5}));
  EXPECT_EQ(edges("same", true), (Ends{1.5, 4.5}));
  EXPECT_EQ(edges("nothing", false), (Ends{-0.5, 0.5}));
  EXPECT_EQ(edges("nothing", true), (Ends{1, 10}));
  // Of values that are finite; of a logarithmic scale, and positive.
  EXPECT_EQ(edges("ends", false), (Ends{2.0 / 24 * 1.5, 2 - 2.0 / 24 * 1.5}));
  EXPECT_NEAR(edges("velocity_x", true)[0], 1.0 / 24, 1e-15);
  EXPECT_EQ(edges("tiny", true)[0], state.values("tiny").front());
}

TEST(Distributions, TellOfValuesThatAreNoNumbers) {
  State state;
  const Distribution half = state.distribution({{"half"}, {{10}}, ""});
  EXPECT_EQ(half.not_numbers, 24 * 10 * 6 / 2);
  EXPECT_NEAR(whole(half), 1, 1e-14);
  const Distribution ends = state.distribution({{"ends"}, {{10}}, ""});
  EXPECT_EQ(ends.not_numbers, 0);
  EXPECT_NEAR(ends.outside(0)[0], 1.0 / 24, 1e-15);
  EXPECT_NEAR(ends.outside(0)[1], 1.0 / 24, 1e-15);
  // A weight that is none takes its cell away.
  EXPECT_EQ(state.distribution({{"density"}, {{10}}, "half"}).not_numbers, 24 * 10 * 6 / 2);
  EXPECT_EQ(state.distribution({{"velocity_x", "half"}, {{10}, {3}}, ""}).not_numbers,
            24 * 10 * 6 / 2);
}

TEST(TableOutputs, AreTheSameOnAllDevices) {
  if (!gpu_available()) GTEST_SKIP() << "there is one device";
  for (const char* scheme : {"muscl-hancock", "relaxing-tvd"}) {
    for (const Precision precision : compiled_precisions) {
      std::vector<std::vector<double>> found;
      for (const Device device : {Device::cpu, Device::gpu}) {
        State state({fmt::format("solver.scheme={}", scheme),
                     fmt::format("run.precision={}", name_of(precision))},
                    device);
        const Distribution joint =
            state.distribution({{"product", "vorticity_z"}, {{30}, {20}}, "velocity_divergence"});
        found.push_back(joint.weights);
        for (const ProfileColumn& column :
             state.profile({axis_x, {"product", "vorticity_z"}, "density", all_statistics}))
          found.back().insert(found.back().end(), column.values.begin(), column.values.end());
      }
      for (const auto& values : found) EXPECT_EQ(values, found.front()) << scheme;
    }
  }
}

/// What is wrong with an output block.
std::string wrong(const std::string& block) {
  try {
    Deck::parse(std::string(waves) + "[[output]]\n" + block, "waves.toml");
  } catch (const DeckError& error) {
    return error.what();
  }
  return "nothing is wrong";
}

TEST(TableOutputs, WhatIsWrongWithThemIsSaid) {
  const auto expect = [](const std::string& block, const std::string& part) {
    EXPECT_NE(wrong(block).find(part), std::string::npos) << wrong(block);
  };
  expect("type = \"profile\"\nfields = [\"density\"]\n",
         "'axis' in [[output]] 0: is missing: expected the axis along which the profile goes");
  expect("type = \"profile\"\naxis = \"w\"\n", "expected one of \"x\", \"y\", \"z\", found \"w\"");
  expect("type = \"profile\"\naxis = \"x\"\nstatistics = [\"mean\", \"median\"]\n", "\"median\"");
  expect("type = \"profile\"\naxis = \"x\"\nstatistics = [\"rms\", \"rms\"]\n",
         "each of them once");
  expect("type = \"profile\"\naxis = \"x\"\nfields = [\"density\"]\nweight = \"densty\"\n",
         "'weight' in [[output]] 0: unknown field 'densty', did you mean 'density'?");
  expect("type = \"profile\"\naxis = \"x\"\nbins = 10\n",
         "'bins' in [[output]] 0 applies only to outputs of type pdf or histogram, not profile");
  expect("type = \"pdf\"\n", "'field' in [[output]] 0: is missing");
  expect("type = \"pdf\"\nfield = \"spped\"\n", "unknown field 'spped'");
  expect("type = \"pdf\"\nfield = \"density\"\nbins = 0\n", "expected a whole number >= 1");
  expect("type = \"pdf\"\nfield = \"density\"\nbins = [3, 4]\n", "expected one value, found 2");
  expect("type = \"pdf\"\nfield = \"density\"\nscale = \"log\"\nrange = [0, 1]\n",
         "a logarithmic scale needs a range of positive numbers, found [0, 1]");
  expect("type = \"pdf\"\nfield = \"density\"\nrange = [1, 1.0000000000000002]\n",
         "bins are narrower, or wider, than numbers can tell");
  expect("type = \"pdf\"\nfield = \"density\"\nrange = [[0, 1], [0, 1]]\n",
         "expected two increasing numbers");
  expect("type = \"histogram\"\nfields = [\"density\"]\n", "expected two fields");
  expect("type = \"histogram\"\nfields = [\"density\", \"pressure\"]\nrange = [0, 1]\n",
         "expected a pair for each field such as [[0, 1], [-1, 1]]");
  expect("type = \"histogram\"\nfields = [\"density\", \"pressure\"]\nbins = [2000, 2000]\n",
         "expected at most 1000000 of both fields together, found 4000000");
  expect("type = \"png\"\nrange = [[0, 1], [0, 1]]\n", "expected two increasing numbers");
  EXPECT_EQ(
      wrong("type = \"histogram\"\nfields = [\"density\", \"product\"]\n"
            "range = [[1, 3], [-1, \"2/3\"]]\nscale = [\"log\", \"linear\"]\nbins = [5, 6]\n"),
      "nothing is wrong");
}

TEST(TableOutputs, AreReadBackAsTheyAreResolved) {
  const std::string block =
      "[[output]]\ntype = \"histogram\"\nfields = [\"density\", \"product\"]\nscale = \"log\"\n"
      "range = [[1, 3], [0.5, \"2/3\"]]\nbins = [5, 6]\nweight = \"density\"\n";
  const Deck deck = Deck::parse(waves + block, "waves.toml");
  const Deck again = Deck::parse(deck.resolved(), "waves.toml");
  EXPECT_EQ(deck.resolved(), again.resolved());
  const DistributionRequest& request = again.outputs()[0].distribution;
  EXPECT_EQ(request.weight, "density");
  ASSERT_EQ(request.scales.size(), 2U);
  EXPECT_EQ(request.scales[1].bins, 6);
  EXPECT_TRUE(request.scales[1].logarithmic);
  EXPECT_EQ((*request.scales[1].range)[1], 2.0 / 3);
}

}  // namespace
}  // namespace solenoid
