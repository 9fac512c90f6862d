#include "src/view/web/jpeg.hpp"

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <jpeglib.h>

namespace solenoid {

namespace {

constexpr int quality = 90;

/// The library leaves a function that fails through this; it must not return.
[[noreturn]] void fail(j_common_ptr library) {
  char message[JMSG_LENGTH_MAX];
  library->err->format_message(library, message);
  throw std::runtime_error(std::string("an image cannot be encoded: ") + message);
}

/// The library's state, and the memory that it writes to, while an image is made.
struct Encoder {
  jpeg_error_mgr errors{};
  jpeg_compress_struct library{};
  unsigned char* bytes = nullptr;
  unsigned long size = 0;

  Encoder() {
    library.err = jpeg_std_error(&errors);
    errors.error_exit = fail;
    jpeg_create_compress(&library);
    jpeg_mem_dest(&library, &bytes, &size);
  }
  ~Encoder() {
    jpeg_destroy_compress(&library);
    std::free(bytes);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
};

}  // namespace

std::string jpeg_of(const FieldImage& image) {
  Encoder encoder;
  jpeg_compress_struct& library = encoder.library;
  library.image_width = JDIMENSION(image.width);
  library.image_height = JDIMENSION(image.height);
  library.input_components = 3;
  library.in_color_space = JCS_RGB;
  jpeg_set_defaults(&library);
  jpeg_set_quality(&library, quality, TRUE);
  for (int n = 0; n < library.num_components; ++n)
    library.comp_info[n].h_samp_factor = library.comp_info[n].v_samp_factor = 1;
  jpeg_start_compress(&library, TRUE);
  std::vector<JSAMPLE> row(std::size_t(image.width) * 3);
  while (library.next_scanline < library.image_height) {
    const std::uint32_t* const pixels =
        image.pixels.data() + std::size_t(library.next_scanline) * std::size_t(image.width);
    for (std::size_t x = 0; x < std::size_t(image.width); ++x) {
      row[3 * x] = JSAMPLE(pixels[x] >> 16);
      row[3 * x + 1] = JSAMPLE(pixels[x] >> 8);
      row[3 * x + 2] = JSAMPLE(pixels[x]);
    }
    JSAMPROW here = row.data();
    jpeg_write_scanlines(&library, &here, 1);
  }
  jpeg_finish_compress(&library);
  return {reinterpret_cast<const char*>(encoder.bytes), encoder.size};
}

}  // namespace solenoid
