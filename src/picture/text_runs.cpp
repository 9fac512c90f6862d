#include "src/picture/text_runs.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

namespace solenoid {
namespace {

/// The first is the font of all pictures; what it lacks is looked for in the others, which between
/// them have most scripts and symbols. Where one is not installed, fontconfig gives the nearest.
constexpr std::array<const char*, 9> families = {
    "DejaVu Sans",          "Noto Sans",         "Noto Sans CJK SC",
    "WenQuanYi Micro Hei",  "Noto Sans Symbols", "Noto Sans Symbols2",
    "DejaVu Math TeX Gyre", "Unifont",           "sans-serif"};

/// Bytes of the character of UTF-8 at `begin`; 0 where there is none.
std::size_t character_bytes(const std::string& text, std::size_t begin) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(begin);
  if (first < 0x80) return 1;
  const std::size_t count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || begin + count > text.size()) return 0;
  for (std::size_t i = 1; i < count; ++i) {
    if ((byte(begin + i) & 0xc0) != 0x80) return 0;
  }
  // Longer than needed, half of a surrogate pair, or beyond the last character.
  const unsigned char second = byte(begin + 1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
      (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) {
    return 0;
  }
  return count;
}

unsigned code_point(const std::string& character) {
  unsigned code = static_cast<unsigned char>(character[0]);
  if (character.size() > 1) code &= 0xffU >> (character.size() + 1);
  for (std::size_t i = 1; i < character.size(); ++i) {
    code = code << 6 | (static_cast<unsigned char>(character[i]) & 0x3fU);
  }
  return code;
}

/// Whether the present font of `context` has a character: what it lacks is glyph 0, a box.
bool font_has(cairo_t* context, const std::string& character) {
  cairo_glyph_t* glyphs = nullptr;
  int count = 0;
  const cairo_status_t status = cairo_scaled_font_text_to_glyphs(
      cairo_get_scaled_font(context), 0, 0, character.c_str(), int(character.size()), &glyphs,
      &count, nullptr, nullptr, nullptr);
  bool has = status == CAIRO_STATUS_SUCCESS;
  for (int i = 0; has && i < count; ++i) has = glyphs[i].index != 0;
  cairo_glyph_free(glyphs);
  return has;
}

/// The first family that has a character, or nullptr.
const char* family_with(cairo_t* context, const std::string& character) {
  if (character.size() == 1) return families[0];
  // To ask fontconfig takes a millisecond, and pictures have the same few characters again and
  // again.
  thread_local std::map<std::string, const char*> known;
  const auto [found, is_new] = known.try_emplace(character, nullptr);
  for (std::size_t i = 0; is_new && i < families.size() && found->second == nullptr; ++i) {
    select_family(context, families[i]);
    if (font_has(context, character)) found->second = families[i];
  }
  return found->second;
}

bool is_control(unsigned code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

}  // namespace

void select_family(cairo_t* context, const char* family) {
  cairo_select_font_face(context, family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
}

std::vector<TextRun> text_runs(cairo_t* context, const std::string& text) {
  std::vector<TextRun> runs;
  const auto add = [&](const std::string& piece, const char* family) {
    if (runs.empty() || runs.back().family != family) runs.push_back({"", family});
    runs.back().text += piece;
  };
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t bytes = character_bytes(text, begin);
    if (bytes == 0) {
      add(fmt::format("\\x{:02x}", static_cast<unsigned char>(text[begin])), families[0]);
      ++begin;
      continue;
    }
    const std::string character = text.substr(begin, bytes);
    begin += bytes;
    const unsigned code = code_point(character);
    const char* family = is_control(code) ? nullptr : family_with(context, character);
    if (family != nullptr) {
      add(character, family);
    } else {
      add(is_control(code) ? " " : fmt::format("\\u{:04x}", code), families[0]);
    }
  }
  return runs;
}

}  // namespace solenoid
