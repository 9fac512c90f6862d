#pragma once
/// \file
/// Those who look at a run and ask things of it, as the run meets them between its steps.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "src/driver/control.hpp"
#include "src/driver/progress_meter.hpp"
#include "src/driver/watcher.hpp"

namespace solenoid {

class Onlookers {
 public:
  /// `watcher` may be null.
  Onlookers(const std::filesystem::path& folder, std::shared_ptr<Control> control,
            Watcher* watcher);
  /// Steps begin.
  void begin(const RunSpan& span, const RunPlace& place);
  /// Hands on what is asked for in the folder, and shows the state to who wants to see it.
  void attend(Solver& solver, const RunPlace& place);
  /// Shows them the last state, and tells them how the run ended.
  void leave(Solver& solver, const RunPlace& place, const std::string& how);

 private:
  ControlFolder requests_;
  std::shared_ptr<Control> control_;
  Watcher* watcher_;
  std::optional<ProgressMeter> meter_;
};

}  // namespace solenoid
