/// \file
/// Cooling by a curve, cell by cell as on a device and in packs as on a host: against integrals of
/// the curve, for exponents of all kinds.

#include "physics/equations/cooling/cooling_curve.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <stdexcept>
#include <vector>

#include "physics/solvers/cooling_cells.hpp"

namespace solenoid {
namespace {

constexpr double ratio_of_heats = 5.0 / 3;

CoolingSettings curve_of(const std::vector<double>& exponents, double width = 1.7) {
  CoolingSettings settings;
  double temperature = 0.01, rate = 2;
  settings.temperature.push_back(temperature);
  settings.rate.push_back(rate);
  for (const double exponent : exponents) {
    temperature *= width;
    rate *= std::pow(width, exponent);
    settings.temperature.push_back(temperature);
    settings.rate.push_back(rate);
  }
  return settings;
}

/// Exponents of all kinds, some 1, or so near that a general formula has no digit left.
CoolingSettings any_curve() {
  return curve_of({2.0, 1.0, -0.7, 1 + 1e-9, 0.5, -3.0, 1 - 1e-13, 0.0, 6.0, -1.0, 1 + 1e-5, 0.3});
}

/// Lambda, and the integral of dT/Lambda by Simpson's rule in the logarithm of T, piece by piece.
long double rate_at(const CoolingSettings& s, long double temperature) {
  std::size_t k = 0;
  while (k + 2 < s.rate.size() && temperature >= s.temperature[k + 1]) ++k;
  const long double alpha = std::log((long double)(s.rate[k + 1]) / s.rate[k]) /
                            std::log((long double)(s.temperature[k + 1]) / s.temperature[k]);
  return s.rate[k] * std::pow(temperature / s.temperature[k], alpha);
}
long double column_between(const CoolingSettings& s, double lower, double upper) {
  std::vector<long double> ends{lower};
  for (const double t : s.temperature)
    if (lower < t && t < upper) ends.push_back(t);
  ends.push_back(upper);
  long double sum = 0;
  for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
    constexpr int steps = 200;
    const long double h = std::log(ends[e + 1] / ends[e]) / steps;
    const auto value = [&](int i) {  // a little inside, where the curve is that of the piece
      const long double t = ends[e] * std::exp(h * std::min<long double>(i, steps - 1e-13L));
      return t / rate_at(s, t);
    };
    for (int i = 0; i < steps; i += 2) sum += h / 3 * (value(i) + 4 * value(i + 1) + value(i + 2));
  }
  return sum;
}

/// Cells in a row, with kinetic and magnetic energy of no more digits than leave the thermal exact.
template <class Real>
struct Row {
  std::vector<Real> density, momentum, energy, field;
  CoolingTable table;
  CoolingCells<Real> cells;

  Row(const CoolingSettings& settings, const std::vector<double>& temperatures, double dt)
      : density(temperatures.size(), Real(1.5)),
        momentum(temperatures.size(), Real(0)),
        field(temperatures.size() + 1, Real(0)),
        table(settings) {
    const int count = int(temperatures.size());
    for (const double t : temperatures) energy.push_back(Real(1.5 * t / (ratio_of_heats - 1)));
    cells.fluid = {density.data(),
                   {momentum.data(), momentum.data(), momentum.data()},
                   energy.data(),
                   {count, 1, 1},
                   {1, count, count}};
    cells.curve = table.curve();
    cells.gamma_minus_one = ratio_of_heats - 1;
    cells.dt = dt;
    cells.coldest = cells.curve.lowest();
    cells.cells = cells.fluid.cells;
  }
  void cool_one_by_one(std::vector<double>& radiated) {
    radiated.assign(energy.size(), 0);
    for (int i = 0; i < cells.count(); ++i) cells.terms(i, &radiated[std::size_t(i)]);
  }
  void cool_in_packs(std::vector<double>& radiated) {
    double found[1][cells_of_block];
    radiated.clear();
    for (int i = 0; i < cells.count(); i += cells_of_block) {
      const int count = std::min(cells_of_block, cells.count() - i);
      cells.terms_of_block(i, count, found);
      radiated.insert(radiated.end(), found[0], found[0] + count);
    }
  }
  [[nodiscard]] double temperature(std::size_t i) const {
    return (ratio_of_heats - 1) * double(energy[i]) / double(density[i]);
  }
};

std::vector<double> temperatures(int count, double lowest, double highest) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(std::log(lowest), std::log(highest));
  std::vector<double> all;
  for (int n = 0; n < count; ++n) all.push_back(std::exp(exponent(random)));
  return all;
}

TEST(CoolingCurve, TakesAwayTheColumnThatPassed) {
  const CoolingSettings settings = any_curve();
  for (const double dt : {1e-7, 1e-4, 1e-3, 1e-2, 0.03, 0.1}) {
    Row<double> row(settings, temperatures(60, 0.0101, 40), dt);
    std::vector<double> before, radiated;
    for (std::size_t i = 0; i < row.energy.size(); ++i) before.push_back(row.temperature(i));
    row.cool_one_by_one(radiated);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const double column = (ratio_of_heats - 1) * 1.5 * dt, now = row.temperature(i);
      EXPECT_LE(now, before[i]);
      if (now <= 0.01 * (1 + 1e-15)) {
        EXPECT_LT(double(column_between(settings, 0.01, before[i])), column * (1 + 1e-9));
        EXPECT_NEAR(now, 0.01, 1e-17);
        continue;
      }
      // What a rounding of the temperatures makes.
      const double lost =
          4e-16 * double(before[i] / rate_at(settings, before[i]) + now / rate_at(settings, now));
      EXPECT_NEAR(double(column_between(settings, now, before[i])), column, lost + 1e-9 * column)
          << before[i] << " " << now << " " << dt;
    }
  }
}

TEST(CoolingCurve, IsExactInClosedFormWithinAPiece) {
  // T^(1 - alpha) falls linearly, ln T where alpha = 1.
  for (const double alpha : {-2.0, 0.0, 0.5, 1.0, 1 + 1e-12, 1.5, 3.0}) {
    const CoolingSettings settings = curve_of({alpha}, 100);
    for (const double dt : {1e-4, 0.003, 0.02}) {
      Row<double> row(settings, {0.9, 5.0}, dt);
      const double start[] = {row.temperature(0), row.temperature(1)};
      std::vector<double> radiated;
      row.cool_one_by_one(radiated);
      for (std::size_t i = 0; i < 2; ++i) {
        const long double b = 1 - (long double)(alpha);
        const long double x =
            (ratio_of_heats - 1) * 1.5L * dt * rate_at(settings, start[i]) / start[i];
        const long double part = b == 0      ? std::exp(-x)
                                 : b * x < 1 ? std::exp(std::log1p(-b * x) / b)
                                             : 0;
        const double expected = std::max(0.01, double(start[i] * part));
        EXPECT_NEAR(row.temperature(i), expected, 2e-14 * expected) << alpha << " " << dt;
      }
    }
  }
}

TEST(CoolingCurve, DoesNotDependOnHowTimeIsCut) {
  const auto start = temperatures(50, 0.02, 40);
  Row<double> once(any_curve(), start, 0.02), often(any_curve(), start, 0.02 / 64);
  std::vector<double> radiated;
  once.cool_one_by_one(radiated);
  for (int n = 0; n < 64; ++n) often.cool_in_packs(radiated);
  for (std::size_t i = 0; i < start.size(); ++i)
    EXPECT_NEAR(often.temperature(i), once.temperature(i), 1e-12 * once.temperature(i));
}

TEST(CoolingCurve, KeepsTheOrderOfTemperaturesAndItsFloor) {
  auto start = temperatures(300, 0.005, 100);
  std::sort(start.begin(), start.end());
  for (const double dt : {1e-3, 0.01, 0.1, 1e5, 1e300}) {
    Row<double> row(any_curve(), start, dt);
    std::vector<double> radiated;
    row.cool_in_packs(radiated);
    for (std::size_t i = 0; i < start.size(); ++i) {
      if (start[i] < 0.01)
        EXPECT_EQ(radiated[i], 0);
      else
        EXPECT_GE(row.temperature(i), 0.01 * (1 - 1e-14));
      EXPECT_LE(row.temperature(i == 0 ? 0 : i - 1), row.temperature(i) * (1 + 1e-14));
      EXPECT_GE(radiated[i], 0);
    }
  }
}

template <class Real>
void expect_same_bits_in_packs() {
  for (const double dt : {1e-4, 0.01, 0.1}) {
    Row<Real> one(any_curve(), temperatures(150, 0.005, 60), dt);
    Row<Real> packs(any_curve(), temperatures(150, 0.005, 60), dt);
    for (Row<Real>* row : {&one, &packs}) {
      for (std::size_t i = 0; i < row->energy.size(); ++i) {
        row->momentum[i] = Real(0.1 * std::sin(double(i)));
        row->field[i] = Real(0.2 * std::cos(double(i)));
        row->energy[i] += Real(0.5);
      }
      row->cells.magnetic.field = {row->field.data(), row->field.data(), row->field.data()};
      row->cells.magnetic.step = {1, 0, 0};
    }
    double fastest = 0;
    for (int i = 0; i < one.cells.count(); ++i) fastest = max(fastest, one.cells.speed(i));
    EXPECT_GT(fastest, 0);
    EXPECT_EQ(packs.cells.speed_of_row(0), fastest);
    std::vector<double> of_one, of_packs;
    one.cool_one_by_one(of_one);
    packs.cool_in_packs(of_packs);
    EXPECT_EQ(one.energy, packs.energy);
    EXPECT_EQ(of_one, of_packs);
  }
}
TEST(CoolingCurve, HasTheSameBitsInPacks) {
  expect_same_bits_in_packs<double>();
  expect_same_bits_in_packs<float>();
}

TEST(CoolingCurve, FindsPiecesOfAnyWidth) {
  CoolingSettings settings;
  settings.temperature = {1e-300, 1e-3, 1e-3 * (1 + 1e-15), 1.0, 1.01, 1.02, 1.03, 1.5, 1e290};
  settings.rate.assign(settings.temperature.size(), 1.0);
  const CoolingTable table(settings);
  const CoolingCurve curve = table.curve();
  for (std::size_t k = 0; k + 1 < settings.temperature.size(); ++k) {
    EXPECT_EQ(curve.piece_of(settings.temperature[k]), int(k));
    EXPECT_EQ(curve.piece_of(std::nextafter(settings.temperature[k + 1], 0.0)), int(k));
  }
  EXPECT_EQ(curve.piece_of(1e300), 7);
}

TEST(CoolingCurve, BeginsAtTheLowestTemperature) {
  CoolingSettings settings = any_curve();
  settings.lowest_temperature = 0.05;
  const CoolingTable table(settings);
  EXPECT_EQ(table.curve().lowest(), 0.05);
  EXPECT_NEAR(table.pieces[0].rate_over_temperature * 0.05, double(rate_at(settings, 0.05)), 1e-13);
  Row<double> row(settings, {0.04, 0.06, 3.0}, 10);
  std::vector<double> radiated;
  row.cool_one_by_one(radiated);
  EXPECT_EQ(radiated[0], 0);
  EXPECT_NEAR(row.temperature(1), 0.05, 1e-15);
  EXPECT_NEAR(row.temperature(2), 0.05, 1e-15);
}

TEST(CoolingCurve, RefusesWhatIsNone) {
  const CoolingSettings good = any_curve();
  const auto expect_refused = [&](const auto& change) {
    CoolingSettings bad = good;
    change(bad);
    EXPECT_THROW(CoolingTable{bad}, std::invalid_argument);
  };
  expect_refused([](auto& s) { s.rate.pop_back(); });
  expect_refused([](auto& s) { s.rate[3] = 0; });
  expect_refused([](auto& s) { s.rate[3] = std::nan(""); });
  expect_refused([](auto& s) { s.temperature[0] = -1; });
  expect_refused([](auto& s) { std::swap(s.temperature[2], s.temperature[3]); });
  expect_refused([](auto& s) { s.lowest_temperature = s.temperature.back(); });
  expect_refused([](auto& s) { s.temperature.resize(1), s.rate.resize(1); });
}

}  // namespace
}  // namespace solenoid
