#include "src/output/temporary_files.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <chrono>

#include "src/output/replace.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

using FileNames = std::vector<std::string>;

void touch(const std::filesystem::path& path, std::chrono::hours age = std::chrono::hours(0)) {
  std::ofstream(path) << "part";
  std::filesystem::last_write_time(path, std::filesystem::file_time_type::clock::now() - age);
}

/// A process that begins to replace a file, says so, and waits.
class WritingProcess {
 public:
  explicit WritingProcess(const std::filesystem::path& target) {
    int ready[2];
    EXPECT_EQ(::pipe(ready), 0);
    process_ = ::fork();
    if (process_ == 0) {
      replace_file(target, 0, [&](const std::filesystem::path& path) {
        touch(path);
        if (::write(ready[1], "r", 1) == 1) ::pause();
      });
      ::_exit(1);
    }
    char answer = 0;
    EXPECT_EQ(::read(ready[0], &answer, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
  }
  WritingProcess(const WritingProcess&) = delete;
  WritingProcess& operator=(const WritingProcess&) = delete;
  ~WritingProcess() { kill(); }
  void kill() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
  }

 private:
  pid_t process_ = 0;
};

TEST(LeftOverFiles, AreRemovedOnceTheirProcessWasKilled) {
  const TemporaryFolder folder;
  replace_file_by_text(folder / "a", "old");
  WritingProcess writing(folder / "a");
  EXPECT_EQ(folder.file_count(), 2);
  EXPECT_EQ(remove_left_over_files(folder.path()), FileNames{});
  writing.kill();
  const FileNames removed = remove_left_over_files(folder.path());
  ASSERT_EQ(removed.size(), 1U);
  EXPECT_EQ(removed[0].find("a.tmp-"), 0U) << removed[0];
  EXPECT_EQ(folder.file_count(), 1);
  EXPECT_EQ(read_all(folder / "a"), "old");
}

TEST(LeftOverFiles, AreNotThoseOfThisProcess) {
  const TemporaryFolder folder;
  touch(folder / ("a" + temporary_ending()), std::chrono::hours(1000));
  EXPECT_EQ(remove_left_over_files(folder.path()), FileNames{});
}

TEST(LeftOverFiles, AreToldByTheirProcessesStartWhereItsNumberIsUsedAgain) {
  const TemporaryFolder folder;
  const std::string left = "a" + temporary_ending() + "1";
  touch(folder / left);
  EXPECT_EQ(remove_left_over_files(folder.path()), FileNames{left});
}

TEST(LeftOverFiles, OfOtherMachinesStayUntilTheyAreQuiet) {
  const TemporaryFolder folder;
  const std::string old = "b.tmp-00000000-1-1";
  touch(folder / "a.tmp-00000000-1-1", std::chrono::hours(23));
  touch(folder / old, std::chrono::hours(25));
  EXPECT_EQ(remove_left_over_files(folder.path()), FileNames{old});
}

TEST(LeftOverFiles, CanBeFoldersWithContents) {
  const TemporaryFolder folder;
  const std::string left = "program" + temporary_ending() + "1";
  std::filesystem::create_directory(folder / left);
  touch((folder / left) / "log");
  EXPECT_EQ(remove_left_over_files(folder.path()), FileNames{left});
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(LeftOverFiles, AreNotFilesOfSimilarNames) {
  const TemporaryFolder folder;
  const FileNames names{"a.tmp-12",           "a.tmp-notes-1-1",       ".tmp-00000000-1-1",
                        "tmp-00000000-1-1",   "a.tmp-00000000-1-1.h5", "a.tmp-00000000-1",
                        "a.tmp-00000000--1-1"};
  for (const std::string& name : names) touch(folder / name, std::chrono::hours(1000));
  EXPECT_EQ(remove_left_over_files(folder.path()), FileNames{});
  EXPECT_EQ(folder.file_count(), int(names.size()));
}

}  // namespace
}  // namespace solenoid
