#include "src/picture/value_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace solenoid {
namespace {

// Below this, differences are rounding.
constexpr double least_relative_length = 1e-12;

}  // namespace

ValueRange value_range(const std::vector<double>& values, bool logarithmic) {
  ValueRange range;
  double lower = std::numeric_limits<double>::infinity();
  double upper = -lower;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      ++range.not_finite;
    } else if (logarithmic && value <= 0) {
      ++range.not_positive;
    } else {
      ++range.shown;
      lower = std::min(lower, value);
      upper = std::max(upper, value);
    }
  }
  if (range.shown > 0) {
    range.lower = lower;
    range.upper = upper;
  }
  return range;
}

ValueRange drawable(const ValueRange& range, bool logarithmic) {
  ValueRange wide = range;
  if (range.shown == 0) {
    wide.lower = logarithmic ? 0.1 : 0;
    wide.upper = 1;
    return wide;
  }
  const double size = std::max(std::abs(range.lower), std::abs(range.upper));
  if (range.upper - range.lower > least_relative_length * size) return wide;
  const double middle = std::midpoint(range.lower, range.upper);
  constexpr double most = std::numeric_limits<double>::max();
  constexpr double least = std::numeric_limits<double>::denorm_min();
  if (logarithmic) {
    wide.lower = std::max(0.5 * middle, least);
    wide.upper = std::min(2 * middle, most);
  } else {
    const double half = size > 0 ? std::max(0.1 * size, least) : 1;
    wide.lower = std::max(middle - half, -most);
    wide.upper = std::min(middle + half, most);
  }
  return wide;
}

void require_drawable(const std::array<double, 2>& range, bool logarithmic) {
  const auto [lower, upper] = range;
  if (!std::isfinite(lower) || !std::isfinite(upper) || !(lower < upper)) {
    throw std::invalid_argument(fmt::format(
        "the range of a picture needs two finite ends in ascending order, not {} and {}", lower,
        upper));
  }
  if (logarithmic && !(lower > 0)) {
    throw std::invalid_argument(fmt::format(
        "the range of a logarithmic picture must be positive, but it starts at {}", lower));
  }
}

std::vector<std::string> range_notes(const ValueRange& range, const std::string& what,
                                     const std::string& not_finite_remark,
                                     const std::string& not_positive_remark) {
  std::vector<std::string> notes;
  const auto note = [&](std::size_t count, const char* property, const std::string& remark) {
    if (count == 0) return;
    const std::string text =
        fmt::format("{} of {} {} {}", count, range.shown + range.not_finite + range.not_positive,
                    what, property);
    notes.push_back(remark.empty() ? text : fmt::format("{} ({})", text, remark));
  };
  note(range.not_finite, "not finite", not_finite_remark);
  note(range.not_positive, "not positive", not_positive_remark);
  return notes;
}

}  // namespace solenoid
