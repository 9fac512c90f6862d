// solenoid check

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/run_parts.hpp"
#include "src/driver/memory.hpp"
#include "src/machine/machine.hpp"
#include "src/setup/background_balance.hpp"
#include "src/setup/forcing.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/memory_need.hpp"

namespace solenoid {

namespace {

int check_deck(const DeckArguments& deck_arguments, const MachineChoice& device_arguments,
               const PartsChoice& parts) {
  const Deck deck = deck_arguments.load();
  static_cast<void>(forcing_wave_number(deck));  // throws where no wave of the deck's fits the box
  const Machine machine(device_arguments);
  const bool in_parts = parts.ranks.value_or(1) > 1;
  if (!in_parts) require_one_part(parts);
  const PartLayout layout =
      in_parts ? layout_of(deck, *parts.ranks, parts.layout) : PartLayout{1, 1, 1};
  const MemoryNeed need = memory_need(deck, cuts_of(deck.grid(), layout));
  const FreeMemory free = machine.free_memory();
  const auto shortage = memory_shortage(deck.grid(), need, machine.device(), free);
  // Expressions can be checked cell by cell only where the cells have room.
  const bool evaluate = need.host_bytes <= free.host;
  if (evaluate) check_initial_state(deck);
  std::cout << deck.resolved() << "\n" << memory_text(need, machine.device(), free);
  if (in_parts) std::cout << parts_text(deck, layout, need.device_bytes);
  if (evaluate) std::cout << background_text(deck);
  if (shortage) std::cout << *shortage << "\n";
  // What a program's fields have to be its equations alone know.
  std::cout << (!evaluate ? "the deck reads well; its initial state was not evaluated for want of "
                            "host memory\n"
                : deck.program()
                    ? "the deck is good: all values of its initial state are finite\n"
                    : "the deck is good: its initial state is physical in every cell\n");
  return exit_good;
}

}  // namespace

Action add_check(CLI::App& command) {
  const auto deck = std::make_shared<DeckArguments>();
  const auto device = std::make_shared<MachineChoice>();
  add_deck_arguments(command, *deck);
  add_device_arguments(command, *device);
  const auto parts = std::make_shared<PartsChoice>();
  add_parts_arguments(command, *parts, "what each of N processes would need and send");
  command.footer(
      "Prints the deck with every default filled in and the memory that a run needs.\n"
      "Examples:\n"
      "  solenoid check inputs/blast-3d.toml\n"
      "  solenoid check inputs/blast-3d.toml --set grid.cells=[1024,1024,1024] --device gpu\n"
      "  solenoid check inputs/blast-3d.toml --ranks 8");
  return [deck, device, parts] { return check_deck(*deck, *device, *parts); };
}

}  // namespace solenoid
