#include "src/picture/png_file.hpp"

#include <libdeflate.h>
#include <png.h>

#include <csetjmp>
#include <memory>
#include <vector>

#include "src/output/files.hpp"

namespace solenoid {
namespace {

constexpr int compression_level = 3;
constexpr int bits = 8;
constexpr std::size_t channels = 3;

using Bytes = std::vector<png_byte>;

void append_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))
      ->append(reinterpret_cast<const char*>(bytes), count);
}
void flush_nothing(png_structp) {}

/// The bytes that are to be compressed: of each row the number of its filter, *up*, and what its
/// values are beyond those of the row above (PNG specification, 9.2).
Bytes filtered_rows(const PixelRows& image) {
  const std::size_t width = channels * std::size_t(image.width);
  Bytes rows((width + 1) * std::size_t(image.height)), above(width, 0), values(width);
  png_byte* to = rows.data();
  for (int y = 0; y < image.height; ++y) {
    const std::uint32_t* const pixels = image.pixels + y * image.row_stride;
    for (std::size_t x = 0; x < std::size_t(image.width); ++x) {
      values[channels * x] = png_byte(pixels[x] >> 16U);
      values[channels * x + 1] = png_byte(pixels[x] >> 8U);
      values[channels * x + 2] = png_byte(pixels[x]);
    }
    *to++ = PNG_FILTER_VALUE_UP;
    for (std::size_t n = 0; n < width; ++n) *to++ = png_byte(values[n] - above[n]);
    above.swap(values);
  }
  return rows;
}

/// Bytes in the format of zlib; none where there is no memory. libdeflate takes less than half of
/// zlib's time for as many of them.
Bytes compressed(const Bytes& bytes) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(compression_level), libdeflate_free_compressor);
  if (!compressor) return {};
  Bytes made(libdeflate_zlib_compress_bound(compressor.get(), bytes.size()));
  made.resize(libdeflate_zlib_compress(compressor.get(), bytes.data(), bytes.size(), made.data(),
                                       made.size()));
  return made;
}

void write_chunk(png_structp png, const char* name, const Bytes& bytes) {
  png_write_chunk(png, reinterpret_cast<png_const_bytep>(name), bytes.data(), bytes.size());
}

/// libpng leaves by a long jump where it fails, past no object that has a destructor.
bool write_image(png_structp png, png_infop info, const PixelRows& image, const Bytes& data) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_IHDR(png, info, png_uint_32(image.width), png_uint_32(image.height), bits,
               PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  write_chunk(png, "IDAT", data);
  write_chunk(png, "IEND", {});
  return true;
}

}  // namespace

std::string png_file(const PixelRows& image) {
  const Bytes data = compressed(filtered_rows(image));
  std::string bytes;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  bool written = false;
  if (info && !data.empty()) {
    png_set_write_fn(png, &bytes, append_bytes, flush_nothing);
    written = write_image(png, info, image, data);
  }
  png_destroy_write_struct(&png, &info);
  if (!written) throw OutputError("drawing failed: a picture cannot be compressed");
  return bytes;
}

}  // namespace solenoid
