#include "physics/fields/block_means.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "physics/solvers/solver.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {
namespace {

double value_of_cell(const std::array<int, 3>& cell) {
  return std::sin(1 + 0.3 * cell[0] + 0.7 * cell[1] + 1.1 * cell[2]);
}

/// Makes boxes of value_of_cell() on the host.
Gather cells_of_formula() {
  return [](const Box& box, const MutableValues& there) {
    EXPECT_EQ(there.precision, Precision::double_precision);
    for (std::size_t n = 0; n < box.values(); ++n)
      static_cast<double*>(there.data)[n] = value_of_cell(box.at(n));
  };
}

double mean_of_formula(const std::array<int, 3>& at, const BlockOfCells& block) {
  double sum = 0;
  for (int k = 0; k < block[2]; ++k)
    for (int j = 0; j < block[1]; ++j)
      for (int i = 0; i < block[0]; ++i)
        sum += value_of_cell({at[0] * block[0] + i, at[1] * block[1] + j, at[2] * block[2] + k});
  return sum / (double(block[0]) * block[1] * block[2]);
}

TEST(BlockMeans, AreThoseOfTheCellsOfEachBlock) {
  const struct {
    BlockOfCells block;
    Box box;
  } cases[] = {{{3, 1, 1}, {{2, 0, 0}, {7, 1, 1}}},
               {{2, 2, 1}, {{1, 3, 0}, {5, 9, 1}}},
               {{3, 3, 3}, {{1, 0, 2}, {5, 3, 7}}},
               {{5, 1, 5}, {{0, 4, 1}, {3, 1, 3}}}};  // a slice
  for (const auto& [block, box] : cases) {
    std::vector<double> means(box.values());
    std::vector<float> single(box.values());
    const Gather gather = block_means(Device::cpu, cells_of_formula(), block);
    gather(box, {Precision::double_precision, means.data()});
    gather(box, {Precision::single_precision, single.data()});
    for (std::size_t n = 0; n < means.size(); ++n) {
      EXPECT_EQ(means[n], mean_of_formula(box.at(n), block));
      EXPECT_EQ(single[n], float(means[n]));
    }
  }
}

TEST(BlockMeans, AreTheSameWhereNotAllCellsFitIntoMemoryAtOnce) {
  const BlockOfCells block{8, 8, 8};
  const Box box{{0, 0, 0}, {40, 30, 20}};  // 12 million cells
  std::vector<double> means(box.values());
  const auto one = [](const Box& cells, const MutableValues& there) {
    for (std::size_t n = 0; n < cells.values(); ++n)
      static_cast<double*>(there.data)[n] =
          cells.at(n)[0] / 8 + 100 * (cells.at(n)[1] / 8) + 10000 * (cells.at(n)[2] / 8);
  };
  block_means(Device::cpu, one, block)(box, {Precision::double_precision, means.data()});
  for (std::size_t n = 0; n < means.size(); ++n)
    ASSERT_EQ(means[n], box.at(n)[0] + 100 * box.at(n)[1] + 10000 * box.at(n)[2]);
}

TEST(BlockMeans, OfOneCellAreTheCells) {
  std::vector<double> values(2);
  block_means(Device::cpu, cells_of_formula(), {1, 1, 1})(
      {{4, 5, 6}, {2, 1, 1}}, {Precision::double_precision, values.data()});
  EXPECT_EQ(values, (std::vector<double>{value_of_cell({4, 5, 6}), value_of_cell({5, 5, 6})}));
}

}  // namespace
}  // namespace solenoid
