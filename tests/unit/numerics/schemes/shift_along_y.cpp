/// \file
/// Shifts of cells along y: exact by whole cells, conservative, of high order, with positive
/// density and pressure, and the same for mirrored data.

#include "numerics/schemes/shift_along_y.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <vector>

#include "numerics/schemes/shift_columns_alike.hpp"

namespace solenoid {
namespace {

/// Values of some fields in one or more columns of rows, column fastest.
struct Columns {
  std::array<int, 3> cells;
  std::vector<double> values;

  Columns(int columns, int rows, int fields)
      : cells{columns, rows, 1}, values(std::size_t(columns * rows * fields)) {}
  [[nodiscard]] double& at(int field, int column, int row) {
    return values[std::size_t((field * cells[1] + row) * cells[0] + column)];
  }
  [[nodiscard]] CellColumns<double> memory() {
    return {values.data(), cells[0] * cells[1], 1, cells[0], 0};
  }
};

CellColumns<const double> read_only(const CellColumns<double>& c) {
  return {c.first, c.field, c.column, c.row, c.layer};
}

Columns shifted(Columns from, const ColumnShifts& shifts, ShiftedValues values) {
  Columns to = from;
  shift_along_y(
      HostSpace(),
      ShiftAlongY<double>{read_only(from.memory()), to.memory(), {}, shifts, from.cells, values});
  return to;
}

/// One field in one column.
std::vector<double> shifted(const std::vector<double>& from, double cells) {
  Columns column(1, int(from.size()), 1);
  column.values = from;
  return shifted(column, {cells}, {.count = 1}).values;
}

double sum(const std::vector<double>& values) {
  long double total = 0;
  for (const double value : values) total += value;
  return double(total);
}

/// A number between 0 and 1.
double anything(unsigned n) {
  std::uint64_t bits = (n + 1) * 0x9E3779B97F4A7C15u;
  bits = (bits ^ bits >> 31) * 0xBF58476D1CE4E5B9u;
  return double(bits >> 11) / 9007199254740992.0;
}

std::vector<double> noise(std::size_t count) {
  std::vector<double> values;
  for (std::size_t n = 0; n < count; ++n) values.push_back(anything(unsigned(n)));
  return values;
}

TEST(ShiftAlongY, ByWholeCellsIsExact) {
  const std::vector<double> from = noise(11);
  for (const int cells : {0, 1, -1, 4, -7, 11, 25, -1000003}) {
    const std::vector<double> to = shifted(from, cells);
    for (int j = 0; j < 11; ++j)
      EXPECT_EQ(to[std::size_t((((j + cells) % 11) + 11) % 11)], from[std::size_t(j)]) << cells;
  }
}

TEST(ShiftAlongY, KeepsConstantsAndSums) {
  for (const double cells : {0.3, -0.49, 0.5, 12.7, -3.5001}) {
    for (const double value : shifted(std::vector<double>(9, 0.7), cells)) EXPECT_EQ(value, 0.7);
    const std::vector<double> from = noise(40);
    EXPECT_NEAR(sum(shifted(from, cells)), sum(from), 1e-14);
  }
}

TEST(ShiftAlongY, OfMirroredDataIsMirrored) {
  const std::vector<double> from = noise(23), back(from.rbegin(), from.rend());
  for (const double cells : {0.3, 0.49, 5.2}) {
    const std::vector<double> to = shifted(from, cells), other = shifted(back, -cells);
    EXPECT_EQ(to, std::vector<double>(other.rbegin(), other.rend())) << cells;
  }
}

/// The mean error of a wave of exact means that was shifted so many times in one round.
double error_of_wave(int count, int times) {
  const auto mean = [&](int j) {
    const double h = 2 * std::numbers::pi / count;
    return (std::cos(j * h) - std::cos((j + 1) * h)) / h;
  };
  std::vector<double> wave;
  for (int j = 0; j < count; ++j) wave.push_back(mean(j));
  for (int n = 0; n < times; ++n) wave = shifted(wave, double(count) / times);
  double error = 0;
  for (int j = 0; j < count; ++j) error += std::abs(wave[std::size_t(j)] - mean(j)) / count;
  return error;
}

TEST(ShiftAlongY, IsOfThirdOrderOrMore) {
  const double coarse = error_of_wave(16, 48), fine = error_of_wave(32, 96);
  RecordProperty("error_32", std::to_string(fine));
  EXPECT_LT(fine, 1.5e-3);
  EXPECT_GT(std::log2(coarse / fine), 2.9);
}

TEST(ShiftAlongY, HardlySwingsBesideJumps) {
  std::vector<double> step(32, 0.0);
  for (std::size_t j = 8; j < 20; ++j) step[j] = 1;
  for (int n = 0; n < 50; ++n) step = shifted(step, 0.37);
  for (const double value : step) {
    EXPECT_LT(value, 1.01);
    EXPECT_GT(value, -0.01);
  }
}

TEST(ShiftAlongY, MovesEachColumnByItsOwnDistance) {
  // 37 columns, of which some go down and some go up, by more and less than a cell.
  Columns from(37, 12, 1);
  for (std::size_t n = 0; n < from.values.size(); ++n) from.values[n] = anything(unsigned(n));
  const ColumnShifts shifts{0.1, 1, -2, 0.11, 3};
  Columns to = shifted(from, shifts, {.count = 1});
  for (int i = 0; i < 37; ++i) {
    std::vector<double> column;
    for (int j = 0; j < 12; ++j) column.push_back(from.at(0, i, j));
    column = shifted(column, shifts.of(i));
    for (int j = 0; j < 12; ++j) EXPECT_EQ(to.at(0, i, j), column[std::size_t(j)]) << i;
  }
}

/// Cold streams side by side, with jumps of the density of a million.
Columns cold_streams() {
  Columns from(16, 24, 5);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 24; ++j) {
      const auto number = [&](int n) { return anything(unsigned((i * 24 + j) * 8 + n)); };
      const double density = std::pow(10.0, 6 * number(0));
      double kinetic = 0;
      from.at(0, i, j) = density;
      for (int d = 1; d <= 3; ++d) {
        const double v = 10 * number(d) - 5;
        from.at(d, i, j) = density * v;
        kinetic += 0.5 * density * v * v;
      }
      from.at(4, i, j) = kinetic + 1e-6 * density;
    }
  return from;
}

const ShiftedValues gas{.count = 5, .fluid = true, .energy = true};

TEST(ShiftAlongY, OfColumnsAlikeHasTheSameBits) {
  for (const double cells : {0.3, -0.2, 7.5, -100.4, 0.0}) {
    Columns from = cold_streams(), to = from;
    const int rows = 24 + 2 * periodic_rows;
    std::vector<double> memory(std::size_t(5 * 16 * rows));
    const CellColumns<double> kept{memory.data() + periodic_rows, 16 * rows, rows, 1, 0};
    const RowShift<double> shift = row_shift<double>(cells, 24);
    keep_columns(HostSpace(), KeepColumns<double>{from.memory(), kept, from.cells, shift.whole}, 5);
    shift_columns_alike(
        HostSpace(),
        ShiftColumnsAlike<double>{read_only(kept), to.memory(), {}, from.cells, shift.part, gas});
    EXPECT_EQ(to.values, shifted(from, {cells}, gas).values) << cells;
  }
}

TEST(ShiftAlongY, LeavesDensityAndPressurePositive) {
  Columns from = cold_streams();
  for (int n = 0; n < 10; ++n) {
    const double before = sum(from.values);
    from = shifted(from, {0.05, 0.3, -2, 0.25, 0}, gas);
    EXPECT_NEAR(sum(from.values), before, 1e-13 * std::abs(before));
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 24; ++j) {
        double kinetic = 0;
        for (int d = 1; d <= 3; ++d)
          kinetic += 0.5 * from.at(d, i, j) * from.at(d, i, j) / from.at(0, i, j);
        ASSERT_GT(from.at(0, i, j), 0);
        ASSERT_GT(from.at(4, i, j), kinetic) << n << " " << i << " " << j;
      }
  }
}

}  // namespace
}  // namespace solenoid
