#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/formats/sac_parts.hpp"

namespace solenoid::sac {

namespace {

/// Numbers of a box of a snapshot with these cells.
void check_finite(const std::vector<double>& values, const std::string& name, const Head& head,
                  const Box& box) {
  const auto bad = std::ranges::find_if_not(values, [](double v) { return std::isfinite(v); });
  if (bad == values.end()) return;
  const auto cell = box.at(std::size_t(bad - values.begin()));
  throw FormatError(fmt::format("{} is {} in cell ({}), counted from 0: expected a finite number",
                                name, *bad,
                                fmt::join(cell.begin(), cell.begin() + head.dimensions, ", ")));
}

/// Copies bytes of what is in several pieces.
void copy_bytes(const std::vector<std::string_view>& pieces, std::size_t begin, std::size_t length,
                char* to) {
  for (const std::string_view piece : pieces) {
    if (begin < piece.size()) {
      const std::string_view some = piece.substr(begin, length);
      to = std::copy(some.begin(), some.end(), to);
      length -= some.size();
      begin = 0;
    } else {
      begin -= piece.size();
    }
    if (length == 0) return;
  }
}

}  // namespace

SnapshotReader::SnapshotReader(std::string_view bytes, Encoding encoding, const Entry& entry)
    : bytes_(bytes), encoding_(encoding), head_(entry.head) {
  if (!std::isfinite(head_.time))
    throw FormatError(fmt::format("its time is {}: expected a finite number", head_.time));
  if (encoding == Encoding::text)
    rows_ = rows_of_text(bytes, entry);
  else if (encoding == Encoding::stream)
    pieces_ = pieces_of_stream(bytes, entry);
  else
    pieces_ = pieces_of_records(bytes, entry, encoding == Encoding::single_records);
}

Box SnapshotReader::all() const {
  Box box;
  std::ranges::copy(head_.cells, box.count.begin());
  return box;
}

Snapshot SnapshotReader::read(const Box& box) const {
  Snapshot snapshot{head_, {}, {}};
  snapshot.cells.assign(box.count.begin(), box.count.begin() + head_.dimensions);
  const std::vector<double> empty(box.values());
  snapshot.coordinates.assign(std::size_t(head_.dimensions), empty);
  snapshot.values.assign(std::size_t(head_.fields), empty);
  if (encoding_ == Encoding::text)
    read_text(box, snapshot);
  else
    read_binary(box, snapshot);
  for (std::size_t d = 0; d < snapshot.coordinates.size(); ++d)
    check_finite(snapshot.coordinates[d], fmt::format("coordinate {}", d + 1), head_, box);
  for (std::size_t w = 0; w < snapshot.values.size(); ++w)
    check_finite(snapshot.values[w], fmt::format("field {} of {}", w + 1, head_.fields), head_,
                 box);
  return snapshot;
}

void SnapshotReader::read_binary(const Box& box, Snapshot& snapshot) const {
  const bool single = encoding_ == Encoding::single_records;
  const std::size_t bytes = single ? sizeof(float) : sizeof(double);
  const auto length = std::size_t(box.count[0]);
  std::vector<float> rounded(single ? length : 0);
  std::size_t array = 0;
  for (auto* arrays : {&snapshot.coordinates, &snapshot.values})
    for (std::vector<double>& values : *arrays) {
      for (std::size_t first = 0; first < values.size(); first += length) {
        const std::size_t number = array * head_.cell_count() + all().value_at(box.at(first));
        auto* const to = single ? reinterpret_cast<char*>(rounded.data())
                                : reinterpret_cast<char*>(&values[first]);
        copy_bytes(pieces_, number * bytes, length * bytes, to);
        if (single) std::ranges::copy(rounded, values.begin() + std::ptrdiff_t(first));
      }
      ++array;
    }
}

void SnapshotReader::read_text(const Box& box, Snapshot& snapshot) const {
  const auto length = std::size_t(box.count[0]);
  const auto in_row = std::size_t(head_.cells.front());
  for (std::size_t first = 0; first < box.values(); first += length) {
    const std::size_t row = all().value_at(box.at(first)) / in_row;
    read_row(bytes_, {rows_[row], row * in_row, box.begin[0], box.count[0]}, snapshot, first);
  }
}

Snapshot read_snapshot(std::string_view bytes, Encoding encoding, const Entry& entry) {
  const SnapshotReader reader(bytes, encoding, entry);
  return reader.read(reader.all());
}

}  // namespace solenoid::sac
