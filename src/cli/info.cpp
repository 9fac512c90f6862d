// solenoid info

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/machine/machine.hpp"
#include "src/output/files.hpp"
#include "src/program/shapes.hpp"
#include "src/program/tuned.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

/// What `solenoid tune` has found, a line for each.
std::string tuned_text() {
  std::string text;
  for (const TunedShape& tuned : all_tuned(module_folder()))
    text += fmt::format("tuned       {}, order {}, {}, {}: {} ({:.4g} ns per vertex of {})\n",
                        tuned.subject.program, tuned.subject.order, tuned.subject.precision,
                        tuned.subject.device, shape_text(tuned.shape), tuned.nanoseconds,
                        cells_text(tuned.cells));
  return text;
}

}  // namespace

Action add_info(CLI::App& command) {
  command.footer(
      "Versions, backends, devices, SIMD width, build flags and what is tuned: put this into "
      "reports.");
  return [] {
    const Machine machine(MachineChoice{});
    std::cout << machine_text() << fmt::format("hdf5        {}\n", hdf5_version()) << tuned_text();
    return int(exit_good);
  };
}

}  // namespace solenoid
