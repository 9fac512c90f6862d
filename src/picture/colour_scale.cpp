#include "src/picture/colour_scale.hpp"

#include <algorithm>
#include <cmath>

namespace solenoid {

std::uint32_t code_of(const Colour& colour) {
  const auto byte = [](double part) { return std::uint32_t(255 * part + 0.5); };
  return byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue);
}

ValueRange range_of(const ValueExtent& extent) {
  ValueRange range;
  if (extent.shown > 0) {
    range.lower = extent.lower;
    range.upper = extent.upper;
  }
  range.shown = extent.shown;
  range.not_finite = extent.not_finite;
  range.not_positive = extent.not_positive;
  return range;
}

AxisScale colour_scale(const ValueRange& data, const PictureOptions& options) {
  if (options.range) return {(*options.range)[0], (*options.range)[1], options.logarithmic};
  const ValueRange range = drawable(data, options.logarithmic);
  if (colour_map(options.colours).diverging() && !options.logarithmic && range.lower < 0 &&
      range.upper > 0) {
    const double end = std::max(-range.lower, range.upper);
    return {-end, end, false};
  }
  return {range.lower, range.upper, options.logarithmic};
}

ColourScale colours_of(const AxisScale& scale, const ColourMap& map) {
  constexpr int count = 1024;  // more than colours that eight bits tell apart on a map
  ColourScale colours{scale.lower, scale.upper,      scale.logarithmic,
                      {},          not_finite_pixel, not_positive_pixel};
  for (int n = 0; n < count; ++n) colours.colours.push_back(code_of(map(n / (count - 1.0))));
  return colours;
}

}  // namespace solenoid
