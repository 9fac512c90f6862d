/// \file
/// Crops and coarser grids of [[output]] blocks.

#include <gtest/gtest.h>

#include "src/deck/deck.hpp"

namespace solenoid {
namespace {

std::string output_of_box(const std::string& keys, const std::string& cells = "[16, 12]") {
  return "[run]\nend_time = 1\n[grid]\nupper = [2, 1]\ncells = " + cells +
         "\n[initial]\ndensity = 1\npressure = 1\n[constants]\nhalf = 0.5\n[[output]]\n"
         "type = \"hdf5\"\n" +
         keys;
}

TEST(OutputParts, AreRead) {
  const Deck deck = Deck::parse(
      output_of_box("crop = { y = [\"half / 2\", 0.75], x = [0, 1] }\ncoarsen = 2"), "d");
  const OutputSettings& output = deck.outputs().at(0);
  ASSERT_TRUE(output.crop[0] && output.crop[1]);
  EXPECT_EQ(output.crop[1]->lower, 0.25);
  EXPECT_EQ(output.crop[1]->upper, 0.75);
  EXPECT_EQ(output.crop[0]->upper, 1);
  EXPECT_FALSE(output.crop[2]);
  EXPECT_EQ(output.coarsen, 2);
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());

  const Deck without = Deck::parse(output_of_box("crop = \"none\""), "d");
  EXPECT_FALSE(without.outputs().at(0).crop[0]);
  EXPECT_EQ(without.outputs().at(0).coarsen, 1);
}

struct WrongPart {
  std::string keys, message;
  std::string cells = "[16, 12]";
};

class WrongParts : public testing::TestWithParam<WrongPart> {};

TEST_P(WrongParts, AreExplained) {
  try {
    Deck::parse(output_of_box(GetParam().keys, GetParam().cells), "d");
    FAIL() << GetParam().keys << " was taken";
  } catch (const DeckError& error) {
    EXPECT_EQ(std::string(error.what()), "d:13: " + GetParam().message);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, WrongParts,
    testing::Values(
        WrongPart{"crop = { w = [0, 1] }",
                  "'crop' in [[output]] 0: expected increasing ends along axes such as "
                  "{ x = [0.25, 0.75] }, or \"none\", found { w = [0, 1] }"},
        WrongPart{"crop = { x = 0.5 }",
                  "'crop' in [[output]] 0: expected increasing ends along axes such as "
                  "{ x = [0.25, 0.75] }, or \"none\", found { x = 0.5 }"},
        WrongPart{"crop = { x = [1, 0.5] }",
                  "'crop' in [[output]] 0: expected increasing ends along axes such as "
                  "{ x = [0.25, 0.75] }, or \"none\", found { x = [1, 0.5] }"},
        WrongPart{"crop = { x = [1, 3] }",
                  "'crop' in [[output]] 0: expected x from 0 to 2, inside the box, found [1, 3]"},
        WrongPart{"crop = { z = [0, 1] }",
                  "'crop' in [[output]] 0: there is one cell in z, expected an active direction"},
        WrongPart{"crop = { y = [0.4, 0.6] }\ncoarsen = 4",
                  "'crop' in [[output]] 0: [0.4, 0.6] touches one block of 4 cells (coarsen) in "
                  "y, expected two at least"},
        WrongPart{"crop = { y = [0.51, 0.52] }",
                  "'crop' in [[output]] 0: [0.51, 0.52] touches one cell in y, expected two at "
                  "least"},
        WrongPart{"crop = { y = [0, 0.5] }\nslice = { y = 0.5 }",
                  "'crop' in [[output]] 0: the slice is one cell thick in y, expected other axes "
                  "than y"},
        WrongPart{"coarsen = 3",
                  "'coarsen' in [[output]] 0: expected a factor that leaves whole cells, two at "
                  "least, of the 16 in x, found 3"},
        WrongPart{"coarsen = 8",
                  "'coarsen' in [[output]] 0: expected a factor that leaves whole cells, two at "
                  "least, of the 12 in y, found 8"},
        WrongPart{"coarsen = 0",
                  "'coarsen' in [[output]] 0: expected a whole number >= 1, found 0"},
        WrongPart{"coarsen = 16",
                  "'coarsen' in [[output]] 0: expected a factor that leaves whole cells, two at "
                  "least, of the 16 in x, found 16",
                  "[16]"}));

}  // namespace
}  // namespace solenoid
