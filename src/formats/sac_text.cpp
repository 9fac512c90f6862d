// Snapshots as text: (a), (i7,1pe13.5,3i3), (3i4), (100(1pe13.5)), (a), and a line for each cell.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "src/formats/sac_parts.hpp"

namespace solenoid::sac {

namespace {

constexpr std::string_view blanks = " \t\r";
constexpr int lines_of_head = 5;
constexpr std::size_t width_of_count = 4;  ///< of (3i4), whose numbers may touch

/// The lines of a text, from a place on.
class Lines {
 public:
  Lines(std::string_view bytes, std::size_t begin) : bytes_(bytes), place_(begin) {}

  std::string_view next(const char* what) {
    if (place_ >= bytes_.size())
      throw FormatError(fmt::format("the file ends where {} should follow", what));
    const std::size_t end = std::min(bytes_.find('\n', place_), bytes_.size());
    const std::string_view line = bytes_.substr(place_, end - place_);
    place_ = std::min(end + 1, bytes_.size());
    return line;
  }
  [[nodiscard]] std::size_t place() const { return place_; }

 private:
  std::string_view bytes_;
  std::size_t place_;
};

/// Fortran writes exponents of three digits without an E, and those of some compilers with a D.
std::string with_exponent(std::string_view word) {
  std::string text(word);
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool sign = text[i] == '+' || text[i] == '-';
    if (text[i] == 'd' || text[i] == 'D') text[i] = 'e';
    if (sign && (text[i - 1] == '.' || (text[i - 1] >= '0' && text[i - 1] <= '9')))
      text.insert(i++, 1, 'e');
  }
  return text;
}

template <class T>
std::optional<T> number_in(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size()) return std::nullopt;
  if (error == std::errc()) return value;
  return std::nullopt;
}

/// A number of a line of text. What is too small for a double is 0, as Fortran reads it.
double real_in(std::string_view word, const char* what) {
  if (const auto value = number_in<double>(word)) return *value;
  const std::string text = with_exponent(word);
  if (const auto value = number_in<double>(text)) return *value;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range && end == text.data() + text.size() &&
      text.find("e-") != std::string::npos)
    return 0.0;
  throw FormatError(fmt::format("{}: expected a number, found '{}'", what, word.substr(0, 40)));
}

int integer_in(std::string_view word, const char* what) {
  if (const auto value = number_in<int>(word)) return *value;
  throw FormatError(
      fmt::format("{}: expected a whole number, found '{}'", what, word.substr(0, 40)));
}

/// The next word of a line, which it takes off; an empty one at its end.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
  const std::size_t end = std::min(line.find_first_of(blanks), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (auto word = take_word(line); !word.empty(); word = take_word(line)) words.push_back(word);
  return words;
}

std::vector<int> cells_in(std::string_view line, int dimensions) {
  constexpr const char* what = "nx in the third line";
  const auto count = std::size_t(dimensions);
  std::vector<std::string_view> words = words_of(line);
  if (words.size() < count && line.size() >= width_of_count * count) {
    words.clear();
    for (std::size_t d = 0; d < count; ++d) {
      std::string_view piece = line.substr(width_of_count * d, width_of_count);
      words.push_back(take_word(piece));
    }
  }
  if (words.size() != count)
    throw FormatError(fmt::format("{}: expected {} whole numbers, found '{}'", what, count,
                                  trimmed(line.substr(0, 80))));
  std::vector<int> cells;
  for (const std::string_view word : words) cells.push_back(integer_in(word, what));
  return cells;
}

}  // namespace

Entry find_text(std::string_view bytes, std::size_t begin) {
  Entry entry{{}, begin, begin};
  Lines lines(bytes, begin);
  Head& head = entry.head;
  head.headline = trimmed(lines.next("the headline"));
  const std::string_view second = lines.next("the line of it, t, ndim, neqpar and nw");
  const std::vector<std::string_view> words = words_of(second);
  if (words.size() != 5)
    throw FormatError(
        fmt::format("the second line: expected it, t, ndim, neqpar and nw, found '{}'",
                    trimmed(second.substr(0, 80))));
  head.step = integer_in(words[0], "it in the second line");
  head.time = real_in(words[1], "t in the second line");
  set_counts(head, integer_in(words[2], "ndim in the second line"),
             integer_in(words[3], "neqpar in the second line"),
             integer_in(words[4], "nw in the second line"));
  head.cells = cells_in(lines.next("the line of nx"), head.dimensions);
  const std::vector<std::string_view> parameters = words_of(lines.next("the line of parameters"));
  if (parameters.size() != head.parameters.size())
    throw FormatError(fmt::format("the line of parameters: expected {} numbers, found {}",
                                  head.parameters.size(), parameters.size()));
  for (std::size_t p = 0; p < parameters.size(); ++p)
    head.parameters[p] = real_in(parameters[p], "the line of parameters");
  head.names = trimmed(lines.next("the line of names"));
  check_cells(head, bytes.size() - lines.place(), 2);
  for (std::size_t cell = 0; cell < head.cell_count(); ++cell) {
    if (lines.place() >= bytes.size())
      throw FormatError(fmt::format("the file ends after {} of {} cells (nx = {})", cell,
                                    head.cell_count(), fmt::join(head.cells, " ")));
    lines.next("a cell");
  }
  entry.end = lines.place();
  return entry;
}

std::vector<std::size_t> rows_of_text(std::string_view bytes, const Entry& entry) {
  Lines lines(bytes, entry.begin);
  for (int line = 0; line < lines_of_head; ++line) lines.next("its head");
  const auto length = std::size_t(entry.head.cells.front());
  std::vector<std::size_t> rows;
  for (std::size_t cell = 0; cell < entry.head.cell_count(); ++cell) {
    if (cell % length == 0) rows.push_back(lines.place());
    lines.next("a cell");
  }
  return rows;
}

void read_row(std::string_view bytes, const TextRow& row, Snapshot& snapshot, std::size_t to) {
  Lines lines(bytes, row.place);
  for (int skipped = 0; skipped < row.skipped; ++skipped) lines.next("a cell");
  for (int n = 0; n < row.count; ++n) {
    const std::string_view whole = lines.next("a cell");
    std::string_view line = whole;
    const auto take = [&](std::vector<double>& values) {
      const std::string_view word = take_word(line);
      if (!word.empty()) values[to + std::size_t(n)] = real_in(word, "a line of values");
      return !word.empty();
    };
    const bool complete = std::ranges::all_of(snapshot.coordinates, take) &&
                          std::ranges::all_of(snapshot.values, take);
    if (!complete || !take_word(line).empty())
      throw FormatError(fmt::format(
          "line {} of the snapshot has {} numbers: expected {}, {} coordinates and {} fields",
          row.number + std::size_t(row.skipped + n + lines_of_head + 1), words_of(whole).size(),
          snapshot.dimensions + snapshot.fields, snapshot.dimensions, snapshot.fields));
  }
}

std::string text_of(const Snapshot& snapshot) {
  // In as many digits as tell one double from the next, which free formats read.
  std::string text = padded(snapshot.headline, 79) + '\n';
  text += fmt::format("{:7} {:.16E} {:2} {:2} {:2}\n", snapshot.step, snapshot.time,
                      snapshot.generalised ? -snapshot.dimensions : snapshot.dimensions,
                      snapshot.parameters.size(), snapshot.fields);
  for (const int count : snapshot.cells) text += fmt::format(" {:3}", count);
  text += '\n';
  for (const double value : snapshot.parameters) text += fmt::format(" {:23.16E}", value);
  text += '\n' + padded(snapshot.names, 79) + '\n';
  for (std::size_t cell = 0; cell < snapshot.cell_count(); ++cell) {
    for (const auto& values : snapshot.coordinates)
      fmt::format_to(std::back_inserter(text), " {:23.16E}", values[cell]);
    for (const auto& values : snapshot.values)
      fmt::format_to(std::back_inserter(text), " {:23.16E}", values[cell]);
    text += '\n';
  }
  return text;
}

}  // namespace solenoid::sac
