#include "src/cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/driver/failure.hpp"
#include "src/machine/machine.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

struct CommandEntry {
  const char* name;
  const char* description;
  Action (*add)(CLI::App&);
};

constexpr std::array<CommandEntry, 15> commands{{
    {"run", "run a deck", add_run},
    {"scan", "run a deck with all combinations of some values", add_scan},
    {"check", "check a deck and say what it needs, without running it", add_check},
    {"compare", "measure the differences between two outputs", add_compare},
    {"convert", "convert a file of a state to another format, such as SAC's", add_convert},
    {"validate", "run a deck on every device of this program and compare", add_validate},
    {"bench", "measure speed against what the machine can do", add_bench},
    {"tune", "find out how a stencil program runs fastest on this device", add_tune},
    {"compile", "compile what a run of a deck needs ahead of it", add_compile},
    {"plot", "draw an output file", add_plot},
    {"control", "pause a run that goes on, let it write a checkpoint, stop it", add_control},
    {"view", "show the outputs of a run in a browser", add_view},
    {"movie", "make a film of a series of pictures", add_movie},
    {"info", "say what this program and this machine are", add_info},
    {"help", "explain a command, or 'help deck': every key of a deck", add_help},
}};

std::string called_as = "solenoid";
std::vector<std::string> called_with;

int complain(const std::string& message, int code) {
  std::cout << std::flush;
  std::cerr << "solenoid: " << message << std::endl;
  return code;
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const CommandEntry& entry : commands) names.emplace_back(entry.name);
  return names;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// A first word that is no command is answered before CLI11 asks for one.
void check_command_word(int argc, char** argv) {
  if (argc < 2) {
    throw UsageError(fmt::format("a command is missing; expected one of {}; see '{} --help'",
                                 quoted_list(command_names()), called_as));
  }
  const std::string word = argv[1];
  for (const CommandEntry& entry : commands) {
    if (word == entry.name) return;
  }
  if (word.rfind('-', 0) == 0) return;
  throw UsageError(fmt::format("unknown command '{}'{} (the commands are {})", word,
                               did_you_mean(word, command_names()), quoted_list(command_names())));
}

void refuse_leftovers(const CLI::App& command, const std::string& where) {
  const std::vector<std::string> left = command.remaining();
  if (left.empty()) return;
  const std::string option = left.front().substr(0, left.front().find('='));
  if (option.rfind('-', 0) == 0) {
    throw UsageError(fmt::format("unknown option '{}'{} (see '{} --help')", option,
                                 did_you_mean(option, option_names(command)), where));
  }
  throw UsageError(
      fmt::format("one argument too many: '{}'; see '{} --help'", left.front(), where));
}

int parse_and_act(int argc, char** argv) {
  CLI::App app{"Solenoid: compressible (magneto)hydrodynamics on uniform grids", "solenoid"};
  app.set_version_flag("--version", version_text());
  app.footer(
      "'solenoid COMMAND --help' explains a command and shows examples;\n"
      "'solenoid help deck' lists every key, field and function of a deck.");
  app.require_subcommand(1);
  app.allow_extras();
  std::array<Action, commands.size()> actions;
  std::array<CLI::App*, commands.size()> parsers{};
  for (std::size_t i = 0; i < commands.size(); ++i) {
    parsers[i] = app.add_subcommand(commands[i].name, commands[i].description);
    parsers[i]->allow_extras();
    actions[i] = commands[i].add(*parsers[i]);
  }
  check_command_word(argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    // An unknown option explains a missing argument better than the missing argument does.
    std::string see;
    for (const CLI::App* parser : parsers) {
      if (!parser->parsed()) continue;
      const std::string where = called_as + " " + parser->get_name();
      refuse_leftovers(*parser, where);
      if (error.get_exit_code() == int(CLI::ExitCodes::RequiredError))
        see = fmt::format("; see '{} --help'", where);
    }
    throw UsageError(error.what() + see);
  }
  refuse_leftovers(app, called_as);
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (!parsers[i]->parsed()) continue;
    refuse_leftovers(*parsers[i], called_as + " " + commands[i].name);
    return actions[i]();
  }
  return exit_bad_input;
}

}  // namespace

const std::string& program_name() { return called_as; }
const std::vector<std::string>& program_words() { return called_with; }

std::vector<std::string> words_without(const std::string& option,
                                       const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  for (std::size_t n = 0; n < words.size(); ++n) {
    if (words[n] == option)
      ++n;
    else if (!words[n].starts_with(option + "="))
      kept.push_back(words[n]);
  }
  return kept;
}

int command_line(int argc, char** argv) {
  if (argc > 0) called_as = argv[0];
  called_with.assign(argv + std::min(argc, 1), argv + argc);
  try {
    return parse_and_act(argc, argv);
  } catch (...) {
    const Failure failure = present_failure();
    const bool bad_input =
        failure.kind == FailureKind::deck || failure.kind == FailureKind::argument;
    return complain(failure.message, bad_input ? exit_bad_input : exit_stopped);
  }
}

}  // namespace solenoid
