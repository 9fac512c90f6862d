/// \file
/// Initial magnetic fields from vector potentials.

#include "src/setup/potential.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "src/setup/initial.hpp"

namespace solenoid {
namespace {

using Place = std::array<double, 3>;

FieldMap fields_of(const std::vector<std::string>& overrides,
                   std::size_t most = state_slab_values) {
  return initial_fields(
      Deck::parse("[run]\nend_time = 1\n[grid]\ncells = [8, 8]\n[initial]\ndensity = 1\n"
                  "pressure = 1\n",
                  "d", overrides),
      most);
}

TEST(DerivativeOfDifferences, IsExactForPolynomialsOfFourthDegree) {
  for (int degree = 0; degree <= 4; ++degree) {
    const auto power = [&](double x) { return std::pow(x, degree); };
    for (const double centre : {-3.0, 0.0, 0.25, 20.0}) {
      std::array<double, 5> d{};
      for (int n = 0; n < 5; ++n)
        d[std::size_t(n)] = power(centre + n - 1.5) - power(centre + n - 2.5);
      const double exact = degree == 0 ? 0 : degree * std::pow(centre, degree - 1);
      EXPECT_NEAR(derivative_of(d), exact, 1e-12 * (1 + std::abs(exact)))
          << degree << " " << centre;
    }
  }
}

TEST(DerivativeOfDifferences, IsTheMeanWhereTheyHaveAKink) {
  EXPECT_EQ(derivative_of({-1, -1, -1, 1, 1}), -1);
  EXPECT_EQ(derivative_of({-1, -1, 1, 1, 1}), 1);
  EXPECT_EQ(derivative_of({-1, -1, 0, 1, 1}), 0);
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(derivative_of({none, 3, 2, 5, 1}), 2);
  EXPECT_EQ(derivative_of({0, 3, 2, 5, none}), 2);
  // A kink within a cell: what is left of the step is a share of 1/72.
  for (double share = 0; share <= 1; share += 1.0 / 64)
    for (std::size_t cell = 0; cell < 5; ++cell) {
      std::array<double, 5> d{};
      for (std::size_t n = 0; n < 5; ++n) d[n] = n < cell ? -1 : n == cell ? -share : 0;
      EXPECT_NEAR(derivative_of(d), d[2], 1.0 / 72 + 1e-15) << share << " " << cell;
    }
}

/// The largest difference of a field of muscl-hancock to a function of place.
double largest_error(const FieldMap& fields, const std::string& name,
                     const std::array<int, 3>& cells, const std::function<double(Place)>& exact) {
  const FieldValues& values = fields.at(name);
  double largest = 0;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const auto nx = std::size_t(cells[0]);
    const auto ny = std::size_t(cells[1]);
    const Place x{(double(n % nx) + 0.5) / cells[0], (double(n / nx % ny) + 0.5) / cells[1],
                  (double(n / nx / ny) + 0.5) / cells[2]};
    largest = std::max(largest, std::abs(values[n] - exact(x)));
  }
  return largest;
}

/// The largest error of the field of a potential with all components, with n cells along x, in one
/// to three dimensions.
double potential_error(int dimensions, int n) {
  const std::array<int, 3> cells{n, dimensions > 1 ? n : 1, dimensions > 2 ? n / 2 : 1};
  const std::string places[] = {"x", "(x + y)", "(x + y + z)"};
  const std::string& place = places[dimensions - 1];
  const FieldMap fields = fields_of(
      {fmt::format("grid.cells=[{}{}{}]", cells[0], dimensions > 1 ? fmt::format(",{}", n) : "",
                   dimensions > 2 ? fmt::format(",{}", n / 2) : ""),
       fmt::format("initial.vector_potential_x=\"sin(2*pi*{})/(2*pi)\"", place),
       fmt::format("initial.vector_potential_y=\"sin(2*pi*{})/pi\"", place),
       fmt::format("initial.vector_potential_z=\"2*sin(2*pi*{})/pi\"", place),
       "initial.magnetic_field_x=0.5"});
  const std::array<double, 3> amplitude{1, 2, 4};
  double largest = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t next = (c + 1) % 3;
    const std::size_t last = (c + 2) % 3;
    const double size = (int(next) < dimensions ? amplitude[last] : 0) -
                        (int(last) < dimensions ? amplitude[next] : 0);
    largest = std::max(largest, largest_error(fields, std::string("magnetic_field_") + "xyz"[c],
                                              cells, [&](const Place& x) {
                                                double phase = 0;
                                                for (int d = 0; d < dimensions; ++d)
                                                  phase += x[std::size_t(d)];
                                                return (c == 0 ? 0.5 : 0) +
                                                       size * std::cos(2 * M_PI * phase);
                                              }));
  }
  return largest;
}

TEST(FieldOfAPotential, IsOfFourthOrderAtCentres) {
  for (const int dimensions : {1, 2, 3}) {
    const double coarse = potential_error(dimensions, 16);
    const double fine = potential_error(dimensions, 32);
    // Differences over one cell would leave 0.006, over two 0.03.
    EXPECT_LT(fine, 5e-4) << dimensions;
    EXPECT_GT(std::log2(coarse / fine), 3.9) << dimensions << ": " << coarse << " " << fine;
  }
}

TEST(FieldOfAPotential, DoesNotOvershootAtAKink) {
  for (const std::string kink : {"0.5", "0.51", "0.53", "0.55"}) {
    const FieldMap sheet = fields_of({"grid.cells=[16, 16]", "grid.boundary_x=outflow",
                                      "initial.vector_potential_z=\"abs(x - " + kink + ")\""});
    const double most = kink == "0.5" ? 1 + 1e-12 : 1 + 2.0 / 72;
    for (const double by : sheet.at("magnetic_field_y")) EXPECT_LE(std::abs(by), most) << kink;
  }
  const FieldMap loop =
      fields_of({"grid.cells=[64, 64]",
                 "initial.vector_potential_z=\"max(0, 0.3 - hypot(x - 0.5, y - 0.5))\""});
  for (std::size_t n = 0; n < loop.at("density").size(); ++n)
    EXPECT_LE(std::hypot(loop.at("magnetic_field_x")[n], loop.at("magnetic_field_y")[n]), 1.02);
}

/// On the first and last cells the differences reach outside the box.
TEST(FieldOfAPotential, IsThereWhereThePotentialIsInTheBoxAlone) {
  for (const std::string boundary : {"reflecting", "outflow", "periodic"}) {
    const FieldMap fields =
        fields_of({"grid.boundary_x=" + boundary, "initial.vector_potential_z=\"x*sqrt(x)\"",
                   "initial.vector_potential_y=\"(1 - x)*sqrt(1 - x)\""});
    const FieldValues& by = fields.at("magnetic_field_y");
    const FieldValues& bz = fields.at("magnetic_field_z");
    EXPECT_DOUBLE_EQ(by[0], -8 * std::pow(0.125, 1.5)) << boundary;
    EXPECT_NEAR(by[4], -1.5 * std::sqrt(0.5625), 1e-4) << boundary;
    EXPECT_DOUBLE_EQ(bz[7], -8 * std::pow(0.125, 1.5)) << boundary;
  }
}

/// Turning the axes, x to y to z to x, turns the field, bit for bit.
TEST(FieldOfAPotential, TurnsWithThePotential) {
  const auto turned_expression = [](const std::string& text, int turns) {
    std::string turned = text;
    for (char& c : turned)
      if (c >= 'X' && c <= 'Z') c = "xyz"[(c - 'X' + turns) % 3];
    return turned;
  };
  const std::array<std::string, 3> potential{"cos(2*pi*Z)*sin(2*pi*Y)", "max(0, 0.3 - X*X - Z)",
                                             "cos(2*pi*X)*Y*Y"};
  const auto turned_fields = [&](const std::string& scheme, int turns) {
    std::vector<std::string> overrides{"grid.cells=[8, 8, 8]", "solver.scheme=" + scheme};
    for (const std::string axis : {"x", "y", "z"})
      overrides.push_back("grid.boundary_" + axis + "=outflow");
    for (int c = 0; c < 3; ++c)
      overrides.push_back(fmt::format("initial.vector_potential_{}=\"{}\"", "xyz"[(c + turns) % 3],
                                      turned_expression(potential[std::size_t(c)], turns)));
    return fields_of(overrides);
  };
  for (const std::string scheme : {"muscl-hancock", "relaxing-tvd"}) {
    const FieldMap straight = turned_fields(scheme, 0);
    for (const int turns : {1, 2}) {
      const FieldMap turned = turned_fields(scheme, turns);
      for (int c = 0; c < 3; ++c) {
        const auto name = [&](int component) {
          return fmt::format("magnetic_field_{}", "xyz"[component % 3]);
        };
        const int faces = scheme == "relaxing-tvd" ? 1 : 0;
        const auto value = [&](const FieldMap& fields, int component, std::array<int, 3> cell) {
          const int nx = component % 3 == 0 ? 8 + faces : 8;
          const int ny = component % 3 == 1 ? 8 + faces : 8;
          return fields.at(name(component))[std::size_t(cell[0] + nx * (cell[1] + ny * cell[2]))];
        };
        for (int n = 0; n < 512; ++n) {
          const std::array<int, 3> cell{n % 8, n / 8 % 8, n / 64};
          std::array<int, 3> there{};
          for (int d = 0; d < 3; ++d) there[std::size_t((d + turns) % 3)] = cell[std::size_t(d)];
          EXPECT_EQ(value(straight, c, cell), value(turned, c + turns, there)) << scheme << name(c);
        }
      }
    }
  }
}

TEST(FieldOfAPotential, IsTheSameInSlabsOfAnySize) {
  const std::vector<std::string> overrides{
      "grid.cells=[6, 5, 4]", "initial.vector_potential_x=\"cos(2*pi*(y + 2*z))\"",
      "initial.vector_potential_y=\"cos(2*pi*z + 1)\"",
      "initial.vector_potential_z=\"sin(2*pi*x)*cos(2*pi*y)\""};
  const FieldMap whole = fields_of(overrides);
  for (const std::size_t most : {1, 6, 13, 30, 65, 90})
    EXPECT_EQ(fields_of(overrides, most), whole) << most;
}

/// On faces: the error of differences over one cell, and no divergence but rounding.
TEST(FieldOfAPotential, HasNoDivergenceOnFaces) {
  const auto error_and_divergence = [](int n) {
    const FieldMap fields = fields_of(
        {"solver.scheme=relaxing-tvd", fmt::format("grid.cells=[{}, {}, {}]", n, n, n / 2),
         "initial.vector_potential_x=\"sin(2*pi*(x + y))*sin(2*pi*z)/(2*pi)\"",
         "initial.vector_potential_z=\"cos(2*pi*x)*cos(2*pi*y)/(2*pi)\""});
    const int m = n / 2;
    const auto at = [&](const std::string& name, int i, int j, int k) {
      const int nx = name == "x" ? n + 1 : n;
      const int ny = name == "y" ? n + 1 : n;
      return fields.at("magnetic_field_" + name)[std::size_t(i + nx * (j + ny * k))];
    };
    double error = 0;
    double divergence = 0;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const double x = (i + 0.5) / n;
          const double y = double(j) / n;
          const double z = (k + 0.5) / m;
          const double by = std::sin(2 * M_PI * (x + y)) * std::cos(2 * M_PI * z) +
                            std::sin(2 * M_PI * x) * std::cos(2 * M_PI * y);
          error = std::max(error, std::abs(at("y", i, j, k) - by));
          divergence =
              std::max(divergence, std::abs(at("x", i + 1, j, k) - at("x", i, j, k) +
                                            at("y", i, j + 1, k) - at("y", i, j, k) +
                                            0.5 * (at("z", i, j, k + 1) - at("z", i, j, k))));
        }
    return std::array{error, divergence};
  };
  const auto [coarse, coarse_divergence] = error_and_divergence(16);
  const auto [fine, fine_divergence] = error_and_divergence(32);
  // h^2/24 (2 pi)^2, with h = 1/16 in z and 1/32 in x.
  EXPECT_LT(fine, 1.01 * std::pow(2 * M_PI, 2) / 24 * (1.0 / 256 + 1.0 / 1024));
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
  EXPECT_LT(std::max(coarse_divergence, fine_divergence), 1e-14);
}

}  // namespace
}  // namespace solenoid
