#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

const std::vector<std::string> labels{"mass", "1-mom"};

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::istringstream stream(read_all(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(History, StartsWithTheHeaderOfAthena) {
  const TemporaryFolder folder;
  const HistoryFile history(folder / "a.hst", labels, std::nullopt);
  const std::vector<std::string> lines = lines_of(folder / "a.hst");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "# Athena++ history data");
  std::istringstream words(lines[1]);
  std::string hash, time, dt, mass, momentum, end;
  words >> hash >> time >> dt >> mass >> momentum >> end;
  EXPECT_EQ(hash, "#");
  EXPECT_EQ(time, "[1]=time");
  EXPECT_EQ(dt, "[2]=dt");
  EXPECT_EQ(mass, "[3]=mass");
  EXPECT_EQ(momentum, "[4]=1-mom");
  EXPECT_EQ(end, "");
}

TEST(History, KeepsBlanksBetweenLongLabels) {
  const TemporaryFolder folder;
  const std::string label = "energy_added_by_the_density_floor";
  const HistoryFile history(folder / "a.hst", {label, "mass"}, std::nullopt);
  EXPECT_NE(read_all(folder / "a.hst").find("[3]=" + label + " "), std::string::npos);
}

TEST(History, KeepsEveryDigit) {
  const TemporaryFolder folder;
  HistoryFile history(folder / "a.hst", labels, std::nullopt);
  const double value = 1.0 / 3.0;
  history.append(0.1, 1e-300, {value, -value});
  std::istringstream row(lines_of(folder / "a.hst").at(2));
  double time = 0, dt = 0, mass = 0, momentum = 0;
  row >> time >> dt >> mass >> momentum;
  EXPECT_EQ(time, 0.1);
  EXPECT_EQ(dt, 1e-300);
  EXPECT_EQ(mass, value);
  EXPECT_EQ(momentum, -value);
}

TEST(History, GivesNoSignToWhatIsNotANumber) {
  const TemporaryFolder folder;
  HistoryFile history(folder / "a.hst", labels, std::nullopt);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  history.append(0, 0, {nan, -nan});
  EXPECT_EQ(lines_of(folder / "a.hst").back().find('-'), std::string::npos);
}

TEST(History, StartsAnewWithoutARestart) {
  const TemporaryFolder folder;
  HistoryFile(folder / "a.hst", labels, std::nullopt).append(0, 1, {1, 2});
  const HistoryFile second(folder / "a.hst", labels, std::nullopt);
  EXPECT_EQ(lines_of(folder / "a.hst").size(), 2U);
}

TEST(History, DropsRowsFromTheRestartTimeOn) {
  const TemporaryFolder folder;
  HistoryFile before(folder / "a.hst", labels, std::nullopt);
  for (const double time : {0.0, 0.1, 0.2, 0.3}) before.append(time, 0.1, {1, 2});
  const std::vector<std::string> lines = lines_of(folder / "a.hst");
  HistoryFile after(folder / "a.hst", labels, 0.2);
  EXPECT_EQ(lines_of(folder / "a.hst"),
            (std::vector<std::string>(lines.begin(), lines.begin() + 4)));
  after.append(0.2, 0.1, {1, 2});
  EXPECT_EQ(lines_of(folder / "a.hst").size(), 5U);
}

TEST(History, DropsALastRowThatBrokeOff) {
  const TemporaryFolder folder;
  HistoryFile(folder / "a.hst", labels, std::nullopt).append(0, 1, {1, 2});
  write_all(folder / "a.hst", read_all(folder / "a.hst") + " 1.0e-01 1.0");
  const HistoryFile after(folder / "a.hst", labels, 0.2);
  EXPECT_EQ(lines_of(folder / "a.hst").size(), 3U);
}

TEST(History, StartsAnewWhenARestartFindsNoFile) {
  const TemporaryFolder folder;
  const HistoryFile history(folder / "a.hst", labels, 0.2);
  EXPECT_EQ(lines_of(folder / "a.hst").size(), 2U);
}

TEST(History, RefusesToContinueOtherColumns) {
  const TemporaryFolder folder;
  HistoryFile(folder / "a.hst", labels, std::nullopt).append(0, 1, {1, 2});
  const std::string text = read_all(folder / "a.hst");
  const std::string message =
      message_of([&] { const HistoryFile other(folder / "a.hst", {"mass"}, 0.2); });
  EXPECT_NE(message.find("its columns are not those of this run"), std::string::npos) << message;
  EXPECT_EQ(read_all(folder / "a.hst"), text);
}

TEST(History, RefusesToContinueAfterARowThatIsNoRow) {
  for (const std::string bad : {" 1.0 2.0\n", " 1.0 2.0 3.0 nonsense\n", " 1 2 3 4x\n"}) {
    const TemporaryFolder folder;
    HistoryFile(folder / "a.hst", labels, std::nullopt).append(0, 1, {1, 2});
    write_all(folder / "a.hst", read_all(folder / "a.hst") + bad);
    const std::string message =
        message_of([&] { const HistoryFile other(folder / "a.hst", labels, 0.2); });
    EXPECT_NE(message.find("line 4 is not a row of 4 numbers"), std::string::npos) << message;
  }
}

TEST(History, RefusesLabelsThatReadersCannotParse) {
  const TemporaryFolder folder;
  for (const std::string label : {"", "total mass", "mass\t", "time", "dt"}) {
    EXPECT_THROW(HistoryFile(folder / "a.hst", {label}, std::nullopt), std::invalid_argument);
  }
  EXPECT_THROW(HistoryFile(folder / "a.hst", {"mass", "mass"}, std::nullopt),
               std::invalid_argument);
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(History, RefusesAnotherNumberOfValues) {
  const TemporaryFolder folder;
  HistoryFile history(folder / "a.hst", labels, std::nullopt);
  EXPECT_THROW(history.append(0, 1, {1}), std::invalid_argument);
  EXPECT_THROW(history.append(0, 1, {1, 2, 3}), std::invalid_argument);
}

TEST(History, LeavesNoHalfRowWhenTheDiskFillsUp) {
  const TemporaryFolder folder;
  HistoryFile history(folder / "a.hst", labels, std::nullopt);
  history.append(0, 1, {1, 2});
  const std::string text = read_all(folder / "a.hst");
  std::string message;
  {
    const FileSizeLimit full(text.size() + 20);
    message = message_of([&] { history.append(1, 1, {1, 2}); });
  }
  EXPECT_NE(message.find("cannot append to"), std::string::npos) << message;
  EXPECT_EQ(read_all(folder / "a.hst"), text);
}

TEST(History, NamesAFileThatWentAway) {
  const TemporaryFolder folder;
  HistoryFile history(folder / "a.hst", labels, std::nullopt);
  std::filesystem::remove(folder / "a.hst");
  const std::string message = message_of([&] { history.append(1, 1, {1, 2}); });
  EXPECT_NE(message.find("a.hst: No such file"), std::string::npos) << message;
}

}  // namespace
}  // namespace solenoid
