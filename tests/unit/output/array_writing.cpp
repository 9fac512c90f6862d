#include "src/output/array_writing.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <vector>

#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_files;

TEST(ArrayWriting, BoxesOfARangeAreItsValuesInOrder) {
  const Box whole{{2, 1, 7}, {4, 3, 5}};
  for (std::size_t first = 0; first <= whole.values(); ++first)
    for (std::size_t last = first; last <= whole.values(); ++last) {
      const std::vector<Box> boxes = boxes_of_range(whole, first, last);
      EXPECT_LE(boxes.size(), 5U);
      std::size_t next = first;
      for (const Box& box : boxes)
        for (std::size_t n = 0; n < box.values(); ++n)
          ASSERT_EQ(whole.value_at(box.at(n)), next++) << first << " to " << last;
      ASSERT_EQ(next, last);
    }
}

/// Fields named by the number that is added to the places of their values.
Gather numbered_field(const Box& whole, const std::string& name) {
  return [whole, number = std::stod(name)](const Box& box, const MutableValues& there) {
    for (std::size_t n = 0; n < box.values(); ++n)
      static_cast<double*>(there.data)[n] = number + double(whole.value_at(box.at(n)));
  };
}

/// Arrays one behind the other with a gap of eight bytes between pieces.
std::vector<ArrayInFile> arrays_with_gaps(const Box& box, std::size_t values_of_piece) {
  std::vector<ArrayInFile> arrays;
  std::uint64_t place = 16;
  for (const char* name : {"1000000", "2000000"}) {
    ArrayInFile array{
        .field = name, .stored = true, .box = box, .values_of_piece = values_of_piece};
    for (std::size_t first = 0; first < box.values(); first += values_of_piece) {
      array.pieces.push_back(place);
      place += 8 * values_of_piece + 8;
    }
    arrays.push_back(array);
  }
  return arrays;
}

TEST(ArrayWriting, PutsEachValueAtItsPlaceWhateverTheThreads) {
  const TemporaryFolder folder;
  const Box box{{3, 0, 1}, {7, 5, 9}};
  for (const int threads : {1, 2, 4})
    for (const std::size_t values_of_piece : {std::size_t(4), std::size_t(1000)}) {
      const auto file = folder / "file";
      std::ofstream(file) << "head";
      const auto arrays = arrays_with_gaps(box, values_of_piece);
      by_threads(threads, [&](const auto& name) { return numbered_field(box, name); })(file,
                                                                                       arrays);
      const std::string bytes = read_all(file);
      EXPECT_EQ(bytes.substr(0, 4), "head");
      for (const ArrayInFile& array : arrays)
        for (std::size_t n = 0; n < box.values(); ++n) {
          double value = 0;
          const std::size_t place = array.pieces[n / values_of_piece] + 8 * (n % values_of_piece);
          ASSERT_LE(place + 8, bytes.size());
          bytes.copy(reinterpret_cast<char*>(&value), 8, place);
          ASSERT_EQ(value, std::stod(array.field) + double(n));
        }
    }
}

TEST(ArrayWriting, EndsWithTheFirstFailureOfAnyThread) {
  const TemporaryFolder folder;
  const Box box{{0, 0, 0}, {1 << 20, 4, 1}};
  const auto arrays = arrays_with_gaps(box, 1 << 17);
  std::ofstream(folder / "file") << "head";
  for (const int threads : {1, 3}) {
    std::atomic<int> reads = 0;
    const auto failing = [&](const std::string&) -> Gather {
      return [&](const Box&, const MutableValues&) {
        if (++reads > 2) throw std::runtime_error("the device is lost");
      };
    };
    try {
      by_threads(threads, failing)(folder / "file", arrays);
      ADD_FAILURE() << "it did not fail";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "the device is lost");
    }
    EXPECT_LE(reads, 2 + threads);  // what others had begun
  }
  EXPECT_THROW(by_threads(2, [&](const auto& name) { return numbered_field(box, name); })(
                   folder / "missing", arrays),
               std::runtime_error);
}

}  // namespace
}  // namespace solenoid
