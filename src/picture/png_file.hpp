#pragma once
/// \file
/// The bytes of a PNG file.

#include <cstdint>
#include <string>

namespace solenoid {

/// Pixels of 24 bits, each in the lower three bytes of a number, red highest; rows from the top,
/// `row_stride` numbers apart.
struct PixelRows {
  const std::uint32_t* pixels;
  int width, height;
  std::ptrdiff_t row_stride;
};

/// The PNG file of these pixels. A field's colours change little from row to row, so that the
/// filter for that alone is as good as trying all. Throws OutputError where memory is short.
std::string png_file(const PixelRows& image);

}  // namespace solenoid
