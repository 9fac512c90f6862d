// Arguments that several commands take.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "src/cli/command.hpp"

namespace solenoid {

void add_deck_arguments(CLI::App& command, DeckArguments& arguments) {
  command.add_option("DECK", arguments.path, "the deck, a TOML file")->required();
  // One value each: a list would swallow the deck behind it.
  command.add_option("--set", arguments.overrides, "override a value of the deck; may be repeated")
      ->type_name("section.key=value")
      ->allow_extra_args(false);
}

void add_device_arguments(CLI::App& command, MachineChoice& arguments) {
  command
      .add_option("--device", arguments.device, "cpu or gpu; by default the GPU where there is one")
      ->type_name("")
      ->check(CLI::Validator(
          [](const std::string& text) {
            return text == "cpu" || text == "gpu" ? std::string()
                                                  : "expected cpu or gpu, found '" + text + "'";
          },
          ""));
  CLI::Option* threads =
      command
          .add_option(
              "--threads", arguments.threads,
              "CPU threads; by default as many as cores are granted and not in use by others")
          ->type_name("N");
  expect_whole_number(*threads, 1);
}

void expect_number(CLI::Option& option, double least) {
  option.check(CLI::Validator(
      [least](const std::string& text) {
        double value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && value >= least;
        return good ? std::string()
                    : fmt::format("expected a number >= {}, found '{}'", least, text);
      },
      ""));
}

void expect_whole_number(CLI::Option& option, long least) {
  option.check(CLI::Validator(
      [least](const std::string& text) {
        long value = 0;
        const bool good = CLI::detail::lexical_cast(text, value) && value >= least;
        return good ? std::string()
                    : fmt::format("expected a whole number >= {}, found '{}'", least, text);
      },
      ""));
}

void add_tolerance(CLI::App& command, const std::string& name, std::optional<double>& value,
                   const std::string& description) {
  expect_number(*command.add_option(name, value, description)->type_name("X"), 0);
}

}  // namespace solenoid
