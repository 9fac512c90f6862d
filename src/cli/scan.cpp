// solenoid scan

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/scan_plan.hpp"
#include "src/cli/scan_results.hpp"
#include "src/cli/scan_runs.hpp"
#include "src/driver/memory.hpp"
#include "src/driver/progress.hpp"
#include "src/driver/run_folder.hpp"
#include "src/driver/stop.hpp"
#include "src/machine/machine.hpp"
#include "src/machine/terminal.hpp"
#include "src/output/files.hpp"
#include "src/output/replace.hpp"
#include "src/setup/memory_need.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

struct ScanArguments {
  DeckArguments deck;  ///< its overrides are the axes
  MachineChoice device;
  std::string folder;
  std::optional<int> jobs;
  bool anew = false;
};

/// A point of the scan with what its folder holds.
struct PlannedRun {
  ScanPoint point;
  Deck deck;
  fs::path folder;
  RunStanding standing;
  std::string state = "waiting";
};

std::string command_again(const ScanArguments& arguments) {
  std::string command = shell_word(program_name()) + " scan " + shell_word(arguments.deck.path);
  for (const std::string& text : arguments.deck.overrides) command += " --set " + shell_word(text);
  if (!arguments.device.device.empty()) command += " --device " + arguments.device.device;
  if (arguments.device.threads) command += fmt::format(" --threads {}", *arguments.device.threads);
  if (arguments.jobs) command += fmt::format(" --jobs {}", *arguments.jobs);
  if (!arguments.folder.empty()) command += " --out " + shell_word(arguments.folder);
  return command;
}

/// All runs, each with its deck read and checked and its folder looked into.
std::vector<PlannedRun> plan(const ScanArguments& arguments, const std::vector<ScanAxis>& axes,
                             const fs::path& folder) {
  std::vector<PlannedRun> runs;
  for (ScanPoint& point : scan_points(axes)) {
    Deck deck = Deck::load(arguments.deck.path, point.overrides);
    const fs::path own = folder / point.name;
    RunStanding standing = arguments.anew ? RunStanding{} : standing_of(own, deck);
    runs.push_back({std::move(point), std::move(deck), own, std::move(standing)});
    if (runs.back().standing.finished) runs.back().state = "finished";
  }
  return runs;
}

/// How many of the largest of the runs fit into memory at once. Throws UsageError if none does.
int fitting_jobs(const std::vector<PlannedRun>& runs, const Machine& machine) {
  const FreeMemory free = machine.free_memory();
  std::size_t fitting = runs.size();
  for (const PlannedRun& run : runs) {
    const MemoryNeed need = memory_need(run.deck);
    if (const auto shortage = memory_shortage(run.deck.grid(), need, machine.device(), free)) {
      throw UsageError(run.point.name + ": " + *shortage);
    }
    const bool one_memory = machine.device() == Device::cpu;
    const std::size_t host = need.host_bytes + (one_memory ? need.device_bytes : 0);
    fitting = std::min(fitting, free.host / std::max<std::size_t>(host, 1));
    if (!one_memory) {
      fitting = std::min(fitting, free.device / std::max<std::size_t>(need.device_bytes, 1));
    }
  }
  return std::max(1, int(fitting));
}

/// What each of the runs at a time may take.
std::vector<ScanSlot> slots_for(const ScanArguments& arguments, const Machine& machine, int fitting,
                                int runs) {
  const int threads = Machine::threads();
  // A core for each run needs no waiting; a GPU is best left to one.
  const int at_best = machine.device() == Device::cpu ? threads : 1;
  const int jobs = std::min(runs, arguments.jobs.value_or(std::min(at_best, fitting)));
  if (jobs > fitting) {
    throw UsageError(fmt::format("--jobs is {}; there is memory for {} of these runs at a time",
                                 *arguments.jobs, fitting));
  }
  std::vector<ScanSlot> slots;
  auto core = allowed_cores().begin();
  // Only where all cores are taken it is known which ones are free.
  const bool own_cores = jobs > 1 && threads == available_threads() && jobs <= threads;
  for (const int share : shared_out(threads, jobs)) {
    slots.push_back({share, {}});
    if (!own_cores) continue;
    slots.back().cores.assign(core, core + share);
    core += share;
  }
  return slots;
}

/// The command that makes a run.
ScanRun run_of(const ScanArguments& arguments, const PlannedRun& planned, Device device) {
  ScanRun run;
  run.name = planned.point.name;
  run.log = planned.folder / (planned.deck.name() + ".log");
  run.fraction = planned.standing.fraction;
  run.words = {program_name(),
               "run",
               arguments.deck.path,
               "--out",
               planned.folder.string(),
               "--device",
               device == Device::gpu ? "gpu" : "cpu"};
  for (const std::string& text : planned.point.overrides) {
    run.words.insert(run.words.end(), {"--set", text});
  }
  if (!planned.standing.checkpoint.empty()) {
    run.words.insert(run.words.end(), {"--restart", planned.standing.checkpoint.string()});
  }
  return run;
}

ScanTable table_of(const std::vector<ScanAxis>& axes, const std::vector<PlannedRun>& runs) {
  ScanTable table;
  for (const ScanAxis& axis : varied(axes)) table.keys.push_back(axis.key);
  for (const PlannedRun& run : runs) {
    table.rows.push_back(
        {run.point.name, run.point.values, run.state, last_history_row(run.folder, run.deck)});
  }
  return table;
}

/// Prints what happens: lines that stay, and on a terminal one that is written anew.
class Report {
 public:
  Report()
      : columns_(terminal_columns(STDOUT_FILENO)),
        line_(std::cout, [] { return terminal_columns(STDOUT_FILENO); }) {}

  void note(const std::string& text) {
    line_.clear();
    std::cout << text << std::endl;
  }
  void progress(const ScanProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + (columns_ > 0 ? std::chrono::milliseconds(200) : std::chrono::seconds(30));
    if (columns_ > 0) {
      line_.show(scan_progress_line(progress, line_.width()));
    } else {
      std::cout << scan_progress_line(progress, any_width) << std::endl;
    }
  }
  /// Columns that a table may take.
  [[nodiscard]] int width() const { return columns_ > 0 ? columns_ : any_width; }
  void clear() { line_.clear(); }

 private:
  int columns_;
  StatusLine line_;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

std::string end_text(const ScanEnd& end, const ScanRun& run) {
  if (end.code != exit_good) {
    return fmt::format("failed    {}: {} (see {})", run.name,
                       end.problem.empty() ? fmt::format("exit code {}", end.code) : end.problem,
                       run.log.string());
  }
  return fmt::format("{:<9} {} in {}", end.stopped ? "stopped" : "finished", run.name,
                     duration_text(end.seconds));
}

/// Makes those runs that are not finished; the reason if they were stopped.
std::optional<std::string> make(std::vector<PlannedRun>& planned, const ScanArguments& arguments,
                                const Machine& machine, const fs::path& folder, Report& report,
                                const std::function<void()>& write_table) {
  std::vector<ScanRun> runs;
  std::vector<PlannedRun*> of_run;
  for (PlannedRun& run : planned) {
    if (run.standing.finished) continue;
    runs.push_back(run_of(arguments, run, machine.device()));
    of_run.push_back(&run);
    fs::create_directories(run.folder);
  }
  if (runs.empty()) return std::nullopt;
  const std::vector<ScanSlot> slots =
      slots_for(arguments, machine, fitting_jobs(planned, machine), int(runs.size()));
  report.note(fmt::format("{} at a time, {} {} each", slots.size(), slots.front().threads,
                          slots.front().threads == 1 ? "thread" : "threads"));
  const SignalWatch signals;
  StopFile stop_file(folder);
  const auto begin = std::chrono::steady_clock::now();
  const ScanWatch watch{
      [&](const ScanEnd& end) {
        of_run[end.run]->state =
            end.code != exit_good ? "failed" : (end.stopped ? "stopped" : "finished");
        report.note(end_text(end, runs[end.run]));
        try {
          write_table();
        } catch (const OutputError& error) {
          report.note(error.what());  // no reason to end the other runs
        }
      },
      [&](const ScanProgress& progress) { report.progress(progress); },
      [&]() -> std::optional<std::string> {
        if (const auto signal = signals.stop_requested()) return signal;
        const std::chrono::duration<double> now = std::chrono::steady_clock::now() - begin;
        if (stop_file.take(now.count())) return "the file STOP in " + folder.string();
        return std::nullopt;
      }};
  return make_runs(runs, slots, watch);
}

int count_of(const std::vector<PlannedRun>& runs, const std::string& state) {
  return int(std::count_if(runs.begin(), runs.end(),
                           [&](const PlannedRun& run) { return run.state == state; }));
}

int scan(const ScanArguments& arguments) {
  std::vector<ScanAxis> axes;
  for (const std::string& text : arguments.deck.overrides) axes.push_back(scan_axis(text));
  const std::string deck_name = fs::path(arguments.deck.path).stem().string();
  const fs::path path = arguments.folder.empty() ? "scans/" + deck_name : arguments.folder;
  std::vector<PlannedRun> runs = plan(arguments, axes, path);
  const Machine machine(arguments.device);
  fitting_jobs(runs, machine);
  const RunFolder folder(path);
  if (!folder.warning().empty()) std::cerr << "solenoid: " << folder.warning() << std::endl;
  Report report;
  const auto begun = std::count_if(runs.begin(), runs.end(), [](const PlannedRun& run) {
    return !run.standing.finished && !run.standing.checkpoint.empty();
  });
  report.note(fmt::format("{}: {} runs in {}, {} finished already, {} to go on", deck_name,
                          runs.size(), path.string(), count_of(runs, "finished"), begun));
  if (!machine.thread_reason().empty()) report.note(machine.thread_reason());
  const fs::path table_file = path / "scan.csv";
  const auto write_table = [&] {
    replace_file_by_text(table_file, csv_text(table_of(axes, runs)), Survives::program);
  };
  write_table();
  const std::optional<std::string> stopped =
      make(runs, arguments, machine, path, report, write_table);
  report.clear();
  write_table();
  std::cout << "\n" << aligned_text(table_of(axes, runs), report.width());
  std::cout << "table       " << table_file.string() << std::endl;
  const int failed = count_of(runs, "failed");
  if (stopped) {
    std::cerr << fmt::format("solenoid: stopped by {}; {} of {} runs are finished; to go on:\n  {}",
                             *stopped, count_of(runs, "finished"), runs.size(),
                             command_again(arguments))
              << std::endl;
  }
  if (failed > 0) {
    std::cerr << fmt::format("solenoid: {} of {} runs failed (see above)", failed, runs.size())
              << std::endl;
  }
  return failed > 0 ? exit_stopped : exit_good;
}

}  // namespace

Action add_scan(CLI::App& command) {
  const auto arguments = std::make_shared<ScanArguments>();
  command.add_option("DECK", arguments->deck.path, "the deck, a TOML file")->required();
  command
      .add_option("--set", arguments->deck.overrides,
                  "values of a key of the deck; may be repeated: all combinations are run")
      ->type_name("section.key=value,value,...")
      ->allow_extra_args(false);
  add_device_arguments(command, arguments->device);
  expect_whole_number(*command
                           .add_option("--jobs", arguments->jobs,
                                       "runs at a time, which share the threads; by default one a "
                                       "thread, on a GPU one")
                           ->type_name("N"),
                      1);
  command
      .add_option("--out", arguments->folder,
                  "folder of the folders of the runs; by default scans/<deck>")
      ->type_name("DIR");
  command.add_flag("--anew", arguments->anew, "run all, those that are finished as well");
  command.footer(
      "Values are separated by commas; those inside of brackets or quotes belong to a value, as "
      "in\n"
      "--set grid.cells=[64,64],[128,128]. Each run has a folder that says its values. The table "
      "of\n"
      "the last rows of the histories is printed at the end and kept in scan.csv.\n"
      "To stop a scan: Ctrl-C, SIGTERM, or a file STOP in its folder. The same command goes on:\n"
      "finished runs are kept, others go on from their checkpoints.\n"
      "Examples:\n"
      "  solenoid scan inputs/kelvin-helmholtz.toml --set physics.gamma=1.4,5/3\n"
      "  solenoid scan kh.toml --set constants.B=0.1,0.2,0.3 --set solver.riemann=hll,hlld --jobs "
      "4");
  return [arguments] { return scan(*arguments); };
}

}  // namespace solenoid
