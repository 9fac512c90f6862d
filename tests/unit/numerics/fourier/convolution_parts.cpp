/// Convolutions in parts: the bits of one part, whatever the grid and however it is cut.

#include "numerics/fourier/convolution_parts.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "numerics/fourier/even_convolution.hpp"
#include "numerics/fourier/poisson.hpp"
#include "tests/part_threads.hpp"
#include "tests/precisions.hpp"

namespace solenoid {
namespace {

/// A grid, how it is cut, and what is around it.
struct Case {
  Grid grid;
  std::array<std::vector<int>, 3> cuts;
  bool periodic;

  [[nodiscard]] std::string text() const {
    std::string text = periodic ? "periodic" : "isolated";
    for (std::size_t axis = 0; axis < 3; ++axis) {
      text += " " + std::to_string(grid.cells[axis]) + ":";
      for (const int begin : cuts[axis]) text += std::to_string(begin) + ",";
    }
    return text;
  }
  [[nodiscard]] ConvolutionKernel kernel(const ConvolutionParts* parts, int own) const {
    if (periodic) return periodic_poisson(grid, 2);
    return parts == nullptr ? isolated_poisson(grid, 2)
                            : isolated_poisson(grid, 2, parts->waves(own));
  }
};

/// Values in the cells of a box, and of one layer around them along each active axis.
template <class Real, class Convolution>
std::vector<Real> with_layers(const Convolution& convolution, const Case& of, const Box& box) {
  std::vector<Real> values;
  std::array<int, 3> layer{};
  for (std::size_t axis = 0; axis < 3; ++axis) layer[axis] = of.grid.active(int(axis)) ? 1 : 0;
  const auto stride = convolution.stride();
  for (int k = -layer[2]; k < box.count[2] + layer[2]; ++k)
    for (int j = -layer[1]; j < box.count[1] + layer[1]; ++j)
      for (int i = -layer[0]; i < box.count[0] + layer[0]; ++i) {
        std::array<int, 3> at{i, j, k};
        std::ptrdiff_t place = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          if (convolution.wraps(int(axis)))
            at[axis] = (at[axis] + box.count[axis]) % box.count[axis];
          place += at[axis] * stride[axis];
        }
        values.push_back(convolution.values()[place]);
      }
  return values;
}

template <class Real>
void expect_same_bits(const Case& of, unsigned seed) {
  SCOPED_TRACE(of.text());
  using Convolution = EvenConvolution<Real, HostSpace>;
  const auto& cells = of.grid.cells;
  std::vector<Real> field(of.grid.cell_count());
  std::mt19937 random(seed);
  for (Real& value : field) value = Real(random()) / Real(1U << 31);
  const std::array<std::ptrdiff_t, 3> stride{1, cells[0], std::ptrdiff_t(cells[0]) * cells[1]};
  Convolution whole(of.kernel(nullptr, 0));
  whole.apply(HostSpace(), field.data(), stride);
  const std::vector<Real> expected = with_layers<Real>(whole, of, {{0, 0, 0}, cells});
  Box around{{0, 0, 0}, cells};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (of.grid.active(int(axis))) {
      around.begin[axis] = -1;
      around.count[axis] += 2;
    }

  const GridCuts cuts{cells, of.cuts};
  const auto count = std::size_t(cuts.count());
  const auto table = std::make_shared<MeetingTable>(count);
  on_threads(count, [&](std::size_t p) {
    const ConvolutionParts parts(of.kernel(nullptr, 0), cuts, 1);
    Convolution part(of.kernel(&parts, int(p)), parts, int(p),
                     std::make_shared<WithOtherThreads>(table, p));
    const Box own{cuts.first(int(p)), cuts.size(int(p))};
    for (int turn = 0; turn < 2; ++turn) {
      part.apply(HostSpace(), field.data() + Box{{0, 0, 0}, cells}.value_at(own.begin), stride);
      const std::vector<Real> found = with_layers<Real>(part, of, own);
      Box layers = own;
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (of.grid.active(int(axis))) {
          layers.begin[axis] -= 1;
          layers.count[axis] += 2;
        }
      ASSERT_EQ(found.size(), layers.values());
      std::size_t different = 0;
      for (std::size_t n = 0; n < found.size(); ++n) {
        std::array<int, 3> at = layers.at(n);
        if (of.periodic)
          for (std::size_t axis = 0; axis < 3; ++axis)
            if (of.grid.active(int(axis))) at[axis] = (at[axis] + cells[axis]) % cells[axis];
        different += std::memcmp(&found[n], &expected[around.value_at(at)], sizeof(Real)) != 0;
      }
      EXPECT_EQ(different, 0U) << "part " << p << ", turn " << turn;
    }
  });
}

/// Begins of parts of an axis, some of one cell.
std::vector<int> any_cuts(std::mt19937& random, int cells, std::size_t parts) {
  std::vector<int> begins{0};
  while (begins.size() < std::min(parts, std::size_t(cells))) {
    const int begin = int(random() % unsigned(cells));
    if (std::find(begins.begin(), begins.end(), begin) == begins.end()) begins.push_back(begin);
  }
  std::sort(begins.begin(), begins.end());
  return begins;
}

Case any_case(unsigned seed) {
  std::mt19937 random(seed);
  Case any;
  const int dimensions = 1 + int(random() % 3);
  const int most = dimensions == 1 ? 90 : dimensions == 2 ? 80 : 13;
  std::size_t parts = 2 + random() % 7;
  for (std::size_t axis = 0; axis < 3; ++axis) any.cuts[axis] = {0};
  for (int n = 0; n < dimensions; ++n) {
    const std::size_t axis = dimensions == 2 ? (seed / 8 + std::size_t(n)) % 3 : std::size_t(n);
    any.grid.cells[axis] = 2 + int(random() % unsigned(most));
  }
  for (const std::size_t axis : {random() % 3, random() % 3, random() % 3}) {
    if (any.cuts[axis].size() > 1 || parts < 2) continue;
    const std::size_t along = random() % 2 == 0 ? parts : 2;
    any.cuts[axis] = any_cuts(random, any.grid.cells[axis], along);
    parts /= any.cuts[axis].size();
  }
  any.grid.upper = {1, 1.5, 0.7};
  any.periodic = random() % 2 == 0;
  return any;
}

template <class Real>
class ConvolutionInParts : public testing::Test {};
TYPED_TEST_SUITE(ConvolutionInParts, TestedPrecisions);

TYPED_TEST(ConvolutionInParts, HasTheBitsOfOnePart) {
  for (unsigned seed = 0; seed < 40; ++seed) expect_same_bits<TypeParam>(any_case(seed), seed);
}

/// The wave numbers of the columns of each part, by counting.
TEST(ConvolutionParts, HaveTheWavesOfTheirColumns) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Case any = any_case(seed);
    const ConvolutionKernel kernel =
        any.periodic ? periodic_poisson(any.grid, 1) : isolated_poisson_size(any.grid);
    const ConvolutionParts parts(kernel, {any.grid.cells, any.cuts}, 1);
    const EvenSymbol<double> symbol{nullptr, {}, 0, kernel.lengths, {}, {}};
    for (int p = 0; p < parts.count(); ++p) {
      const Box& columns = parts.columns()[std::size_t(p)];
      const Box waves = parts.waves(p);
      if (columns.values() == 0) {
        EXPECT_EQ(waves.values(), 0U);
        continue;
      }
      for (int axis = 0; axis < 3; ++axis) {
        const auto a = std::size_t(axis);
        // Along the last axis columns hold cells before the pass, and all coefficients in it.
        const bool all = axis == kernel.last_axis();
        int lowest = kernel.lengths[a], highest = 0;
        for (int n = 0; n < (all ? kernel.lengths[a] : columns.count[a]); ++n) {
          lowest = std::min(lowest, symbol.wave(axis, (all ? 0 : columns.begin[a]) + n));
          highest = std::max(highest, symbol.wave(axis, (all ? 0 : columns.begin[a]) + n));
        }
        EXPECT_EQ(waves.begin[a], lowest) << any.text();
        EXPECT_EQ(waves.count[a], highest - lowest + 1) << any.text();
      }
    }
  }
}

/// Each of many parts needs its share of two arrays in place of one, and of the table twice.
TEST(ConvolutionParts, ShareTheMemory) {
  const Grid grid{{64, 64, 64}};
  for (const bool periodic : {true, false}) {
    const ConvolutionKernel kernel =
        periodic ? periodic_poisson(grid, 1) : isolated_poisson_size(grid);
    const std::size_t alone = convolution_bytes(kernel, ConvolutionParts(kernel), 8);
    for (const int count : {2, 4, 8, 16}) {
      std::array<std::vector<int>, 3> cuts{{{0}, {0}, {}}};
      for (int part = 0; part < count; ++part) cuts[2].push_back(64 * part / count);
      const std::size_t part = convolution_bytes(kernel, {kernel, {grid.cells, cuts}, 1}, 8);
      // What is beside the share: layers of cells around a part, twice.
      EXPECT_LT(double(part), double(alone) * 2.1 / count + 5 * 8 * 64 * 64) << count;
    }
  }
}

}  // namespace
}  // namespace solenoid
