#include "src/text/words.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

#include "src/text/utf8.hpp"

namespace solenoid {

std::string duration_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "unknown";
  if (seconds < 10) return fmt::format("{:.2f} s", seconds);
  const long whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

std::string bytes_text(double bytes) {
  constexpr std::array<std::string_view, 5> units{"bytes", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  while (bytes >= 1024 && unit + 1 < units.size()) {
    bytes /= 1024;
    ++unit;
  }
  if (unit == 0) return fmt::format("{:.0f} bytes", bytes);
  return fmt::format("{:.{}f} {}", bytes, bytes < 100 ? 1 : 0, units[unit]);
}

std::string count_text(double count) {
  constexpr std::array<std::string_view, 5> units{"", " thousand", " million", " billion",
                                                  " trillion"};
  if (!std::isfinite(count)) return "unknown";
  std::size_t unit = 0;
  while (count >= 1000 && unit + 1 < units.size()) {
    count /= 1000;
    ++unit;
  }
  if (unit == 0) return fmt::format("{:.0f}", count);
  return fmt::format("{:.{}f}{}", count, count < 10 ? 2 : (count < 100 ? 1 : 0), units[unit]);
}

std::string cells_text(const std::array<int, 3>& cells) {
  return fmt::format("{} x {} x {}", cells[0], cells[1], cells[2]);
}

std::string unphysical_text(const UnphysicalCell& bad, long step, double time) {
  std::string state;
  for (const auto& [name, value] : bad.state) {
    state +=
        fmt::format("{}{} = {:.9g}", state.empty() ? "" : ", ", name, without_sign_of_nan(value));
  }
  return fmt::format(
      "the state became unphysical in cell ({}, {}, {}) at ({:.6g}, {:.6g}, {:.6g}), step {}, "
      "time {:.9g}: {}",
      bad.cell[0], bad.cell[1], bad.cell[2], bad.position[0], bad.position[1], bad.position[2],
      step, time, state);
}

std::string unfit_text(const std::string& field, double value, const std::array<int, 3>& cell,
                       const Grid& grid) {
  return fmt::format("{} is {:g} in cell ({}, {}, {}) at ({:g}, {:g}, {:g}): expected a {} number",
                     field, without_sign_of_nan(value), cell[0], cell[1], cell[2],
                     grid.centre(0, cell[0]), grid.centre(1, cell[1]), grid.centre(2, cell[2]),
                     std::isfinite(value) ? "positive" : "finite");
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

std::string quoted_text(const std::string& text) {
  constexpr std::size_t most = 200;  // characters
  const std::size_t end = byte_of_character(text, most);
  return fmt::format("\"{}{}\"", text.substr(0, end), end < text.size() ? " ..." : "");
}

std::string shell_word(const std::string& argument) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./=:,+@%";
  if (!argument.empty() && argument.find_first_not_of(plain) == std::string::npos) return argument;
  std::string quoted = "'";
  for (const char c : argument) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string json_text(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      quoted += fmt::format("\\u{:04x}", int(c));
    } else {
      quoted += c;
    }
  }
  return quoted + "\"";
}

std::string json_number(double value) {
  return std::isfinite(value) ? fmt::format("{:.9g}", value) : "null";
}

}  // namespace solenoid
