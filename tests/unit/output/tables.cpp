#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>

#include "src/cli/bench_report.hpp"
#include "src/cli/command.hpp"
#include "src/cli/differences.hpp"
#include "src/output/history_table.hpp"

namespace solenoid {
namespace {

TEST(OutOfTolerance, NamesFieldMeasureAndLimit) {
  Tolerances tolerances;
  tolerances.ulp = 2;
  EXPECT_FALSE(out_of_tolerance({"density", 1, 1, 1, 1, 2}, tolerances));
  EXPECT_EQ(out_of_tolerance({"density", 1, 1, 1, 1, 3}, tolerances),
            "density: max ulp is 3, allowed 2");
}

TEST(OutOfTolerance, NothingIsWithinToleranceOfNotANumber) {
  Tolerances tolerances;
  tolerances.l1 = 1e300;
  const double not_a_number = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(out_of_tolerance({"pressure", 0, not_a_number, 0, 0, 0}, tolerances));
}

class HistoryTableFile : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file_); }
  HistoryTable read(const std::string& text) const {
    std::ofstream(file_) << text;
    return read_history(file_);
  }
  std::filesystem::path file_ = std::filesystem::path(testing::TempDir()) /
                                ("solenoid_history_" + std::to_string(getpid()) + ".hst");
};

TEST_F(HistoryTableFile, HasColumnsByLabel) {
  const HistoryTable table =
      read("# Athena++ history data\n#  [1]=time [2]=dt [3]=mass\n 0 0.1 2\n 0.1 0.1 3\n");
  ASSERT_NE(table.column("mass"), nullptr);
  EXPECT_EQ(*table.column("mass"), (std::vector<double>{2, 3}));
  EXPECT_EQ(table.column("tot-E"), nullptr);
}

TEST_F(HistoryTableFile, RefusesWhatIsNoTable) {
  EXPECT_THROW(read("nothing\n"), UsageError);
  EXPECT_THROW(read("# [1]=time [2]=dt\n 0 0.1x\n"), UsageError);
  EXPECT_THROW(read("# [1]=time [2]=dt\n 0 0.1 2\n"), UsageError);
  EXPECT_THROW(read(""), UsageError);
  EXPECT_THROW(read_history("absent.hst"), UsageError);
}

TEST(BenchDecks, AreGoodDecks) {
  for (const Device device : {Device::cpu, Device::gpu}) {
    for (const BenchDeck& deck : built_in_bench_decks(device)) {
      EXPECT_NO_THROW(Deck::parse(deck.text, deck.name)) << deck.name;
    }
  }
}

TEST(BenchJson, QuotesTexts) {
  const std::string json = bench_json("v", "a \"GPU\"", {});
  EXPECT_NE(json.find("\"a \\\"GPU\\\"\""), std::string::npos) << json;
}

}  // namespace
}  // namespace solenoid
