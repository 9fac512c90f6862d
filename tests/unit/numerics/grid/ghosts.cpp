/// Ghosts of all directions at once are those of one direction after the other.

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include "numerics/grid/ghosts_at_once.hpp"
#include "numerics/grid/neighbour_ghosts.hpp"

namespace solenoid {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// Three fields on a grid: numbers that are all different, no number in the ghosts.
struct Fields {
  Layout layout;
  std::vector<double> values;

  explicit Fields(const Subdomain& part)
      : layout(make_layout(part, 3, sizeof(double), 8)), values(layout.elements(3), 1e300) {
    const auto& [x, y, z] = part.first;
    for (int f = 0; f < 3; ++f)
      for (int k = 0; k < part.cells[2]; ++k)
        for (int j = 0; j < part.cells[1]; ++j)
          for (int i = 0; i < part.cells[0]; ++i)
            origin(f)[i + j * layout.stride[1] + k * layout.stride[2]] =
                1 + f + 10 * (x + i) + 1000 * (y + j) + 100000 * (z + k);
  }
  double* origin(int field) { return values.data() + field * layout.field_stride + layout.origin; }
};

void fill_in_turns(Fields& fields, const Grid& grid, const Boundaries& boundaries) {
  for (int axis = 0; axis < 3; ++axis) {
    if (!grid.active(axis)) continue;
    GhostFields<double> some{};
    for (int f = 0; f < 3; ++f)
      some.add(fields.origin(f), f, f == axis ? GhostField::odd : GhostField::even, false);
    const GhostRange range = ghost_range(fields.layout, axis, 3, axis == axis_x ? 0 : 3);
    fill_ghosts(Host(), some, fields.layout, Axis(axis), range, boundaries.kind[std::size_t(axis)],
                range, {nullptr, nullptr});
  }
}

FillAllGhosts<double> all_ghosts(Fields& fields, const Boundaries& boundaries) {
  FillAllGhosts<double> fill{};
  fill.layout = fields.layout;
  for (int f = 0; f < 3; ++f) fill.add(fields.origin(f), f);
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side)
      fill.kinds[axis][side] = boundaries.kind[axis][side];
  return fill;
}

Boundaries mixed() {
  Boundaries boundaries;
  boundaries.kind[axis_x] = {BoundaryKind::reflecting, BoundaryKind::outflow};
  boundaries.kind[axis_y] = {BoundaryKind::antisymmetric, BoundaryKind::reflecting};
  boundaries.kind[axis_z] = {BoundaryKind::symmetric, BoundaryKind::antisymmetric};
  return boundaries;
}

TEST(GhostsAtOnce, AreThoseOfOneDirectionAfterTheOther) {
  for (const std::array<int, 3>& cells :
       {std::array{8, 5, 4}, std::array{9, 1, 3}, std::array{3, 3, 1}, std::array{7, 1, 1}})
    for (const Boundaries& boundaries : {Boundaries{}, mixed()}) {
      const Grid grid{cells, {0, 0, 0}, {1, 1, 1}};
      Fields expected(grid);
      fill_in_turns(expected, grid, boundaries);
      Fields fields(grid);
      const FillAllGhosts<double> fill = all_ghosts(fields, boundaries);
      ASSERT_TRUE(fill.possible());
      fill_all_ghosts(Host(), fill);
      Host().fence();
      for (int f = 0; f < 3; ++f)
        for (int k = -fields.layout.ghosts[2]; k < cells[2] + fields.layout.ghosts[2]; ++k)
          for (int j = -fields.layout.ghosts[1]; j < cells[1] + fields.layout.ghosts[1]; ++j)
            for (int i = -3; i < cells[0] + 3; ++i) {
              const int at = i + j * fields.layout.stride[1] + k * fields.layout.stride[2];
              ASSERT_EQ(fields.origin(f)[at], expected.origin(f)[at])
                  << f << ": " << i << " " << j << " " << k;
            }
    }
}

/// The exchange of a part whose slabs a test carries itself.
class NoExchange final : public Exchange {
  void swap(Axis, const Slabs&) override {}
  void trade(const std::vector<Sent>&, const std::vector<Received>&) override {}
  void take_largest(double*, std::size_t) override {}
  void add_up(double*, std::size_t) override {}
};

/// What a host packs run by run is what a device packs value by value, also where there is one
/// neighbour only.
void expect_runs_pack(const std::array<std::vector<double>, 2>& slabs,
                      const PackGhosts<double>& pack) {
  for (const int without : {-1, 0, 1}) {
    std::array<std::vector<double>, 2> runs;
    PackGhostRuns<double> in_runs{pack};
    for (std::size_t side = 0; side < 2; ++side) {
      runs[side].assign(slabs[side].size(), -1);
      in_runs.pack.slab[side] = int(side) == without ? nullptr : runs[side].data();
    }
    for (int id = 0; id < pack.runs(); ++id) in_runs(id);
    for (std::size_t side = 0; side < 2; ++side) {
      if (int(side) == without) continue;
      EXPECT_EQ(runs[side], slabs[side]);
    }
  }
}

/// What a part packs for the neighbours behind its faces normal to an axis, by side.
std::array<std::vector<double>, 2> packed(Fields& fields, int axis, const GhostRange& range) {
  std::array<std::vector<double>, 2> slabs;
  GhostFields<double> all{};
  for (int f = 0; f < 3; ++f) all.add(fields.origin(f), f, GhostField::even, false);
  for (auto& slab : slabs) slab.resize(slab_values(range, 3));
  const PackGhosts<double> pack{
      all, fields.layout, axis, range, {slabs[0].data(), slabs[1].data()}};
  for (int id = 0; id < int(2 * slabs[0].size()); ++id) pack(id);
  expect_runs_pack(slabs, pack);
  return slabs;
}

TEST(GhostsAtOnce, OfAPartAreThoseOfTheWholeGrid) {
  const Grid grid{{9, 8, 7}, {0, 0, 0}, {1, 1, 1}};
  for (const Boundaries& boundaries : {Boundaries{}, mixed()})
    for (int axis = 0; axis < 3; ++axis) {
      const auto a = std::size_t(axis);
      Fields whole(grid);
      fill_in_turns(whole, grid, boundaries);
      std::vector<Subdomain> parts;
      std::vector<Fields> fields;
      std::array<std::vector<int>, 3> cuts{{{0}, {0}, {0}}};
      cuts[a].push_back(4);
      for (const int part : {0, 1}) {
        parts.emplace_back(grid, cuts, part, std::make_shared<NoExchange>());
        fields.emplace_back(parts.back());
      }
      for (std::size_t part = 0; part < 2; ++part) {
        SCOPED_TRACE(testing::Message() << "part " << part << " along " << axis);
        FillAllGhosts<double> fill = all_ghosts(fields[part], parts[part].boundaries(boundaries));
        EXPECT_FALSE(fill.possible());
        ASSERT_TRUE(fill.possible(axis));
        fill.received_range = ghost_range(fields[part].layout, axis, 3, 0);
        const auto sent = packed(fields[1 - part], axis, fill.received_range);
        fill.received[side_lower] = sent[side_upper].data();
        fill.received[side_upper] = sent[side_lower].data();
        fill_all_ghosts(Host(), fill);
        Host().fence();
        const auto& layout = fields[part].layout;
        const auto& [x, y, z] = parts[part].first;
        for (int f = 0; f < 3; ++f)
          for (int k = -3; k < parts[part].cells[2] + 3; ++k)
            for (int j = -3; j < parts[part].cells[1] + 3; ++j)
              for (int i = -3; i < parts[part].cells[0] + 3; ++i)
                ASSERT_EQ(fields[part].origin(f)[i + j * layout.stride[1] + k * layout.stride[2]],
                          whole.origin(f)[x + i + (y + j) * whole.layout.stride[1] +
                                          (z + k) * whole.layout.stride[2]])
                    << f << ": " << i << " " << j << " " << k;
      }
    }
}

/// One value, or one end of a row, after the other, as the threads of a device.
TEST(Ghosts, OfADeviceAreThoseOfTheHost) {
  const Grid grid{{9, 5, 4}, {0, 0, 0}, {1, 1, 1}};
  for (const BoundaryKind lower :
       {BoundaryKind::periodic, BoundaryKind::outflow, BoundaryKind::reflecting,
        BoundaryKind::fixed, BoundaryKind::symmetric, BoundaryKind::antisymmetric,
        BoundaryKind::vertex_symmetric, BoundaryKind::diode})
    for (const BoundaryKind upper : {lower, BoundaryKind::fixed, BoundaryKind::reflecting})
      for (int axis = 0; axis < 3; ++axis) {
        SCOPED_TRACE(testing::Message()
                     << int(lower) << " and " << int(upper) << " along " << axis);
        Fields expected(grid);
        Fields found(grid);
        // One layer less than there are: a field on faces has one entry more.
        const GhostRange range = ghost_range(found.layout, axis, 2, 1);
        const GhostRange fixed_range = ghost_range(found.layout, axis, 2, 2);
        std::vector<double> fixed(slab_values(fixed_range, 3));
        std::iota(fixed.begin(), fixed.end(), -5000.0);
        const auto some_of = [&](Fields& fields) {
          GhostFields<double> some{};
          for (int f = 0; f < 3; ++f)
            some.add(fields.origin(f), f, f == axis ? GhostField::flow : GhostField::even, f == 1);
          return some;
        };
        fill_ghosts(Host(), some_of(expected), expected.layout, Axis(axis), range, {lower, upper},
                    fixed_range, {fixed.data(), fixed.data()});
        const FillGhosts<double> fill =
            ghosts_of(some_of(found), found.layout, Axis(axis), range, {lower, upper}, fixed_range,
                      {fixed.data(), fixed.data()});
        for (int id = 0; id < fill.items(); ++id) fill(id);
        EXPECT_EQ(found.values, expected.values);
      }
}

TEST(Ghosts, BehindDiodesFlowOutwards) {
  for (const int side : {side_lower, side_upper})
    for (const double value : {-3.0, -0.0, 0.0, 3.0}) {
      const double outwards = side == side_lower ? -std::abs(value) : std::abs(value);
      const GhostImage image = ghost_image(BoundaryKind::diode, side, 1, 8, 0);
      EXPECT_EQ(image.place, ghost_image(BoundaryKind::outflow, side, 1, 8, 0).place);
      EXPECT_EQ(turned(ghost_turn(image.sign, GhostField::flow, side), value), outwards);
      for (const GhostField other : {GhostField::even, GhostField::odd})
        EXPECT_EQ(turned(ghost_turn(image.sign, other, side), value), value);
    }
}

TEST(GhostsAtOnce, NotBehindFixedFacesNorBesideFewCells) {
  Fields fields(Grid{{8, 8, 8}, {0, 0, 0}, {1, 1, 1}});
  Boundaries boundaries;
  boundaries.kind[axis_y][side_upper] = BoundaryKind::fixed;
  EXPECT_FALSE(all_ghosts(fields, boundaries).possible());
  Fields few(Grid{{8, 2, 8}, {0, 0, 0}, {1, 1, 1}});
  EXPECT_FALSE(all_ghosts(few, {}).possible());
}

}  // namespace
}  // namespace solenoid
