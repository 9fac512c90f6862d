#include "src/driver/checkpoints.hpp"

#include <gtest/gtest.h>

namespace solenoid {
namespace {

const std::string small_box = R"toml(
[run]
end_time = 1.0
[grid]
cells = [16, 8]
[initial]
density = 1.0
pressure = 1.0
)toml";

Deck deck(const std::vector<std::string>& overrides = {}) {
  return Deck::parse(small_box, "box.toml", overrides);
}

Checkpoint checkpoint_of(const Deck& written_with) {
  Checkpoint checkpoint;
  checkpoint.grid = written_with.grid();
  checkpoint.provenance.deck = written_with.resolved();
  return checkpoint;
}

std::string refusal(const std::vector<std::string>& overrides) {
  try {
    check_restart(checkpoint_of(deck()), deck(overrides));
  } catch (const RestartError& error) {
    return error.what();
  }
  return "";
}

TEST(DeckChanges, NameKeyAndBothValues) {
  const std::vector<std::string> changes =
      deck_changes("[run]\nend_time = 1.0\n[solver]\ncfl = 0.8\n",
                   "[run]\nend_time = 2.0\n[solver]\ncfl = 0.8\nlimiter = \"minmod\"\n");
  EXPECT_EQ(changes, (std::vector<std::string>{"run.end_time: 1.0 before, 2.0 now",
                                               "solver.limiter: absent before, \"minmod\" now"}));
}

TEST(DeckChanges, TellOutputBlocksApart) {
  const std::vector<std::string> changes = deck_changes(
      "[[output]]\ntype = \"png\"\n[[output]]\ntype = \"hdf5\"\n", "[[output]]\ntype = \"png\"\n");
  EXPECT_EQ(changes, (std::vector<std::string>{"output 2.type: \"hdf5\" before, absent now"}));
}

TEST(CheckRestart, ListsChangesThatAreAllowed) {
  EXPECT_TRUE(check_restart(checkpoint_of(deck()), deck()).empty());
  const auto changes = check_restart(checkpoint_of(deck()), deck({"run.end_time=2.0"}));
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].rfind("run.end_time: ", 0), 0u) << changes[0];
}

TEST(CheckRestart, RefusesAnotherGrid) {
  EXPECT_NE(refusal({"grid.cells=[32, 8]"}).find("16 x 8 x 1"), std::string::npos);
  EXPECT_NE(refusal({"grid.upper=[2, 1]"}).find("another grid"), std::string::npos);
}

TEST(CheckRestart, RefusesAnotherPrecisionOrOtherEquations) {
  EXPECT_NE(refusal({"run.precision=single"}).find("run.precision"), std::string::npos);
  EXPECT_NE(
      refusal({"physics.equations=hydrodynamics", "solver.riemann=hllc"}).find("physics.equations"),
      std::string::npos);
}

}  // namespace
}  // namespace solenoid
