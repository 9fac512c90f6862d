#include "physics/equations/tabulated_law.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace solenoid {

namespace {

/// The slope of a line from 0 to x on which a number rises from one to another, or the next smaller
/// number, so that rounding does not lead above the end: the line is then monotone across its end,
/// too.
template <class Real>
Real slope_to(Real x, Real from, Real to) {
  Real slope = Real(double(to - from) / double(x));
  while (to < std::fma(slope, x, from)) slope = std::nextafter(slope, Real(0));
  return slope;
}

}  // namespace

void require_table(const CaloricTable& table) {
  const auto positive = [](double number) { return std::isnormal(number) && 0 < number; };
  const auto falls = [](const std::vector<double>& numbers) {
    return std::ranges::adjacent_find(numbers, std::ranges::greater_equal()) != numbers.end();
  };
  const std::size_t points = table.temperature.size();
  if (points < 2 || points > CaloricTable::most_points || table.energy.size() != points ||
      !std::ranges::all_of(table.temperature, positive) ||
      !std::ranges::all_of(table.energy, positive) || falls(table.temperature) ||
      falls(table.energy))
    throw std::invalid_argument(
        "the table of a gas needs two or more points with positive, increasing temperatures and "
        "energies");
}

template <class Real>
CaloricLines<Real>::CaloricLines(const CaloricTable& table) {
  require_table(table);
  Real t0 = 0, e0 = 0;
  for (std::size_t point = 0; point < table.temperature.size(); ++point) {
    const Real t = Real(table.temperature[point]), e = Real(table.energy[point]);
    // Points that rounding makes one are one.
    if (!(t0 < t && e0 < e)) continue;
    lines.push_back({t0, e0, slope_to<Real>(t - t0, e0, e), slope_to<Real>(e - e0, t0, t)});
    t0 = t;
    e0 = e;
  }
  if (lines.empty())
    throw std::invalid_argument("the table of a gas has no point that this precision can hold");
  double largest = 0;  // of theta (1 + 1/s) / eps, which is monotone on a line
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const double growth = 1 + double(lines[k].inverse_slope);
    const auto ratio_at = [&](double temperature, double energy) {
      largest = std::max(largest, growth * temperature / energy);
    };
    // On the first one, and far out on the last.
    if (k == 0 || k + 1 == lines.size()) ratio_at(1, lines[k].slope);
    if (k > 0) ratio_at(lines[k].temperature, lines[k].energy);
    if (k + 1 < lines.size()) ratio_at(lines[k + 1].temperature, lines[k + 1].energy);
  }
  largest_ratio = Real(largest) * (1 + 8 * std::numeric_limits<Real>::epsilon());
  lines.push_back({std::numeric_limits<Real>::quiet_NaN(), std::numeric_limits<Real>::quiet_NaN(),
                   lines.back().slope, lines.back().inverse_slope});
}

template <class Real>
PieceBinsOnHost<Real> CaloricLines<Real>::bins(Real CaloricLine<Real>::*start) const {
  std::vector<Real> starts;
  for (std::size_t k = 0; k + 1 < lines.size(); ++k) starts.push_back(lines[k].*start);
  return PieceBinsOnHost<Real>(starts);
}

TablePieces temperature_by_energy(const CaloricTable& table) {
  CaloricLines<double> of(table);
  of.lines.pop_back();  // the end
  TablePieces pieces;
  for (const CaloricLine<double>& line : of.lines) {
    pieces.starts.push_back(line.energy);
    pieces.coefficients.push_back({line.temperature, line.inverse_slope});
  }
  return pieces;
}

template struct CaloricLines<float>;
template struct CaloricLines<double>;

}  // namespace solenoid
