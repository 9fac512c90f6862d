#include "src/cli/validate_rounding.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "src/deck/choices.hpp"
#include "src/machine/machine.hpp"
#include "src/output/rounding.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

/// What a run leaves to compare.
struct Outcome {
  std::vector<std::pair<std::string, long double>> reductions;  ///< of the initial state
  std::vector<double> time_steps;
  SolverState state;
};

Deck deck_with(const DeckArguments& arguments, const std::vector<std::string>& overrides) {
  DeckArguments changed = arguments;
  changed.overrides.insert(changed.overrides.end(), overrides.begin(), overrides.end());
  return changed.load();
}

/// Runs with `time_steps`, or with `count` stable ones where there are none.
Outcome outcome(const Deck& deck, Device device, const std::vector<double>& time_steps,
                long count) {
  const Announce announce = [](const std::string& what) { std::cout << what << std::endl; };
  const std::unique_ptr<Solver> solver = make_solver(deck, device, announce);
  double time = deck.number("run", "start_time");
  set_initial_state(deck, *solver);
  Outcome result{solver->exact_history(), time_steps, {}};
  for (long step = 0; step < count; ++step) {
    if (step == long(result.time_steps.size())) result.time_steps.push_back(solver->stable_step());
    const double dt = result.time_steps[std::size_t(step)];
    solver->advance(time, dt);
    time += dt;
    if (const auto bad = solver->unphysical_cell())
      throw RunError(unphysical_text(*bad, step + 1, time));
  }
  result.state = solver->save();
  return result;
}

std::vector<RoundingError> errors_of_reductions(const Outcome& model, const Outcome& candidate) {
  std::vector<RoundingError> errors;
  for (std::size_t r = 0; r < model.reductions.size(); ++r)
    errors.push_back(rounding_error(model.reductions[r].first, {model.reductions[r].second},
                                    {candidate.reductions[r].second}, candidate.state.precision));
  return errors;
}

std::string table(const std::string& heading, const std::vector<RoundingError>& errors) {
  std::size_t width = heading.size();
  for (const RoundingError& error : errors) width = std::max(width, error.name.size());
  std::string text = fmt::format("{:<{}}  {:>13}  {:>13}  {:>9}  {:>14}\n", heading, width,
                                 "largest value", "largest error", "ulp there", "ulp of largest");
  for (const RoundingError& error : errors)
    text += fmt::format("{:<{}}  {:>13.6e}  {:>13.4e}  {:>9.3g}  {:>14.3g}\n", error.name, width,
                        error.largest_value, error.largest_error, error.ulp, error.ulp_of_largest);
  return text + "\n";
}

/// Compares one precision on all devices; adds what is out of tolerance to `complaints`.
void compare_precision(const DeckArguments& arguments, const std::string& precision, long steps,
                       std::optional<double> max_ulp, std::vector<std::string>& complaints) {
  const Outcome model = outcome(
      deck_with(arguments, {"run.precision=extended", "solver.input_precision=" + precision}),
      Device::cpu, {}, steps);
  const Deck deck = deck_with(arguments, {"run.precision=" + precision});
  for (const Device device : {Device::cpu, Device::gpu}) {
    if (device == Device::gpu && !gpu_available()) continue;
    const Outcome candidate = outcome(deck, device, model.time_steps, steps);
    const std::string name =
        fmt::format("{} precision on {}", precision, device == Device::cpu ? "cpu" : "gpu");
    const auto reductions = errors_of_reductions(model, candidate);
    const auto fields = rounding_errors(model.state, candidate.state);
    std::cout << fmt::format("{} against extended precision, initial state\n{}", name,
                             table("reduction", reductions))
              << fmt::format("{} against extended precision after {} {}\n{}", name, steps,
                             steps == 1 ? "step" : "steps", table("field", fields))
              << std::flush;
    if (!max_ulp) continue;
    for (const auto* errors : {&reductions, &fields})
      for (const RoundingError& error : *errors)
        if (!(error.ulp_of_largest <= *max_ulp))
          complaints.push_back(fmt::format("{}: {}: {:.6g} ulp, allowed {:.6g}", name, error.name,
                                           error.ulp_of_largest, *max_ulp));
  }
}

}  // namespace

int validate_rounding(const DeckArguments& arguments, std::optional<int> threads, long steps,
                      std::optional<double> max_ulp) {
  const auto extended = [](const SchemeSpec& spec) {
    return spec.precisions.contains(Precision::extended_precision);
  };
  if (const SchemeSpec scheme = arguments.load().scheme(); !extended(scheme))
    throw UsageError(
        fmt::format("--extended: only the scheme {} runs in extended precision, the deck has {}",
                    alternatives(names_of(schemes_with(extended))), scheme.name));
  const Machine machine(MachineChoice{"cpu", threads});
  std::vector<std::string> complaints;
  for (const char* precision : {"single", "double"})
    compare_precision(arguments, precision, steps, max_ulp, complaints);
  for (const std::string& complaint : complaints)
    std::cerr << "solenoid: out of tolerance: " << complaint << "\n";
  return complaints.empty() ? exit_good : exit_out_of_tolerance;
}

}  // namespace solenoid
