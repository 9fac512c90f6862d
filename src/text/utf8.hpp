#pragma once
/// \file
/// Texts in UTF-8, cut between characters only.

#include <cstddef>
#include <string>

namespace solenoid {

/// Whether a byte is not the first of its character.
inline bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

inline bool is_ascii(const std::string& text) {
  for (const char byte : text)
    if ((static_cast<unsigned char>(byte) & 0x80U) != 0) return false;
  return true;
}

/// Where the character begins that has a byte at `position`.
inline std::size_t begin_of_character(const std::string& text, std::size_t position) {
  while (position > 0 && position < text.size() && continues_character(text[position])) --position;
  return position;
}

/// The whole character that has a byte at `position`; nothing beyond the end.
inline std::string character_at(const std::string& text, std::size_t position) {
  if (position >= text.size()) return {};
  const std::size_t begin = begin_of_character(text, position);
  std::size_t end = begin + 1;
  while (end < text.size() && continues_character(text[end])) ++end;
  return text.substr(begin, end - begin);
}

/// How many characters the first `bytes` bytes are.
inline std::size_t characters_in(const std::string& text, std::size_t bytes) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < bytes && i < text.size(); ++i)
    if (!continues_character(text[i])) ++count;
  return count;
}

/// The byte at which the character with this number, from 0, begins; the size if there are fewer.
inline std::size_t byte_of_character(const std::string& text, std::size_t number) {
  std::size_t at = 0;
  for (; at < text.size(); ++at)
    if (!continues_character(text[at]) && number-- == 0) break;
  return at;
}

}  // namespace solenoid
