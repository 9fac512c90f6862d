#include "src/driver/start.hpp"

#include "src/driver/summary.hpp"
#include "src/setup/initial.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

const char* start_prefix = "start.";

}  // namespace

StartingPoint start_of(const Deck& deck) {
  StartingPoint start;
  start.time = deck.number("run", "start_time");
  return start;
}

StartingPoint start_afresh(const Deck& deck, Solver& solver) {
  set_initial_state(deck, solver);
  return start_of(deck);
}

StartingPoint start_from(const std::string& checkpoint, const Deck& deck, Solver& solver,
                         std::vector<std::string>& changes) {
  // A file that cannot be read is a bad argument here, not a stopped run.
  try {
    CheckpointFile file(checkpoint);
    const CheckpointHead& head = file.head();
    changes = check_restart(head, deck);
    if (auto* const parts = dynamic_cast<FilesOfParts*>(&solver))
      parts->restore_parts(checkpoint);
    else
      solver.restore(file, head.time);
    return {false, head.time, head.step, head.driver};
  } catch (const OutputError& error) {
    throw UsageError(error.what());
  }
}

Moment moment_of(const StartingPoint& start) {
  return {start.time, start.step, start.driver.contains("dt") ? start.driver.at("dt") : 0.0};
}

std::map<std::string, double> totals_at_start(Solver& solver, const StartingPoint& start) {
  std::map<std::string, double> totals =
      conserved_totals(solver.history(), solver.conserved_labels());
  for (auto& [label, value] : totals) {
    const auto remembered = start.driver.find(start_prefix + label);
    if (remembered != start.driver.end()) value = remembered->second;
  }
  return totals;
}

CheckpointHead checkpoint_head(const Grid& grid, const Moment& moment, const Provenance& provenance,
                               const Outputs* outputs,
                               const std::map<std::string, double>& start_totals) {
  CheckpointHead head;
  head.grid = grid;
  head.time = moment.time;
  head.step = moment.step;
  head.provenance = provenance;
  if (outputs != nullptr) head.driver = outputs->state();
  head.driver["dt"] = moment.dt;
  for (const auto& [label, value] : start_totals) head.driver[start_prefix + label] = value;
  return head;
}

}  // namespace solenoid
