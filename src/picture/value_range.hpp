#pragma once
/// \file
/// What a scale has to span, and which values it cannot show.

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace solenoid {

/// The extent of some values.
struct ValueRange {
  double lower = 0, upper = 1;   ///< of the values that the scale can show; lower <= upper
  std::size_t shown = 0;         ///< how many those are
  std::size_t not_finite = 0;    ///< NaN or infinite
  std::size_t not_positive = 0;  ///< counted for a logarithmic scale only
};

ValueRange value_range(const std::vector<double>& values, bool logarithmic);

/// The range with room to be drawn: where it is empty or but rounding (below 1e-12 of the values)
/// it is widened about its middle; 0 to 1 (or 0.1 to 1) where there is no value to show.
ValueRange drawable(const ValueRange& range, bool logarithmic);

/// Throws std::invalid_argument unless the ends ascend, are finite and, for a logarithmic scale,
/// positive.
void require_drawable(const std::array<double, 2>& range, bool logarithmic);

/// "3 cells not finite (magenta)" and the like; empty when all can be shown. `what` is the plural
/// of what is counted; the remarks in brackets may be empty.
std::vector<std::string> range_notes(const ValueRange& range, const std::string& what,
                                     const std::string& not_finite_remark,
                                     const std::string& not_positive_remark);

}  // namespace solenoid
