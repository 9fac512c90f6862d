#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <thread>

#include "src/machine/machine.hpp"
#include "tests/unit/library/simulations.hpp"

namespace solenoid {
namespace {

std::string text_of_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void expect_same_state(const Checkpoint& a, const Checkpoint& b) {
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.driver, b.driver);
  EXPECT_EQ(a.state.scalars, b.state.scalars);
  EXPECT_TRUE(a.state.arrays == b.state.arrays) << "other bits";
}

/// What an error says; empty if there is none.
template <class Work>
std::string complaint(ErrorKind kind, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(int(error.kind()), int(kind)) << error.what();
    return error.what();
  }
  return "";
}

TEST(Simulation, TakesTheStepsOfARun) {
  const TestFolder folder;
  for (const std::string& scheme : schemes()) {
    SCOPED_TRACE(scheme);
    const Checkpoint expected = checkpoint_of_run(vortex_by(scheme), folder.path() / scheme);
    Simulation simulation = simulation_of(vortex_by(scheme));
    simulation.run();
    EXPECT_EQ(simulation.time(), 0.2);
    const Checkpoint reached = checkpoint_of(simulation);
    expect_same_state(reached, expected);
    EXPECT_EQ(reached.provenance.deck, expected.provenance.deck);
  }
}

TEST(Simulation, IsNotChangedByWhoLooksAtIt) {
  const TestFolder folder;
  for (const std::string& scheme : schemes()) {
    SCOPED_TRACE(scheme);
    const Checkpoint expected = checkpoint_of_run(vortex_by(scheme), folder.path() / scheme);
    Simulation simulation = simulation_of(vortex_by(scheme));
    while (simulation.time() < simulation.end_time()) {
      simulation.step();
      EXPECT_GT(simulation.stable_dt(), 0);
      EXPECT_EQ(simulation.history()[0].second, simulation.time());
      static_cast<void>(simulation.get(simulation.fields()[0].name));
      static_cast<void>(simulation.numbers("velocity_magnitude"));
      if (simulation.steps() == 3) {
        EXPECT_EQ(simulation.picture("velocity_x").substr(1, 3), "PNG");
        Simulation other = simulation_of(vortex_by(scheme));
        other.step(2);
      }
    }
    expect_same_state(checkpoint_of(simulation), expected);
  }
}

TEST(Simulation, GoesOnFromACheckpointBitForBit) {
  const TestFolder folder;
  const Checkpoint expected = checkpoint_of_run(vortex_deck, folder.path() / "run");
  SimulationOptions options;
  options.restart = folder.path() / "middle.h5";
  {
    Simulation first = vortex();
    first.step(3);
    first.write_checkpoint(options.restart);
  }
  Simulation second = Simulation::from_text(vortex_deck, "vortex.toml", options);
  EXPECT_EQ(second.steps(), 3);
  second.run();
  expect_same_state(checkpoint_of(second), expected);
  options.overrides = {"grid.cells=[8,8]"};
  EXPECT_NE(complaint(ErrorKind::argument,
                      [&] { Simulation::from_text(vortex_deck, "vortex.toml", options); })
                .find("cannot be continued on another grid"),
            std::string::npos);
}

TEST(Simulation, WritesTheOutputsOfARun) {
  const TestFolder folder;
  checkpoint_of_run(vortex_deck, folder.path() / "run", true);
  SimulationOptions options;
  options.folder = folder.path() / "library";
  Simulation simulation = Simulation::from_text(vortex_deck, "vortex.toml", options);
  simulation.step(5);
  simulation.run();
  std::map<std::string, std::uintmax_t> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "run"))
    files[entry.path().filename()] = entry.file_size();
  EXPECT_GT(files.size(), 8u);
  for (const auto& [name, size] : files)
    EXPECT_TRUE(std::filesystem::exists(folder.path() / "library" / name)) << name;
  EXPECT_EQ(text_of_file(folder.path() / "library/vortex.hst"),
            text_of_file(folder.path() / "run/vortex.hst"));
  EXPECT_NE(complaint(ErrorKind::argument,
                      [&] { Simulation::from_text(vortex_deck, "vortex.toml", options); }),
            "");  // one run at a time writes to a folder
}

TEST(Simulation, EndsStepsWhereItIsAsked) {
  Simulation simulation = vortex();
  simulation.run_until(0.0123);
  EXPECT_EQ(simulation.time(), 0.0123);
  Span span;
  span.steps = 2;
  EXPECT_EQ(simulation.advance(span), 2);
  const double dt = simulation.stable_dt();
  span = {};
  span.past = simulation.time() + 0.3 * dt;
  EXPECT_EQ(simulation.advance(span), 1);
  EXPECT_DOUBLE_EQ(simulation.last_dt(), dt);  // whose length is left alone
  span = {};
  span.seconds = 0;
  EXPECT_EQ(simulation.advance(span), 0);
  EXPECT_NE(complaint(ErrorKind::argument, [&] { simulation.run_until(0.001); })
                .find("cannot run until time 0.001"),
            std::string::npos);
  simulation.run();
  simulation.step(2);  // behind the deck's end
  EXPECT_GT(simulation.time(), simulation.end_time());
}

TEST(Simulation, TellsWhatIsWrong) {
  try {
    vortex({"grid.cels=4", "solver.cfl=-1"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(int(error.kind()), int(ErrorKind::deck));
    ASSERT_EQ(error.problems().size(), 2u);
    EXPECT_NE(error.problems()[0].message.find("did you mean 'cells'?"), std::string::npos);
    EXPECT_EQ(std::string(error.what()).substr(0, 24), "the deck has 2 problems:");
  }
  EXPECT_NE(complaint(ErrorKind::deck, [] { Simulation("no-such-deck.toml"); })
                .find("no-such-deck.toml: cannot read the deck"),
            std::string::npos);
  Simulation simulation = vortex();
  EXPECT_NE(complaint(ErrorKind::argument, [&] { static_cast<void>(simulation.get("rho")); })
                .find("there is no field 'rho'; the fields are \"density\""),
            std::string::npos);
  EXPECT_EQ(complaint(ErrorKind::argument, [&] { static_cast<void>(simulation.get("densty")); }),
            "there is no field 'densty', did you mean 'density'?");
  double value = 0;
  EXPECT_EQ(complaint(ErrorKind::argument,
                      [&] {
                        simulation.get("density", {{20, 0, 0}, {5, 1, 1}}, &value);
                      }),
            "along x the part of density has 5 values from number 20 on; the field has 24");
  PictureLook look;
  look.colours = "mauve";
  EXPECT_NE(complaint(ErrorKind::argument,
                      [&] { static_cast<void>(simulation.picture("density", look)); })
                .find("viridis"),
            std::string::npos);
  SimulationOptions options;
  options.threads = Machine::threads() + 1;
  EXPECT_NE(complaint(ErrorKind::argument,
                      [&] { Simulation::from_text(vortex_deck, "vortex.toml", options); })
                .find("keeps them"),
            std::string::npos);
}

TEST(Simulation, MayBeSteppedByOtherThreads) {
  Simulation alone = vortex(), first = vortex(), second = vortex();
  alone.step(6);
  std::thread other([&] { first.step(6); });
  second.step(6);
  other.join();
  EXPECT_EQ(first.get("pressure"), alone.get("pressure"));
  EXPECT_EQ(second.get("pressure"), alone.get("pressure"));
}

}  // namespace
}  // namespace solenoid
