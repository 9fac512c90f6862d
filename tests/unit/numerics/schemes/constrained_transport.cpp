/// \file
/// The launch shapes of constrained transport: those of the host, which compute every electromotive
/// force once, give what those of a device give, where each cell computes its own.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <utility>
#include <vector>

#include "numerics/grid/ghosts.hpp"
#include "numerics/schemes/constrained_transport_host.hpp"

namespace solenoid {
namespace {

/// Random fields, ghosts included: density, momentum, field along t and n, and both results.
template <class Real>
struct Fields {
  Layout layout;
  std::array<std::vector<Real>, 6> values;

  Fields(const std::array<int, 3>& cells, unsigned seed)
      : layout(make_layout(Grid{cells}, ConstrainedTransport::reach, int(sizeof(Real)),
                           lane_width<HostPack<Real>>)) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> any(-1, 1);
    for (auto& field : values) field.resize(std::size_t(layout.field_stride));
    for (std::size_t f = 0; f < 4; ++f)
      for (auto& value : values[f]) value = f == 0 ? 2 + any(random) : any(random);
  }

  ConstrainedTransportUpdate<Real, true> update(Axis axis, int t) {
    ConstrainedTransportUpdate<Real, true> u{};
    u.density = values[0].data() + layout.origin;
    u.momentum = values[1].data() + layout.origin;
    u.field_t = values[2].data() + layout.origin;
    u.field_n = values[3].data() + layout.origin;
    u.out_t = values[4].data() + layout.origin;
    u.out_n = values[5].data() + layout.origin;
    u.lines = make_lines(layout, axis);
    u.transverse = other_directions(axis)[0] == t ? 0 : 1;
    ++u.lines.cross_cells[u.transverse];
    u.step_t = layout.stride[std::size_t(t)];
    u.limiter = Limiter::van_leer;
    u.minus_half_ratio = Real(-0.125);
    u.minus_ratio = Real(-0.25);
    u.ratio_t = Real(0.375);
    return u;
  }
  /// A result on the faces normal to `normal`, of which there is one more than cells.
  [[nodiscard]] std::vector<Real> faces(std::size_t field, int normal) const {
    std::array<int, 3> n = layout.cells;
    ++n[std::size_t(normal)];
    std::vector<Real> result;
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          result.push_back(values[field][std::size_t(layout.offset(i, j, k))]);
    return result;
  }
};

/// A march in step with that of the next line, which was made before.
template <class Update>
struct MarchBesideOther : MarchInMemory<Update, typename Update::Number> {
  using Real = typename Update::Number;
  using Base = MarchInMemory<Update, Real>;
  Real* passed;
  bool next;
  MarchBesideOther(const Base& march, Real* forces, bool has_next)
      : Base(march), passed(forces), next(has_next) {}
  [[nodiscard]] bool has_next_line() const { return next; }
  [[nodiscard]] Real of_next_line(Real value) const { return std::exchange(*passed, value); }
};

/// What a device does: a thread a line, with what threads of neighbouring lines exchange.
template <class Update>
void update_as_devices_do(const Update& update) {
  using Real = typename Update::Number;
  const Lines& lines = update.lines;
  const int t = update.transverse;
  for (int other = 0; other < lines.cross_cells[1 - t]; ++other)
    for (int s = 0; s < 2; ++s) {
      const Segment range = segment(lines.cells, 2, s);
      const int begin = range.first - Update::reach;
      std::vector<Real> passed(std::size_t(lines.cells + 2 * Update::reach));
      for (int j = lines.cross_cells[t] - 1; j >= 0; --j) {
        const int line = j * lines.cross_stride[t] + other * lines.cross_stride[1 - t];
        typename LoneMarch<Update, Real>::Old old{};
        Real fastest = 0;
        for (int c = begin; c < range.last + Update::reach; ++c) {
          MarchBesideOther<Update> march(
              MarchInMemory<Update, Real>(update, old, line + c * lines.stride, c - begin),
              &passed[std::size_t(c - begin)], j + 1 < lines.cross_cells[t]);
          update.step(march, line, c, range, 1, fastest);
          march.move_on();
        }
      }
    }
}

template <class Real>
void expect_the_same(const std::array<int, 3>& cells) {
  const HostSpace space;
  for (const Axis axis : {axis_x, axis_y, axis_z})
    for (int t = 0; t < 3; ++t) {
      if (t == axis || cells[std::size_t(t)] == 1 || cells[axis] == 1) continue;
      SCOPED_TRACE(testing::Message() << "along " << axis << ", t = " << t);
      Fields<Real> host(cells, 7);
      Fields<Real> device(cells, 7);
      update_on_host(space, axis, host.update(axis, t));
      space.fence();
      update_as_devices_do(device.update(axis, t));
      EXPECT_EQ(host.faces(4, t), device.faces(4, t));
      EXPECT_EQ(host.faces(5, axis), device.faces(5, axis));
    }
}

TEST(ConstrainedTransportShapes, GiveTheSameBits) {
  expect_the_same<double>({37, 12, 9});
  expect_the_same<double>({150, 140, 1});
  expect_the_same<float>({70, 6, 5});
  expect_the_same<double>({4, 5, 130});
}

TEST(LineTiles, GiveEveryLineToOneTileWithTheNextOneInIt) {
  for (const int lines : {2, 7, 8, 9, 15, 64, 65}) {
    const LineTiles<8, true> tiles{lines};
    std::vector<int> owned(std::size_t(lines), 0);
    for (int tile = 0; tile < tiles.count(); ++tile)
      for (int position = 0; position < 8; ++position) {
        const auto at = tiles.at(tile, position);
        ASSERT_LT(at.line, lines);
        if (!at.own) continue;
        ++owned[std::size_t(at.line)];
        EXPECT_EQ(at.next, at.line + 1 < lines) << at.line << " of " << lines;
        EXPECT_TRUE(!at.next || tiles.at(tile, position + 1).line == at.line + 1);
      }
    EXPECT_EQ(owned, std::vector<int>(std::size_t(lines), 1)) << lines;
  }
}

TEST(SegmentsForDevice, AreShortEnoughToFillItButNotTooShort) {
  EXPECT_EQ(segments_for_device(512, 512L * 512), 5);
  EXPECT_EQ(segments_for_device(512, 512), 32);
  EXPECT_EQ(segments_for_device(8, 1), 1);
}

TEST(RowStream, DealsOutAllPiecesInSharesOfNearlyOneSize) {
  struct Rows {
    int cells, cross_cells[2], cross_stride[2];
  };
  for (const auto& rows : {Rows{512, {512, 512}, {520, 270000}}, Rows{4096, {4096, 1}, {4100, 0}},
                           Rows{40, {3, 1}, {48, 0}}})
    for (const long beside : {1L, 602L}) {
      const auto stream = make_row_stream<4>(rows, beside);
      const int pieces = rows.cross_cells[0] * rows.cross_cells[1] * stream.segments;
      int next = 0;
      for (int share = 0; share < stream.shares; ++share) {
        const Segment dealt = stream.share(share);
        EXPECT_EQ(dealt.first, next);
        EXPECT_NEAR(dealt.last - dealt.first, double(pieces) / stream.shares, 1);
        next = dealt.last;
      }
      EXPECT_EQ(next, pieces);
    }
}

}  // namespace
}  // namespace solenoid
