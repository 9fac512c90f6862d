#pragma once
/// \file
/// The runs of a scan, a few at a time, each a process of its own.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/cli/scan_plan.hpp"

namespace solenoid {

/// A run that is to be made.
struct ScanRun {
  std::string name;
  std::vector<std::string> words;  ///< the command that makes it, less its threads
  std::filesystem::path log;       ///< what it prints is added to this file
  double fraction = 0;             ///< done before it begins, from 0 to 1
};

/// How a run ended.
struct ScanEnd {
  std::size_t run = 0;   ///< which of the list
  int code = 0;          ///< its exit code
  bool stopped = false;  ///< before its end, since it was asked to
  std::string problem;   ///< what it complained of last
  double seconds = 0;
};

/// What a process may take.
struct ScanSlot {
  int threads = 1;
  std::vector<int> cores;  ///< empty: any
};

/// What to tell whom while runs go on.
struct ScanWatch {
  std::function<void(const ScanEnd& end)> ended;
  std::function<void(const ScanProgress& progress)> progress;  ///< several times a second
  /// Why everything is to stop, if it is; asked several times a second.
  std::function<std::optional<std::string>()> stop_reason;
};

/// Makes the runs in their order, as many at a time as there are slots. A run that fails stops no
/// other. When everything is to stop, those that run are asked to write their checkpoints, and the
/// reason is returned. Throws OutputError where a log cannot be written or a process not started.
std::optional<std::string> make_runs(const std::vector<ScanRun>& runs,
                                     const std::vector<ScanSlot>& slots, const ScanWatch& watch);

}  // namespace solenoid
