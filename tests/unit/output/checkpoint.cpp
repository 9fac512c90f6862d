#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <thread>

#include "src/output/array_writing.hpp"
#include "src/output/hdf5.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

Checkpoint example() {
  Checkpoint checkpoint;
  checkpoint.grid = {{4, 3, 2}, {-1, 0, 0.1}, {1, 1.0 / 3.0, 0.7}};
  checkpoint.time = 0.1 + 0.2;
  checkpoint.step = 1234567890123;
  checkpoint.state.arrays["density"] = bytes_of(numbered(checkpoint.grid, 1));
  checkpoint.state.arrays["energy"] = bytes_of(numbered(checkpoint.grid, 2));
  checkpoint.state.scalars = {{"cleaning_speed", 1.0 / 3.0}, {"parity", 1}};
  checkpoint.provenance = {"0.1.0", "[run]\nend_time = 1\n", "Serial", "double"};
  checkpoint.driver = {{"next output", std::nextafter(0.3, 1.0)},
                       {"never", std::numeric_limits<double>::infinity()}};
  return checkpoint;
}

void expect_same(const Checkpoint& a, const Checkpoint& b) {
  EXPECT_EQ(a.grid.cells, b.grid.cells);
  EXPECT_EQ(a.grid.lower, b.grid.lower);
  EXPECT_EQ(a.grid.upper, b.grid.upper);
  EXPECT_EQ(a.time, b.time);
  EXPECT_EQ(a.step, b.step);
  EXPECT_EQ(a.state.precision, b.state.precision);
  EXPECT_EQ(a.state.arrays, b.state.arrays);
  EXPECT_EQ(a.state.scalars, b.state.scalars);
  EXPECT_EQ(a.provenance.version, b.provenance.version);
  EXPECT_EQ(a.provenance.deck, b.provenance.deck);
  EXPECT_EQ(a.provenance.device, b.provenance.device);
  EXPECT_EQ(a.provenance.precision, b.provenance.precision);
  EXPECT_EQ(a.driver, b.driver);
}

TEST(Checkpoint, ReadsBackEveryBit) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint = example();
  write_checkpoint(folder / "a.checkpoint", checkpoint);
  expect_same(checkpoint, read_checkpoint(folder / "a.checkpoint"));
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(Checkpoint, ReadsBackSinglePrecisionAndNoNumbers) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = example();
  checkpoint.state = {Precision::single_precision, {{"density", bytes_of<float>({1, 2, 3})}}, {}};
  checkpoint.driver.clear();
  checkpoint.provenance.deck = std::string(300000, '#');
  write_checkpoint(folder / "a", checkpoint);
  expect_same(checkpoint, read_checkpoint(folder / "a"));
}

TEST(Checkpoint, ReadsBackExtendedPrecision) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = example();
  const long double third = 1.0L / 3;
  checkpoint.state = {Precision::extended_precision, {{"u", bytes_of<long double>({third})}}, {}};
  write_checkpoint(folder / "a", checkpoint);
  const Checkpoint read = read_checkpoint(folder / "a");
  EXPECT_EQ(read.state.precision, Precision::extended_precision);
  long double value = 0;
  std::memcpy(&value, read.state.arrays.at("u").data(), sizeof(value));
  EXPECT_EQ(value, third);
  EXPECT_NE(value, static_cast<long double>(1.0 / 3));
  EXPECT_EQ(stored_fields(read).fields.at(0).values, FieldValues{1.0 / 3});
}

TEST(Checkpoint, GivesItsArraysAsFields) {
  const Checkpoint checkpoint = example();
  const Snapshot fields = stored_fields(checkpoint);
  ASSERT_EQ(fields.fields.size(), 2u);
  EXPECT_EQ(fields.fields[0].name, "density");
  EXPECT_EQ(fields.fields[0].values, numbered(checkpoint.grid, 1));
  EXPECT_EQ(fields.fields[1].values, numbered(checkpoint.grid, 2));
  EXPECT_EQ(fields.step, checkpoint.step);

  Checkpoint single = checkpoint;
  single.state.precision = Precision::single_precision;
  single.state.arrays = {{"density", bytes_of(std::vector<float>{1.5F, 0.1F})}};
  EXPECT_EQ(stored_fields(single).fields.at(0).values, (FieldValues{1.5, double(0.1F)}));
}

TEST(Checkpoint, KeepsManyScalarsAndLargeArrays) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = example();
  for (int n = 0; n < 100; ++n) checkpoint.driver["counter " + std::to_string(n)] = n;
  checkpoint.state.arrays["density"] = bytes_of(std::vector<double>(300001, 0.1));
  write_checkpoint(folder / "a", checkpoint);
  expect_same(checkpoint, read_checkpoint(folder / "a"));
}

TEST(Checkpoint, TakesAnArrayInPiecesOfAnySize) {
  const TemporaryFolder folder;
  std::vector<double> values(300001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / double(i + 1);
  const auto write = [&](const char* name, const std::vector<hsize_t>& pieces) {
    hdf5::write_file(folder / name, hdf5::Format::checksummed, [&](hid_t file) {
      hdf5::ChecksummedArray array(file, "array", H5T_NATIVE_DOUBLE, values.size());
      std::size_t first = 0;
      for (const hsize_t piece : pieces) {
        array.append(&values[first], piece);
        first += piece;
      }
    });
    return read_all(folder / name);
  };
  const std::string whole = write("whole", {300001});
  // Nor does it matter when it is written: HDF5 tells seconds apart.
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(write("pieces", {1, 131071, 131073, 7, 37849}), whole);
  const hdf5::Handle file = hdf5::open_file(folder / "pieces");
  const hdf5::Handle dataset = hdf5::open_dataset(file, "array");
  std::vector<double> middle(150000);
  hdf5::read_piece(dataset, "array", H5T_NATIVE_DOUBLE, 100000, middle.size(), middle.data());
  EXPECT_TRUE(std::equal(middle.begin(), middle.end(), values.begin() + 100000));
}

/// Writes arrays of known values piece by piece, as processes do.
class PiecesFirst final : public FilesOfParts {
 public:
  explicit PiecesFirst(const SolverState& state) : state_(state) {}
  void restore_parts(const std::filesystem::path&) override {}
  void define_fields(const DefinedFields&, double) override {}
  [[nodiscard]] bool has_whole_blocks(const BlockOfCells&) const override { return true; }
  [[nodiscard]] WriteArrays keep_parts(const std::vector<ArrayInFile>&) override { return {}; }
  void attend() override {}
  void write_parts(const std::filesystem::path& file,
                   const std::vector<ArrayInFile>& arrays) override {
    std::fstream out(file, std::ios::in | std::ios::out | std::ios::binary);
    for (const ArrayInFile& array : arrays) {
      const std::vector<std::byte>& values = state_.arrays.at(array.field);
      const std::size_t bytes = array.values_of_piece * sizeof(double);
      EXPECT_TRUE(array.stored && array.checksummed);
      EXPECT_EQ(array.pieces.size(), (values.size() + bytes - 1) / bytes);
      for (std::size_t n = 0; n < array.pieces.size(); ++n) {
        std::vector<std::byte> piece(bytes + hdf5::checksum_bytes);
        std::copy_n(values.begin() + std::ptrdiff_t(n * bytes),
                    std::min(bytes, values.size() - n * bytes), piece.begin());
        hdf5::put_checksum(piece.data(), bytes, &piece[bytes]);
        out.seekp(std::streamoff(array.pieces[n]));
        out.write(reinterpret_cast<const char*>(piece.data()), std::streamsize(piece.size()));
      }
    }
  }

 private:
  const SolverState& state_;
};

TEST(Checkpoint, IsTheSameFileIfProcessesOrThreadsWriteItsArrays) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = example();
  std::vector<double> values(300001);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 1.0 / double(i + 1);
  checkpoint.state.arrays["large"] = bytes_of(values);
  write_checkpoint(folder / "one", checkpoint);
  PiecesFirst processes(checkpoint.state);
  StateSource source{
      Precision::double_precision,
      {},
      checkpoint.state.scalars,
      {},
      [&](const auto& file, const auto& arrays) { processes.write_parts(file, arrays); }};
  for (const auto& [name, bytes] : checkpoint.state.arrays)
    source.arrays.push_back({name, {{0, 0, 0}, {int(bytes.size() / sizeof(double)), 1, 1}}});
  write_checkpoint(folder / "many", checkpoint, source);
  EXPECT_EQ(read_all(folder / "many"), read_all(folder / "one"));
  for (const int threads : {1, 2, 5}) {
    source.write = by_threads(threads, [&](const std::string& name) -> Gather {
      return
          [&bytes = checkpoint.state.arrays.at(name)](const Box& box, const MutableValues& there) {
            std::memcpy(there.data, &bytes[std::size_t(box.begin[0]) * sizeof(double)],
                        box.values() * sizeof(double));
          };
    });
    write_checkpoint(folder / "threads", checkpoint, source);
    EXPECT_EQ(read_all(folder / "threads"), read_all(folder / "one")) << threads;
  }
}

TEST(Checkpoint, WritesWhatHdf5ItselfWouldWrite) {
  const TemporaryFolder folder;
  for (const std::size_t count : {1U, 1000U, 131072U, 131073U, 300001U}) {
    std::vector<double> values(count);
    // Zeros, and bytes that are all ones, have checksums of their own.
    for (std::size_t i = 0; i < count; ++i)
      values[i] = i % 5000 < 1000 ? 0 : std::sin(double(i)) * 1e10;
    if (count > 2000) std::memset(&values[1000], 0xff, 8000);
    const auto write = [&](const char* name, const auto& contents) {
      hdf5::write_file(folder / name, hdf5::Format::checksummed, contents);
      return read_all(folder / name);
    };
    const std::string ours = write("ours", [&](hid_t file) {
      hdf5::ChecksummedArray(file, "array", H5T_NATIVE_DOUBLE, count).append(values.data(), count);
    });
    const std::string theirs = write("theirs", [&](hid_t file) {
      hdf5::write_checksummed(file, "array", H5T_NATIVE_DOUBLE, count, values.data());
    });
    EXPECT_EQ(ours, theirs) << count;
  }
}

/// Where `bytes` first stand in `text`.
std::size_t position_of(const std::vector<std::byte>& bytes, const std::string& text) {
  return text.find(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

TEST(Checkpoint, NoticesAFlippedBitInAnArray) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint = example();
  write_checkpoint(folder / "a", checkpoint);
  std::string text = read_all(folder / "a");
  const std::size_t position = position_of(checkpoint.state.arrays.at("energy"), text);
  ASSERT_NE(position, std::string::npos);
  text[position + 100] ^= 1;
  write_all(folder / "a", text);
  const std::string message = message_of([&] { (void)read_checkpoint(folder / "a"); });
  EXPECT_NE(message.find("read the array energy"), std::string::npos) << message;
  EXPECT_NE(message.find("checksum"), std::string::npos) << message;
}

TEST(Checkpoint, NoticesAFlippedBitInANumberAndInTheDeck) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint = example();
  write_checkpoint(folder / "a", checkpoint);
  const std::string whole = read_all(folder / "a");
  const std::size_t time = position_of(bytes_of<double>({checkpoint.time}), whole);
  const std::size_t driver = position_of(bytes_of<double>({std::nextafter(0.3, 1.0)}), whole);
  const std::size_t deck = whole.find("end_time = 1");
  for (const std::size_t position : {time, driver, deck}) {
    ASSERT_NE(position, std::string::npos);
    std::string text = whole;
    text[position] ^= 1;
    write_all(folder / "a", text);
    EXPECT_THROW((void)read_checkpoint(folder / "a"), OutputError) << position;
  }
}

TEST(Checkpoint, LetsTheProgramEndInOrderAfterADamagedFile) {
  const TemporaryFolder folder;
  const Checkpoint checkpoint = example();
  write_checkpoint(folder / "a", checkpoint);
  std::string text = read_all(folder / "a");
  text[position_of(bytes_of<double>({checkpoint.time}), text)] ^= 1;
  write_all(folder / "a", text);
  const auto fail_and_exit = [&] {
    const std::string message = message_of([&] { (void)read_checkpoint(folder / "a"); });
    std::filesystem::remove_all(folder.path());
    std::exit(message.empty() ? 1 : 0);
  };
  run_death_tests_in_fresh_processes();
  EXPECT_EXIT(fail_and_exit(), testing::ExitedWithCode(0), SaysNothingOfHdf5());
}

TEST(Checkpoint, NoticesAFileThatBrokeOff) {
  const TemporaryFolder folder;
  write_checkpoint(folder / "a", example());
  const auto size = std::filesystem::file_size(folder / "a");
  for (const auto part : {size / 4, size / 2, size - 1}) {
    write_checkpoint(folder / "a", example());
    std::filesystem::resize_file(folder / "a", part);
    const std::string message = message_of([&] { (void)read_checkpoint(folder / "a"); });
    EXPECT_NE(message.find("cannot read the checkpoint"), std::string::npos) << part << message;
  }
}

TEST(Checkpoint, SaysThatAFileIsNoCheckpoint) {
  const TemporaryFolder folder;
  const Grid grid{{4, 4, 1}, {0, 0, 0}, {1, 1, 1}};
  write_athdf(folder / "a.athdf", snapshot_of(grid, {"density"}));
  const std::string message = message_of([&] { (void)read_checkpoint(folder / "a.athdf"); });
  EXPECT_NE(message.find("a.athdf: it is not a checkpoint of Solenoid"), std::string::npos);
  EXPECT_NE(message_of([&] { (void)read_checkpoint(folder / "none"); }).find("No such file"),
            std::string::npos);
}

TEST(Checkpoint, OfTheVersionBeforeIsReadAndOfALaterOneRefused) {
  const TemporaryFolder folder;
  const auto set_version = [&](int version) {
    write_checkpoint(folder / "a", example());
    const hdf5::Handle file(H5Fopen((folder / "a").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose,
                            "open");
    hdf5::check(H5Adelete(file, "FormatVersion"), "delete");
    hdf5::write_attribute<int>(file, "FormatVersion", version);
  };
  set_version(1);
  expect_same(example(), read_checkpoint(folder / "a"));
  for (const int version : {0, 3}) {
    set_version(version);
    const std::string message = message_of([&] { (void)read_checkpoint(folder / "a"); });
    EXPECT_NE(message.find("its format is version " + std::to_string(version) +
                           "; this program reads versions 1 to 2"),
              std::string::npos)
        << message;
  }
}

TEST(Checkpoint, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  for (const char* name : {"FormatVersion", "Time", "Step", "Cells", "StatePrecision", "Device"}) {
    write_checkpoint(folder / "a", example());
    {
      const hdf5::Handle file(H5Fopen((folder / "a").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose,
                              "open");
      hdf5::check(H5Adelete(file, name), "delete");
    }
    const std::string message = message_of([&] { (void)read_checkpoint(folder / "a"); });
    EXPECT_NE(message.find(std::string("it has no attribute ") + name), std::string::npos)
        << message;
  }
  for (const char* name : {"arrays", "scalars", "driver", "Deck"}) {
    write_checkpoint(folder / "a", example());
    {
      const hdf5::Handle file(H5Fopen((folder / "a").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose,
                              "open");
      hdf5::check(H5Ldelete(file, name, H5P_DEFAULT), "delete");
    }
    const std::string message = message_of([&] { (void)read_checkpoint(folder / "a"); });
    EXPECT_NE(message.find("it has no "), std::string::npos) << message;
    EXPECT_NE(message.find(name), std::string::npos) << message;
  }
}

TEST(Checkpoint, RefusesArraysThatAreNoArrays) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = example();
  checkpoint.state.arrays["density"].pop_back();
  EXPECT_THROW(write_checkpoint(folder / "a", checkpoint), std::invalid_argument);
  checkpoint.state.arrays.clear();
  EXPECT_THROW(write_checkpoint(folder / "a", checkpoint), std::invalid_argument);
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(Checkpoint, LeavesTheTargetAloneWhenWritingFails) {
  const TemporaryFolder folder;
  Checkpoint checkpoint = example();
  checkpoint.state.arrays["density"] = bytes_of(std::vector<double>(300001, 0.1));
  write_checkpoint(folder / "a", checkpoint);
  const std::string before = read_all(folder / "a");
  const int open_files = open_file_count();
  for (const rlim_t limit :
       {rlim_t(0), rlim_t(5000), rlim_t(before.size() / 2), rlim_t(before.size() - 1)}) {
    std::string message;
    {
      const FileSizeLimit full(limit);
      message = message_of([&] { write_checkpoint(folder / "a", checkpoint); });
    }
    EXPECT_NE(message.find("File too large"), std::string::npos) << limit << message;
    EXPECT_EQ(read_all(folder / "a"), before);
    EXPECT_EQ(folder.file_count(), 1);
    EXPECT_EQ(open_file_count(), open_files);
  }
}

}  // namespace
}  // namespace solenoid
