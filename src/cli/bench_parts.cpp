#include "src/cli/bench_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <sstream>

#include "src/cli/child.hpp"
#include "src/cli/command.hpp"
#include "src/cli/timing.hpp"
#include "src/parallel/part_exchange.hpp"
#include "src/parallel/whole_solver.hpp"
#include "src/setup/solvers.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

constexpr const char* figures_word = "figures";

/// Seconds of the process that has spent least on something, and of the one that has spent most.
struct Spread {
  double least = 0, most = 0;

  [[nodiscard]] std::string a_step(long steps) const {
    return fmt::format("{:.3g}-{:.3g}", 1e3 * least / double(steps), 1e3 * most / double(steps));
  }
};

/// Of all processes; all call it together.
Spread spread(Processes& processes, double seconds) {
  double ends[] = {-seconds, seconds};
  processes.take_largest(ends, 2);
  return {-ends[0], ends[1]};
}

/// What some processes have reached together.
struct PartsFigures {
  std::string layout;
  long steps = 0;
  double seconds = 0;       ///< of the steps
  Spread exchange{};        ///< of them, in exchanges, with waiting for neighbours
  Spread joining{};         ///< and where numbers of all parts are joined
  double sent_bytes = 0;    ///< by process 0
  double bytes_beside = 0;  ///< sent beside other work
  double link = 0;          ///< bytes per second that it can send

  [[nodiscard]] std::string line() const {
    return fmt::format("{} {} {} {:.9g}\n", figures_word, layout, steps,
                       fmt::join({seconds, exchange.least, exchange.most, joining.least,
                                  joining.most, sent_bytes, bytes_beside, link},
                                 " "));
  }
  static std::optional<PartsFigures> of_line(const std::string& line) {
    std::istringstream words(line);
    std::string word;
    PartsFigures found;
    words >> word >> found.layout >> found.steps >> found.seconds >> found.exchange.least >>
        found.exchange.most >> found.joining.least >> found.joining.most >> found.sent_bytes >>
        found.bytes_beside >> found.link;
    if (word != figures_word || !words) return std::nullopt;
    return found;
  }
};

/// What the exchanges of all processes record of steps: each looks at that of its own part before
/// these steps and behind them, together with the others.
class ExchangeOfSteps {
 public:
  explicit ExchangeOfSteps(Processes& processes) : processes_(processes) {}

  void look(const PartExchange& exchange) {
    const ExchangeRecord now = exchange.record();
    if (!before_) {
      before_ = now;
      return;
    }
    exchange_ = spread(processes_, now.seconds - before_->seconds);
    joining_ = spread(processes_, now.joining - before_->joining);
    sent_bytes_ = now.bytes - before_->bytes;
    bytes_beside_ = now.bytes_beside - before_->bytes_beside;
  }
  void put_into(PartsFigures& figures) const {
    figures.exchange = exchange_;
    figures.joining = joining_;
    figures.sent_bytes = sent_bytes_;
    figures.bytes_beside = bytes_beside_;
  }

 private:
  Processes& processes_;
  std::optional<ExchangeRecord> before_;
  Spread exchange_{}, joining_{};
  double sent_bytes_ = 0, bytes_beside_ = 0;
};

/// Steps of a solver that is ready; `look` is called before those that are timed and behind them.
PartsFigures measured(const Deck& deck, Solver& solver, std::optional<long> steps,
                      const std::function<void()>& look) {
  set_initial_state_in_parts(deck, solver);
  double time = 0;
  timed_steps(solver, time, 4);  // first touches and first launches
  const double pair = timed_steps(solver, time, 2);
  PartsFigures figures;
  figures.steps = steps.value_or(steps_for(1.5, pair));
  look();
  figures.seconds = timed_steps(solver, time, figures.steps);
  look();
  if (solver.unphysical_cell())
    throw RunError(fmt::format("{}: the state became unphysical after {:.3g} of simulated time",
                               deck.name(), time));
  return figures;
}

/// One of the numbers of processes that are compared.
struct ScalingPoint {
  int ranks = 1;
  std::array<int, 3> cells{};  ///< of all
};

/// The cells of `ranks` parts that each have those of the deck: beside each other along the last
/// direction.
std::array<int, 3> cells_of_parts(const Grid& grid, int ranks) {
  std::array<int, 3> cells = grid.cells;
  for (std::size_t axis = 3; axis-- > 0;)
    if (grid.active(int(axis))) {
      cells[axis] *= ranks;
      break;
    }
  return cells;
}

PartsFigures figures_of(const PartsBench& arguments, const ScalingPoint& point, int threads) {
  std::vector<std::string> words{
      program_name(), "bench", arguments.deck.path, "--ranks", std::to_string(point.ranks),
      "--figures"};
  for (const std::string& text : arguments.deck.overrides)
    words.insert(words.end(), {"--set", text});
  words.insert(words.end(), {"--set", fmt::format("grid.cells=[{}]", fmt::join(point.cells, ","))});
  if (!arguments.device.device.empty())
    words.insert(words.end(), {"--device", arguments.device.device});
  if (threads > 0) words.insert(words.end(), {"--threads", std::to_string(threads)});
  if (arguments.steps) words.insert(words.end(), {"--steps", std::to_string(*arguments.steps)});
  if (point.ranks > 1 && !arguments.parts.transport.empty())
    words.insert(words.end(), {"--transport", arguments.parts.transport});
  constexpr double longest = 600;  // seconds without a word
  Child child(words);
  std::string last = "it ended without a word";
  while (const std::optional<std::string> line = child.line(longest)) {
    if (const auto figures = PartsFigures::of_line(*line)) return *figures;
    if (!line->empty()) last = *line;
  }
  throw RunError(fmt::format("{} processes: {}", point.ranks,
                             child.ended() ? last : fmt::format("no answer in {} s", longest)));
}

std::string table_heading() {
  return fmt::format("{:>6} {:>9} {:>18} {:>10} {:>13} {:>6} {:>10} {:>15} {:>15} {:>13} {:>8}\n",
                     "ranks", "layout", "cells", "ms/step", "updates/s", "times", "efficiency",
                     "exchange ms", "joining ms", "sent", "of link");
}

std::string table_line(const ScalingPoint& point, const PartsFigures& found, double times,
                       double efficiency) {
  const double cells = double(point.cells[0]) * point.cells[1] * point.cells[2];
  const double updates = cells * double(found.steps) / found.seconds;
  const double rate = found.sent_bytes / std::max(found.exchange.least, 1e-12);
  std::string line =
      fmt::format("{:>6} {:>9} {:>18} {:>10.4g} {:>13} {:>6.2f} {:>9.1f}%", point.ranks,
                  found.layout, cells_text(point.cells), 1e3 * found.seconds / double(found.steps),
                  count_text(updates), times, 100 * efficiency);
  if (found.sent_bytes + found.bytes_beside > 0)
    line += fmt::format(" {:>15} {:>15}", found.exchange.a_step(found.steps),
                        found.joining.a_step(found.steps));
  if (found.bytes_beside > 0)
    line += fmt::format(" {:>13}", "beside steps");
  else if (found.sent_bytes > 0)
    line += fmt::format(" {:>13} {:>7.1f}%", bytes_text(rate) + "/s", 100 * rate / found.link);
  return line + "\n";
}

/// Measures and prints one of the two tables.
void print_scaling(const PartsBench& arguments, const Deck& deck, bool weak,
                   const std::vector<int>& numbers, int threads) {
  std::cout << fmt::format(
      "{} scaling of {}: {} cells{}, {} precision{}\n", weak ? "weak" : "strong", deck.name(),
      cells_text(deck.grid().cells), weak ? " a process" : "", deck.text("run", "precision"),
      threads > 0 ? fmt::format(", {} a process", threads == 1 ? std::string("1 thread")
                                                               : fmt::format("{} threads", threads))
                  : "");
  std::cout << table_heading() << std::flush;
  double first_rate = 0;
  int first_ranks = 1;
  for (const int ranks : numbers) {
    const ScalingPoint point{ranks, weak ? cells_of_parts(deck.grid(), ranks) : deck.grid().cells};
    const PartsFigures found = figures_of(arguments, point, threads);
    const double rate = double(point.cells[0]) * point.cells[1] * point.cells[2] *
                        double(found.steps) / found.seconds;
    if (first_rate == 0) {
      first_rate = rate;
      first_ranks = ranks;
    }
    const double times = rate / first_rate;
    std::cout << table_line(point, found, times, times * first_ranks / ranks) << std::flush;
  }
}

}  // namespace

void add_scaling_arguments(CLI::App& command, ScalingChoice& choice) {
  const auto add = [&](const char* name, std::vector<int>& numbers, const char* what) {
    command.add_option(name, numbers, what)
        ->type_name("N,N...")
        ->delimiter(',')
        ->check(CLI::PositiveNumber);
  };
  add("--weak", choice.weak, "compare numbers of processes, each with the deck's cells");
  add("--strong", choice.strong, "compare numbers of processes that share the deck's cells");
  // For the processes that these start.
  command.add_flag("--figures", choice.figures)->group("");
}

int bench_parts(const PartsBench& arguments, Processes& processes) {
  const auto say = [&](const Deck& deck, const PartsFigures& found) {
    std::cout << (arguments.scaling.figures
                      ? found.line()
                      : table_heading() +
                            table_line({processes.count(), deck.grid().cells}, found, 1, 1))
              << std::flush;
    return int(exit_good);
  };
  ExchangeOfSteps exchange(processes);
  if (processes.rank() > 0)
    return compute_part(arguments.deck, arguments.device, arguments.parts, processes,
                        [&](const Solver& part) { exchange.look(exchange_of(part)); });
  PartsReady ready(processes);
  const Deck deck = arguments.deck.load();
  const Machine machine(choice_of_process(arguments.device, processes));
  if (processes.count() == 1) {
    const std::unique_ptr<Solver> solver = make_solver(deck, machine.device(), {});
    PartsFigures alone = measured(deck, *solver, arguments.steps, [] {});
    alone.layout = "1x1x1";
    return say(deck, alone);
  }
  const PartsPlan plan = plan_of(deck, machine.device(), processes, arguments.parts);
  std::unique_ptr<Solver> part = make_part(deck, plan, processes, {});
  if (ready.tell(true) != PartsReady::All::ready)
    throw RunError("another process could not begin; it says why");
  const PartExchange& of_part = exchange_of(*part);
  const PartsLink link = link_parts(deck, plan, processes, *part);
  WholeSolver whole(processes, std::move(part), deck.grid(), plan.layout, initial_state_of(deck));
  PartsFigures found = measured(deck, whole, arguments.steps, [&] {
    whole.pause();
    exchange.look(of_part);
  });
  exchange.put_into(found);
  found.layout = text_of(plan.layout);
  found.link = link.bytes_per_second;
  return say(deck, found);
}

int scaling(const PartsBench& arguments) {
  const Deck deck = arguments.deck.load();
  int most = 1;
  for (const auto& numbers : {arguments.scaling.weak, arguments.scaling.strong})
    for (const int ranks : numbers) most = std::max(most, ranks);
  // Processes of a host share its cores: each has as many in all of these runs.
  const bool on_cpu = arguments.device.device == "cpu" || !gpu_available();
  const int threads =
      arguments.device.threads.value_or(on_cpu ? std::max(1, available_threads() / most) : 0);
  if (!arguments.scaling.weak.empty())
    print_scaling(arguments, deck, true, arguments.scaling.weak, threads);
  if (!arguments.scaling.strong.empty())
    print_scaling(arguments, deck, false, arguments.scaling.strong, threads);
  return exit_good;
}

}  // namespace solenoid
