#include <gtest/gtest.h>

#include <limits>

#include "src/output/replace.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

TEST(ReplaceFile, PutsTheNewTextInPlaceOfTheOld) {
  const TemporaryFolder folder;
  replace_file_by_text(folder / "a", "old");
  replace_file_by_text(folder / "a", "new");
  EXPECT_EQ(read_all(folder / "a"), "new");
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(ReplaceFile, WritesInTheCurrentFolder) {
  const TemporaryFolder folder;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  replace_file_by_text("a", "text");
  std::filesystem::current_path(before);
  EXPECT_EQ(read_all(folder / "a"), "text");
}

TEST(ReplaceFile, SaysThatTheDiskIsFullBeforeItWrites) {
  const TemporaryFolder folder;
  replace_file_by_text(folder / "a", "old");
  bool called = false;
  const std::string message = message_of([&] {
    replace_file(folder / "a", std::numeric_limits<std::uintmax_t>::max(),
                 [&](const std::filesystem::path&) { called = true; });
  });
  EXPECT_NE(message.find("a: the disk is full ("), std::string::npos) << message;
  EXPECT_FALSE(called);
  EXPECT_EQ(read_all(folder / "a"), "old");
}

TEST(ReplaceFile, KeepsTheOldTextWhenTheDiskFillsUp) {
  const TemporaryFolder folder;
  replace_file_by_text(folder / "a", "old");
  std::string message;
  {
    const FileSizeLimit full(100);
    message = message_of([&] { replace_file_by_text(folder / "a", std::string(1000, 'x')); });
  }
  EXPECT_NE(message.find("File too large"), std::string::npos) << message;
  EXPECT_EQ(read_all(folder / "a"), "old");
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(ReplaceFile, PutsACopyInPlaceOfTheOld) {
  const TemporaryFolder folder;
  replace_file_by_text(folder / "source", "new");
  replace_file_by_text(folder / "a", "old");
  replace_file_by_copy(folder / "a", folder / "source", Survives::program);
  EXPECT_EQ(read_all(folder / "a"), "new");
  EXPECT_EQ(read_all(folder / "source"), "new");
  EXPECT_EQ(folder.file_count(), 2);
}

TEST(ReplaceFile, KeepsTheOldFileWhenACopyFails) {
  const TemporaryFolder folder;
  replace_file_by_text(folder / "source", std::string(1000, 'x'));
  replace_file_by_text(folder / "a", "old");
  std::string message;
  {
    const FileSizeLimit full(100);
    message = message_of([&] { replace_file_by_copy(folder / "a", folder / "source"); });
  }
  EXPECT_NE(message.find("a: File too large"), std::string::npos) << message;
  message = message_of([&] { replace_file_by_copy(folder / "a", folder / "absent"); });
  EXPECT_NE(message.find("absent: No such file"), std::string::npos) << message;
  EXPECT_EQ(read_all(folder / "a"), "old");
  EXPECT_EQ(folder.file_count(), 2);
}

TEST(ReplaceFile, DoesNotReplaceAFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "a");
  const std::string message = message_of([&] { replace_file_by_text(folder / "a", "text"); });
  EXPECT_NE(message.find("cannot write"), std::string::npos) << message;
  EXPECT_EQ(folder.file_count(), 1);
}

}  // namespace
}  // namespace solenoid
