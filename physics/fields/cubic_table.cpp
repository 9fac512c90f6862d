#include "physics/fields/cubic_table.hpp"

#include <cmath>
#include <utility>

#include "physics/fields/cubic_table_numbers.hpp"

namespace solenoid {

namespace {

/// The slope at a point between two intervals: a weighted harmonic mean of theirs, or 0 at an
/// extremum.
double inner_slope(double h0, double d0, double h1, double d1) {
  if (d0 * d1 <= 0) return 0;
  const double w0 = 2 * h1 + h0;
  const double w1 = h1 + 2 * h0;
  return (w0 + w1) / (w0 / d0 + w1 / d1);
}

/// The slope at an end, of a parabola through three points, kept from turning round.
double end_slope(double h0, double d0, double h1, double d1) {
  const double slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1);
  if (slope * d0 <= 0) return 0;
  if (d0 * d1 <= 0 && std::abs(slope) > 3 * std::abs(d0)) return 3 * d0;
  return slope;
}

std::vector<double> slopes_of(const std::vector<double>& at, const std::vector<double>& values) {
  const std::size_t n = at.size();
  std::vector<double> width(n - 1), rise(n - 1), slopes(n);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    width[i] = at[i + 1] - at[i];
    rise[i] = (values[i + 1] - values[i]) / width[i];
  }
  if (n == 2) return {rise[0], rise[0]};
  slopes[0] = end_slope(width[0], rise[0], width[1], rise[1]);
  for (std::size_t i = 1; i + 1 < n; ++i)
    slopes[i] = inner_slope(width[i - 1], rise[i - 1], width[i], rise[i]);
  slopes[n - 1] = end_slope(width[n - 2], rise[n - 2], width[n - 3], rise[n - 3]);
  return slopes;
}

}  // namespace

CubicTable::CubicTable(std::vector<double> at, const std::vector<double>& values, Kind kind)
    : count_(int(at.size())), kind_(kind), numbers_(std::move(at)) {
  const std::vector<double> slopes = slopes_of(numbers_, values);
  for (const auto& more : {values, slopes})
    numbers_.insert(numbers_.end(), more.begin(), more.end());
  if (kind_ == Kind::value) return;
  numbers_.push_back(0);
  for (int i = 0; i + 1 < count_; ++i)
    numbers_.push_back(numbers_.back() +
                       CubicTableNumbers{numbers_.data(), count_, true}.integral_in(i, 1));
}

TablePieces CubicTable::pieces() const {
  const auto number = [&](int list, int i) { return numbers_[std::size_t(list * count_ + i)]; };
  TablePieces pieces;
  for (int i = 0; i + 1 < count_; ++i) {
    const double h = number(0, i + 1) - number(0, i);
    const double value = number(1, i), slope = number(2, i), next_slope = number(2, i + 1);
    const double mean_slope = (number(1, i + 1) - value) / h;
    const double square = (3 * mean_slope - 2 * slope - next_slope) / h;
    const double cube = (slope + next_slope - 2 * mean_slope) / (h * h);
    pieces.starts.push_back(number(0, i));
    if (is_integral())
      pieces.coefficients.push_back({number(3, i), value, slope / 2, square / 3, cube / 4});
    else
      pieces.coefficients.push_back({value, slope, square, cube, 0});
  }
  pieces.end = last();
  return pieces;
}

double CubicTable::operator()(double x) const {
  return CubicTableNumbers{numbers_.data(), count_, is_integral()}(x);
}

}  // namespace solenoid
