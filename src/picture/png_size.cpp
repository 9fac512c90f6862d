#include "src/picture/png_size.hpp"

#include <libdeflate.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace solenoid {

namespace {

constexpr std::string_view png_signature("\x89PNG\r\n\x1a\n", 8);
constexpr std::size_t png_head_bytes = 13;  // of the first chunk

std::uint32_t big_endian(std::string_view bytes) {
  std::uint32_t number = 0;
  for (const char byte : bytes.substr(0, 4))
    number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

/// The contents of a chunk, which is taken from the front of `rest`: its length, its type, the
/// contents and a checksum (PNG specification, 5.3).
std::string_view take_chunk(std::string_view& rest, std::string_view& type) {
  constexpr std::size_t around = 12;
  if (rest.size() < around || big_endian(rest) > rest.size() - around)
    throw std::runtime_error("it ends too early");
  const std::size_t length = big_endian(rest);
  type = rest.substr(4, 4);
  const std::string_view contents = rest.substr(8, length);
  if (libdeflate_crc32(0, type.data(), 4 + length) != big_endian(rest.substr(8 + length)))
    throw std::runtime_error("it is damaged: a checksum is another than it says");
  rest.remove_prefix(around + length);
  return contents;
}

}  // namespace

std::array<unsigned, 2> size_of_png(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("it cannot be read");
  const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  std::string_view rest = bytes, type;
  if (!rest.starts_with(png_signature)) throw std::runtime_error("it is no PNG file");
  rest.remove_prefix(png_signature.size());
  const std::string_view head = take_chunk(rest, type);
  if (type != "IHDR" || head.size() != png_head_bytes)
    throw std::runtime_error("it is no PNG file");
  const std::array<unsigned, 2> size{big_endian(head), big_endian(head.substr(4))};
  bool has_pixels = false;
  while (type != "IEND") {
    take_chunk(rest, type);
    has_pixels = has_pixels || type == "IDAT";
  }
  if (size[0] == 0 || size[1] == 0 || !has_pixels) throw std::runtime_error("it has no pixels");
  return size;
}

}  // namespace solenoid
