/// Integrators on modes exp(lambda t): what a step multiplies them by, and when it lets them grow.

#include "numerics/vertices/runge_kutta.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace solenoid {
namespace {

using Complex = std::complex<double>;

/// The factor of a step by the substeps, z being lambda dt.
Complex factor_by_substeps(Integrator integrator, Complex z) {
  std::map<FieldCopy, Complex> copies = {{FieldCopy::state, 1}};
  for (int s = 0; s < substeps_of(integrator); ++s) {
    const Substep<double> stage = substep_of<double>(integrator, s);
    if (stage.sums_stages)
      copies[FieldCopy::third] =
          copies[FieldCopy::state] + (copies[FieldCopy::third] - copies[FieldCopy::second]) / 2.0;
    const Complex u = copies[FieldCopy::state];
    copies[FieldCopy::state] = u + stage.keep * (u - copies[stage.previous]) + stage.weight * z * u;
    copies[stage.target] = u;
  }
  return copies[FieldCopy::state];
}

/// The first terms of exp(z).
Complex factor(Integrator integrator, Complex z) {
  Complex sum = 1, term = 1;
  for (int power = 1; power <= order_of(integrator); ++power) sum += term *= z / double(power);
  return sum;
}

TEST(RungeKutta, FactorsAreTheFirstTermsOfTheExponential) {
  for (const Integrator integrator : integrators)
    for (const Complex z : {Complex(-0.7, 0), Complex(0, 1.1), Complex(-0.4, 0.3)})
      EXPECT_LT(std::abs(factor_by_substeps(integrator, z) - factor(integrator, z)), 1e-15)
          << name_of(integrator) << " " << z;
}

TEST(RungeKutta, NamesAreReadBack) {
  for (const Integrator integrator :
       {Integrator::euler, Integrator::rk2, Integrator::rk3, Integrator::rk4, Integrator::ssp_rk3})
    EXPECT_EQ(choice_named<Integrator>(name_of(integrator)), integrator);
  EXPECT_FALSE(choice_named<Integrator>("rk5"));
}

/// What central differences of an order multiply a wave by that turns by `angle` from vertex to
/// vertex: the first by i first, the second by -second.
struct Symbols {
  double first = 0, second = 0;
};

Symbols symbols_of(int order, double angle) {
  Symbols made;
  const int half = order / 2;
  for (int k = 1; k <= half; ++k) {
    double weight = k % 2 == 1 ? 2.0 : -2.0;  // 2 (-1)^(k+1) half!^2 / ((half - k)! (half + k)!)
    for (int i = 0; i < k; ++i) weight *= double(half - i) / double(half + i + 1);
    made.first += weight / k * std::sin(k * angle);
    made.second += 2 * weight / (k * k) * (1 - std::cos(k * angle));
  }
  return made;
}

constexpr int angles = 200;

Symbols largest_symbols(int order) {
  Symbols largest;
  for (int i = 1; i <= angles; ++i) {
    const Symbols here = symbols_of(order, std::numbers::pi * i / angles);
    largest.first = std::max(largest.first, here.first);
    largest.second = std::max(largest.second, here.second);
  }
  return largest;
}

/// The largest |z| along a direction up to which no step lets a mode grow.
double limit_along(Integrator integrator, Complex direction) {
  double limit = 0;
  for (const double step : {1e-3, 1e-6, 1e-9})
    while (std::abs(factor(integrator, direction * (limit + step))) <= 1 + 1e-12) limit += step;
  return limit;
}

TEST(RungeKutta, LimitsAreThoseThatTheGuideStates) {
  // docs/finite-difference.md: waves, waves of a laplacian, and diffusion, by order of differences.
  struct Row {
    Integrator integrator;
    int order;
    double waves, waves_of_laplacian, diffusion;
  };
  for (const Row& row : {Row{Integrator::euler, 2, 0, 0, 0.50},
                         {Integrator::euler, 6, 0, 0, 0.33},
                         {Integrator::euler, 8, 0, 0, 0.30},
                         {Integrator::rk2, 6, 0, 0, 0.33},
                         {Integrator::rk3, 2, 1.73, 0.86, 0.62},
                         {Integrator::rk3, 4, 1.26, 0.75, 0.47},
                         {Integrator::rk3, 6, 1.09, 0.70, 0.41},
                         {Integrator::rk3, 8, 1.00, 0.67, 0.38},
                         {Integrator::rk4, 2, 2.82, 1.41, 0.69},
                         {Integrator::rk4, 4, 2.06, 1.22, 0.52},
                         {Integrator::rk4, 6, 1.78, 1.15, 0.46},
                         {Integrator::rk4, 8, 1.63, 1.10, 0.42}}) {
    const Symbols largest = largest_symbols(row.order);
    const auto rounded_down = [](double limit) { return std::floor(100 * (limit + 1e-8)) / 100; };
    const double waves =
        amplifies_waves(row.integrator) ? 0 : limit_along(row.integrator, Complex(0, 1));
    EXPECT_EQ(rounded_down(waves / largest.first), row.waves) << name_of(row.integrator);
    EXPECT_EQ(rounded_down(waves / std::sqrt(largest.second)), row.waves_of_laplacian)
        << name_of(row.integrator);
    EXPECT_EQ(rounded_down(limit_along(row.integrator, -1) / largest.second), row.diffusion)
        << name_of(row.integrator) << " " << row.order;
  }
}

TEST(RungeKutta, EulerAndSecondOrderAmplifyAllWaves) {
  for (const Integrator integrator : integrators)
    for (const double b : {0.03, 0.3, 1.0})
      EXPECT_EQ(std::abs(factor(integrator, {0, b})) > 1, amplifies_waves(integrator))
          << name_of(integrator);
}

/// Modes of three kinds of equations with signal speed 1, spacing 1: a quantity that is carried and
/// diffuses; waves of two quantities, one of which diffuses, by first derivatives or a laplacian.
std::vector<Complex> modes(const Symbols& of, double diffusivity) {
  std::vector<Complex> rates = {{-diffusivity * of.second, of.first}};
  for (const double square : {of.first * of.first, of.second}) {
    const Complex root =
        std::sqrt(Complex(diffusivity * diffusivity * of.second * of.second - 4 * square));
    rates.push_back((-diffusivity * of.second + root) / 2.0);
    rates.push_back((-diffusivity * of.second - root) / 2.0);
  }
  return rates;
}

TEST(RungeKutta, DefaultStepsLetNothingGrow) {
  for (const Integrator integrator : {Integrator::euler, Integrator::rk2, Integrator::rk4})
    for (const int order : {2, 4, 6, 8})
      for (int power = -8; power <= 16; ++power) {
        const double diffusivity = std::pow(10.0, -0.25 * power);
        double dt = std::min(0.8, (amplifies_waves(integrator) ? 0.2 : 0.25) / diffusivity);
        if (amplifies_waves(integrator))
          dt = std::min(dt, 0.8 * damped_wave_step(integrator, 1, diffusivity, 1));
        for (int i = 1; i <= angles; ++i)
          for (const Complex rate :
               modes(symbols_of(order, std::numbers::pi * i / angles), diffusivity))
            ASSERT_LE(std::abs(factor(integrator, rate * dt)), 1 + 1e-12)
                << name_of(integrator) << " " << order << " " << diffusivity;
      }
}

}  // namespace
}  // namespace solenoid
