#pragma once
/// \file
/// What the encodings of SAC's snapshots have in common.

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "src/formats/sac.hpp"

namespace solenoid::sac {

/// Numbers of little-endian bytes.
template <class T>
T number_at(std::string_view bytes, std::size_t place) {
  T value;
  std::memcpy(&value, bytes.data() + place, sizeof(T));
  return value;
}
template <class T>
void append_number(std::string& bytes, T value) {
  const std::size_t place = bytes.size();
  bytes.resize(place + sizeof(T));
  std::memcpy(bytes.data() + place, &value, sizeof(T));
}
std::int32_t with_bytes_reversed(std::int32_t value);

/// `text` as a line of `width` characters, blanks behind it. Throws FormatError for a longer one.
std::string padded(const std::string& text, std::size_t width);
/// Without blanks and what is behind a zero byte.
std::string trimmed(std::string_view text);

/// Sets dimensions from `ndim`, and checks it, `neqpar` and `nw`. Throws FormatError.
void set_counts(Head& head, int ndim, int parameters, int fields);
/// Whether these could be the counts of a snapshot.
bool are_counts(int ndim, int parameters, int fields);
/// Checks the numbers of cells and that arrays of them would be of a size that `bytes` may hold, at
/// least `least` bytes a number. Throws FormatError.
void check_cells(const Head& head, std::size_t bytes, std::size_t least);

// Of each encoding; begin is where a snapshot begins, and what is found ends where the next may.
Entry find_text(std::string_view bytes, std::size_t begin);
Entry find_records(std::string_view bytes, std::size_t begin, bool single);
Entry find_stream(std::string_view bytes, std::size_t begin);
// The bytes of all arrays, coordinates first, in as many pieces as they are in.
std::vector<std::string_view> pieces_of_records(std::string_view bytes, const Entry& entry,
                                                bool single);
std::vector<std::string_view> pieces_of_stream(std::string_view bytes, const Entry& entry);
/// Where the lines of a text begin that have the first cell of each row along x.
std::vector<std::size_t> rows_of_text(std::string_view bytes, const Entry& entry);
/// A row of a text, or the front of it.
struct TextRow {
  std::size_t place = 0;       ///< where its first line begins
  std::size_t number = 0;      ///< of the cell there
  int skipped = 0, count = 0;  ///< lines that are not wanted, and those behind that are
};
/// Reads it into the arrays of a snapshot, from their value `to` on.
void read_row(std::string_view bytes, const TextRow& row, Snapshot& snapshot, std::size_t to);
std::string text_of(const Snapshot& snapshot);
std::string records_of(const Snapshot& snapshot, bool single);
std::string stream_of(const Snapshot& snapshot);

/// Fortran's records. gfortran cuts those that are longer than a mark can say into pieces, whose
/// marks are negative where another one follows (at the front) or went before (behind).
class RecordReader {
 public:
  RecordReader(std::string_view bytes, std::size_t place) : bytes_(bytes), place_(place) {}
  /// Bytes of the next record, which it leaves behind; `what` is what it should hold. Throws
  /// FormatError.
  std::size_t skip(const char* what);
  /// Copies the next record, which has to have `length` bytes.
  void read(const char* what, void* to, std::size_t length);
  std::string text(const char* what);
  /// The pieces of the next record, which it leaves behind.
  std::vector<std::string_view> pieces(const char* what);
  [[nodiscard]] std::size_t place() const { return place_; }

 private:
  /// The piece at the present place, with whether another one follows.
  std::pair<std::string_view, bool> next_piece(const char* what, bool first);

  std::string_view bytes_;
  std::size_t place_;
};
/// gfortran's longest piece of a record.
inline constexpr std::size_t longest_piece = 2147483639;
/// Appends a record, in pieces of at most `piece` bytes.
void append_record(std::string& bytes, std::string_view content, std::size_t piece = longest_piece);

}  // namespace solenoid::sac
