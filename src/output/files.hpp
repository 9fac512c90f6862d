#pragma once
/// \file
/// Files on disk. Every writer writes beside the target and renames, so that a failure loses
/// nothing; every failure is an OutputError that names the file and the reason.

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/output/snapshot.hpp"

namespace solenoid {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Writes `<file>` in Athena++'s .athdf layout and `<file>.xdmf` beside it.
void write_athdf(const std::filesystem::path& file, const Snapshot& snapshot);
/// Reads back what write_athdf wrote. Throws OutputError.
Snapshot read_athdf(const std::filesystem::path& file);

/// Rewrites the temporal XDMF collection of a series of .athdf files (paths relative to its
/// folder).
void write_xdmf_series(const std::filesystem::path& file,
                       const std::vector<std::filesystem::path>& athdf_files);

/// Appends rows to a .hst file; on creation writes the header of the labels. When it continues
/// (restart), rows at or after `restart_time` are dropped first.
class HistoryFile {
 public:
  HistoryFile(std::filesystem::path file, std::vector<std::string> labels,
              std::optional<double> restart_time);
  void append(double time, double dt, const std::vector<double>& values);

 private:
  std::filesystem::path file_;
  std::size_t columns_;
};

/// Everything that a restart needs.
struct Checkpoint {
  Grid grid;
  double time = 0;
  long step = 0;
  SolverState state;
  Provenance provenance;
  std::map<std::string, double> driver;  ///< next output times, counters, conserved totals at start
};
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);
Checkpoint read_checkpoint(const std::filesystem::path& file);

}  // namespace solenoid
