#pragma once
/// \file
/// How large a picture is, how large its letters are, and in which format it is written.

#include <filesystem>
#include <optional>
#include <string>

#include "numerics/named.hpp"

namespace solenoid {

enum class PictureFormat { png, pdf, svg };

template <>
struct Names<PictureFormat> {
  static constexpr Named<PictureFormat> rows[] = {
      {PictureFormat::png, "png"}, {PictureFormat::pdf, "pdf"}, {PictureFormat::svg, "svg"}};
};

/// A width: pixels of a screen, 96 an inch, or points of a printed page, 72 an inch.
struct PictureWidth {
  double value = 900;
  bool points = false;
};

/// The width that a user writes: "900" (pixels), "8.6cm", "86mm", "3.4in" or "244pt". Throws
/// std::invalid_argument that says what was expected.
PictureWidth parse_picture_width(const std::string& text);

/// The format that the ending of a file's name stands for, if any.
std::optional<PictureFormat> format_of(const std::filesystem::path& file);
/// The format of a picture in that file: PNG where its name asks for no other.
PictureFormat format_for(const std::filesystem::path& file);

/// Everything on a sheet is laid out in units in which the numbers at ticks are 13 high, so that
/// one factor makes all letters, margins and lines larger or smaller.
struct Sheet {
  PictureWidth size;  ///< at most; a plane takes what keeps its cells whole pixels
  /// Of the numbers at ticks: pixels or, of a width in points, points; 13 and 8 when absent.
  std::optional<double> font_size{};

  /// The width in units of the layout.
  [[nodiscard]] double width() const;
  /// Pixels of a PNG file (300 an inch where the width is in points), or points of the others, for
  /// a unit of the layout.
  [[nodiscard]] double scale(PictureFormat format) const;
};

/// Throws std::invalid_argument for a width that has no room for what a picture holds, or whose
/// PNG would have more pixels a side than can be drawn.
void require_drawable(const Sheet& sheet);

}  // namespace solenoid
