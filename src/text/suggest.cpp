#include "src/text/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace solenoid {

namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

}  // namespace

std::size_t edit_distance(const std::string& a, const std::string& b) {
  // Optimal string alignment; row i holds the distances of a's first i letters to all of b's
  // prefixes.
  const std::size_t columns = b.size() + 1;
  std::vector<std::vector<std::size_t>> distance(a.size() + 1, std::vector<std::size_t>(columns));
  for (std::size_t i = 0; i <= a.size(); ++i) distance[i][0] = i;
  for (std::size_t j = 0; j < columns; ++j) distance[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j < columns; ++j) {
      const std::size_t replaced = same_letter(a[i - 1], b[j - 1]) ? 0 : 1;
      std::size_t best = std::min(
          {distance[i - 1][j] + 1, distance[i][j - 1] + 1, distance[i - 1][j - 1] + replaced});
      if (i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1])) {
        best = std::min(best, distance[i - 2][j - 2] + 1);
      }
      distance[i][j] = best;
    }
  }
  return distance[a.size()][b.size()];
}

std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& known) {
  // A third of the letters may be wrong; with more than that the guess would rather mislead.
  std::size_t best = std::max<std::size_t>(1, name.size() / 3) + 1;
  std::optional<std::string> found;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < best && distance < candidate.size()) {
      best = distance;
      found = candidate;
    }
  }
  return found;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known) {
  const std::optional<std::string> guess = nearest(name, known);
  return guess ? fmt::format(", did you mean '{}'?", *guess) : std::string();
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  }
  return list;
}

}  // namespace solenoid
