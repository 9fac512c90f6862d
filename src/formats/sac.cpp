#include "src/formats/sac.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/formats/sac_parts.hpp"

namespace solenoid::sac {

namespace {

constexpr int most_parameters = 1000;
constexpr std::size_t headline_width = 79;

/// Numbers of fields of one to three components, each with a background.
bool is_field_count(int fields) { return fields == 7 || fields == 10 || fields == 13; }

/// The counts of a raw stream, behind the headline, `it` and `t`.
std::array<std::int32_t, 3> stream_counts(std::string_view bytes) {
  const std::size_t place = headline_width + 12;
  if (bytes.size() < place + 12) return {};
  return {number_at<std::int32_t>(bytes, place), number_at<std::int32_t>(bytes, place + 4),
          number_at<std::int32_t>(bytes, place + 8)};
}

std::array<std::int32_t, 3> reversed(std::array<std::int32_t, 3> values) {
  for (std::int32_t& value : values) value = with_bytes_reversed(value);
  return values;
}

bool hold_counts(const std::array<std::int32_t, 3>& counts) {
  return are_counts(counts[0], counts[1], counts[2]);
}

constexpr std::int32_t longest_headline = 4096;

/// The length of the first record, if bytes may begin with a headline of that length.
std::int32_t first_mark(std::string_view bytes) {
  return bytes.size() < 4 ? 0 : number_at<std::int32_t>(bytes, 0);
}
bool is_mark(std::int32_t mark) { return mark > 0 && mark <= longest_headline; }

/// A line of printable characters at the front.
bool begins_with_line(std::string_view bytes) {
  const std::size_t end = bytes.find('\n');
  if (end == std::string_view::npos || end > std::size_t(longest_headline)) return false;
  return std::ranges::none_of(bytes.substr(0, end), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return (code < 0x20 && c != '\t' && c != '\r') || code == 0x7f;
  });
}

/// Which encoding it is; of several that could be, the one with the strictest marks.
Encoding encoding_of(std::string_view bytes) {
  const std::int32_t mark = first_mark(bytes);
  if (is_mark(mark) && bytes.size() >= std::size_t(mark) + 12 &&
      number_at<std::int32_t>(bytes, 4 + std::size_t(mark)) == mark) {
    const auto second = number_at<std::int32_t>(bytes, 8 + std::size_t(mark));
    if (second == 24) return Encoding::records;
    if (second == 20) return Encoding::single_records;
    throw FormatError(
        fmt::format("its second record has {} bytes: expected 24 (it, t, ndim, neqpar and nw in "
                    "double precision) or 20 (in single)",
                    second));
  }
  const std::array<std::int32_t, 3> counts = stream_counts(bytes);
  if (hold_counts(counts)) return Encoding::stream;
  if (hold_counts(reversed(counts)) || is_mark(with_bytes_reversed(mark)))
    throw FormatError(
        "its numbers have the other byte order (big-endian): write it on, or convert it to, a "
        "little-endian machine");
  if (begins_with_line(bytes)) return Encoding::text;
  if (is_mark(mark)) throw FormatError("it ends within its first record, the headline");
  throw FormatError(
      "it is no snapshot of SAC, VAC or SMAUG: expected text, Fortran records that begin with a "
      "headline, or SMAUG's raw stream");
}

Entry find(std::string_view bytes, Encoding encoding, std::size_t begin) {
  if (encoding == Encoding::text) return find_text(bytes, begin);
  if (encoding == Encoding::stream) return find_stream(bytes, begin);
  return find_records(bytes, begin, encoding == Encoding::single_records);
}

/// The letters of a vector's components.
std::string component(Writer writer, int number) {
  return writer == Writer::sac ? std::to_string(number + 1) : std::string(1, "xyz"[number]);
}

}  // namespace

const char* name_of(Encoding encoding) {
  switch (encoding) {
    case Encoding::text:
      return "text";
    case Encoding::records:
      return "Fortran records in double precision";
    case Encoding::single_records:
      return "Fortran records in single precision";
    case Encoding::stream:
      break;
  }
  return "SMAUG's raw stream";
}

std::size_t Head::cell_count() const {
  std::size_t count = 1;
  for (const int n : cells) count *= std::size_t(n);
  return count;
}

bool are_counts(int ndim, int parameters, int fields) {
  return ndim != 0 && ndim >= -3 && ndim <= 3 && parameters >= 0 && parameters <= most_parameters &&
         is_field_count(fields);
}

void set_counts(Head& head, int ndim, int parameters, int fields) {
  const std::string found =
      fmt::format("ndim = {}, neqpar = {}, nw = {}", ndim, parameters, fields);
  if (!are_counts(ndim, parameters, fields))
    throw FormatError(found +
                      ": expected 1 to 3 dimensions, at most 1000 parameters and 7, 10 or 13 "
                      "fields (rho, m, e, b, eb, rhob and bg with 1, 2 or 3 components)");
  head.dimensions = std::abs(ndim);
  head.generalised = ndim < 0;
  head.fields = fields;
  head.parameters.resize(std::size_t(parameters));
  if (head.components() < head.dimensions)
    throw FormatError(found + ": expected as many components of vectors as dimensions, or more");
}

void check_cells(const Head& head, std::size_t bytes, std::size_t least) {
  const std::size_t arrays = std::size_t(head.dimensions + head.fields);
  std::size_t most = bytes / (arrays * least);
  for (const int n : head.cells) {
    if (n >= 1 && std::size_t(n) <= most) {
      most /= std::size_t(n);
      continue;
    }
    throw FormatError(fmt::format("nx = {}: {}", fmt::join(head.cells, " "),
                                  n < 1 ? "expected positive numbers"
                                        : "the rest of the file is too short for arrays of so "
                                          "many cells, it is broken off or damaged"));
  }
}

std::int32_t with_bytes_reversed(std::int32_t value) {
  const auto bits = std::uint32_t(value);
  return std::int32_t((bits >> 24) | ((bits >> 8) & 0xff00U) | ((bits << 8) & 0xff0000U) |
                      (bits << 24));
}

std::string padded(const std::string& text, std::size_t width) {
  if (text.size() > width)
    throw FormatError(
        fmt::format("a line of {} characters: expected at most {}: {}", text.size(), width, text));
  return text + std::string(width - text.size(), ' ');
}

std::string trimmed(std::string_view text) {
  text = text.substr(0, text.find('\0'));
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

bool looks_like_sac(std::string_view bytes) {
  const std::int32_t mark = first_mark(bytes);
  const auto counts = stream_counts(bytes);
  return is_mark(mark) || is_mark(with_bytes_reversed(mark)) || hold_counts(counts) ||
         hold_counts(reversed(counts)) || begins_with_line(bytes);
}

Contents find_snapshots(std::string_view bytes) {
  if (bytes.empty()) throw FormatError("it is empty");
  Contents contents;
  contents.encoding = encoding_of(bytes);
  std::size_t begin = 0;
  do {
    try {
      contents.snapshots.push_back(find(bytes, contents.encoding, begin));
    } catch (const FormatError& error) {
      throw FormatError(fmt::format("snapshot {}, {}: {}", contents.snapshots.size(),
                                    name_of(contents.encoding), error.what()));
    }
    begin = contents.snapshots.back().end;
    if (contents.encoding == Encoding::text)
      begin = std::min(bytes.find_first_not_of(" \t\r\n", begin), bytes.size());
  } while (begin < bytes.size());
  return contents;
}

std::string write_snapshot(const Snapshot& snapshot, Encoding encoding) {
  const std::size_t cells = snapshot.cell_count();
  const auto fits = [&](const std::vector<double>& values) { return values.size() == cells; };
  if (snapshot.values.size() != std::size_t(snapshot.fields) ||
      snapshot.coordinates.size() != std::size_t(snapshot.dimensions) ||
      !std::ranges::all_of(snapshot.values, fits) ||
      !std::ranges::all_of(snapshot.coordinates, fits))
    throw std::invalid_argument("arrays of a snapshot that do not fit its head");
  if (encoding == Encoding::text) return text_of(snapshot);
  if (encoding == Encoding::stream) return stream_of(snapshot);
  return records_of(snapshot, encoding == Encoding::single_records);
}

Parameters parameters_of(const Head& head) {
  const auto value = [&](std::size_t place) {
    return place < head.parameters.size() ? head.parameters[place] : 0.0;
  };
  // Words: "mx" stands among the names of SMAUG only.
  const bool smaug = (" " + head.names + " ").find(" mx ") != std::string::npos;
  const auto dimensions = std::size_t(head.dimensions);
  Parameters parameters;
  if (!head.parameters.empty()) parameters.gamma = head.parameters[0];
  parameters.resistivity = value(1);
  for (std::size_t d = 0; d < dimensions; ++d) parameters.gravity[d] = value((smaug ? 2 : 3) + d);
  if (!smaug) parameters.viscosity = value(3 + dimensions);
  return parameters;
}

std::vector<double> parameter_list(const Parameters& parameters, int dimensions, Writer writer) {
  std::vector<double> list{parameters.gamma, parameters.resistivity};
  if (writer == Writer::sac) list.push_back(1);  // grav0, which stands for nothing
  list.insert(list.end(), parameters.gravity.begin(), parameters.gravity.begin() + dimensions);
  if (writer == Writer::sac) list.push_back(parameters.viscosity);
  list.resize(std::size_t(dimensions) + 4, 0.0);
  return list;
}

std::string names_line(int dimensions, int components, Writer writer) {
  std::string coordinates, m, b, background, gravity;
  for (int d = 0; d < dimensions; ++d) {
    coordinates += fmt::format("{} ", "xyz"[d]);
    gravity += fmt::format(" {}{}", writer == Writer::sac ? "grav" : "g", d + 1);
  }
  for (int d = 0; d < components; ++d) {
    const std::string c = component(writer, d);
    m += " m" + c;
    b += " b" + c;
    background += " bg" + c;
  }
  if (writer == Writer::smaug)
    return fmt::format("{}rho{} e{}  gamma eta{}", coordinates, m, b, gravity);
  return fmt::format("{}h{} e{} eb rhob{}   gamma eta  {}", coordinates, m, b, background, gravity);
}

}  // namespace solenoid::sac
