// Snapshots as Fortran's unformatted records: headline; it, t, ndim, neqpar, nw; nx; eqpar; names;
// all coordinates; and one record for each field.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/formats/sac_parts.hpp"

namespace solenoid::sac {

namespace {

constexpr std::size_t mark_bytes = 4;
/// Of headline and names. VAC has 79 characters, later versions of SAC 400.
constexpr std::size_t short_line = 79, long_line = 400;

std::size_t value_bytes(bool single) { return single ? sizeof(float) : sizeof(double); }

void require_length(std::size_t found, std::size_t expected, const std::string& what) {
  if (found == expected) return;
  throw FormatError(
      fmt::format("the record of {} has {} bytes: expected {}", what, found, expected));
}

double real_at(std::string_view bytes, std::size_t place, bool single) {
  return single ? double(number_at<float>(bytes, place)) : number_at<double>(bytes, place);
}

std::vector<double> read_values(RecordReader& reader, const char* what, std::size_t count,
                                bool single) {
  std::vector<double> values(count);
  if (!single) {
    reader.read(what, values.data(), count * sizeof(double));
    return values;
  }
  std::vector<float> rounded(count);
  reader.read(what, rounded.data(), count * sizeof(float));
  std::ranges::copy(rounded, values.begin());
  return values;
}

/// The values as the file has them.
std::string bytes_of(const std::vector<double>& values, bool single) {
  std::string bytes;
  bytes.reserve(values.size() * value_bytes(single));
  if (!single) {
    bytes.assign(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
    return bytes;
  }
  for (const double value : values) {
    const auto rounded = float(value);
    if (std::isfinite(value) && !std::isfinite(rounded))
      throw FormatError(fmt::format("{} is too large for single precision", value));
    append_number(bytes, rounded);
  }
  return bytes;
}

Head read_head(RecordReader& reader, bool single) {
  Head head;
  head.headline = trimmed(reader.text("the headline"));
  std::string counts(16 + value_bytes(single), '\0');
  reader.read("it, t, ndim, neqpar and nw", counts.data(), counts.size());
  const std::size_t behind_time = 4 + value_bytes(single);
  head.step = number_at<std::int32_t>(counts, 0);
  head.time = real_at(counts, 4, single);
  set_counts(head, number_at<std::int32_t>(counts, behind_time),
             number_at<std::int32_t>(counts, behind_time + 4),
             number_at<std::int32_t>(counts, behind_time + 8));
  std::vector<std::int32_t> cells(std::size_t(head.dimensions));
  reader.read("nx", cells.data(), cells.size() * sizeof(std::int32_t));
  head.cells.assign(cells.begin(), cells.end());
  head.parameters = read_values(reader, "the parameters", head.parameters.size(), single);
  head.names = trimmed(reader.text("the names"));
  return head;
}

}  // namespace

std::pair<std::string_view, bool> RecordReader::next_piece(const char* what, bool first) {
  const auto broken_off = [&](std::size_t needed) {
    return FormatError(
        fmt::format("the record of {} is broken off: the file ends after byte {}, expected {}",
                    what, bytes_.size(), needed));
  };
  if (bytes_.size() - place_ < mark_bytes) throw broken_off(place_ + mark_bytes);
  const auto front = number_at<std::int32_t>(bytes_, place_);
  const auto length = std::size_t(std::abs(std::int64_t(front)));
  const std::size_t needed = place_ + length + 2 * mark_bytes;
  if (bytes_.size() < needed) throw broken_off(needed);
  const auto back = number_at<std::int32_t>(bytes_, place_ + mark_bytes + length);
  if (std::int64_t(back) != (first ? std::int64_t(length) : -std::int64_t(length)))
    throw FormatError(
        fmt::format("the record of {} begins with the mark {} at byte {} and ends with {}: "
                    "expected its length at both ends, the file is damaged",
                    what, front, place_, back));
  const std::string_view piece = bytes_.substr(place_ + mark_bytes, length);
  place_ = needed;
  return {piece, front < 0};
}

std::vector<std::string_view> RecordReader::pieces(const char* what) {
  std::vector<std::string_view> pieces;
  bool more = true;
  for (bool first = true; more; first = false) {
    const auto [piece, follows] = next_piece(what, first);
    pieces.push_back(piece);
    more = follows;
  }
  return pieces;
}

std::size_t RecordReader::skip(const char* what) {
  std::size_t length = 0;
  for (const std::string_view piece : pieces(what)) length += piece.size();
  return length;
}

void RecordReader::read(const char* what, void* to, std::size_t length) {
  RecordReader look(*this);
  require_length(look.skip(what), length, what);
  auto* bytes = static_cast<char*>(to);
  for (const std::string_view piece : pieces(what))
    bytes = std::copy(piece.begin(), piece.end(), bytes);
}

std::string RecordReader::text(const char* what) {
  RecordReader look(*this);
  std::string text(look.skip(what), ' ');
  read(what, text.data(), text.size());
  return text;
}

void append_record(std::string& bytes, std::string_view content, std::size_t piece) {
  std::size_t place = 0;
  do {
    const std::size_t length = std::min(piece, content.size() - place);
    const auto mark = std::int32_t(length);
    const bool follows = place + length < content.size();
    append_number(bytes, follows ? -mark : mark);
    bytes += content.substr(place, length);
    append_number(bytes, place == 0 ? mark : -mark);
    place += length;
  } while (place < content.size());
}

Entry find_records(std::string_view bytes, std::size_t begin, bool single) {
  RecordReader reader(bytes, begin);
  Entry entry{read_head(reader, single), begin, begin};
  const Head& head = entry.head;
  check_cells(head, bytes.size() - reader.place(), value_bytes(single));
  const std::size_t array = head.cell_count() * value_bytes(single);
  require_length(reader.skip("the coordinates"), array * std::size_t(head.dimensions),
                 "the coordinates");
  for (int w = 1; w <= head.fields; ++w) {
    const std::string what = fmt::format("field {} of {}", w, head.fields);
    require_length(reader.skip(what.c_str()), array, what);
  }
  entry.end = reader.place();
  return entry;
}

std::vector<std::string_view> pieces_of_records(std::string_view bytes, const Entry& entry,
                                                bool single) {
  RecordReader reader(bytes, entry.begin);
  read_head(reader, single);
  std::vector<std::string_view> pieces = reader.pieces("the coordinates");
  for (int w = 0; w < entry.head.fields; ++w)
    for (const std::string_view piece : reader.pieces("a field")) pieces.push_back(piece);
  return pieces;
}

std::string records_of(const Snapshot& snapshot, bool single) {
  const bool fits = std::max(snapshot.headline.size(), snapshot.names.size()) <= short_line;
  const std::size_t width = fits ? short_line : long_line;
  std::string bytes, counts, cells, coordinates;
  append_record(bytes, padded(snapshot.headline, width));
  append_number(counts, std::int32_t(snapshot.step));
  counts += bytes_of({snapshot.time}, single);
  append_number(counts,
                std::int32_t(snapshot.generalised ? -snapshot.dimensions : snapshot.dimensions));
  append_number(counts, std::int32_t(snapshot.parameters.size()));
  append_number(counts, std::int32_t(snapshot.fields));
  append_record(bytes, counts);
  for (const int count : snapshot.cells) append_number(cells, std::int32_t(count));
  append_record(bytes, cells);
  append_record(bytes, bytes_of(snapshot.parameters, single));
  append_record(bytes, padded(snapshot.names, width));
  for (const auto& values : snapshot.coordinates) coordinates += bytes_of(values, single);
  append_record(bytes, coordinates);
  for (const auto& values : snapshot.values) append_record(bytes, bytes_of(values, single));
  return bytes;
}

}  // namespace solenoid::sac
