#include "src/text/words.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace solenoid {
namespace {

TEST(DurationText, ChoosesTheUnitBySize) {
  EXPECT_EQ(duration_text(0.421), "0.42 s");
  EXPECT_EQ(duration_text(12.3), "12 s");
  EXPECT_EQ(duration_text(59.6), "1 min 00 s");
  EXPECT_EQ(duration_text(185), "3 min 05 s");
  EXPECT_EQ(duration_text(7380), "2 h 03 min");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "unknown");
}

TEST(BytesText, ChoosesTheUnitBySize) {
  EXPECT_EQ(bytes_text(144), "144 bytes");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(139.0 * 1024 * 1024 * 1024), "139 GiB");
}

TEST(CountText, ChoosesTheWordBySize) {
  EXPECT_EQ(count_text(950), "950");
  EXPECT_EQ(count_text(24.8e6), "24.8 million");
  EXPECT_EQ(count_text(6.5e9), "6.50 billion");
}

TEST(UnphysicalText, GivesNoSignToWhatIsNotANumber) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const UnphysicalCell bad{{1, 2, 3}, {0.5, 0, 0}, {{"density", nan}, {"energy", -nan}}};
  EXPECT_EQ(unphysical_text(bad, 4, 0.25),
            "the state became unphysical in cell (1, 2, 3) at (0.5, 0, 0), step 4, time 0.25: "
            "density = nan, energy = nan");
}

TEST(Trimmed, HasNoBlanksAroundIt) {
  EXPECT_EQ(trimmed(" \t a b\r"), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \t"), "");
}

TEST(QuotedText, IsTheBeginOfWhatIsLong) {
  EXPECT_EQ(quoted_text("x + 1"), "\"x + 1\"");
  EXPECT_EQ(quoted_text(std::string(200, 'x')), "\"" + std::string(200, 'x') + "\"");
  EXPECT_EQ(quoted_text(std::string(199, 'x') + "\u00fcyz"),
            "\"" + std::string(199, 'x') + "\u00fc ...\"");
}

TEST(ShellWord, QuotesOnlyWhatAShellWouldTouch) {
  EXPECT_EQ(shell_word("inputs/a-b_c.toml"), "inputs/a-b_c.toml");
  EXPECT_EQ(shell_word("grid.cells=[8, 8, 1]"), "'grid.cells=[8, 8, 1]'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace solenoid
