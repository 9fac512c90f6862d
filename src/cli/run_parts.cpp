#include "src/cli/run_parts.hpp"

#include <CLI/CLI.hpp>
#include <csignal>
#include <memory>
#include <optional>

#include "src/cli/command.hpp"
#include "src/parallel/part_orders.hpp"

namespace solenoid {

void add_parts_arguments(CLI::App& command, PartsChoice& choice, const std::string& what) {
  expect_whole_number(*command.add_option("--ranks", choice.ranks, what)->type_name("N"), 1);
  command
      .add_option("--layout", choice.layout,
                  "parts along x, y and z, such as 1x2x4; by default those that send least")
      ->type_name("AxBxC");
  command
      .add_option("--transport", choice.transport,
                  "how processes exchange values: mpi, or for GPUs peer memory, nccl, or staged "
                  "through the memory of hosts; by default the fastest that there is")
      ->type_name("auto|peer|nccl|mpi|staged");
}

void add_writing_argument(CLI::App& command, PartsChoice& choice) {
  command
      .add_option("--writing", choice.writing,
                  "how processes write files: each apart from the others and beside the steps, by "
                  "default, or all in collective calls of MPI-IO, for which the steps wait")
      ->type_name("apart|collective")
      ->check(CLI::IsMember({"apart", "collective"}));
}

int compute_part(const DeckArguments& arguments, const MachineChoice& device,
                 const PartsChoice& asked, Processes& processes,
                 const std::function<void(const Solver& part)>& in_pause) {
  PartsReady ready(processes);
  std::optional<Deck> deck;
  std::unique_ptr<Machine> machine;
  std::unique_ptr<Solver> part;
  PartsPlan plan;
  try {
    deck = arguments.load();
    machine = std::make_unique<Machine>(choice_of_process(device, processes));
    plan = plan_of(*deck, machine->device(), processes, asked);
    part = make_part(*deck, plan, processes, {});
  } catch (const std::exception& error) {
    // Process 0 most likely failed for the same reason. It says so, and its exit code is that of
    // all: a launcher would end it at once if another one failed first.
    return ready.tell(false, error.what()) == PartsReady::All::first_failed ? exit_good
                                                                            : exit_bad_input;
  }
  if (ready.tell(true) != PartsReady::All::ready) return exit_good;
  try {
    link_parts(*deck, plan, processes, *part);
  } catch (const UsageError&) {
    return exit_good;  // process 0 fails for the same reason, and says so
  }
  // A launcher passes signals on to all; process 0 orders what follows from them.
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) std::signal(signal, SIG_IGN);
  PartOrders orders(processes, *part, deck->grid(), plan.layout, initial_state_of(*deck));
  while (orders.obey())
    if (in_pause) in_pause(*part);
  return exit_good;
}

}  // namespace solenoid
