#pragma once
/// \file
/// Who looks at a run while it goes on, as the run sees it.

#include <string>

#include "physics/solvers/solver.hpp"
#include "src/driver/progress.hpp"

namespace solenoid {

/// Called by the run's thread between steps. A watcher reads from the solver what outputs read, and
/// changes nothing. It throws nothing.
class Watcher {
 public:
  virtual ~Watcher() = default;
  /// Whether someone waits for something that show() would give him now: a few instructions where
  /// nobody looks. `paused`: the run has nothing else to do.
  [[nodiscard]] virtual bool wants(bool paused) = 0;
  /// The state after a step, or before the first one.
  virtual void show(Solver& solver, const Progress& progress, bool paused) = 0;
  /// Why the run ends; nothing more is shown.
  virtual void ended(const Progress& progress, const std::string& how) = 0;
};

}  // namespace solenoid
