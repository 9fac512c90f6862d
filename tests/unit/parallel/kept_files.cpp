/// \file
/// Files of which processes keep what they will write, by one process.

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "src/output/array_writing.hpp"
#include "src/parallel/kept_file.hpp"
#include "src/parallel/whole_solver.hpp"
#include "tests/unit/driver/fake_solver.hpp"
#include "tests/unit/output/helpers.hpp"

namespace solenoid::testing_parallel {
namespace {

using testing_files::read_all;
using testing_files::TemporaryFolder;

/// An array of `values` in pieces of 10, with a gap of 8 bytes behind each, from a byte on.
ArrayInFile array_at(const std::string& field, int values, bool checksummed, std::uint64_t begin) {
  ArrayInFile array{.field = field, .stored = true, .box = {{0, 0, 0}, {values, 1, 1}}};
  array.values_of_piece = 10;
  array.checksummed = checksummed;
  for (int first = 0; first < values; first += 10, begin += 88) array.pieces.push_back(begin);
  return array;
}

KeptPieces pieces_of(const std::vector<char>& values, std::size_t first, std::size_t count) {
  KeptPieces pieces{first, count, std::make_unique<char[]>(count * 80)};
  std::memcpy(pieces.values.get(), values.data() + first * 80, count * 80);
  return pieces;
}

/// Whole pieces of the numbers from `from` on.
std::vector<char> whole_pieces(const ArrayInFile& array, double from) {
  std::vector<double> values(array.pieces.size() * array.values_of_piece, 0.0);
  std::iota(values.begin(), values.begin() + array.box.count[0], from);
  std::vector<char> bytes(values.size() * sizeof(double));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(KeptFile, WritesPiecesAtTheirPlaces) {
  const TemporaryFolder folder;
  for (const bool checksummed : {false, true}) {
    const std::vector<ArrayInFile> arrays{array_at("a", 97, checksummed, 5),
                                          array_at("b", 31, checksummed, 2000)};
    const auto at_once = folder / "at once", kept_first = folder / "kept";
    for (const auto& path : {at_once, kept_first}) std::ofstream(path) << "head";
    // Two that keep a share each write what one writes at once.
    SharedFile file(at_once);
    std::vector<KeptFile> kept(2);
    for (const ArrayInFile& array : arrays) {
      const std::vector<char> values = whole_pieces(array, double(array.pieces.front()));
      write_pieces(file, array, 0, array.pieces.size(), values.data());
      ArrayInFile unplaced = array;
      unplaced.pieces.assign(array.pieces.size(), 0);
      const std::size_t first = array.pieces.size() / 3;
      kept[0].keep(unplaced, pieces_of(values, 0, first));
      kept[1].keep(unplaced, pieces_of(values, first, array.pieces.size() - first));
    }
    for (KeptFile& share : kept) {
      for (const ArrayInFile& array : {arrays[1], arrays[0]}) share.place(array);
      EXPECT_FALSE(share.is_done());
      share.begin(kept_first, &share == &kept[0]);
    }
    for (KeptFile& share : kept) {
      EXPECT_EQ(share.finish(), 0);
      EXPECT_TRUE(share.is_done());
    }
    EXPECT_EQ(file.failure(), 0);
    EXPECT_EQ(read_all(kept_first), read_all(at_once));
  }
}

TEST(KeptFile, SaysWhyItIsNotWritten) {
  const TemporaryFolder folder;
  KeptFile file;
  const ArrayInFile array = array_at("a", 20, false, 0);
  file.keep(array, pieces_of(whole_pieces(array, 1), 0, 2));
  EXPECT_THROW(file.place(array_at("b", 20, false, 0)), std::invalid_argument);
  EXPECT_THROW(file.place(array_at("a", 21, false, 0)), std::invalid_argument);
  file.begin(folder / "no folder" / "file", true);
  EXPECT_EQ(file.finish(), ENOENT);
  KeptFile unused;
  unused.keep(array, pieces_of(whole_pieces(array, 1), 0, 2));
  EXPECT_EQ(unused.finish(), 0);
}

class KeptFiles : public ::testing::Test {
 protected:
  KeptFiles() : grid_({{12, 1, 1}}), processes_(process_alone()) {
    std::ofstream(file_) << "head";
    solver_.emplace(*processes_, std::make_unique<FakeSolver>(grid_), grid_, PartLayout{1, 1, 1},
                    [](Solver&) {});
  }
  [[nodiscard]] static std::vector<ArrayInFile> arrays() {
    return {array_at("density", 12, true, 8)};
  }
  [[nodiscard]] std::vector<double> density() {
    std::vector<double> values(12);
    solver_->gather_part("density")({{0, 0, 0}, {12, 1, 1}},
                                    {Precision::double_precision, values.data()});
    return values;
  }
  [[nodiscard]] std::vector<double> written() const {
    const std::string bytes = read_all(file_);
    std::vector<double> values(12);
    std::memcpy(values.data(), bytes.data() + 8, 80);
    std::memcpy(values.data() + 10, bytes.data() + 96, 16);
    return values;
  }
  /// Has another thread write it while this one attends; returns what that threw.
  std::string write_by_another_thread(const WriteArrays& write, const std::filesystem::path& path) {
    std::atomic<bool> done = false;
    std::string problem;
    std::thread other([&] {
      try {
        write(path, arrays());
      } catch (const std::runtime_error& error) {
        problem = error.what();
      }
      done = true;
    });
    while (!done) solver_->attend();
    other.join();
    return problem;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "file";
  Grid grid_;
  std::unique_ptr<Processes> processes_;
  std::optional<WholeSolver> solver_;
};

TEST_F(KeptFiles, HaveValuesAsTheyWereWhenKept) {
  EXPECT_FALSE(solver_->keep_parts(arrays())) << "nobody knows yet whether all see the folder";
  solver_->write_parts(file_, arrays());
  const std::vector<double> before = density();
  EXPECT_EQ(written(), before);
  solver_->advance(0, 0.01);
  const std::vector<double> then = density();
  ASSERT_NE(then, before);
  const WriteArrays first = solver_->keep_parts(arrays());
  solver_->advance(0.01, 0.01);
  const std::vector<double> later = density();
  const WriteArrays second = solver_->keep_parts(arrays());
  solver_->advance(0.02, 0.01);
  EXPECT_EQ(written(), before);
  EXPECT_EQ(write_by_another_thread(second, file_), "");
  EXPECT_EQ(written(), later);
  EXPECT_EQ(write_by_another_thread(first, file_), "");
  EXPECT_EQ(written(), then);
}

TEST_F(KeptFiles, SayWhyTheyAreNotWritten) {
  solver_->write_parts(file_, arrays());
  const WriteArrays write = solver_->keep_parts(arrays());
  EXPECT_EQ(write_by_another_thread(write, folder_ / "no folder" / "file"),
            "No such file or directory");
  // One that nobody writes is forgotten.
  EXPECT_TRUE(solver_->keep_parts(arrays()));
  solver_->attend();
  // And who waits for one at the end is told.
  const WriteArrays last = solver_->keep_parts(arrays());
  std::string problem;
  std::atomic<bool> begun = false;
  std::thread other([&] {
    begun = true;
    begun.notify_all();
    try {
      last(file_, arrays());
    } catch (const std::runtime_error& error) {
      problem = error.what();
    }
  });
  begun.wait(false);
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  solver_.reset();
  other.join();
  EXPECT_EQ(problem, "the run has ended");
}

}  // namespace
}  // namespace solenoid::testing_parallel
