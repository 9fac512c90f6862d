/// \file
/// The outputs in a folder, of which some are damaged, written anew or another's.

#include "src/cli/folder_moments.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "src/deck/deck.hpp"
#include "src/output/files.hpp"
#include "src/text/usage_error.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

const std::string spectra_and_histories = R"toml(
[run]
end_time = 1
[grid]
cells = [8]
[initial]
density = 1
pressure = 1
[[output]]
type = "hdf5"
name = "fields"
every_time = 0.5
[[output]]
type = "spectrum"
name = "a"
every_time = 0.5
[[output]]
type = "history"
name = "often"
every_steps = 1
[[output]]
type = "history"
name = "history"
every_time = 0.5
)toml";

class FolderOfMoments : public testing::Test {
 protected:
  void write(const std::string& name, int cells, double density, const std::string& deck = "") {
    Snapshot snapshot;
    snapshot.grid.cells = {cells, 1, 1};
    snapshot.time = density;
    snapshot.fields = {{"density", FieldValues(std::size_t(cells), density)}};
    snapshot.provenance.deck = deck;
    write_athdf(folder_ / name, snapshot);
  }
  void write_text(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  [[nodiscard]] FolderMoments open(const std::string& series = "") {
    return {folder_ / "", series, [this](const std::string& text) { warnings_.push_back(text); }};
  }
  [[nodiscard]] static std::vector<std::string> names_of(const std::vector<fs::path>& files) {
    std::vector<std::string> names;
    for (const fs::path& file : files) names.push_back(file.filename().string());
    return names;
  }

  testing_files::TemporaryFolder folder_;
  std::vector<std::string> warnings_;
};

TEST_F(FolderOfMoments, AreInTheOrderOfTheirNumbers) {
  for (const char* number : {"99999", "100000", "00007", "100001"})
    write(std::string("a.fields.") + number + ".athdf", 4, 1);
  const FolderMoments moments = open();
  EXPECT_EQ(moments.series(), "a.fields");
  EXPECT_EQ(names_of(moments.files()),
            (std::vector<std::string>{"a.fields.00007.athdf", "a.fields.99999.athdf",
                                      "a.fields.100000.athdf", "a.fields.100001.athdf"}));
}

TEST_F(FolderOfMoments, LeavesOutWhatIsDamagedAndSaysSo) {
  write_text("a.fields.00000.athdf", "half of a file");
  write_text("a.fields.00001.athdf", "");
  write("a.fields.00002.athdf", 4, 2);
  FolderMoments moments = open();
  ASSERT_EQ(warnings_.size(), 2U);
  EXPECT_NE(warnings_[0].find("left out: "), std::string::npos);
  EXPECT_NE(warnings_[0].find("a.fields.00000.athdf"), std::string::npos) << warnings_[0];
  EXPECT_EQ(names_of(moments.files()), std::vector<std::string>{"a.fields.00002.athdf"});
  EXPECT_EQ(moments.scene(0).time, 2);
  write("a.fields.00000.athdf", 4, 0.5);  // mended
  EXPECT_EQ(moments.files().size(), 2U);
  EXPECT_EQ(moments.scene(0).time, 0.5);
}

TEST_F(FolderOfMoments, RefusesAFolderInWhichNothingCanBeRead) {
  write_text("a.fields.00000.athdf", "half of a file");
  try {
    static_cast<void>(open());
    FAIL() << "a damaged file was read";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("can be read"), std::string::npos) << error.what();
  }
}

TEST_F(FolderOfMoments, ReadsAgainWhatIsWrittenAnew) {
  write("a.fields.00000.athdf", 4, 1);
  write("a.fields.00001.athdf", 4, 2);
  FolderMoments moments = open();
  EXPECT_EQ(moments.scene(1).time, 2);
  EXPECT_FALSE(moments.notice_new_files());
  write("a.fields.00001.athdf", 4, 3);
  EXPECT_EQ(moments.scene(1).time, 3);
  EXPECT_TRUE(moments.notice_new_files());  // for those who saw the file before
  write("a.fields.00001.athdf", 4, 5);
  EXPECT_TRUE(moments.notice_new_files());
  EXPECT_FALSE(moments.notice_new_files());
  // Of another grid and other fields.
  write("a.fields.00000.athdf", 16, 1);
  EXPECT_EQ(moments.subject().grid.cells[0], 4);
  EXPECT_TRUE(moments.notice_new_files());
  EXPECT_EQ(moments.subject().grid.cells[0], 16);
  fs::remove(folder_ / "a.fields.00000.athdf");
  fs::remove(folder_ / "a.fields.00001.athdf");
  EXPECT_TRUE(moments.notice_new_files());
  EXPECT_FALSE(moments.notice_new_files());
  write("a.fields.00000.athdf", 8, 1);
  EXPECT_TRUE(moments.notice_new_files());
  EXPECT_EQ(moments.subject().grid.cells[0], 8);
}

TEST_F(FolderOfMoments, HaveTheHistoryOfTheirDeck) {
  const std::string deck = Deck::parse(spectra_and_histories, "b.toml").resolved();
  write("b.fields.00000.athdf", 8, 1, deck);
  write_text("a.hst", "# [1]=time [2]=dt [3]=mass\n");  // of another deck
  write_text("b.a.density.hst", "# [1]=time [2]=dt [3]=k=0\n");
  const FolderMoments moments = open();
  ASSERT_TRUE(moments.history());
  EXPECT_EQ(moments.history()->filename(), "b.often.hst");
}

TEST_F(FolderOfMoments, WithoutADeckHaveTheHistoryThatIsOneByItsContent) {
  write("b.fields.00000.athdf", 8, 1);
  write_text("a.hst", "# [1]=time [2]=dt [3]=mass\n");
  write_text("b.a.hst", "# [1]=time [2]=dt [3]=k=0\n");
  const FolderMoments moments = open();
  EXPECT_FALSE(moments.history());
  write_text("b.longer.hst", "# [1]=time [2]=dt [3]=mass\n");
  ASSERT_TRUE(moments.history());
  EXPECT_EQ(moments.history()->filename(), "b.longer.hst");
}

}  // namespace
}  // namespace solenoid
