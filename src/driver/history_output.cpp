#include "src/driver/history_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "physics/fields/defined_fields.hpp"

namespace solenoid {

namespace {

std::vector<std::string> columns(const std::filesystem::path& file, const OutputSettings& settings,
                                 const Solver& solver) {
  std::vector<std::string> labels = solver.history_labels();
  for (const FieldNumber& number : settings.numbers.numbers) {
    if (number.name == "time" || number.name == "dt" || std::ranges::count(labels, number.name) > 0)
      throw OutputError(
          fmt::format("cannot write {}: it has a column {} already, give the one in "
                      "'numbers' of the deck another name",
                      file.string(), number.name));
    labels.push_back(number.name);
  }
  return labels;
}

}  // namespace

HistoryOutput::HistoryOutput(OutputSettings settings, long count, std::optional<long> last_step,
                             const std::filesystem::path& file, const Solver& solver,
                             std::optional<double> restart_time)
    : Output(std::move(settings), count, last_step),
      history_(file, columns(file, this->settings(), solver), restart_time) {}

void HistoryOutput::resume(Solver& solver, const Moment& moment) {
  Output::resume(solver, moment);
  // Opening the file dropped the row of this very moment together with later ones.
  if (last_step() == moment.step) write_now(solver, moment);
}

void HistoryOutput::write_now(Solver& solver, const Moment& moment) {
  std::vector<double> values;
  for (const auto& [label, value] : solver.history()) values.push_back(value);
  for (const double value : values_of(solver, settings().numbers, moment.time))
    values.push_back(value);
  history_.append(moment.time, moment.dt, values);
}

}  // namespace solenoid
