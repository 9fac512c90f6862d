/// Runs generated programs and decks (perf/differential.py).

#include <Kokkos_Core.hpp>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "src/parallel/launch.hpp"
#include "tests/differential/run_decks.hpp"
#include "tests/differential/run_programs.hpp"

int main(int count, char** words) {
  using namespace solenoid::differential;
  const std::vector<std::string> arguments(words + 1, words + count);
  const auto is = [&](const char* what, std::size_t of) {
    return arguments.size() == of && arguments[0] == what;
  };
  try {
    // Compiling needs no device.
    if (is("compile", 3)) return compile_decks(arguments[2], arguments[1]);
    const bool in_parts = is("parts", 4);
    if (in_parts && solenoid::launched_processes() == 1)
      solenoid::launch_processes(std::stoi(arguments[2]), arguments);
    const std::unique_ptr<solenoid::Processes> processes =
        in_parts ? solenoid::join_processes() : nullptr;
    Kokkos::InitializationSettings settings;
    settings.set_disable_warnings(true);
    const Kokkos::ScopeGuard kokkos(settings);
    if (is("programs", 2)) return run_programs(arguments[1]);
    if (in_parts) return run_decks_in_parts(arguments[3], arguments[1], *processes);
    if (is("decks", 3) || is("restarts", 3))
      return run_decks(arguments[2], arguments[1], arguments[0] == "restarts");
  } catch (const std::exception& error) {
    std::cerr << "solenoid_differential: " << error.what() << "\n";
    return 2;
  }
  std::cerr << "Usage: solenoid_differential programs LIST | decks|restarts cpu|gpu LIST | parts "
               "cpu|gpu N LIST | compile cpu|gpu LIST\n";
  return 2;
}
