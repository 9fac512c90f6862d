/// \file
/// Cooling: the structure and the modes of radiative shocks, the thermal instability.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

constexpr double gamma = 5.0 / 3;

/// The steady flow behind a shock that gas of density 1 and the temperature `cold` meets with the
/// velocity 1 against a wall. In the frame of the shock, which moves away from the wall as the
/// layer of cold gas grows, with the speed u and w = 1/rho, mass, momentum and energy are conserved
/// as T = u^2 w (1 + c - w), c = cold/u^2 and u^3 (w + gamma/(gamma - 1) (1 + c - 2 w)) dw/dx =
/// -Lambda/w^2.
class SteadyShock {
 public:
  SteadyShock(double alpha, double strength, double cold) : alpha_(alpha), strength_(strength) {
    for (int n = 0; n < 50; ++n) {  // the layer, which is at rest, moves with the speed c u
      speed_ = 1 / (1 - c_);
      c_ = cold / (speed_ * speed_);
    }
  }
  /// What 1/rho is behind the shock, and where all has cooled.
  [[nodiscard]] double at_shock() const {
    return (gamma - 1) / (gamma + 1) + 2 * gamma * c_ / (gamma + 1);
  }
  [[nodiscard]] double at_wall() const { return c_; }
  /// The distance between two values of w.
  [[nodiscard]] double distance(double from, double to) const {
    constexpr int steps = 200;  // of Simpson's rule
    const double h = (to - from) / steps;
    double sum = 0;
    for (int i = 0; i < steps; i += 2)
      sum +=
          h / 3 * (slope(from + i * h) + 4 * slope(from + (i + 1) * h) + slope(from + (i + 2) * h));
    return sum;
  }

 private:
  [[nodiscard]] double slope(double w) const {
    const double temperature = speed_ * speed_ * w * (1 + c_ - w);
    return std::pow(speed_, 3) * (w + gamma / (gamma - 1) * (1 + c_ - 2 * w)) * w * w /
           (strength_ * std::pow(temperature, alpha_));
  }
  double alpha_, strength_, speed_ = 1, c_ = 0;
};

/// Mean distance of cells from where the steady structure of alpha = 2 has their density, over the
/// distance of the shock from the wall.
double structure_error(int cells) {
  const double strength = 0.650728;
  ShippedDeck run("radiative-shock",
                  {"constants.alpha=2", fmt::format("constants.strength={}", strength),
                   "run.end_time=20", fmt::format("grid.cells=[{}]", cells)});
  run.run();
  const SteadyShock steady(2, strength, 0.001);
  const FieldValues density = run.field("density");
  std::vector<double> offsets;
  for (std::size_t i = 0; i < density.size(); ++i) {
    const double w = 1 / density[i];
    if (0.03 < w && w < 0.99 * steady.at_shock())
      offsets.push_back(run.grid().centre(0, int(i)) - steady.distance(0.03, w));
  }
  double mean = 0, error = 0;
  for (const double offset : offsets) mean += offset / double(offsets.size());
  for (const double offset : offsets) error += std::abs(offset - mean) / double(offsets.size());
  return error;
}

TEST(RadiativeShock, HasTheStructureOfASteadyFlow) {
  const double coarse = structure_error(100), fine = structure_error(200);
  report("structure_100", coarse);
  report("structure_200", fine);
  // Far less than the width of a cell.
  EXPECT_LT(coarse, 1e-3);
  EXPECT_LT(fine, 1e-3);
}

/// A course in time.
struct Course {
  std::vector<double> time, value;
};

/// A damped oscillation, exp(-damping t) cos(frequency t + any phase), of any amplitude about a
/// straight line.
struct Oscillation {
  double damping, frequency;

  /// The sum of squares that the best of them leaves of a course.
  [[nodiscard]] double rest(const Course& course) const {
    std::array<std::array<double, 5>, 4> m{};
    const auto row = [&](double t) {
      const double decay = std::exp(-damping * t);
      return std::array<double, 4>{1, t, decay * std::cos(frequency * t),
                                   decay * std::sin(frequency * t)};
    };
    for (std::size_t n = 0; n < course.time.size(); ++n) {
      const auto r = row(course.time[n]);
      for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) m[i][j] += r[i] * r[j];
        m[i][4] += r[i] * course.value[n];
      }
    }
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t k = 0; k < 4; ++k) {
        if (k == i) continue;
        const double factor = m[k][i] / m[i][i];
        for (std::size_t j = 0; j < 5; ++j) m[k][j] -= factor * m[i][j];
      }
    double sum = 0;
    for (std::size_t n = 0; n < course.time.size(); ++n) {
      double left = course.value[n];
      const auto r = row(course.time[n]);
      for (std::size_t i = 0; i < 4; ++i) left -= r[i] * m[i][4] / m[i][i];
      sum += left * left;
    }
    return sum;
  }
};

/// The one that leaves least, downhill from `found`.
Oscillation fitted(const Course& course, Oscillation found) {
  double least = found.rest(course);
  for (double step = 0.02; step > 1e-4; step /= 2)
    for (bool better = true; better;) {
      better = false;
      for (const auto& [damping, frequency] : {std::pair(step, 0.0), std::pair(-step, 0.0),
                                               std::pair(0.0, step), std::pair(0.0, -step)}) {
        const Oscillation other{found.damping + damping, found.frequency + frequency};
        const double rest = other.rest(course);
        if (!(rest < least)) continue;
        least = rest;
        found = other;
        better = true;
      }
    }
  return found;
}

TEST(RadiativeShock, SwingsAsLinearTheorySays) {
  // The fundamental mode for alpha = 1, of equations of Chevalier & Imamura (1982) that we have
  // solved anew.
  const Oscillation theory{0.0622, 0.3121};
  ShippedDeck run("radiative-shock", {"grid.cells=[320]"});
  Course course;
  for (double time = 8; time < 44; time += 0.25) {
    run.run_until(time);
    course.time.push_back(run.time());
    const FieldValues pressure = run.field("pressure");
    double sum = 0;
    for (const double p : pressure) sum += p * run.grid().spacing(0);
    course.value.push_back(sum);
  }
  const Oscillation found = fitted(course, {0, 0.4});
  report("damping", found.damping);
  report("frequency", found.frequency);
  EXPECT_NEAR(found.damping, theory.damping, 0.15 * theory.damping);
  EXPECT_NEAR(found.frequency, theory.frequency, 0.04 * theory.frequency);
}

/// The growth rate s of a wave of number k in a gas with p = rho = 1 that a constant heating keeps
/// from cooling by Lambda = T^alpha: s^3 + alpha n s^2 + gamma k^2 s = (2 - alpha) n k^2 with
/// n = gamma - 1 (Field 1965).
double instability_rate(double alpha, double k) {
  const double n = gamma - 1;
  double low = 0, high = 10;
  for (int i = 0; i < 80; ++i) {
    const double s = 0.5 * (low + high);
    const bool above = 0 < s * s * s + alpha * n * s * s + k * k * (gamma * s - (2 - alpha) * n);
    (above ? high : low) = s;
  }
  return low;
}

TEST(ThermalInstability, GrowsAsFastAsLinearTheorySays) {
  const double alpha = 0.5, k = 2 * 3.14159265358979323846, rate = instability_rate(alpha, k);
  std::array<double, 2> error{};
  for (const int level : {0, 1}) {
    const int cells = 32 << level;
    const std::string deck = fmt::format(R"deck(
[run]
end_time = 4
[physics]
equations = "hydrodynamics"
[constants]
s = {0}
k = {1}
a = 1e-4
[grid]
cells = [{2}]
[source]
heating = 1
[cooling]
temperature = [0.01, 100]
rate = [0.1, 10]
[initial]
density = "1 + a*cos(k*x)"
velocity_x = "-s/k*a*sin(k*x)"
pressure = "1 - (s/k)^2*a*cos(k*x)"
)deck",
                                         rate, k, cells);
    ShippedDeck run(Deck::parse(deck, "instability.toml"));
    run.run();
    const FieldValues density = run.field("density");
    double amplitude = 0;
    for (int i = 0; i < cells; ++i)
      amplitude += density[std::size_t(i)] * std::cos(k * run.grid().centre(0, i)) * 2 / cells;
    error[std::size_t(level)] = std::abs(std::log(amplitude / 1e-4) / run.time() - rate);
    report(fmt::format("growth_rate_error_{}", cells), error[std::size_t(level)]);
  }
  report("growth_rate", rate);
  EXPECT_LT(error[1], 3e-5);
  EXPECT_LT(error[1] / error[0], 0.3);
}

}  // namespace
}  // namespace solenoid::verification
