/// \file
/// What is measured of a state: rows of packs on hosts and cells by turns on devices find what a
/// plain loop does.

#include "numerics/schemes/measure_signal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <random>
#include <vector>

#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"
#include "physics/solvers/stored_cells.hpp"
#include "tests/precisions.hpp"

namespace solenoid {
namespace {

struct Found {
  double fastest = 0;
  std::vector<int> unphysical;
  bool operator==(const Found&) const = default;
};
void PrintTo(const Found& found, std::ostream* to) {
  *to << found.fastest << ", unphysical:";
  for (const int cell : found.unphysical) *to << " " << cell;
}

/// Of a grid of cells, all memory around which holds ordinary states, too.
template <class Cells>
struct MeasuredGrid {
  using Real = typename Cells::Number;
  static constexpr int fields = 9;

  Layout layout;
  std::vector<Real> values;
  Cells cells{};
  MonitorStorage<Real, Kokkos::HostSpace> storage;

  explicit MeasuredGrid(const std::array<int, 3>& extent, unsigned seed) {
    Grid whole;
    whole.cells = extent;
    layout = make_layout(whole, 3, sizeof(Real), lane_width<HostPack<Real>>);
    values.resize(std::size_t(layout.elements(fields)));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(0.1, 1.0);
    for (std::size_t v = 0; v < values.size(); ++v) {
      const int field = int(v / std::size_t(layout.field_stride));
      values[v] = Real(field == 4 ? 8 * number(random) + 8 : number(random));
    }
  }
  [[nodiscard]] Real* field(int f) { return values.data() + f * layout.field_stride; }
  [[nodiscard]] Monitor<Real> monitor() const {
    Monitor<Real> monitor;
    monitor.fastest = storage.fastest.data();
    monitor.counters = storage.counters.data();
    monitor.unphysical = storage.unphysical.data();
    monitor.measure = true;
    monitor.weights[0] = 1;
    monitor.weights[1] = 3;
    monitor.weights[2] = 0.5;
    monitor.inverse_weight = Real(1) / 3;
    return monitor;
  }
  [[nodiscard]] Found found() const {
    const auto records = storage.take(HostSpace{});
    const int* list = storage.unphysical.data();
    Found found{records.fastest, {list, list + records.counters[unphysical_count]}};
    std::sort(found.unphysical.begin(), found.unphysical.end());
    return found;
  }
  [[nodiscard]] Found by_a_loop() const {
    using Equations = typename Cells::Equations;
    Found found;
    for (int k = 0; k < layout.cells[2]; ++k)
      for (int j = 0; j < layout.cells[1]; ++j)
        for (int i = 0; i < layout.cells[0]; ++i) {
          const auto u = cells.template state<Real>(layout.offset(i, j, k));
          if (!Cells::template within_floors<Real>(u, cells))
            found.unphysical.push_back(layout.offset(i, j, k));
          else
            found.fastest = std::max(
                found.fastest, double(Equations::signal(u, monitor().weights, cells.equations)));
        }
    return found;
  }
};

template <class Equations, class Real>
MeasuredGrid<StoredCells<Equations, Real>> grid_of(StoredCells<Equations, Real>*,
                                                   const std::array<int, 3>& extent,
                                                   unsigned seed) {
  MeasuredGrid<StoredCells<Equations, Real>> grid(extent, seed);
  grid.cells.equations = Equations::template parameters<Real>({.gamma = 1.4});
  for (int f = 0; f < Equations::size; ++f) grid.cells.in[f] = grid.field(f);
  return grid;
}
template <class Equations, class Real>
MeasuredGrid<StaggeredCells<Equations, Real>> grid_of(StaggeredCells<Equations, Real>*,
                                                      const std::array<int, 3>& extent,
                                                      unsigned seed) {
  MeasuredGrid<StaggeredCells<Equations, Real>> grid(extent, seed);
  grid.cells.equations = Equations::template parameters<Real>({.gamma = 1.4});
  for (int f = 0; f < 8; ++f) grid.cells.stored.values[f] = grid.field(f);
  for (std::size_t d = 0; d < 3; ++d)
    grid.cells.stored.step[d] = extent[d] > 1 ? grid.layout.stride[d] : 0;
  return grid;
}

template <class Cells>
class MeasureSignalOf : public testing::Test {};
template <class Real>
using AllCells =
    testing::Types<StoredCells<Hydrodynamics, Real>, StoredCells<IdealMhd, Real>,
                   StaggeredCells<Hydrodynamics, Real>, StaggeredCells<IdealMhd, Real>>;
TYPED_TEST_SUITE(MeasureSignalOf, InTestedPrecisions<AllCells>);

constexpr std::array<std::array<int, 3>, 5> extents{
    {{37, 1, 1}, {1, 23, 1}, {19, 7, 1}, {16, 5, 3}, {9, 4, 6}}};

template <class Cells>
MeasuredGrid<Cells> with_an_unphysical_cell(const std::array<int, 3>& extent, unsigned seed) {
  auto grid = grid_of(static_cast<Cells*>(nullptr), extent, seed);
  grid.field(4)[grid.layout.offset(extent[0] - 1, extent[1] / 2, 0)] = 0;
  return grid;
}

/// (What is beyond the end of a row is looked at, and neither listed nor measured.)
TYPED_TEST(MeasureSignalOf, RowsOfPacksIsThatOfALoop) {
  for (unsigned seed = 0; seed < extents.size(); ++seed) {
    auto grid = with_an_unphysical_cell<TypeParam>(extents[seed], seed);
    const int beyond = grid.layout.offset(extents[seed][0], 0, 0);
    grid.field(0)[beyond] = -1;
    const Found expected = grid.by_a_loop();
    ASSERT_EQ(expected.unphysical.size(), 1U);
    measure_signal(HostSpace{}, grid.cells, grid.layout, grid.monitor());
    EXPECT_EQ(grid.found(), expected) << seed;
  }
}

TYPED_TEST(MeasureSignalOf, CellsByTurnsIsThatOfALoop) {
  for (unsigned seed = 0; seed < extents.size(); ++seed)
    for (const unsigned items : {1U, 7U, 64U, 100000U}) {
      auto grid = with_an_unphysical_cell<TypeParam>(extents[seed], seed);
      const MeasureEveryNth<TypeParam> kernel{{grid.cells, grid.layout, grid.monitor()}, items};
      for (unsigned item = 0; item < items; ++item) kernel(int(item));
      EXPECT_EQ(grid.found(), grid.by_a_loop()) << seed << ", " << items;
    }
}

}  // namespace
}  // namespace solenoid
