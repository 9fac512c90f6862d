#include "src/picture/png_file.hpp"

#include <png.h>

#include <csetjmp>
#include <vector>

#include "src/output/files.hpp"

namespace solenoid {
namespace {

constexpr int compression_level = 4;
constexpr int bits = 8;
constexpr int channels = 3;

void append_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))
      ->append(reinterpret_cast<const char*>(bytes), count);
}
void flush_nothing(png_structp) {}

/// libpng leaves by a long jump where it fails, past no object that has a destructor.
bool write_image(png_structp png, png_infop info, const PixelRows& image, png_bytep row) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_compression_level(png, compression_level);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_UP);
  png_set_IHDR(png, info, png_uint_32(image.width), png_uint_32(image.height), bits,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (int y = 0; y < image.height; ++y) {
    const std::uint32_t* const pixels = image.pixels + y * image.row_stride;
    for (int x = 0; x < image.width; ++x)
      for (int c = 0; c < channels; ++c)
        row[channels * x + c] = png_byte(pixels[x] >> (bits * (channels - 1 - c)));
    png_write_row(png, row);
  }
  png_write_end(png, info);
  return true;
}

}  // namespace

std::string png_file(const PixelRows& image) {
  std::string bytes;
  std::vector<png_byte> row(std::size_t(image.width) * channels);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  bool written = false;
  if (info) {
    png_set_write_fn(png, &bytes, append_bytes, flush_nothing);
    written = write_image(png, info, image, row.data());
  }
  png_destroy_write_struct(&png, &info);
  if (!written) throw OutputError("drawing failed: a picture cannot be compressed");
  return bytes;
}

}  // namespace solenoid
