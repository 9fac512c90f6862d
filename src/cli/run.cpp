// solenoid run

#include "src/driver/run.hpp"
#include "src/driver/memory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/run_parts.hpp"
#include "src/cli/view_arguments.hpp"
#include "src/deck/clock.hpp"
#include "src/driver/run_folder.hpp"
#include "src/driver/start.hpp"
#include "src/machine/host_memory.hpp"
#include "src/machine/machine.hpp"
#include "src/machine/terminal.hpp"
#include "src/parallel/launch.hpp"
#include "src/setup/memory_need.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

struct RunArguments {
  DeckArguments deck;
  MachineChoice device;
  std::string folder;
  std::optional<long> steps;
  std::string wall_time;
  std::string restart;
  bool quiet = false;
  bool no_outputs = false;
  PartsChoice parts;
  ViewArguments view;
};

/// The same command, less --steps and --restart, for the hint how to go on.
std::string command_again(const RunArguments& arguments, int processes) {
  std::string command = shell_word(program_name()) + " run " + shell_word(arguments.deck.path);
  for (const std::string& override_text : arguments.deck.overrides) {
    command += " --set " + shell_word(override_text);
  }
  if (!arguments.device.device.empty()) command += " --device " + arguments.device.device;
  if (arguments.device.threads) command += fmt::format(" --threads {}", *arguments.device.threads);
  if (processes > 1) command += fmt::format(" --ranks {}", processes);
  for (const std::string& word : arguments.parts.words()) command += " " + word;
  if (!arguments.folder.empty()) command += " --out " + shell_word(arguments.folder);
  if (!arguments.wall_time.empty()) command += " --wall-time " + arguments.wall_time;
  return command;
}

/// Seconds of --wall-time, or else of the deck's limit.
std::optional<double> wall_time(const RunArguments& arguments, const Deck& deck) {
  const std::string text =
      arguments.wall_time.empty() ? deck.text("run", "wall_time") : arguments.wall_time;
  if (text.empty()) return std::nullopt;
  const std::optional<long> seconds = seconds_from_clock(text);
  if (!seconds || *seconds == 0) {
    throw UsageError(
        fmt::format("the wall time is '{}'; expected hh:mm:ss such as 23:45:00", text));
  }
  return double(*seconds);
}

/// Sets the solver's state from the deck, or from the checkpoint given.
StartingPoint set_state(Solver& solver, const Deck& deck, const RunArguments& arguments) {
  if (arguments.restart.empty()) {
    set_initial_state_in_parts(deck, solver);
    return start_of(deck);
  }
  std::vector<std::string> changes;
  StartingPoint start = start_from(arguments.restart, deck, solver, changes);
  if (!arguments.quiet) {
    std::cout << fmt::format("going on from {}: step {}, time {:.9g}\n", arguments.restart,
                             start.step, start.time);
    for (const std::string& change : changes) std::cout << "  changed: " << change << "\n";
  }
  return start;
}

/// Process 0, which runs the deck, or the only one.
int run_deck(const RunArguments& arguments, std::chrono::steady_clock::time_point started,
             Processes& processes) {
  PartsReady ready(processes);
  RunOptions options;
  options.started = started;
  const Deck deck = arguments.deck.load();
  options.wall_time = wall_time(arguments, deck);
  const Machine machine(choice_of_process(arguments.device, processes));
  const Device device = machine.device();
  const MemoryNeed need = need_of_host(deck, processes, arguments.parts.layout);
  if (const auto shortage = memory_shortage(deck.grid(), need, device, machine.free_memory())) {
    throw UsageError(*shortage);
  }
  // Before anything that takes long, and until all is written.
  const RunFolder folder(arguments.folder.empty() ? "runs/" + deck.name() : arguments.folder);
  if (!folder.warning().empty()) std::cerr << "solenoid: " << folder.warning() << std::endl;
  options.folder = folder.path();
  options.max_steps = arguments.steps;
  if (const long limit = deck.integer("run", "max_steps"); !options.max_steps && limit > 0) {
    options.max_steps = limit;
  }
  options.checkpoint_interval = deck.number("run", "checkpoint_interval");
  options.device = device;
  options.outputs = !arguments.no_outputs;
  options.quiet = arguments.quiet;
  if (terminal_columns(STDOUT_FILENO) > 0) {
    options.columns = [] { return terminal_columns(STDOUT_FILENO); };
  }
  options.bytes_per_cell = need.bytes_per_cell;
  options.output_bytes = need.host_bytes;
  options.command = command_again(arguments, processes.count());
  options.provenance = {version_text(), deck.resolved(), Machine::device_text(device),
                        deck.text("run", "precision")};
  if (!options.quiet) {
    std::cout << fmt::format("{}: {} cells, {} precision, on {}\n", deck.name(),
                             cells_text(deck.grid().cells), options.provenance.precision,
                             options.provenance.device);
    if (!machine.thread_reason().empty()) std::cout << machine.thread_reason() << "\n";
  }
  const Announce announce = [&](const std::string& what) {
    if (!options.quiet) std::cout << what << std::endl;
  };
  const std::unique_ptr<Solver> solver =
      make_whole(deck, device, arguments.parts, processes, ready, announce);
  const StartingPoint start = set_state(*solver, deck, arguments);
  options.control = std::make_shared<Control>(arguments.view.hold);
  const std::unique_ptr<LiveView> view =
      start_view(arguments.view, deck, *solver, options, machine.threads());
  options.watcher = view.get();
  const RunResult result = run(deck, *solver, start, options, std::cout);
  if (!result.message.empty()) {
    std::cout << std::flush;
    std::cerr << "solenoid: " << result.message << std::endl;
  }
  return exit_code(result);
}

int run_together(const RunArguments& arguments, std::chrono::steady_clock::time_point started) {
  if (arguments.parts.ranks.value_or(1) > 1)
    launch_processes(*arguments.parts.ranks, words_without("--ranks", program_words()));
  keep_freed_memory();
  const std::unique_ptr<Processes> processes = join_processes();
  if (processes->rank() > 0)
    return compute_part(arguments.deck, arguments.device, arguments.parts, *processes);
  return run_deck(arguments, started, *processes);
}

}  // namespace

Action add_run(CLI::App& command) {
  const auto started = std::chrono::steady_clock::now();
  const auto arguments = std::make_shared<RunArguments>();
  add_deck_arguments(command, arguments->deck);
  add_device_arguments(command, arguments->device);
  command.add_option("--out", arguments->folder, "folder of the outputs; by default runs/<deck>")
      ->type_name("DIR");
  expect_whole_number(
      *command
           .add_option("--steps", arguments->steps, "end after step N, counted from the very start")
           ->type_name("N"),
      0);
  command
      .add_option("--wall-time", arguments->wall_time,
                  "end in time to have a checkpoint written by then")
      ->type_name("hh:mm:ss");
  command.add_option("--restart", arguments->restart, "go on from a checkpoint")->type_name("FILE");
  command.add_flag("--quiet", arguments->quiet, "print errors only");
  command.add_flag("--no-outputs", arguments->no_outputs,
                   "write nothing but the checkpoint at the end");
  add_parts_arguments(command, arguments->parts,
                      "compute by N processes, started by mpirun (docs/parallel.md)");
  add_writing_argument(command, arguments->parts);
  add_view_arguments(command, arguments->view);
  command.footer(
      "Examples:\n"
      "  solenoid run inputs/orszag-tang.toml\n"
      "  solenoid run inputs/orszag-tang.toml --view\n"
      "  solenoid run inputs/orszag-tang.toml --ranks 4\n"
      "  solenoid run inputs/orszag-tang.toml --set grid.cells=[1024,1024] --device gpu\n"
      "  solenoid run inputs/orszag-tang.toml --wall-time 23:45:00\n"
      "  solenoid run inputs/orszag-tang.toml --restart "
      "runs/orszag-tang/orszag-tang.checkpoint.h5\n"
      "To stop a run so that it can go on: Ctrl-C, SIGTERM, or a file STOP in its folder.\n"
      "SIGUSR1 writes a checkpoint and goes on; 'solenoid control' does more.");
  return [arguments, started] { return run_together(*arguments, started); };
}

}  // namespace solenoid
