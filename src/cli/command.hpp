#pragma once
/// \file
/// What the commands of the program have in common. A new command is one file that defines its
/// `add_...` function and one line in the table of command_line.cpp.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/cli/deck_arguments.hpp"
#include "src/driver/take_step.hpp"
#include "src/machine/machine.hpp"
#include "src/text/usage_error.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace solenoid {

enum ExitCode { exit_good = 0, exit_out_of_tolerance = 1, exit_bad_input = 2, exit_stopped = 3 };

/// What a command does once its arguments are read; returns the exit code.
using Action = std::function<int()>;

// Each adds the options of one command to `command` and returns what it does.
Action add_run(CLI::App& command);
Action add_scan(CLI::App& command);
Action add_check(CLI::App& command);
Action add_compare(CLI::App& command);
Action add_convert(CLI::App& command);
Action add_validate(CLI::App& command);
Action add_bench(CLI::App& command);
Action add_tune(CLI::App& command);
Action add_compile(CLI::App& command);
Action add_plot(CLI::App& command);
Action add_control(CLI::App& command);
Action add_view(CLI::App& command);
Action add_movie(CLI::App& command);
Action add_info(CLI::App& command);
Action add_help(CLI::App& command);

/// How the program was called, argv[0], for hints that can be typed as they stand.
const std::string& program_name();
/// The words behind it, as they were typed.
const std::vector<std::string>& program_words();
/// Words without an option of that name and its value, "--name value" or "--name=value".
std::vector<std::string> words_without(const std::string& option,
                                       const std::vector<std::string>& words);

void add_deck_arguments(CLI::App& command, DeckArguments& arguments);

/// --device and --threads.
void add_device_arguments(CLI::App& command, MachineChoice& arguments);

/// Accepts numbers from `least` on, or whole numbers from `least` on.
void expect_number(CLI::Option& option, double least);
void expect_whole_number(CLI::Option& option, long least);

/// Adds "--name value" with a number that must not be negative.
void add_tolerance(CLI::App& command, const std::string& name, std::optional<double>& value,
                   const std::string& description);

}  // namespace solenoid
