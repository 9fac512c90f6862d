#include "src/picture/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace solenoid {
namespace {

constexpr const char* minus_sign = "\u2212";

void require_interval(double lower, double upper) {
  if (!std::isfinite(lower) || !std::isfinite(upper) || !(lower < upper)) {
    throw std::invalid_argument(fmt::format(
        "an axis needs two finite ends in ascending order, not {} and {}", lower, upper));
  }
}

/// Whether the interval has so few double-precision numbers that round ones between its ends
/// would not lie where their labels say.
bool is_short(double lower, double upper) {
  const double least = 1e13 * std::numeric_limits<double>::denorm_min();
  return upper - lower < std::max(least, 1e-13 * std::max(std::abs(lower), std::abs(upper)));
}

std::string with_true_minus(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, minus_sign);
  return text;
}

/// "1.5×10⁻⁷" for "1.5e-07", times ten to `shift` where it has an exponent.
std::string in_print(const std::string& text, int shift = 0) {
  const std::size_t position = text.find('e');
  if (position == std::string::npos) return with_true_minus(text);
  const int exponent = std::stoi(text.substr(position + 1)) + shift;
  const std::string mantissa = text.substr(0, position);
  if (mantissa == "1") return power_of_ten(exponent);
  if (mantissa == "-1") return minus_sign + power_of_ten(exponent);
  return with_true_minus(mantissa) + "\u00d7" + power_of_ten(exponent);
}

/// A step between ticks: mantissa times ten to the exponent, cut into `parts` by minor ticks.
struct Step {
  double mantissa = 1;
  int exponent = 0;
  int parts = 5;

  [[nodiscard]] double size() const {
    // A division by an exact power of ten is rounded once; 5 * 1e-1 would be rounded twice.
    return exponent < 0 ? mantissa / std::pow(10.0, -exponent)
                        : mantissa * std::pow(10.0, exponent);
  }
  /// The index-th multiple, rounded once where possible: 3 * 0.1 must be 0.3.
  [[nodiscard]] double multiple(double index) const {
    return exponent < 0 ? index * mantissa / std::pow(10.0, -exponent)
                        : index * mantissa * std::pow(10.0, exponent);
  }
};

/// Multiples of `step` within [lower, upper], allowing for rounding at the ends.
std::vector<double> multiples_within(const Step& step, double lower, double upper) {
  const double slack = 1e-9 * (upper - lower) / step.size();
  const double first = std::ceil(lower / step.size() - slack);
  const double last = std::floor(upper / step.size() + slack);
  std::vector<double> values;
  for (double index = first; index <= last; ++index) {
    values.push_back(index == 0 ? 0.0 : step.multiple(index));
  }
  return values;
}

Step next_larger(const Step& step) {
  if (step.mantissa == 1) return {2, step.exponent, 4};
  if (step.mantissa == 2) return {2.5, step.exponent, 5};
  if (step.mantissa == 2.5) return {5, step.exponent, 5};
  return {1, step.exponent + 1, 5};
}

/// The smallest nice step that gives at most `largest_count` ticks.
Step nice_step(double lower, double upper, int largest_count) {
  const double rough = (upper - lower) / largest_count;
  Step step{1, int(std::floor(std::log10(rough))) - 1, 5};
  while (step.size() < 0.5 * rough ||
         int(multiples_within(step, lower, upper).size()) > largest_count) {
    step = next_larger(step);
  }
  return step;
}

/// Decimals that multiples of `step` need once 10^exponent is taken out.
int decimals_of(const Step& step, int exponent) {
  return std::max(0, exponent - step.exponent + (step.mantissa == 2.5 ? 1 : 0));
}

/// How all labels of an axis are written: (value - offset) / 10^exponent.
struct LabelForm {
  double offset = 0;
  int exponent = 0;
  std::string note;
};

/// An offset of few digits that leaves labels of few digits.
double common_offset(const Step& step, double lower, double upper) {
  const double largest = std::max(std::abs(lower), std::abs(upper));
  if (lower <= 0 && upper >= 0) return 0;
  if (largest / step.size() < 1e4) return 0;
  const double unit = std::pow(10.0, std::ceil(std::log10(upper - lower)));
  return std::round(0.5 * (lower + upper) / unit) * unit;
}

LabelForm label_form(const Step& step, double lower, double upper, int shift) {
  LabelForm form;
  form.offset = common_offset(step, lower, upper);
  const double largest = std::max(std::abs(lower - form.offset), std::abs(upper - form.offset));
  const int magnitude = int(std::floor(std::log10(largest) + 1e-9));
  if (magnitude >= 4 || magnitude <= -4 || form.offset != 0) form.exponent = magnitude;
  if (form.exponent != 0) form.note = "\u00d7" + power_of_ten(form.exponent + shift);
  if (form.offset != 0) {
    form.note += fmt::format(" {} {}", form.offset < 0 ? minus_sign : "+",
                             in_print(fmt::format("{:.10g}", std::abs(form.offset)), shift));
  }
  return form;
}

/// For an interval of few powers of ten: labels at 1, 2 and 5 times each.
Ticks ticks_at_one_two_five(double lower, double upper, int first, int last) {
  Ticks ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    for (int digit = 1; digit < 10; ++digit) {
      const double value = digit * std::pow(10.0, exponent);
      if (value < lower * (1 - 1e-9) || value > upper * (1 + 1e-9)) continue;
      if (!std::isfinite(value)) continue;
      if (digit == 1 || digit == 2 || digit == 5) {
        ticks.major.push_back({value, picture_number(value, 4)});
      } else {
        ticks.minor.push_back(value);
      }
    }
  }
  return ticks;
}

std::vector<double> without(const std::vector<double>& values, const std::vector<double>& removed,
                            double tolerance) {
  std::vector<double> kept;
  for (const double value : values) {
    const bool there = std::any_of(removed.begin(), removed.end(), [&](double other) {
      return std::abs(value - other) <= tolerance;
    });
    if (!there) kept.push_back(value);
  }
  return kept;
}

/// Ticks of an interval that was divided by ten to `shift`, with labels of what it was before.
Ticks ticks_at_multiples(double lower, double upper, int largest_count, int shift) {
  const Step step = nice_step(lower, upper, std::max(2, largest_count));
  const LabelForm form = label_form(step, lower, upper, shift);
  const int decimals = decimals_of(step, form.exponent);
  Ticks ticks;
  ticks.scale_note = form.note;
  for (const double value : multiples_within(step, lower, upper)) {
    double shown = (value - form.offset) / std::pow(10.0, form.exponent);
    if (std::abs(value - form.offset) < 1e-6 * step.size()) shown = 0.0;
    ticks.major.push_back({value, with_true_minus(fmt::format("{:.{}f}", shown, decimals))});
  }
  // step / parts is itself 1, 2 or 5 times a power of ten: write it so that it is rounded once.
  const double fine = step.mantissa / step.parts;
  const Step minor{fine < 1 ? std::round(fine * 10) : fine, step.exponent - (fine < 1 ? 1 : 0), 1};
  std::vector<double> major;
  for (const Tick& tick : ticks.major) major.push_back(tick.value);
  ticks.minor = without(multiples_within(minor, lower, upper), major, 0.1 * minor.size());
  return ticks;
}

/// The same for an interval whose ends ten to `shift` brings away from the ends of doubles.
Ticks shifted_ticks(double lower, double upper, int largest_count, int shift) {
  const double factor = std::pow(10.0, std::abs(shift));
  const auto down = [&](double value) { return shift > 0 ? value / factor : value * factor; };
  const auto back = [&](double value) {
    return std::clamp(shift > 0 ? value * factor : value / factor, lower, upper);
  };
  Ticks ticks = ticks_at_multiples(down(lower), down(upper), largest_count, shift);
  for (Tick& tick : ticks.major) tick.value = back(tick.value);
  for (double& value : ticks.minor) value = back(value);
  return ticks;
}

/// The ends alone, with all the digits that tell them apart.
Ticks ticks_at_ends(double lower, double upper) {
  Ticks ticks;
  for (const double end : {lower, upper})
    ticks.major.push_back({end, in_print(fmt::format("{}", end))});
  return ticks;
}

}  // namespace

std::string power_of_ten(int exponent) {
  static constexpr std::array<const char*, 10> raised = {"\u2070", "\u00b9", "\u00b2", "\u00b3",
                                                         "\u2074", "\u2075", "\u2076", "\u2077",
                                                         "\u2078", "\u2079"};
  std::string text = exponent < 0 ? "10\u207b" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) text += raised.at(digit - '0');
  return text;
}

std::string picture_number(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? std::string(minus_sign) + "\u221e" : "\u221e";
  return in_print(fmt::format("{:.{}g}", value, digits));
}

Ticks linear_ticks(double lower, double upper, int largest_count) {
  require_interval(lower, upper);
  if (is_short(lower, upper)) return ticks_at_ends(lower, upper);
  // Where lengths, steps or powers of ten would leave the range of doubles.
  if (std::max(std::abs(lower), std::abs(upper)) > 1e300)
    return shifted_ticks(lower, upper, largest_count, 100);
  if (upper - lower < 1e-290) return shifted_ticks(lower, upper, largest_count, -100);
  return ticks_at_multiples(lower, upper, largest_count, 0);
}

Ticks logarithmic_ticks(double lower, double upper, int largest_count) {
  require_interval(lower, upper);
  if (!(lower > 0)) {
    throw std::invalid_argument(
        fmt::format("a logarithmic axis needs a positive lower end, not {}", lower));
  }
  const int first = int(std::ceil(std::log10(lower) - 1e-9));
  const int last = int(std::floor(std::log10(upper) + 1e-9));
  const int powers = last - first + 1;
  if (powers <= 2) {
    const Ticks ticks = ticks_at_one_two_five(lower, upper, first - 1, last);
    return ticks.major.size() < 2 ? linear_ticks(lower, upper, largest_count) : ticks;
  }
  const int every = (powers + std::max(2, largest_count) - 1) / std::max(2, largest_count);
  Ticks ticks;
  for (int exponent = first - 1; exponent <= last; ++exponent) {
    const double power = std::pow(10.0, exponent);
    const bool labelled = exponent >= first && exponent % every == 0;
    if (labelled) ticks.major.push_back({power, power_of_ten(exponent)});
    // More would be a bar of ticks.
    if (!labelled && exponent >= first && every <= 20) ticks.minor.push_back(power);
    for (int digit = 2; every == 1 && digit < 10; ++digit) {
      if (digit * power >= lower && digit * power <= upper) ticks.minor.push_back(digit * power);
    }
  }
  return ticks;
}

}  // namespace solenoid
