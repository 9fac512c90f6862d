#pragma once
/// \file
/// The [[output]] blocks of a deck during a run: what each writes, when, and under which name.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"
#include "src/driver/checkpoints.hpp"
#include "src/driver/output_queue.hpp"
#include "src/driver/steps.hpp"
#include "src/output/files.hpp"

namespace solenoid {

/// The blocks of the deck, or, when it has none: all primitive fields (hdf5) and the density (png)
/// at start and end, and a hundred rows of history.
std::vector<OutputSettings> output_blocks(const Deck& deck);

/// The first history that a run of the deck writes in `folder`; nothing if it writes none.
std::optional<std::filesystem::path> history_file(const std::filesystem::path& folder,
                                                  const Deck& deck);

/// A moment of a run, as outputs see it.
struct Moment {
  double time = 0;
  long step = 0;
  double dt = 0;    ///< of the step that led here
  double wall = 0;  ///< seconds that the run has taken
};

/// A snapshot of that moment without fields yet.
Snapshot snapshot_head(const Grid& grid, const Moment& moment, const Provenance& provenance);

/// One [[output]] block. Writers throw OutputError, or leave it to the queue.
class Output {
 public:
  /// `count` and `last_step` come from a checkpoint, or are 0 and nothing.
  Output(OutputSettings settings, long count, std::optional<long> last_step);
  virtual ~Output() = default;
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  [[nodiscard]] bool due(const Moment& moment) const;
  /// The cells whose fields are all that it shows, where those are known.
  [[nodiscard]] virtual std::optional<Box> shown_cells() const { return std::nullopt; }
  /// Writes, unless this step has been written.
  void write(Solver& solver, const Moment& moment);
  /// Takes note that a run goes on from `moment`, whose outputs were written before.
  virtual void resume(Solver& solver, const Moment& moment);
  [[nodiscard]] const OutputSettings& settings() const { return settings_; }
  [[nodiscard]] long count() const { return count_; }
  [[nodiscard]] std::optional<long> last_step() const { return last_step_; }

 protected:
  virtual void write_now(Solver& solver, const Moment& moment) = 0;

 private:
  OutputSettings settings_;
  Cadence cadence_;
  long count_;
  std::optional<long> last_step_;
};

/// All outputs of a run.
class Outputs {
 public:
  /// Opens the outputs of `deck` in `folder`, for a run that begins at `start`. What
  /// takes long of them is left to `queue`.
  Outputs(const Deck& deck, Solver& solver, const std::filesystem::path& folder,
          const Provenance& provenance, const StartingPoint& start, OutputQueue& queue);

  [[nodiscard]] bool due(const Moment& moment) const;
  /// Has the solver complete what the blocks that are due show.
  void complete_due(Solver& solver, const Moment& moment) const;
  /// Writes what is due.
  void write_due(Solver& solver, const Moment& moment);
  /// Writes every block, due or not: at the start and at the end.
  void write_all(Solver& solver, const Moment& moment);
  /// What a checkpoint has to remember.
  [[nodiscard]] std::map<std::string, double> state() const;
  /// Files that belong to the blocks: "3 hdf5, 1 history".
  [[nodiscard]] std::string files_text() const;

 private:
  OutputQueue& queue_;
  std::vector<std::unique_ptr<Output>> outputs_;
};

}  // namespace solenoid
