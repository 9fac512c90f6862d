#pragma once
/// \file
/// Runs of a deck with a solver that only pretends to compute.

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>

#include "src/driver/run.hpp"
#include "tests/unit/driver/fake_solver.hpp"

namespace solenoid {

inline const std::string problem = R"toml(
[run]
end_time = 1.0
[grid]
cells = [16]
[initial]
density = 1.0
pressure = 1.0
)toml";

inline const std::string with_outputs = problem + R"toml(
[[output]]
type = "hdf5"
name = "fields"
every_time = 0.25
[[output]]
type = "history"
every_steps = 10
)toml";

/// An interval between checkpoints, in seconds, that no step undercuts.
inline constexpr double every_step = 1e-12;

class DriverRun : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::path(testing::TempDir()) / ("solenoid_run_" + std::to_string(getpid()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    options_.folder = folder_;
    options_.command = "solenoid run wave.toml";
    options_.provenance = {"test", "", "cpu", "double"};
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  RunResult run_fresh(const std::string& deck_text = with_outputs) {
    std::filesystem::create_directories(options_.folder);
    const Deck deck = Deck::parse(deck_text, "wave.toml");
    options_.provenance.deck = deck.resolved();
    FakeSolver solver(deck.grid());
    configure_(solver);
    out_.str("");
    options_.started = std::chrono::steady_clock::now();
    return run(deck, solver, {}, options_, out_);
  }

  RunResult go_on(const std::string& deck_text = with_outputs) {
    const Deck deck = Deck::parse(deck_text, "wave.toml");
    FakeSolver solver(deck.grid());
    const Checkpoint checkpoint = read_checkpoint(file("checkpoint.h5"));
    solver.restore(checkpoint.state, checkpoint.time);
    options_.started = std::chrono::steady_clock::now();
    return run(deck, solver, {false, checkpoint.time, checkpoint.step, checkpoint.driver}, options_,
               out_);
  }

  [[nodiscard]] std::filesystem::path file(const std::string& rest) const {
    return folder_ / ("wave." + rest);
  }
  [[nodiscard]] std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      names.insert(entry.path().filename().string());
    }
    return names;
  }
  static std::string text_of(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }

  std::filesystem::path folder_;
  RunOptions options_;
  std::ostringstream out_;
  std::function<void(FakeSolver&)> configure_ = [](FakeSolver&) {};
};

}  // namespace solenoid
