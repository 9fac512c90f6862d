// solenoid help

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/deck/reference.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

int help(const CLI::App& program, const std::string& topic) {
  if (topic.empty()) {
    // App::help would answer for the command that was parsed, which is this one.
    std::cout << program.get_formatter()->make_help(&program, program.get_name(),
                                                    CLI::AppFormatMode::Normal);
    return exit_good;
  }
  if (topic == "deck") {
    std::cout << deck_reference_text();
    return exit_good;
  }
  std::vector<std::string> topics{"deck"};
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    topics.push_back(command->get_name());
    if (command->get_name() != topic) continue;
    std::cout << command->help(program.get_name());
    return exit_good;
  }
  throw UsageError(fmt::format("there is no help on '{}'{} (there is on {})", topic,
                               did_you_mean(topic, topics), quoted_list(topics)));
}

}  // namespace

Action add_help(CLI::App& command) {
  const auto topic = std::make_shared<std::string>();
  command.add_option("TOPIC", *topic, "deck, or a command");
  command.footer(
      "Examples:\n"
      "  solenoid help deck | less    all that a deck may say: keys, fields, functions\n"
      "  solenoid help run            the same as 'solenoid run --help'");
  const CLI::App* program = command.get_parent();
  return [program, topic] { return help(*program, *topic); };
}

}  // namespace solenoid
