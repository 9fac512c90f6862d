#pragma once
/// \file
/// The checkpoints of a run folder, and going on from one.

#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"
#include "src/output/files.hpp"

namespace solenoid {

/// Where a run begins: time 0, or where a checkpoint was written.
struct StartingPoint {
  bool fresh = true;  ///< time 0, nothing written yet
  double time = 0;
  long step = 0;
  /// What the driver itself remembers: numbers of output files, conserved totals at the start.
  std::map<std::string, double> driver;
};

/// A checkpoint that does not fit the deck; the message says in what.
class RestartError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Differences between two resolved decks, one line each: "run.end_time: 1.0 before, 2.0 now".
std::vector<std::string> deck_changes(const std::string& before, const std::string& now);

/// What has changed between the deck of `checkpoint` and `deck`, as deck_changes. Throws
/// RestartError when grid, precision, scheme or equations differ: the stored state would be
/// another problem's.
std::vector<std::string> check_restart(const CheckpointHead& checkpoint, const Deck& deck);

/// The checkpoints <deck>.checkpoint.h5 and, one older, <deck>.checkpoint.previous.h5.
class CheckpointFiles {
 public:
  CheckpointFiles(const std::filesystem::path& folder, const std::string& deck_name);

  [[nodiscard]] const std::filesystem::path& current() const { return current_; }
  /// For a run that starts afresh in a folder where another left its checkpoint: renames that to
  /// <deck>.checkpoint.earlier-run.h5 and returns the new name. Throws OutputError.
  std::optional<std::filesystem::path> set_earlier_run_aside() const;
  /// Writes a new checkpoint, keeping the one before. At every moment one of them is whole. Throws
  /// OutputError.
  void write(const CheckpointHead& head, const StateSource& state) const;
  /// A line that names the last good one, or says that there is none.
  [[nodiscard]] std::string last_one_text() const;
  /// What to type to go on from the last one, `command` being what started the run.
  [[nodiscard]] std::string resume_text(const std::string& command) const;

 private:
  std::filesystem::path current_, previous_, earlier_run_;
};

}  // namespace solenoid
