// solenoid bench

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "src/cli/bench_parts.hpp"
#include "src/cli/bench_report.hpp"
#include "src/cli/command.hpp"
#include "src/cli/timing.hpp"
#include "src/driver/memory.hpp"
#include "src/machine/disturbance.hpp"
#include "src/machine/machine.hpp"
#include "src/output/replace.hpp"
#include "src/parallel/launch.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

struct BenchArguments {
  std::vector<std::string> decks;
  std::vector<std::string> overrides;
  MachineChoice device;
  std::optional<long> steps;
  std::string json;
  PartsChoice parts;
  ScalingChoice scaling;
};

BenchResult measure(const Deck& deck, const BenchArguments& arguments, Device device) {
  const Announce announce = [](const std::string& what) { std::cout << what << std::endl; };
  const std::unique_ptr<Solver> solver = make_solver(deck, device, announce);
  set_initial_state(deck, *solver);
  const TrafficModel traffic = solver->traffic();
  double time = 0;
  timed_steps(*solver, time, 4);  // first touches and first launches
  const double pair = timed_steps(*solver, time, 2);
  BenchResult result;
  result.deck = deck.name();
  result.cells = deck.grid().cells;
  result.precision = deck.text("run", "precision");
  result.bytes_per_cell = memory_need(deck).bytes_per_cell;
  const double copy_before = solver->copy_bandwidth();
  result.speed.cells = double(deck.grid().cell_count());
  result.speed.steps = arguments.steps.value_or(steps_for(1.5, pair));
  const LostTime before = lost_time();
  result.speed.seconds = timed_steps(*solver, time, result.speed.steps);
  if (device == Device::cpu) {
    result.lost_part = lost_part(before, lost_time(), result.speed.seconds, Machine::threads());
  }
  // Clocks drift; the better of two copies gives the stricter percentage.
  result.speed.copy_bandwidth = std::max(copy_before, solver->copy_bandwidth());
  result.speed.bytes_per_update = traffic.values_per_update * traffic.bytes_per_value;
  if (solver->unphysical_cell()) {
    throw RunError(fmt::format("{}: the state became unphysical after {:.3g} of simulated time",
                               deck.name(), time));
  }
  return result;
}

std::vector<Deck> chosen_decks(const BenchArguments& arguments, Device device) {
  std::vector<Deck> decks;
  for (const std::string& path : arguments.decks) {
    decks.push_back(Deck::load(path, arguments.overrides));
  }
  if (!decks.empty()) return decks;
  for (const BenchDeck& deck : built_in_bench_decks(device)) {
    decks.push_back(Deck::parse(deck.text, deck.name, arguments.overrides));
  }
  return decks;
}

/// Of several processes, or for a comparison of numbers of them.
int bench_processes(const BenchArguments& arguments) {
  if (arguments.decks.size() != 1)
    throw UsageError("--ranks, --weak and --strong measure one deck; name it");
  if (!arguments.json.empty())
    throw UsageError("--json is for measurements of one process; leave it or the ranks out");
  const PartsBench of{{arguments.decks[0], arguments.overrides},
                      arguments.device,
                      arguments.steps,
                      arguments.parts,
                      arguments.scaling};
  if (of.scaling.compares()) {
    if (of.parts.ranks || !of.parts.layout.empty())
      throw UsageError("--weak and --strong choose ranks and layout themselves; leave those out");
    return scaling(of);
  }
  if (of.parts.ranks.value_or(1) > 1)
    launch_processes(*of.parts.ranks, words_without("--ranks", program_words()));
  const std::unique_ptr<Processes> processes = join_processes();
  if (processes->count() == 1) require_one_part(of.parts);
  return bench_parts(of, *processes);
}

int bench(const BenchArguments& arguments) {
  if (arguments.scaling.figures || arguments.scaling.compares() || launched_processes() > 1 ||
      arguments.parts.ranks.value_or(1) > 1 || !arguments.parts.words().empty())
    return bench_processes(arguments);
  if (!arguments.json.empty()) require_replaceable(arguments.json);
  const Machine machine(arguments.device);
  const std::vector<Deck> decks = chosen_decks(arguments, machine.device());
  const std::string device = Machine::device_text(machine.device());
  std::cout << fmt::format("{} on {}\n", version_text(), device);
  if (!machine.thread_reason().empty()) std::cout << machine.thread_reason() << "\n";
  std::cout << bench_heading() << std::flush;
  std::vector<BenchResult> results;
  for (const Deck& deck : decks) {
    if (const auto shortage = memory_shortage(deck.grid(), memory_need(deck), machine.device(),
                                              machine.free_memory())) {
      throw UsageError(deck.name() + ": " + *shortage);
    }
    results.push_back(measure(deck, arguments, machine.device()));
    std::cout << bench_line(results.back()) << std::flush;
  }
  if (!arguments.json.empty()) {
    replace_file_by_text(arguments.json, bench_json(version_text(), device, results));
  }
  return exit_good;
}

}  // namespace

Action add_bench(CLI::App& command) {
  const auto arguments = std::make_shared<BenchArguments>();
  command.add_option("DECK", arguments->decks,
                     "decks to measure; by default Orszag-Tang vortices in 2D and 3D");
  command.add_option("--set", arguments->overrides, "override a value in every deck")
      ->type_name("section.key=value")
      ->allow_extra_args(false);
  add_device_arguments(command, arguments->device);
  expect_whole_number(*command
                           .add_option("--steps", arguments->steps,
                                       "timed steps; by default as many as take a second")
                           ->type_name("N"),
                      1);
  command.add_option("--json", arguments->json, "write the figures to this file, too")
      ->type_name("FILE");
  add_parts_arguments(command, arguments->parts, "measure N processes (docs/parallel.md)");
  add_scaling_arguments(command, arguments->scaling);
  command.footer(
      "A cell update is one step of one cell, boundaries and the search for the next time step\n"
      "included. The bound is what the copy bandwidth of the same run would allow if a step moved\n"
      "through memory only what it cannot avoid.\n"
      "Examples:\n"
      "  solenoid bench\n"
      "  solenoid bench inputs/blast-3d.toml --set grid.cells=[256,256,256] --json speed.json\n"
      "  solenoid bench inputs/blast-3d.toml --weak 1,2,4 --strong 1,2,4");
  return [arguments] { return bench(*arguments); };
}

}  // namespace solenoid
