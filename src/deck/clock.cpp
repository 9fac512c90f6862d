#include "src/deck/clock.hpp"

#include <array>
#include <charconv>

namespace solenoid {

std::optional<long> seconds_from_clock(const std::string& text) {
  std::array<long, 3> parts{};
  const char* begin = text.data();
  const char* const end = text.data() + text.size();
  for (int i = 0; i < 3; ++i) {
    const auto [stop, error] = std::from_chars(begin, end, parts[std::size_t(i)]);
    if (error != std::errc() || *begin == '-') return std::nullopt;
    if (i < 2 && (stop == end || *stop != ':')) return std::nullopt;
    if (i == 2 && stop != end) return std::nullopt;
    begin = stop + 1;
  }
  constexpr long most_hours = 1000000;
  if (parts[0] > most_hours || parts[1] >= 60 || parts[2] >= 60) return std::nullopt;
  return parts[0] * 3600 + parts[1] * 60 + parts[2];
}

}  // namespace solenoid
