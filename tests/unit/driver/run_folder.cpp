#include "src/driver/run_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <optional>

#include "src/output/files.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {
namespace {

namespace fs = std::filesystem;

class RunFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    parent_ = fs::path(testing::TempDir()) / ("solenoid_run_folder_" + std::to_string(getpid()));
    fs::remove_all(parent_);
    fs::create_directories(parent_);
  }
  void TearDown() override { fs::remove_all(parent_); }

  [[nodiscard]] fs::path folder() const { return parent_ / "run"; }
  [[nodiscard]] fs::path lock_file() const { return folder() / "run.lock"; }
  [[nodiscard]] std::string lock_text() const {
    std::string text;
    std::getline(std::ifstream(lock_file()), text);
    return text;
  }

  fs::path parent_;
};

TEST_F(RunFolderTest, TellsWhoHoldsItAndCleansUp) {
  {
    const RunFolder held(folder());
    EXPECT_EQ(held.warning(), "");
    EXPECT_EQ(lock_text().rfind("process " + std::to_string(getpid()) + " on ", 0), 0U)
        << lock_text();
    EXPECT_NE(lock_text().find(" since 20"), std::string::npos) << lock_text();
  }
  EXPECT_FALSE(fs::exists(folder()));  // made, and nothing written into it
  { const RunFolder deeper(folder() / "a" / "b"); }
  EXPECT_FALSE(fs::exists(folder()));
  const RunFolder again(folder());
}

TEST_F(RunFolderTest, RefusesTheSecondAndNamesTheFirst) {
  const RunFolder first(folder());
  try {
    const RunFolder second(folder());
    FAIL() << "two hold one folder";
  } catch (const UsageError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(folder().string()), std::string::npos) << message;
    EXPECT_NE(message.find(lock_text()), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  }
  EXPECT_TRUE(fs::exists(lock_file())) << "the one that was refused removed it";
}

TEST_F(RunFolderTest, TakesOverWhatAKilledRunLeft) {
  fs::create_directories(folder());
  std::ofstream(lock_file()) << "process 1 on another-machine since long ago, with many words\n";
  const RunFolder held(folder());
  EXPECT_EQ(lock_text().find("another-machine"), std::string::npos) << lock_text();
  EXPECT_EQ(lock_text().find("words"), std::string::npos) << lock_text();
}

TEST_F(RunFolderTest, GoesOnWithAWarningWhereThereAreNoLocks) {
  for (const int reason : {ENOSYS, EOPNOTSUPP, ENOLCK}) {
    const RunFolder held(folder(), [&](int, int) {
      errno = reason;
      return -1;
    });
    EXPECT_NE(held.warning().find("could not be locked"), std::string::npos) << held.warning();
    EXPECT_EQ(held.warning().find('\n'), std::string::npos);
  }
}

TEST_F(RunFolderTest, LocksAnewWhereTheHolderRemovedTheFileInBetween) {
  int calls = 0;
  const RunFolder held(folder(), [&](int, int) {
    if (++calls == 1) fs::remove(lock_file());
    return 0;
  });
  EXPECT_EQ(calls, 2);
  EXPECT_TRUE(fs::exists(lock_file()));
}

TEST_F(RunFolderTest, AFolderThatCannotBeMadeIsAnError) {
  std::ofstream(folder()) << "a file in the way\n";
  try {
    const RunFolder held(folder() / "below");
    FAIL() << "a folder below a file";
  } catch (const OutputError& error) {
    EXPECT_NE(std::string(error.what()).find("below"), std::string::npos) << error.what();
  }
}

TEST_F(RunFolderTest, KeepsWhatWasThere) {
  fs::create_directories(folder());
  { const RunFolder held(folder()); }
  EXPECT_TRUE(fs::exists(folder()));
  EXPECT_FALSE(fs::exists(lock_file()));
}

}  // namespace
}  // namespace solenoid
