// SMAUG's snapshots: the parts of Fortran's records one after the other, without marks, and a line
// feed at the end.

#include <fmt/format.h>

#include <algorithm>

#include "src/formats/sac_parts.hpp"

namespace solenoid::sac {

namespace {

constexpr std::size_t line_width = 79;
constexpr std::size_t counts_bytes = 24;

class Stream {
 public:
  Stream(std::string_view bytes, std::size_t place) : bytes_(bytes), place_(place) {}

  std::string_view take(const char* what, std::size_t length) {
    if (bytes_.size() - place_ < length)
      throw FormatError(fmt::format("the file ends after byte {}, within {}: expected {} bytes",
                                    bytes_.size(), what, place_ + length));
    place_ += length;
    return bytes_.substr(place_ - length, length);
  }
  std::vector<double> take_values(const char* what, std::size_t count) {
    const std::string_view bytes = take(what, count * sizeof(double));
    std::vector<double> values(count);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(values.data()));
    return values;
  }
  [[nodiscard]] std::size_t place() const { return place_; }
  void skip_line_feed() {
    if (place_ < bytes_.size() && bytes_[place_] == '\n') ++place_;
  }

 private:
  std::string_view bytes_;
  std::size_t place_;
};

Head take_head(Stream& stream) {
  Head head;
  head.headline = trimmed(stream.take("the headline", line_width));
  const std::string_view counts = stream.take("it, t, ndim, neqpar and nw", counts_bytes);
  head.step = number_at<std::int32_t>(counts, 0);
  head.time = number_at<double>(counts, 4);
  set_counts(head, number_at<std::int32_t>(counts, 12), number_at<std::int32_t>(counts, 16),
             number_at<std::int32_t>(counts, 20));
  const std::string_view cells = stream.take("nx", 4 * std::size_t(head.dimensions));
  for (int d = 0; d < head.dimensions; ++d)
    head.cells.push_back(number_at<std::int32_t>(cells, 4 * std::size_t(d)));
  head.parameters = stream.take_values("the parameters", head.parameters.size());
  head.names = trimmed(stream.take("the names", line_width));
  return head;
}

}  // namespace

Entry find_stream(std::string_view bytes, std::size_t begin) {
  Stream stream(bytes, begin);
  Entry entry{take_head(stream), begin, begin};
  check_cells(entry.head, bytes.size() - stream.place(), sizeof(double));
  stream.take("the arrays", entry.head.cell_count() * sizeof(double) *
                                std::size_t(entry.head.dimensions + entry.head.fields));
  stream.skip_line_feed();
  entry.end = stream.place();
  return entry;
}

std::vector<std::string_view> pieces_of_stream(std::string_view bytes, const Entry& entry) {
  Stream stream(bytes, entry.begin);
  const Head head = take_head(stream);
  return {stream.take("the arrays", head.cell_count() * sizeof(double) *
                                        std::size_t(head.dimensions + head.fields))};
}

std::string stream_of(const Snapshot& snapshot) {
  std::string bytes = padded(snapshot.headline, line_width);
  append_number(bytes, std::int32_t(snapshot.step));
  append_number(bytes, snapshot.time);
  append_number(bytes,
                std::int32_t(snapshot.generalised ? -snapshot.dimensions : snapshot.dimensions));
  append_number(bytes, std::int32_t(snapshot.parameters.size()));
  append_number(bytes, std::int32_t(snapshot.fields));
  for (const int count : snapshot.cells) append_number(bytes, std::int32_t(count));
  for (const double value : snapshot.parameters) append_number(bytes, value);
  bytes += padded(snapshot.names, line_width);
  for (const auto* arrays : {&snapshot.coordinates, &snapshot.values})
    for (const std::vector<double>& values : *arrays)
      bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
  return bytes + '\n';
}

}  // namespace solenoid::sac
