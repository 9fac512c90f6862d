#pragma once
/// \file
/// Decks that simulations of tests are made from, and what they compare.

#include <unistd.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "src/driver/run.hpp"
#include "src/driver/start.hpp"
#include "src/library/include/solenoid/simulation.hpp"
#include "src/program/built_in_solvers.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

inline const std::string vortex_deck = R"toml(
[run]
end_time = 0.2
[grid]
cells = [24, 16]
[initial]
density = "25/(36*pi)"
velocity_x = "-sin(2*pi*y)"
velocity_y = "sin(2*pi*x)"
pressure = "5/(12*pi)"
vector_potential_z = "(cos(4*pi*x)/2 + cos(2*pi*y))/(2*pi*sqrt(4*pi))"
[[output]]
type = "hdf5"
name = "fields"
every_time = 0.07
[[output]]
type = "history"
every_steps = 3
)toml";

/// The same of a scheme; a program's plasma has a viscosity and no pressure.
inline std::string vortex_by(const std::string& scheme) {
  if (scheme != "finite-difference") return vortex_deck + "[solver]\nscheme = \"" + scheme + "\"\n";
  return R"toml(
[run]
end_time = 0.2
[grid]
cells = [24, 16]
[physics]
equations = "mhd"
viscosity = 0.01
resistivity = 0.01
[solver]
scheme = "finite-difference"
[initial]
velocity_x = "-sin(2*pi*y)"
velocity_y = "sin(2*pi*x)"
vector_potential_z = "(cos(4*pi*x)/2 + cos(2*pi*y))/(2*pi*sqrt(4*pi))"
)toml";
}

/// Those whose solvers this build holds.
inline std::vector<std::string> schemes() {
  std::vector<std::string> names{"muscl-hancock", "relaxing-tvd"};
  if (!built_in_solvers().empty()) names.emplace_back("finite-difference");
  return names;
}

inline Simulation simulation_of(const std::string& deck,
                                const std::vector<std::string>& overrides = {}) {
  SimulationOptions options;
  options.overrides = overrides;
  return Simulation::from_text(deck, "vortex.toml", options);
}

inline Simulation vortex(const std::vector<std::string>& overrides = {}) {
  return simulation_of(vortex_deck, overrides);
}

/// A folder for a test, empty at first and gone afterwards.
class TestFolder {
 public:
  TestFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("solenoid_library_" + std::to_string(getpid()) + "_" + std::to_string(made++))) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() { std::filesystem::remove_all(path_); }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  static inline int made = 0;
  std::filesystem::path path_;
};

/// All of a simulation that goes on.
inline Checkpoint checkpoint_of(Simulation& simulation) {
  const TestFolder folder;
  simulation.write_checkpoint(folder.path() / "state.h5");
  return read_checkpoint(folder.path() / "state.h5");
}

/// What a run of the deck by the program ends with; it writes its files to `folder`.
inline Checkpoint checkpoint_of_run(const std::string& deck_text,
                                    const std::filesystem::path& folder, bool outputs = false) {
  const Deck deck = Deck::parse(deck_text, "vortex.toml");
  const std::unique_ptr<Solver> solver = make_solver(deck, Device::cpu);
  RunOptions options;
  options.folder = folder;
  options.quiet = true;
  options.outputs = outputs;
  options.provenance = {"test", deck.resolved(), "cpu", "double"};
  std::filesystem::create_directories(folder);
  std::ostringstream out;
  run(deck, *solver, start_afresh(deck, *solver), options, out);
  return read_checkpoint(folder / "vortex.checkpoint.h5");
}

}  // namespace solenoid
