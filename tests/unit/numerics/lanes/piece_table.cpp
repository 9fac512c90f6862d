/// \file
/// Tables of polynomials: every lane finds the piece that a search from the first one on finds.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "numerics/device/piece_tables.hpp"
#include "physics/fields/cubic_table.hpp"
#include "tests/sanitized.hpp"
#include "tests/table_by_search.hpp"

namespace solenoid {
namespace {

template <class Real>
using OnHost = PieceTableMemory<Real, Kokkos::HostSpace>;

/// Pieces that begin at `first`, of random lengths and with random coefficients.
TablePieces random_table(std::mt19937& random, double first, int count, double growth) {
  std::uniform_real_distribution<double> any(-1, 1);
  TablePieces table;
  double start = first;
  for (int n = 0; n < count; ++n) {
    table.starts.push_back(start);
    table.coefficients.push_back({any(random), any(random), any(random), any(random), any(random)});
    start += (1.01 + any(random)) * std::max(1e-3, growth * std::abs(start));
  }
  if (any(random) < 0) table.end = start;
  return table;
}

/// Numbers on all sides of the points of a table, and far from them.
template <class Real>
std::vector<Real> numbers_around(const TablePieces& table, std::mt19937& random) {
  std::vector<Real> all = {0, -1, Real(1e30), Real(-1e30), std::numeric_limits<Real>::quiet_NaN()};
  std::vector<double> points = table.starts;
  if (table.end) points.push_back(*table.end);
  const double width = points.back() - points.front();
  std::uniform_real_distribution<double> inside(points.front() - 0.1 * width,
                                                points.back() + 0.1 * width);
  for (const double point : points) {
    const Real x = Real(point);
    const Real far = std::numeric_limits<Real>::infinity();
    all.insert(all.end(), {x, std::nextafter(x, far), std::nextafter(x, -far)});
    all.push_back(Real(inside(random)));
  }
  while (all.size() % 16 != 0) all.push_back(Real(inside(random)));
  return all;
}

template <class Real>
void expect_same(Real found, Real wanted, Real x) {
  if (std::isnan(wanted))
    EXPECT_TRUE(std::isnan(found)) << x << ": " << found;
  else
    EXPECT_EQ(found, wanted) << x;
}

template <class T, class Real>
void expect_lanes(const PieceTable<Real>& table, const std::vector<Real>& numbers,
                  const TablePieces& of) {
  constexpr int width = lane_width<T>;
  for (std::size_t n = 0; n + width <= numbers.size(); n += width) {
    const T x = load<T>(numbers.data() + n);
    const T value = look_up(x, table), slope = slope_at(x, table);
    for (int l = 0; l < width; ++l) {
      const Real one = numbers[n + std::size_t(l)];
      expect_same<Real>(lane(value, l), table_by_search(of, one, false), one);
      expect_same<Real>(lane(slope, l), table_by_search(of, one, true), one);
    }
  }
}

template <class Real>
class PieceTables : public testing::Test {};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(PieceTables, Reals);

TYPED_TEST(PieceTables, HaveThePieceThatASearchFinds) {
  std::mt19937 random(3);
  for (const double first : {0.01, 0.0, -40.0, -1e-3, 1e5})
    for (const int count : {1, 2, 3, 60, sanitized ? 600 : 5000})
      for (const double growth : {1e-3, 0.5}) {
        // Lengths that single precision tells apart.
        if (count > 60 && (growth > 0.1 || std::abs(first) > 1)) continue;
        const TablePieces table = random_table(random, first, count, growth);
        if (!std::isfinite(TypeParam(table.starts.back()))) continue;
        const OnHost<TypeParam> memory(table);
        const auto numbers = numbers_around<TypeParam>(table, random);
        SCOPED_TRACE(testing::Message() << count << " pieces from " << first);
        expect_lanes<TypeParam>(memory.table(), numbers, table);
        expect_lanes<HostPack<TypeParam>>(memory.table(), numbers, table);
      }
}

TEST(PieceTable, OfPiecesThatRoundingMakesOneHasTheLast) {
  TablePieces table;
  for (const double start : {1.0, 2.0, 2 + 1e-12, 3.0}) {
    table.starts.push_back(start);
    table.coefficients.push_back({start, 0, 0, 0, 0});
  }
  const OnHost<float> memory(table);
  EXPECT_EQ(look_up(2.0F, memory.table()), float(2 + 1e-12));
  EXPECT_EQ(look_up(1.5F, memory.table()), 1.0F);
  EXPECT_EQ(look_up(9.0F, memory.table()), 3.0F);
  const OnHost<Extended> in_extended(table);
  EXPECT_EQ(look_up(Extended(2), in_extended.table()), Extended(2));
  EXPECT_EQ(look_up(Extended(2 + 1e-12), in_extended.table()), Extended(2 + 1e-12));
}

TEST(PieceTable, OfNoPiecesIsRefused) {
  EXPECT_THROW(OnHost<double>{TablePieces{}}, std::invalid_argument);
}

TEST(PieceTable, IsTheCubicFunctionOfATableOrItsIntegral) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  for (const int count : {2, 3, 40})
    for (const auto kind : {CubicTable::Kind::value, CubicTable::Kind::integral}) {
      std::vector<double> at, values;
      for (int n = 0; n < count; ++n) {
        at.push_back((n == 0 ? -2.0 : at.back()) + 1.1 + any(random));
        values.push_back(any(random));
      }
      const CubicTable function(at, values, kind);
      const OnHost<double> memory(function.pieces());
      const auto& table = memory.table();
      for (int n = 0; n <= 1000; ++n) {
        const double x = at.front() + n * (at.back() - at.front()) / 1000;
        if (!function.contains(x)) continue;
        EXPECT_NEAR(look_up(x, table), function(x), 1e-12) << x;
        const double h = 1e-6;
        if (function.contains(x - h) && function.contains(x + h)) {
          EXPECT_NEAR(slope_at(x, table), (function(x + h) - function(x - h)) / (2 * h), 1e-4);
        }
      }
      EXPECT_NEAR(look_up(at.back(), table), function(at.back()), 1e-12);
      for (const double x : {at.front() - 1e-9, at.back() + 1e-9})
        EXPECT_TRUE(std::isnan(look_up(x, table)));
    }
}

}  // namespace
}  // namespace solenoid
