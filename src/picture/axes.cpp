#include "src/picture/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace solenoid {
namespace {

constexpr Colour faint_ink{0.38, 0.38, 0.38};
constexpr double tick_size = 13, label_size = 15, title_size = 17, note_size = 13;
constexpr double major_length = 5, minor_length = 3, gap = 5;

double widest_label(const Ticks& ticks) {
  double widest = 0;
  for (const Tick& tick : ticks.major) {
    widest = std::max(widest, text_width(tick.label, tick_size));
  }
  return widest;
}

Ticks ticks_of(const AxisScale& scale, int count) {
  return scale.logarithmic ? logarithmic_ticks(scale.lower, scale.upper, count)
                           : linear_ticks(scale.lower, scale.upper, count);
}

/// Whether the labels stand apart by a figure or two along a horizontal axis.
bool labels_fit(const AxisScale& scale, const Ticks& ticks, double pixels) {
  double end = -1e30;
  for (const Tick& tick : ticks.major) {
    const double centre = scale.fraction(tick.value) * pixels;
    const double half = 0.5 * text_width(tick.label, tick_size);
    if (centre - half < end + 1.5 * tick_size) return false;
    end = centre + half;
  }
  return true;
}

/// Vertical axes differ only in the side on which ticks and labels stand.
void draw_vertical_axis(Canvas& canvas, const Rectangle& frame, const PictureAxis& axis,
                        bool left) {
  const double edge = left ? frame.x : frame.right();
  const double out = left ? -1 : 1;
  const auto height_of = [&](double value) {
    return std::round(frame.bottom() - axis.scale.fraction(value) * frame.height - 0.5) + 0.5;
  };
  for (const double value : axis.ticks.minor) {
    const double y = height_of(value);
    canvas.line({edge, y}, {edge + out * minor_length, y}, 1, ink);
  }
  const auto anchor = left ? HorizontalAnchor::right : HorizontalAnchor::left;
  for (const Tick& tick : axis.ticks.major) {
    const double y = height_of(tick.value);
    canvas.line({edge, y}, {edge + out * major_length, y}, 1, ink);
    canvas.text({edge + out * (major_length + gap), y}, tick.label,
                {tick_size, anchor, VerticalAnchor::middle, false, ink});
  }
  if (!axis.ticks.scale_note.empty()) {
    canvas.text({frame.x, frame.y - 7}, axis.ticks.scale_note,
                {tick_size, HorizontalAnchor::left, VerticalAnchor::baseline, false, ink});
  }
  const double room = axis_room(axis, AxisDirection::vertical);
  // The label's outer edge keeps clear of the sheet's; upright letters grow to the left.
  const double x = left ? edge - room : edge + room - 0.75 * label_size;
  canvas.text({x, frame.y + 0.5 * frame.height}, axis.label,
              {label_size, HorizontalAnchor::centre, VerticalAnchor::top, true, ink});
}

/// What lies between the lower end of a scale and a value, as parts of one another; halves where
/// it would overflow.
double distance_to(double value, const AxisScale& scale) {
  const bool overflows = !std::isfinite(scale.upper - scale.lower);
  return overflows ? 0.5 * value - 0.5 * scale.lower : value - scale.lower;
}

/// The logarithm of a value over the lower end of a scale.
double logarithm_of(double value, const AxisScale& scale) {
  const double length = scale.upper - scale.lower;
  // Quotients of a short scale are rounded to 1, those of the longest overflow.
  if (length < 1e-9 * scale.lower) return std::log1p((value - scale.lower) / scale.lower);
  if (!std::isfinite(scale.upper / scale.lower)) return std::log(value) - std::log(scale.lower);
  return std::log(value / scale.lower);
}

}  // namespace

double AxisScale::fraction(double value) const {
  const double part = logarithmic ? logarithm_of(value, *this) / logarithm_of(upper, *this)
                                  : distance_to(value, *this) / distance_to(upper, *this);
  if (!std::isfinite(value) || (logarithmic && value <= 0)) return part;
  // Far beyond the ends of a short scale the fraction is more than doubles hold.
  constexpr double most = std::numeric_limits<double>::max();
  return std::clamp(part, -most, most);
}

PictureAxis make_axis(const AxisScale& scale, const std::string& label, AxisDirection direction,
                      double pixels) {
  const double pixels_per_tick = direction == AxisDirection::horizontal ? 60 : 48;
  int count = std::clamp(int(pixels / pixels_per_tick), 3, 10);
  Ticks ticks = ticks_of(scale, count);
  while (direction == AxisDirection::horizontal && count > 2 && !labels_fit(scale, ticks, pixels)) {
    ticks = ticks_of(scale, --count);
  }
  return {scale, std::move(ticks), label};
}

double axis_room(const PictureAxis& axis, AxisDirection direction) {
  const double ticks = major_length + gap;
  const double label = axis.label.empty() ? 0 : label_size + 8;
  if (direction == AxisDirection::horizontal) return ticks + tick_size + label;
  return ticks + widest_label(axis.ticks) + label;
}

void draw_left_axis(Canvas& canvas, const Rectangle& frame, const PictureAxis& axis) {
  draw_vertical_axis(canvas, frame, axis, true);
}

void draw_right_axis(Canvas& canvas, const Rectangle& frame, const PictureAxis& axis) {
  draw_vertical_axis(canvas, frame, axis, false);
}

void draw_bottom_axis(Canvas& canvas, const Rectangle& frame, const PictureAxis& axis) {
  const double edge = frame.bottom();
  const auto position_of = [&](double value) {
    return std::round(frame.x + axis.scale.fraction(value) * frame.width - 0.5) + 0.5;
  };
  for (const double value : axis.ticks.minor) {
    const double x = position_of(value);
    canvas.line({x, edge}, {x, edge + minor_length}, 1, ink);
  }
  for (const Tick& tick : axis.ticks.major) {
    const double x = position_of(tick.value);
    canvas.line({x, edge}, {x, edge + major_length}, 1, ink);
    canvas.text({x, edge + major_length + gap}, tick.label,
                {tick_size, HorizontalAnchor::centre, VerticalAnchor::top, false, ink});
  }
  const double label_top = edge + major_length + gap + tick_size + 6;
  canvas.text({frame.x + 0.5 * frame.width, label_top}, axis.label,
              {label_size, HorizontalAnchor::centre, VerticalAnchor::top, false, ink});
  if (!axis.ticks.scale_note.empty()) {
    canvas.text({frame.right(), label_top}, axis.ticks.scale_note,
                {tick_size, HorizontalAnchor::right, VerticalAnchor::top, false, ink});
  }
}

void draw_frame(Canvas& canvas, const Rectangle& frame) {
  canvas.outline({frame.x - 0.5, frame.y - 0.5, frame.width + 1, frame.height + 1}, 1, ink);
}

double Heading::width() const {
  double widest = text_width(title, title_size);
  for (const std::string& note : notes) widest = std::max(widest, text_width(note, note_size));
  return widest;
}

double Heading::height() const {
  return (title.empty() ? 0 : title_size) + double(notes.size()) * (note_size + 6);
}

void draw_heading(Canvas& canvas, const Heading& heading, const Rectangle& frame, double top,
                  double sheet_width) {
  constexpr double margin = 14;
  const double half = 0.5 * heading.width();
  const double middle = frame.x + 0.5 * frame.width;
  const double centre = std::max(margin + half, std::min(middle, sheet_width - margin - half));
  canvas.text({centre, top}, heading.title,
              {title_size, HorizontalAnchor::centre, VerticalAnchor::top, false, ink});
  double y = top + (heading.title.empty() ? 0 : title_size) + 6;
  for (const std::string& note : heading.notes) {
    canvas.text({centre, y}, note,
                {note_size, HorizontalAnchor::centre, VerticalAnchor::top, false, faint_ink});
    y += note_size + 6;
  }
}

std::string field_in_words(const std::string& name) {
  static const std::map<std::string, std::string> special = {
      {"divergence_b", "divergence of B"}, {"mach_number", "Mach number"}, {"psi", "\u03c8"}};
  const auto found = special.find(name);
  if (found != special.end()) return found->second;
  std::string words = name;
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string time_in_words(double time) {
  const double size = std::abs(time);
  if (size == 0 || (size >= 1e-3 && size < 1e5)) return fmt::format("t = {:.4f}", time);
  return "t = " + picture_number(time, 5);
}

}  // namespace solenoid
