#pragma once
/// \file
/// Files on disk. Every writer writes beside the target and renames, so that a failure loses
/// nothing; every failure is an OutputError that names the file and the reason.

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "src/output/files_of_parts.hpp"
#include "src/output/snapshot.hpp"

namespace solenoid {

/// "1.10.8, serial": the HDF5 that files are written with.
std::string hdf5_version();

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes `<file>` in Athena++'s .athdf layout and `<file>.xdmf` beside it: one block, datasets
/// `prim` and `B` when their fields are all there, `derived` for all others, float or double by
/// the snapshot's precision, provenance as attributes and the deck as dataset `Deck`. Throws
/// OutputError, and std::invalid_argument for a snapshot without fields, with two fields of one
/// name or with a field whose size is not the grid's.
void write_athdf(const std::filesystem::path& file, const Snapshot& snapshot);

/// Fields whose values come when they are written.
struct FieldSource {
  std::vector<std::string> names;
  Precision precision = Precision::double_precision;  ///< of the values
  /// Reads the field with this number: what it returns fills an array with a box of it.
  std::function<Gather(std::size_t field)> read;
  /// Fields that others write, several at a time (into a compressed file they are read).
  struct ByOthers {
    WriteArrays write;
    std::vector<std::string> names;
    Box cells;                    ///< all their values, in blocks
    BlockOfCells block{1, 1, 1};  ///< of cells, whose means they are
  };
  std::optional<ByOthers> by_others{};
  [[nodiscard]] bool is_by_others(std::size_t field) const {
    return by_others && std::ranges::find(by_others->names, names[field]) != by_others->names.end();
  }
};
/// The same for fields of which one part after the other is in memory; `head` has none.
void write_athdf(const std::filesystem::path& file, const Snapshot& head,
                 const FieldSource& fields);
/// Reads back what write_athdf wrote, fields by their full names, in the order of the file. Reads
/// Athena++'s own files too, if they hold one block of a uniform grid (their provenance is empty).
/// Throws OutputError.
Snapshot read_athdf(const std::filesystem::path& file);

/// The temporal XDMF collection of a series of .athdf files, which lie in its folder (only their
/// names count).
class XdmfSeries {
 public:
  explicit XdmfSeries(std::filesystem::path file) : file_(std::move(file)) {}
  /// Adds files, of which only these are read, and rewrites the collection. Throws OutputError.
  void add(const std::vector<std::filesystem::path>& athdf_files);

 private:
  std::filesystem::path file_;
  std::string grids_;
};

/// Appends rows to a .hst file in Athena++'s layout; on creation writes the header of the labels
/// (`time` and `dt` come before them by themselves). When it continues (restart), rows at or after
/// `restart_time` are dropped first.
class HistoryFile {
 public:
  /// Throws OutputError when the file cannot be written or, on a restart, has other columns or a
  /// row that is no row; std::invalid_argument for a label that is empty, doubled or has blanks.
  HistoryFile(std::filesystem::path file, std::vector<std::string> labels,
              std::optional<double> restart_time);
  /// Adds a row of 17 significant digits. Throws OutputError, with the file as it was before, and
  /// std::invalid_argument for another number of values than labels.
  void append(double time, double dt, const std::vector<double>& values);

 private:
  std::filesystem::path file_;
  std::size_t columns_;
};

/// What a restart needs beside the solver's state.
struct CheckpointHead {
  Grid grid;
  double time = 0;
  long step = 0;
  Provenance provenance;
  std::map<std::string, double> driver;  ///< next output times, counters, conserved totals at start
};
/// Everything that a restart needs, on the host.
struct Checkpoint : CheckpointHead {
  SolverState state;
};
/// A state whose values come when they are written.
struct StateSource {
  struct Array {
    std::string name;
    Box box;  ///< all its values
  };
  Precision precision = Precision::double_precision;
  std::vector<Array> arrays;
  std::map<std::string, double> numbers;
  /// Reads the array with this number: what it returns fills an array with a slab of it.
  std::function<Gather(std::size_t array)> read;
  WriteArrays write{};  ///< by whom the arrays are written in place of that, several at a time
};
/// The arrays of a solver's state, read when they are written.
StateSource state_of(Solver& solver);
/// Writes an HDF5 file with a checksum on every part of it, the state slab by slab. Throws
/// OutputError.
void write_checkpoint(const std::filesystem::path& file, const CheckpointHead& head,
                      const StateSource& state);
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);
/// A checkpoint that is read piece by piece. Everything throws OutputError that says what is
/// missing or damaged.
class CheckpointFile final : public StoredState {
 public:
  explicit CheckpointFile(const std::filesystem::path& file);
  ~CheckpointFile() override;
  [[nodiscard]] const CheckpointHead& head() const;
  [[nodiscard]] Precision precision() const override;
  [[nodiscard]] const std::map<std::string, double>& numbers() const override;
  [[nodiscard]] std::vector<std::string> array_names() const;
  [[nodiscard]] std::optional<std::size_t> values(const std::string& name) const override;
  void read(const std::string& name, std::size_t first, std::size_t count, void* to) override;

 private:
  struct Contents;
  std::unique_ptr<Contents> contents_;
};
/// All of a checkpoint. Throws as CheckpointFile does.
Checkpoint read_checkpoint(const std::filesystem::path& file);
/// The arrays of its state as fields, by the names that they are stored under.
Snapshot stored_fields(const Checkpoint& checkpoint);

}  // namespace solenoid
