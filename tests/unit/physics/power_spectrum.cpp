#include "physics/fields/power_spectrum.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "numerics/device/spaces.hpp"
#include "src/machine/devices.hpp"
#include "tests/part_threads.hpp"

namespace solenoid {
namespace {

using std::numbers::pi;

Grid box_with(const std::array<int, 3>& cells, const std::array<double, 3>& sides = {1, 1, 1}) {
  Grid grid;
  grid.cells = cells;
  grid.upper = sides;
  return grid;
}

/// A field of f(x, y, z).
template <class Function>
FieldValues sampled(const Grid& grid, const Function& f) {
  FieldValues values;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        values.push_back(f(grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)));
  return values;
}

/// Boxes of a field of the host, for a solver on the CPU, of all cells or a part.
Gather gather_of(const Subdomain& part, const FieldValues& field) {
  return [part, &field](const Box& box, const MutableValues& there) {
    const std::array<int, 3> first = part.in_whole(box.begin), cells = part.whole.cells;
    for (std::size_t n = 0; n < box.values(); ++n) {
      const int row = int(n) / box.count[0], i = first[0] + int(n) % box.count[0];
      const int j = first[1] + row % box.count[1], k = first[2] + row / box.count[1];
      const double value = field[std::size_t(i + cells[0] * (j + cells[1] * k))];
      if (there.precision == Precision::single_precision)
        static_cast<float*>(there.data)[n] = float(value);
      else
        static_cast<double*>(there.data)[n] = value;
    }
  };
}

std::vector<double> spectrum(const Grid& grid, const FieldValues& field,
                             Precision precision = Precision::double_precision) {
  PowerSpectrum result(grid, precision, Device::cpu);
  result.add(gather_of(grid, field));
  return result.power();
}

FieldValues noise(const Grid& grid) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> values(-1, 2);
  return sampled(grid, [&](double, double, double) { return double(float(values(random))); });
}

double mean_square(const FieldValues& field) {
  double sum = 0;
  for (const double value : field) sum += value * value;
  return sum / double(field.size());
}

double sum(const std::vector<double>& power) {
  return std::accumulate(power.begin(), power.end(), 0.0);
}

/// Expects all power of cos(2 pi (l x/X + m y/Y + n z/Z)) in one shell.
void expect_one_shell(const Grid& grid, const std::array<int, 3>& waves, int shell) {
  const std::vector<double> power =
      spectrum(grid, sampled(grid, [&](double x, double y, double z) {
                 return std::cos(2 * pi *
                                     (waves[0] * x / grid.upper[0] + waves[1] * y / grid.upper[1] +
                                      waves[2] * z / grid.upper[2]) +
                                 0.3);
               }));
  ASSERT_LT(std::size_t(shell), power.size());
  EXPECT_GT(power[std::size_t(shell)], 1e-2);
  for (std::size_t n = 0; n < power.size(); ++n) {
    if (int(n) != shell) {
      EXPECT_LT(power[n], 1e-28) << "shell " << n;
    }
  }
}

TEST(PowerSpectrum, EveryPlaneWaveIsInTheShellNearestToItsWaveNumber) {
  const Grid grid = box_with({6, 5, 8}, {2, 2, 2});
  for (int l = 0; l <= 3; ++l)
    for (int m = -2; m <= 2; ++m)
      for (int n = -4; n <= 4; ++n) {
        SCOPED_TRACE(testing::Message() << l << " " << m << " " << n);
        expect_one_shell(grid, {l, m, n}, int(std::lround(std::sqrt(l * l + m * m + n * n))));
      }
}

TEST(PowerSpectrum, ShellsOfABoxThatIsNoCubeAreCountedInWavesOfItsLongestSide) {
  const Grid grid = box_with({16, 12, 4}, {4, 2, 1});
  expect_one_shell(grid, {3, 0, 0}, 3);
  expect_one_shell(grid, {0, 3, 0}, 6);
  expect_one_shell(grid, {0, 0, 1}, 4);
  expect_one_shell(grid, {2, 1, -1}, 5);  // sqrt(4 + 4 + 16) = 4.9
  // A direction with one cell has no waves, however wide it is.
  expect_one_shell(box_with({16, 8, 1}, {1, 1, 50}), {3, 2, 0}, 4);
}

TEST(PowerSpectrum, APlaneWaveHasHalfTheSquareOfItsAmplitude) {
  const Grid grid = box_with({16, 16, 16});
  const auto wave = [](double x, double y, double) { return 3 * std::sin(2 * pi * (2 * x + y)); };
  EXPECT_NEAR(spectrum(grid, sampled(grid, wave))[2], 4.5, 1e-14);
}

TEST(PowerSpectrum, ShellsTogetherHoldTheMeanSquare) {
  for (const std::array<int, 3>& cells :
       {std::array{16, 1, 1}, std::array{1, 9, 1}, std::array{1, 1, 8}, std::array{7, 12, 1},
        std::array{16, 16, 16}, std::array{9, 5, 7}, std::array{12, 1, 10}}) {
    const Grid grid = box_with(cells, {1, 2, 1.5});
    const FieldValues field = noise(grid);
    const double expected = mean_square(field);
    EXPECT_NEAR(sum(spectrum(grid, field)) / expected, 1, 1e-14) << cells[0];
    EXPECT_NEAR(sum(spectrum(grid, field, Precision::single_precision)) / expected, 1, 1e-6);
  }
}

TEST(PowerSpectrum, ShellZeroIsTheSquareOfTheMean) {
  const Grid grid = box_with({8, 6, 4});
  const FieldValues field = noise(grid);
  const double mean = std::accumulate(field.begin(), field.end(), 0.0) / double(field.size());
  EXPECT_NEAR(spectrum(grid, field)[0], mean * mean, 1e-15);
}

TEST(PowerSpectrum, ComponentsAddUp) {
  const Grid grid = box_with({8, 8, 8});
  const FieldValues field = noise(grid);
  PowerSpectrum twice(grid, Precision::double_precision, Device::cpu);
  twice.add(gather_of(grid, field));
  twice.add(gather_of(grid, field));
  EXPECT_NEAR(twice.power()[3], 2 * spectrum(grid, field)[3], 1e-15);
}

TEST(PowerSpectrum, TakesAFieldInPieces) {
  // More planes than are brought at a time.
  const Grid grid = box_with({1024, 1024, 3});
  const FieldValues field = noise(grid);
  // Three million squares are added one after the other in mean_square().
  EXPECT_NEAR(sum(spectrum(grid, field)) / mean_square(field), 1, 1e-12);
}

TEST(PowerSpectrum, TakesAFieldAndWhatItIsTransformedIn) {
  const Grid grid = box_with({16, 12, 10});
  const std::size_t cells = grid.cell_count();
  EXPECT_EQ(spectrum_bytes(grid, Subdomain(grid).cuts, Precision::double_precision), 16 * cells);
  EXPECT_EQ(spectrum_bytes(grid, Subdomain(grid).cuts, Precision::single_precision), 8 * cells);
  // What moves between parts is in one array or another.
  const GridCuts cuts{grid.cells, {{{0}, {0}, {0, 5}}}};
  EXPECT_GE(spectrum_bytes(grid, cuts, Precision::double_precision), 20 * cells);
  EXPECT_LE(spectrum_bytes(grid, cuts, Precision::double_precision), 32 * cells);
}

TEST(PowerSpectrum, OfPartsIsThatOfTheWholeToTheBit) {
  const auto cut = [](std::array<int, 3> cells, std::array<std::vector<int>, 3> begins) {
    return std::pair{cells, begins};
  };
  for (const auto& [cells, begins] :
       {cut({16, 1, 1}, {{{0, 5}, {0}, {0}}}), cut({7, 12, 1}, {{{0}, {0, 4}, {0}}}),
        cut({7, 12, 1}, {{{0, 3}, {0}, {0}}}), cut({70, 6, 5}, {{{0, 33}, {0}, {0}}}),
        cut({9, 5, 7}, {{{0}, {0, 2}, {0}}}), cut({12, 1, 70}, {{{0}, {0}, {0, 11}}}),
        cut({12, 40, 64}, {{{0}, {0}, {0, 32}}})})
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
      const Grid grid = box_with(cells, {1, 2, 1.5});
      const FieldValues field = noise(grid);
      const auto table = std::make_shared<MeetingTable>();
      on_threads(2, [&, &cells = cells, &begins = begins](std::size_t number) {
        const Subdomain part(grid, begins, int(number),
                             std::make_shared<WithOtherThreads>(table, number));
        PowerSpectrum of_part(part, precision, Device::cpu);
        of_part.add(gather_of(part, field));
        EXPECT_EQ(of_part.power(), spectrum(grid, field, precision))
            << cells[0] << " x " << cells[1] << " x " << cells[2];
      });
    }
}

#if SOLENOID_HAS_DEVICE
TEST(PowerSpectrum, OnAGpuIsThatOnTheCpuToTheBit) {
  if (!gpu_available()) GTEST_SKIP() << "there is no GPU";
  for (const std::array<int, 3>& cells :
       {std::array{32, 1, 1}, std::array{7, 12, 1}, std::array{16, 1, 10}, std::array{9, 6, 8}}) {
    const Grid grid = box_with(cells, {1, 2, 1.5});
    const FieldValues field = noise(grid);
    const Gather gather = [&](const Box& planes, const MutableValues& there) {
      const std::size_t bytes =
          planes.values() *
          (there.precision == Precision::single_precision ? sizeof(float) : sizeof(double));
      const Kokkos::View<char*, Kokkos::HostSpace> here("here", bytes);
      gather_of(grid, field)(planes, {there.precision, here.data()});
      Kokkos::deep_copy(Kokkos::View<char*, DeviceSpace, Kokkos::MemoryUnmanaged>(
                            static_cast<char*>(there.data), bytes),
                        here);
    };
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
      PowerSpectrum there(grid, precision, Device::gpu);
      there.add(gather);
      EXPECT_EQ(there.power(), spectrum(grid, field, precision)) << cells[0];
    }
  }
}
#endif

}  // namespace
}  // namespace solenoid
