// Arguments that several commands take.

#include <CLI/CLI.hpp>

#include "src/cli/command.hpp"

namespace solenoid {

Deck DeckArguments::load() const { return Deck::load(path, overrides); }

void add_deck_arguments(CLI::App& command, DeckArguments& arguments) {
  command.add_option("DECK", arguments.path, "the deck, a TOML file")->required();
  // One value each: a list would swallow the deck behind it.
  command.add_option("--set", arguments.overrides, "override a value of the deck; may be repeated")
      ->type_name("section.key=value")
      ->allow_extra_args(false);
}

void add_device_arguments(CLI::App& command, DeviceArguments& arguments) {
  command
      .add_option("--device", arguments.device, "cpu or gpu; by default the GPU where there is one")
      ->type_name("")
      ->check(CLI::IsMember({"cpu", "gpu"}));
  command.add_option("--threads", arguments.threads, "CPU threads; by default all")->type_name("N");
}

void add_tolerance(CLI::App& command, const std::string& name, std::optional<double>& value,
                   const std::string& description) {
  command.add_option(name, value, description)->type_name("X")->check(CLI::NonNegativeNumber);
}

}  // namespace solenoid
