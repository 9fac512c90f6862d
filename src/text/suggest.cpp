#include "src/text/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace solenoid {

namespace {

bool same_letter(char a, char b) {
  return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// "velocity", "mag" of "velocity_mag".
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (c == '_')
      words.emplace_back();
    else
      words.back() += c;
  }
  return words;
}

/// Whether two names differ only in capitals and in "_": B_x and bx.
bool same_but_for_writing(const std::string& a, const std::string& b) {
  const auto squeezed = [](std::string name) {
    std::erase(name, '_');
    return name;
  };
  return edit_distance(squeezed(a), squeezed(b)) == 0;
}

/// Whether `word` is the whole word or its first letters, three at least.
bool abbreviates(const std::string& word, const std::string& whole) {
  if (word.size() > whole.size() || (word.size() < 3 && word.size() < whole.size())) return false;
  return std::equal(word.begin(), word.end(), whole.begin(), same_letter);
}

/// The known name of which this one is an abbreviation.
std::optional<std::string> written_out(const std::string& name,
                                       const std::vector<std::string>& known) {
  const std::vector<std::string> words = words_of(name);
  for (const std::string& candidate : known) {
    const std::vector<std::string> whole = words_of(candidate);
    if (whole.size() == words.size() && candidate.size() > name.size() &&
        std::equal(words.begin(), words.end(), whole.begin(), abbreviates))
      return candidate;
  }
  return std::nullopt;
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
  if (auto whole = written_out(name, known)) return whole;
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

std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& known,
                                   const Synonyms& synonyms) {
  for (const auto& [other, ours] : synonyms) {
    if (same_but_for_writing(other, name) &&
        std::find(known.begin(), known.end(), ours) != known.end())
      return ours;
  }
  return nearest(name, known);
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& known,
                         const Synonyms& synonyms) {
  const std::optional<std::string> guess = nearest(name, known, synonyms);
  return guess ? fmt::format(", did you mean '{}'?", *guess) : std::string();
}

std::string no_field_text(const std::string& name, const std::vector<std::string>& known) {
  const std::string guess = did_you_mean(name, known);
  return fmt::format("there is no field '{}'{}", name,
                     guess.empty() ? "; the fields are " + quoted_list(known) : guess);
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list += fmt::format("{}\"{}\"", list.empty() ? "" : ", ", name);
  }
  return list;
}

}  // namespace solenoid
