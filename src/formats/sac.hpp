#pragma once
/// \file
/// Snapshots of the Sheffield Advanced Code, of VAC before it and of SMAUG: three encodings of the
/// same content, as pure functions of bytes. docs/files.md describes them.

#include <array>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "numerics/grid/box.hpp"

namespace solenoid::sac {

/// What is wrong with the bytes: what was found where, and what was expected. The caller adds the
/// name of the file.
class FormatError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Encoding {
  text,            ///< numbers as text, a cell a line
  records,         ///< Fortran's unformatted records in double precision
  single_records,  ///< the same in single precision
  stream           ///< SMAUG's: C's, without marks between its parts
};
/// "text", "Fortran records in double precision", ...
const char* name_of(Encoding encoding);

/// All of a snapshot but its arrays.
struct Head {
  std::string headline;            ///< such as "sw_mhd22", without the blanks behind it
  int step = 0;                    ///< `it`
  double time = 0;                 ///< `t`
  int dimensions = 0;              ///< `ndim`, 1 to 3
  bool generalised = false;        ///< whether `ndim` is negative: coordinates other than Cartesian
  std::vector<int> cells;          ///< `nx`, ghost layers included
  std::vector<double> parameters;  ///< `eqpar`
  std::string names;               ///< of coordinates, fields and parameters, by blanks
  int fields = 0;                  ///< `nw`

  /// Components of vectors, from the number of fields: 3 n + 4 with a background.
  [[nodiscard]] int components() const { return (fields - 4) / 3; }
  [[nodiscard]] std::size_t cell_count() const;
};

/// A snapshot: arrays hold cell_count() values, the first index fastest.
struct Snapshot : Head {
  std::vector<std::vector<double>> coordinates;  ///< as many as dimensions
  std::vector<std::vector<double>> values;       ///< by field: rho m1 .. e b1 .. eb rhob bg1 ..
};

/// A snapshot in a file, and where its bytes are.
struct Entry {
  Head head;
  std::size_t begin = 0, end = 0;
};
/// What a file holds.
struct Contents {
  Encoding encoding = Encoding::text;
  std::vector<Entry> snapshots;
};

/// Whether bytes look like a file of this kind, be it whole or damaged.
bool looks_like_sac(std::string_view bytes);

/// Finds the snapshots of a file without reading their arrays. Throws FormatError where the bytes
/// are none of these encodings, have the other byte order, or end too soon.
Contents find_snapshots(std::string_view bytes);

/// Reads arrays of one of them in boxes of its cells.
class SnapshotReader {
 public:
  /// The bytes have to live as long. Throws FormatError for a time that is not finite.
  SnapshotReader(std::string_view bytes, Encoding encoding, const Entry& entry);
  [[nodiscard]] const Head& head() const { return head_; }
  /// All cells; along directions that there are not it is one cell thick.
  [[nodiscard]] Box all() const;
  /// The snapshot of the cells in a box. Throws FormatError for a value that is not finite, too.
  [[nodiscard]] Snapshot read(const Box& box) const;

 private:
  void read_binary(const Box& box, Snapshot& snapshot) const;
  void read_text(const Box& box, Snapshot& snapshot) const;

  std::string_view bytes_;
  Encoding encoding_;
  Head head_;
  std::vector<std::string_view> pieces_;  ///< of the arrays, but of a text
  std::vector<std::size_t> rows_;         ///< where those of a text begin
};

/// All of one. Throws as SnapshotReader does.
Snapshot read_snapshot(std::string_view bytes, Encoding encoding, const Entry& entry);

/// The bytes of a snapshot. Throws FormatError where the encoding cannot hold it.
std::string write_snapshot(const Snapshot& snapshot, Encoding encoding);

/// Constants of the equations, from `eqpar`.
struct Parameters {
  double gamma = 5.0 / 3.0;
  double resistivity = 0, viscosity = 0;
  std::array<double, 3> gravity{0, 0, 0};
};
/// SAC has gravity from the fourth on, SMAUG from the third; the names of the fields tell who wrote
/// them (m1 and h, or mx).
Parameters parameters_of(const Head& head);

/// How SAC and SMAUG order and name what `eqpar` holds.
enum class Writer { sac, smaug };
std::vector<double> parameter_list(const Parameters& parameters, int dimensions, Writer writer);
/// The line of names: "x y h m1 m2 e b1 b2 eb rhob bg1 bg2 gamma eta grav1 grav2".
std::string names_line(int dimensions, int components, Writer writer);

}  // namespace solenoid::sac
