/// \file
/// PNG files have the pixels that they were made of.

#include "src/picture/png_file.hpp"

#include <gtest/gtest.h>
#include <png.h>

#include <array>
#include <cmath>
#include <vector>

namespace solenoid {
namespace {

struct Decoded {
  int width = 0, height = 0;
  std::vector<png_byte> rgb;
};

Decoded decode(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_TRUE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()));
  image.format = PNG_FORMAT_RGB;
  Decoded decoded{int(image.width), int(image.height),
                  std::vector<png_byte>(PNG_IMAGE_SIZE(image))};
  EXPECT_TRUE(png_image_finish_read(&image, nullptr, decoded.rgb.data(), 0, nullptr));
  return decoded;
}

TEST(PngFile, HasTheColoursOfEachPixelAndNothingOfThePaddingOfRows) {
  for (const auto [width, height, stride] : {std::array{1, 1, 1}, {7, 5, 8}, {640, 33, 640}}) {
    std::vector<std::uint32_t> pixels(std::size_t(stride * height), 0xffffffffU);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        pixels[std::size_t(y * stride + x)] =
            0xab000000U | std::uint32_t((x * 7919 + y * 104729) % (1 << 24));
    const Decoded decoded = decode(png_file({pixels.data(), width, height, stride}));
    ASSERT_EQ(decoded.width, width);
    ASSERT_EQ(decoded.height, height);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const std::uint32_t pixel = pixels[std::size_t(y * stride + x)];
        const png_byte* const rgb = &decoded.rgb[std::size_t(3 * (y * width + x))];
        ASSERT_EQ(rgb[0], pixel >> 16 & 255) << x << ' ' << y;
        ASSERT_EQ(rgb[1], pixel >> 8 & 255) << x << ' ' << y;
        ASSERT_EQ(rgb[2], pixel & 255) << x << ' ' << y;
      }
  }
}

TEST(PngFile, IsSmallForSmoothFields) {
  constexpr int side = 256;
  std::vector<std::uint32_t> pixels;
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const auto level = std::uint32_t(127 + 120 * std::sin(0.02 * x) * std::cos(0.03 * y));
      pixels.push_back(level << 16 | (255 - level) << 8 | level / 2);
    }
  EXPECT_LT(png_file({pixels.data(), side, side, side}).size(), pixels.size() * 3 / 6);
}

}  // namespace
}  // namespace solenoid
