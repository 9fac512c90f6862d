// solenoid info

#include <CLI/CLI.hpp>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/machine.hpp"

namespace solenoid {

Action add_info(CLI::App& command) {
  command.footer("Versions, backends, devices, SIMD width and build flags: put this into reports.");
  return [] {
    const Machine machine(DeviceArguments{});
    std::cout << machine_text();
    return int(exit_good);
  };
}

}  // namespace solenoid
