#pragma once
/// \file
/// What `solenoid bench` measures of several processes.

#include <optional>
#include <string>
#include <vector>

#include "src/cli/deck_arguments.hpp"
#include "src/cli/run_parts.hpp"
#include "src/machine/machine.hpp"

namespace solenoid {

/// --weak and --strong.
struct ScalingChoice {
  std::vector<int> weak;    ///< numbers of processes, each with the cells of the deck
  std::vector<int> strong;  ///< numbers of processes that share the cells of the deck
  bool figures = false;     ///< whether to print them for scaling() to read

  [[nodiscard]] bool compares() const { return !weak.empty() || !strong.empty(); }
};
void add_scaling_arguments(CLI::App& command, ScalingChoice& choice);

struct PartsBench {
  DeckArguments deck;
  MachineChoice device;
  std::optional<long> steps;
  PartsChoice parts;
  ScalingChoice scaling;
};

/// Measures by all processes that were started, this one among them; process 0 prints what it
/// finds. Returns the exit code.
int bench_parts(const PartsBench& arguments, Processes& processes);

/// Starts processes of this program for each number of them, and prints how well they share the
/// work. Returns the exit code.
int scaling(const PartsBench& arguments);

}  // namespace solenoid
