#pragma once
/// \file
/// The run loop: from a solver with its state set to files, and the ways to end.

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"
#include "src/driver/checkpoints.hpp"
#include "src/driver/control.hpp"
#include "src/driver/progress.hpp"
#include "src/driver/summary.hpp"
#include "src/driver/watcher.hpp"

namespace solenoid {

struct RunOptions {
  std::filesystem::path folder;      ///< where everything is written, a RunFolder
  std::optional<long> max_steps;     ///< the run ends after this step, counted from the very start
  std::optional<double> wall_time;   ///< seconds from `started`; a checkpoint fits in
  double checkpoint_interval = 900;  ///< seconds of wall time; 0: a checkpoint at the end only
  Device device = Device::cpu;       ///< of the steps and of spectra
  std::size_t output_bytes = std::size_t(1) << 30;  ///< host memory for outputs being written
  /// Seconds of steps from which on the summary is worth to measure the bandwidth of the memory.
  double bandwidth_after = 10;
  bool outputs = true;  ///< false: the checkpoint at the end is all that is written
  bool quiet = false;
  TerminalColumns columns;    ///< of the terminal that is printed to; empty if it is none
  double bytes_per_cell = 0;  ///< of the state, for the summary
  std::string command;        ///< what to type to run this again, without --restart
  Provenance provenance;      ///< goes into every file
  /// Asked between steps; not null.
  std::shared_ptr<Control> control = std::make_shared<Control>();
  Watcher* watcher = nullptr;  ///< who looks on, if someone does
  std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
};

enum class Ending {
  finished,    ///< end_time or max_steps reached
  stopped,     ///< asked to by signal, STOP file or wall time
  unphysical,  ///< the state cannot go on
  failed       ///< a file could not be written
};

struct RunResult {
  Ending ending = Ending::finished;
  std::string message;  ///< why it ended, if not finished; one or more lines
  double time = 0;
  long step = 0;
  Summary summary;
};

/// 0 for a run that finished or was asked to stop, 3 for one that had to stop.
int exit_code(const RunResult& result);

/// Runs `solver`, whose state is that of `start`, to the deck's end_time. Steps are as long as is
/// stable and shared out at the end so as to meet end_time; outputs never change a step. Progress
/// and summary go to `out`. What goes wrong with the state or with files comes back in the result,
/// and leaves earlier files as they were.
RunResult run(const Deck& deck, Solver& solver, const StartingPoint& start,
              const RunOptions& options, std::ostream& out);

}  // namespace solenoid
