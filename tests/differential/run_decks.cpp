/// Runs generated decks for a few steps and says what they come to.

#include "tests/differential/run_decks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <functional>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "src/driver/steps.hpp"
#include "src/program/shapes.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/words.hpp"

namespace solenoid::differential {

namespace {

/// FNV-1a, of which one number that is none is as good as another.
template <class Real>
std::uint64_t hash_of(const std::vector<std::byte>& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t at = 0; at + sizeof(Real) <= bytes.size(); at += sizeof(Real)) {
    Real value;
    std::memcpy(&value, &bytes[at], sizeof value);
    if (std::isnan(value)) value = std::numeric_limits<Real>::quiet_NaN();
    unsigned char parts[sizeof(Real)];
    std::memcpy(parts, &value, sizeof value);
    for (const unsigned char part : parts) hash = (hash ^ part) * 0x100000001b3U;
  }
  return hash;
}

std::string digest(const SolverState& state) {
  std::string text;
  for (const auto& [name, bytes] : state.arrays)
    text += fmt::format("{}={:016x} ", name,
                        state.precision == Precision::single_precision ? hash_of<float>(bytes)
                                                                       : hash_of<double>(bytes));
  return text;
}

template <class Numbers>
std::string numbers_text(const Numbers& numbers) {
  std::string text;
  for (const auto& [name, value] : numbers) text += fmt::format("{}={:a} ", name, value);
  return text;
}

/// Takes up to `steps` steps as `solenoid run` does; says how it ended.
std::string advance(Solver& solver, const Deck& deck, int steps) {
  double time = deck.number("run", "start_time");
  const double end = deck.number("run", "end_time");
  for (int step = 0; step < steps; ++step) {
    const double stable = solver.stable_step();
    if (!(stable > 0)) return fmt::format("no stable step after step {}", step);
    const double dt = next_step(stable, end - time, step % 2 == 0);
    if (time + dt == time) return fmt::format("time stands still after step {}", step);
    solver.advance(time, dt);
    time += dt;
    if (const auto bad = solver.unphysical_cell()) return unphysical_text(*bad, step + 1, time);
    if (time >= end) break;
  }
  return "finished";
}

std::string run_deck(const std::string& path, int steps, Device device) {
  const Deck deck = Deck::load(path);
  const auto solver = make_solver(deck, device);
  set_initial_state(deck, *solver);
  std::string ending;
  try {
    ending = advance(*solver, deck, steps);
  } catch (const BoundaryValueError& error) {
    ending = error.what();
  }
  std::replace(ending.begin(), ending.end(), '\n', ' ');
  const SolverState state = solver->save();
  return fmt::format("{}\t{}\t{}\t{}", ending, digest(state), numbers_text(state.scalars),
                     numbers_text(solver->history()));
}

/// Calls body(path, steps) for each deck of a list.
void for_decks(const std::string& list, const std::function<void(const std::string&, int)>& body) {
  std::ifstream lines(list);
  if (!lines) throw std::runtime_error("cannot read " + list);
  std::string path;
  int steps = 0;
  while (lines >> path >> steps) body(path, steps);
}

std::string message_of(const DeckError& error) {
  std::string text = error.what();
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

}  // namespace

int run_decks(const std::string& list, const std::string& device) {
  for_decks(list, [&](const std::string& path, int steps) {
    std::string outcome;
    try {
      outcome = "ran\t" + run_deck(path, steps, device == "gpu" ? Device::gpu : Device::cpu);
    } catch (const DeckError& error) {
      outcome = "refused\t" + message_of(error);
    } catch (const std::exception& error) {
      outcome = std::string("threw\t") + error.what();
    }
    std::cout << path << '\t' << outcome << std::endl;
  });
  return 0;
}

int compile_decks(const std::string& list, const std::string& device) {
  for_decks(list, [&](const std::string& path, int) {
    const Deck deck = Deck::load(path);
    const Precision precision = precision_of(deck);
    const Device on = device == "gpu" ? Device::gpu : Device::cpu;
    if (deck.terms() != nullptr) compile_module(*deck.terms(), precision, on, {});
    if (deck.program() == nullptr) return;
    compile_module(*deck.program(), precision, on, default_shape(precision, on, deck.grid().cells));
  });
  return 0;
}

}  // namespace solenoid::differential
