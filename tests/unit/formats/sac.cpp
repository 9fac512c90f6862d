#include "src/formats/sac.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "src/formats/sac_parts.hpp"
#include "tests/fuzz/feed_sac.hpp"
#include "tests/unit/formats/helpers.hpp"

namespace solenoid::sac {
namespace {

using testing_formats::bytes_of_file;
using testing_formats::made_up;
using testing_formats::same;

constexpr Encoding encodings[] = {Encoding::text, Encoding::records, Encoding::single_records,
                                  Encoding::stream};

Snapshot read_only_one(const std::string& bytes) {
  const Contents contents = find_snapshots(bytes);
  EXPECT_EQ(contents.snapshots.size(), 1U);
  return read_snapshot(bytes, contents.encoding, contents.snapshots.at(0));
}

/// What is said of some bytes.
std::string complaint_about(const std::string& bytes) {
  try {
    const Contents contents = find_snapshots(bytes);
    for (const Entry& entry : contents.snapshots) read_snapshot(bytes, contents.encoding, entry);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "nothing";
}

void expect_complaint(const std::string& bytes, const std::string& part) {
  const std::string complaint = complaint_about(bytes);
  EXPECT_NE(complaint.find(part), std::string::npos) << complaint;
}

TEST(Sac, EveryEncodingGivesBackWhatWasWritten) {
  const Snapshot snapshot = made_up(9, 8);
  for (const Encoding encoding : encodings) {
    const std::string bytes = write_snapshot(snapshot, encoding);
    const Contents contents = find_snapshots(bytes);
    EXPECT_EQ(contents.encoding, encoding) << name_of(encoding);
    Snapshot expected = snapshot;
    if (encoding == Encoding::single_records) {
      const auto round = [](double& value) { value = double(float(value)); };
      round(expected.time);
      for (double& value : expected.parameters) round(value);
      for (auto& values : expected.coordinates)
        for (double& value : values) round(value);
      for (auto& values : expected.values)
        for (double& value : values) round(value);
    }
    const Snapshot read = read_only_one(bytes);
    EXPECT_TRUE(same(read, expected)) << name_of(encoding);
    EXPECT_EQ(write_snapshot(read, encoding), bytes) << name_of(encoding);
  }
}

TEST(Sac, SeveralSnapshotsInAFileAreFound) {
  Snapshot first = made_up(6, 6), second = made_up(6, 6);
  second.step = 8;
  second.values[3][5] = 42;
  for (const Encoding encoding : encodings) {
    const std::string bytes = write_snapshot(first, encoding) + write_snapshot(second, encoding);
    const Contents contents = find_snapshots(bytes);
    ASSERT_EQ(contents.snapshots.size(), 2U) << name_of(encoding);
    EXPECT_EQ(contents.snapshots[0].head.step, 7);
    const Snapshot read = read_snapshot(bytes, encoding, contents.snapshots[1]);
    EXPECT_EQ(read.step, 8);
    EXPECT_EQ(read.values[3][5], 42);
  }
}

// Corners, ghosts among them, of files that SAC wrote, and the same numbers as it printed them.
TEST(Sac, ReadsFilesOfSac) {
  const std::string records = bytes_of_file("bg2-corner.out");
  const Contents contents = find_snapshots(records);
  EXPECT_EQ(contents.encoding, Encoding::records);
  ASSERT_EQ(contents.snapshots.size(), 2U);
  const Snapshot start = read_snapshot(records, contents.encoding, contents.snapshots[0]);
  const Snapshot text = read_only_one(bytes_of_file("bg2-corner.ini"));
  EXPECT_EQ(start.headline, "bg_mhd22");
  EXPECT_EQ(start.names, "x y h m1 m2 e b1 b2 eb rhob bg1 bg2   gamma eta   grav1 grav2");
  EXPECT_EQ(start.cells, (std::vector<int>{7, 6}));
  const auto interior = [](const Snapshot& s, std::size_t w) { return s.values[w][2 + 7 * 2]; };
  for (std::size_t w = 0; w < 10; ++w) EXPECT_EQ(interior(start, w), interior(text, w)) << w;
  EXPECT_NEAR(contents.snapshots[1].head.time, 0.001, 1e-15);
  const Snapshot jump = read_only_one(bytes_of_file("bw-jump.ini"));
  EXPECT_EQ(jump.values[0].front(), 1);
  EXPECT_EQ(jump.values[0][9], 0.125);
  EXPECT_EQ(jump.values[3].front(), 1.78125);
}

TEST(Sac, FindsGravityWhereEachWriterHasIt) {
  Head head = made_up(6, 6);
  EXPECT_EQ(parameters_of(head).gravity, (std::array<double, 3>{-3, 0.5, 0}));
  EXPECT_EQ(parameters_of(head).viscosity, 0.125);
  head.names = "x y rho mx my e bx by  gamma eta g1 g2";
  head.parameters = {1.4, 0.25, -274, 3, 0, 0};
  EXPECT_EQ(parameters_of(head).gravity, (std::array<double, 3>{-274, 3, 0}));
  EXPECT_EQ(parameters_of(head).viscosity, 0);
  for (const Writer writer : {Writer::sac, Writer::smaug}) {
    Parameters parameters{1.5, 0.1, 0, {1, 2, 3}};
    head.dimensions = 3;
    head.names = names_line(3, 3, writer);
    head.parameters = parameter_list(parameters, 3, writer);
    EXPECT_EQ(head.parameters.size(), 7U);
    EXPECT_EQ(parameters_of(head).gravity, parameters.gravity);
  }
}

TEST(Sac, ReadsTextsOfFortran) {
  const std::string head = "name\n 3 1.0d-1 1 6 7\n1234\n1 0 0 0 0 0\nx h m1 e b1 eb rhob bg1\n";
  std::string cells;
  for (int i = 0; i < 1234; ++i) cells += " 1.0 +2.0-100 3.0D+00 1.0e-400 4 5 6 7\r\n";
  const Snapshot snapshot = read_only_one(head + cells);
  EXPECT_EQ(snapshot.time, 0.1);
  EXPECT_EQ(snapshot.values[0][0], 2e-100);
  EXPECT_EQ(snapshot.values[1][0], 3);
  EXPECT_EQ(snapshot.values[2][0], 0);
  // Counts of four digits touch: (3i4).
  const std::string touching = "name\n 3 1.0 2 6 10\n10000003\n1 0 0 0 0 0\nx\n";
  std::string rows;
  for (int i = 0; i < 3000; ++i) rows += "1 2 3 4 5 6 7 8 9 10 11 12\n";
  EXPECT_EQ(read_only_one(touching + rows).cells, (std::vector<int>{1000, 3}));
}

TEST(Sac, ReadsRecordsInPieces) {
  std::string bytes, content = "a record in pieces of seven bytes";
  append_record(bytes, content, 7);
  append_record(bytes, "next");
  RecordReader reader(bytes, 0);
  EXPECT_EQ(reader.text("it"), content);
  EXPECT_EQ(reader.text("the next"), "next");
}

TEST(Sac, SaysWhatIsWrongWithDamagedFiles) {
  const Snapshot good = made_up(6, 6);
  expect_complaint("", "it is empty");
  expect_complaint("\x7f\x01\x02\x03 and so on", "no snapshot of SAC");
  for (const Encoding encoding : encodings) {
    const std::string bytes = write_snapshot(good, encoding);
    const std::string cut = bytes.substr(0, bytes.size() - bytes.size() / 4);
    const std::string complaint = complaint_about(cut);
    EXPECT_TRUE(complaint.find("ends") != std::string::npos ||
                complaint.find("broken off") != std::string::npos)
        << name_of(encoding) << ": " << complaint;
    Snapshot with_nan = good;
    with_nan.values[4][6 + 2] = std::numeric_limits<double>::quiet_NaN();
    expect_complaint(write_snapshot(with_nan, encoding), "field 5 of 10 is nan in cell (2, 1)");
  }
  std::string records = write_snapshot(good, Encoding::records);
  std::string damaged = records;
  damaged[83] = 'x';  // the mark behind the headline
  EXPECT_NE(complaint_about(damaged), "nothing");
  damaged = records;
  damaged[records.size() - 2] = 'x';
  expect_complaint(damaged, "expected its length at both ends");
}

TEST(Sac, RefusesTheOtherByteOrder) {
  for (const Encoding encoding : {Encoding::records, Encoding::stream}) {
    std::string bytes = write_snapshot(made_up(6, 6), encoding);
    const std::size_t ints = encoding == Encoding::records ? 0 : 91;
    for (std::size_t place = ints; place < ints + 12; place += 4)
      std::reverse(bytes.begin() + std::ptrdiff_t(place),
                   bytes.begin() + std::ptrdiff_t(place) + 4);
    expect_complaint(bytes, "big-endian");
  }
}

TEST(Sac, RefusesHugeHeads) {
  Snapshot snapshot = made_up(6, 6);
  std::string stream = write_snapshot(snapshot, Encoding::stream);
  const std::int32_t huge = 2000000000;
  std::memcpy(stream.data() + 103, &huge, 4);
  std::memcpy(stream.data() + 107, &huge, 4);
  expect_complaint(stream, "too short for arrays of so many cells");
  const std::int32_t none = 0;
  std::memcpy(stream.data() + 103, &none, 4);
  expect_complaint(stream, "expected positive numbers");
  std::string text = write_snapshot(snapshot, Encoding::text);
  expect_complaint("name\n 0 0.0 2 6 10\n2000000000 2000000000\n1 0 0 0 0 0\nx\n1 2\n",
                   "too short for arrays");
  expect_complaint("name\n 0 0.0 2 6 8\n6 6\n", "expected 1 to 3 dimensions");
  expect_complaint("name\n 0 0.0 2 6\n6 6\n", "the second line: expected it, t");
  expect_complaint("a poem\nof two lines\n", "the second line: expected it, t");
  text.insert(text.size() - 20, "x");
  expect_complaint(text, "expected a number");
}

// Whatever a byte is changed to and wherever a file is cut, it is read or refused.
TEST(Sac, NoDamageCrashesTheReaders) {
  for (const Encoding encoding : encodings) {
    const std::string bytes = write_snapshot(made_up(3, 2), encoding);
    for (std::size_t end = 0; end < bytes.size(); ++end) feed(bytes.substr(0, end));
    for (std::size_t place = 0; place < bytes.size(); ++place)
      for (const char value : {'\0', '\x7f', '\xff', ' ', '9', '\n'}) {
        std::string changed = bytes;
        changed[place] = value;
        feed(changed);
      }
  }
}

}  // namespace
}  // namespace solenoid::sac
