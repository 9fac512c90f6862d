#pragma once
/// \file
/// Where the ticks of an axis go and how their labels read. Pure functions of the interval.

#include <string>
#include <vector>

namespace solenoid {

struct Tick {
  double value = 0;
  std::string label;
};

/// The ticks of one axis. Labels are UTF-8 with a true minus sign (U+2212). A tick's label times
/// the factor plus the offset in `scale_note` is its value; an empty note means neither.
struct Ticks {
  std::vector<Tick> major;
  std::vector<double> minor;  ///< without labels
  std::string scale_note;  ///< e.g. "×10⁻⁶" or "×10⁻⁶ + 1", to be written at the axis' end
};

/// Ticks at multiples of 1, 2, 2.5 or 5 times a power of ten within [lower, upper], as many as fit
/// into `largest_count` (at least 2). A common power of ten is taken out of labels that would be
/// long, and a common offset out of labels that differ only far behind the point. Ends so close
/// (1e-13 of their size) that doubles hold no round numbers between them are the ticks themselves.
/// Throws std::invalid_argument unless lower < upper, both finite.
Ticks linear_ticks(double lower, double upper, int largest_count);

/// Ticks at powers of ten (every n-th where they are many) within [lower, upper], with 2 to 9
/// between them as minor ticks; where there are but one or two powers, at 1, 2 and 5 times each;
/// linear_ticks where even those are too few.
/// Throws std::invalid_argument as linear_ticks does, and unless 0 < lower.
Ticks logarithmic_ticks(double lower, double upper, int largest_count);

/// A number as printed in pictures: up to `digits` significant digits, a true minus sign, and
/// "1.5×10⁻⁷" rather than "1.5e-07".
std::string picture_number(double value, int digits);

/// "10⁻³" for -3.
std::string power_of_ten(int exponent);

}  // namespace solenoid
