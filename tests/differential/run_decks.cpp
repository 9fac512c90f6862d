/// Runs generated decks for a few steps and says what they come to.

#include "tests/differential/run_decks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "src/driver/parts.hpp"
#include "src/driver/steps.hpp"
#include "src/parallel/part_orders.hpp"
#include "src/program/shapes.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/usage_error.hpp"
#include "src/text/words.hpp"
#include "tests/differential/digest.hpp"
#include "tests/differential/shown.hpp"

namespace solenoid::differential {

namespace {

std::string digest(const SolverState& state) {
  std::string text;
  for (const auto& [name, bytes] : state.arrays)
    text += fmt::format("{}={:016x} ", name,
                        state.precision == Precision::single_precision ? hash_of<float>(bytes)
                                                                       : hash_of<double>(bytes));
  return text;
}

constexpr const char* finished = "finished";

template <class Numbers>
std::string numbers_text(const Numbers& numbers) {
  std::string text;
  for (const auto& [name, value] : numbers) text += fmt::format("{}={:a} ", name, value);
  return text;
}

/// Takes steps as `solenoid run` does, from number `first` at `time` on to before number `last`;
/// says how it ended.
std::string advance(Solver& solver, const Deck& deck, int first, int last, double& time) {
  const double end = deck.number("run", "end_time");
  for (int step = first; step < last && time < end; ++step) {
    const double stable = solver.stable_step();
    if (!(stable > 0)) return fmt::format("no stable step after step {}", step);
    const double dt = next_step(stable, end - time, step % 2 == 0);
    if (time + dt == time) return fmt::format("time stands still after step {}", step);
    solver.advance(time, dt);
    time += dt;
    if (const auto bad = solver.unphysical_cell()) return unphysical_text(*bad, step + 1, time);
  }
  return finished;
}

/// Another solver with the state of `solver`, which ends.
std::unique_ptr<Solver> restarted(std::unique_ptr<Solver> solver, const Deck& deck, double time) {
  const SolverState state = solver->save();
  const Device device = solver->device();
  solver.reset();
  solver = make_solver(deck, device);
  solver->restore(state, time);
  return solver;
}

/// What becomes of a solver with the initial state of a deck; `restarts`: another one goes on with
/// its state half-way.
std::string run_steps(std::unique_ptr<Solver> solver, const Deck& deck, int steps,
                      bool restarts = false) {
  double time = deck.number("run", "start_time");
  std::string ending;
  try {
    const int half = restarts ? (steps + 1) / 2 : steps;
    ending = advance(*solver, deck, 0, half, time);
    if (restarts && ending == finished) {
      solver->wait();
      // As the program keeps no state that is none to go on from.
      if (!solver->unphysical_cell()) solver = restarted(std::move(solver), deck, time);
      ending = advance(*solver, deck, half, steps, time);
    }
    // As the program looks where it ends between two looks: what broke is another story.
    solver->wait();
    if (const auto bad = solver->unphysical_cell(); bad && ending == finished)
      ending = unphysical_text(*bad, steps, time);
  } catch (const BoundaryValueError& error) {
    ending = error.what();
  }
  std::replace(ending.begin(), ending.end(), '\n', ' ');
  const SolverState state = solver->save();
  const std::string history = numbers_text(solver->history());
  return fmt::format("{}\t{}\t{}\t{}\t{}", ending, digest(state), numbers_text(state.scalars),
                     history, ending == finished ? shown_text(*solver, deck, time) : "");
}

std::string run_deck(const Deck& deck, int steps, Device device, bool restarts = false) {
  auto solver = make_solver(deck, device);
  set_initial_state(deck, *solver);
  return run_steps(std::move(solver), deck, steps, restarts);
}

/// How so many processes may cut the deck's grid, in one way for one deck and in another for the
/// next; empty where they cannot.
std::string layout_for(const Deck& deck, int processes) {
  std::vector<std::string> possible;
  for (int x = 1; x <= processes; ++x)
    for (int y = 1; y <= processes / x; ++y) {
      const std::string layout = text_of(PartLayout{x, y, processes / (x * y)});
      try {
        layout_of(deck, processes, layout);
        possible.push_back(layout);
      } catch (const UsageError&) {
      }
    }
  if (possible.empty()) return {};
  return possible[std::hash<std::string>()(deck.name()) % possible.size()];
}

/// Process 0: all others compute parts for it.
std::string run_deck_in_parts(const Deck& deck, int steps, Device device, Processes& processes) {
  const std::string layout = layout_for(deck, processes.count());
  if (layout.empty()) return run_deck(deck, steps, device);
  PartsReady ready(processes);
  auto solver = make_whole(deck, device, {std::nullopt, layout, ""}, processes, ready, {});
  set_initial_state_in_parts(deck, *solver);
  return run_steps(std::move(solver), deck, steps);
}

/// The others; process 0 says what is wrong with a deck.
void compute_part_of(const std::string& path, Device device, Processes& processes) {
  std::optional<Deck> deck;
  try {
    deck = Deck::load(path);
  } catch (const DeckError&) {
    return;
  }
  const std::string layout = layout_for(*deck, processes.count());
  if (layout.empty()) return;
  PartsReady ready(processes);
  PartsPlan plan;
  std::unique_ptr<Solver> part;
  try {
    plan = plan_of(*deck, device, processes, {std::nullopt, layout, ""});
    part = make_part(*deck, plan, processes, {});
  } catch (const std::exception& error) {
    ready.tell(false, error.what());
    return;
  }
  if (ready.tell(true) != PartsReady::All::ready) return;
  link_parts(*deck, plan, processes, *part);
  PartOrders(processes, *part, deck->grid(), plan.layout, initial_state_of(*deck)).obey();
}

/// Calls body(path, steps) for each deck of a list.
void for_decks(const std::string& list, const std::function<void(const std::string&, int)>& body) {
  std::ifstream lines(list);
  if (!lines) throw std::runtime_error("cannot read " + list);
  std::string path;
  int steps = 0;
  while (lines >> path >> steps) body(path, steps);
}

Device device_of(const std::string& name) { return name == "gpu" ? Device::gpu : Device::cpu; }

std::string message_of(const DeckError& error) {
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

/// Prints what becomes of a deck by run(deck, steps).
template <class Run>
void print_outcome(const std::string& path, int steps, const Run& run) {
  std::string outcome;
  try {
    outcome = "ran\t" + run(Deck::load(path), steps);
  } catch (const DeckError& error) {
    outcome = "refused\t" + message_of(error);
  } catch (const UsageError& error) {
    outcome = std::string("refused\t") + error.what();  // what another process finds
  } catch (const std::exception& error) {
    outcome = std::string("threw\t") + error.what();
  }
  std::cout << path << '\t' << outcome << std::endl;
}

}  // namespace

int run_decks(const std::string& list, const std::string& device, bool restarts) {
  for_decks(list, [&](const std::string& path, int steps) {
    print_outcome(path, steps, [&](const Deck& deck, int count) {
      return run_deck(deck, count, device_of(device), restarts);
    });
  });
  return 0;
}

int run_decks_in_parts(const std::string& list, const std::string& device, Processes& processes) {
  const Device on = device_of(device);
  for_decks(list, [&](const std::string& path, int steps) {
    if (processes.rank() > 0) return compute_part_of(path, on, processes);
    print_outcome(path, steps, [&](const Deck& deck, int count) {
      return run_deck_in_parts(deck, count, on, processes);
    });
  });
  return 0;
}

int compile_decks(const std::string& list, const std::string& device) {
  for_decks(list, [&](const std::string& path, int) {
    const Deck deck = Deck::load(path);
    const Precision precision = precision_of(deck);
    const Device on = device_of(device);
    if (deck.terms() != nullptr) compile_module(*deck.terms(), precision, on, {});
    if (deck.program() == nullptr) return;
    compile_module(*deck.program(), precision, on, default_shape(precision, on, deck.grid().cells));
  });
  return 0;
}

}  // namespace solenoid::differential
