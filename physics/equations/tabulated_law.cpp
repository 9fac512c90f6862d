#include "physics/equations/tabulated_law.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

namespace solenoid {

namespace {

/// How many bins a table may have: their lines take as much memory as an L1 cache has to spare.
constexpr std::int64_t most_bins = 4096;

/// The slope from (0, 0) to (x, y), or the next smaller number, so that rounding does not lead
/// above the end: the line is then monotone across its end, too.
template <class Real>
Real slope_to(Real x, Real y, Real from, Real to) {
  Real slope = Real(double(y) / double(x));
  while (to < std::fma(slope, x, from)) slope = std::nextafter(slope, Real(0));
  return slope;
}

template <class Real>
typename CaloricLines<Real>::Bins make_bins(const std::vector<CaloricLine<Real>>& lines,
                                            Real CaloricLine<Real>::*start) {
  using Bits = typename LineBins<Real>::Bits;
  typename CaloricLines<Real>::Bins bins;
  const int count = int(lines.size()) - 1;  // without the end
  const auto bits_of = [&](int line) { return std::bit_cast<Bits>(lines[line].*start); };
  if (count == 1) {
    bins.first_lines = {0};
    return bins;
  }
  const Bits first = bits_of(1), last = bits_of(count - 1);
  // The narrowest bins of which there are not too many.
  while ((last >> bins.shift) - (first >> bins.shift) + 2 > Bits(most_bins)) ++bins.shift;
  // The lowest bin holds what is below the first point.
  bins.lowest = (first >> bins.shift) - 1;
  bins.first_lines.assign(std::size_t((last >> bins.shift) - bins.lowest) + 1, 0);
  int line = 0;
  for (std::size_t b = 0; b < bins.first_lines.size(); ++b) {
    const Bits begin = (bins.lowest + Bits(b)) << bins.shift;
    while (line + 1 < count && bits_of(line + 1) <= begin) ++line;
    bins.first_lines[b] = std::uint16_t(line);
  }
  return bins;
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
    lines.push_back(
        {t0, e0, slope_to<Real>(t - t0, e - e0, e0, e), slope_to<Real>(e - e0, t - t0, t0, t)});
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
  by_temperature = make_bins<Real>(lines, &CaloricLine<Real>::temperature);
  by_energy = make_bins<Real>(lines, &CaloricLine<Real>::energy);
}

template struct CaloricLines<float>;
template struct CaloricLines<double>;

}  // namespace solenoid
