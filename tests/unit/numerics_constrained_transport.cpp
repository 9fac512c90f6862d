/// \file
/// The launch shapes of constrained transport: those of the host, which compute every electromotive
/// force once, give what those of a device give, where each cell computes its own.

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "numerics/constrained_transport_host.hpp"
#include "numerics/ghosts.hpp"

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
    ++u.lines.cross_cells[across(axis, t)];
    u.step_t = layout.stride[std::size_t(t)];
    u.limiter = Limiter::van_leer;
    u.minus_half_ratio = Real(-0.125);
    u.minus_ratio = Real(-0.25);
    u.ratio_t = Real(0.375);
    return u;
  }
  static int across(Axis axis, int t) { return other_directions(axis)[0] == t ? 0 : 1; }

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

/// What a device does: each line by itself, every cell with the forces on both of its t faces.
template <class Update>
void update_as_devices_do(const Update& update) {
  using Real = typename Update::Number;
  const Lines& lines = update.lines;
  for (int k = 0; k < lines.cross_cells[1]; ++k)
    for (int j = 0; j < lines.cross_cells[0]; ++j)
      for (int s = 0; s < 2; ++s) {
        const int line = j * lines.cross_stride[0] + k * lines.cross_stride[1];
        const Segment range = segment(lines.cells, 2, s);
        typename LoneMarch<Update, Real>::Old old{};
        Real fastest = 0;
        const int begin = range.first - Update::reach;
        for (int c = begin; c < range.last + Update::reach; ++c) {
          MarchInMemory<Update, Real> march(update, old, line + c * lines.stride, c - begin);
          update.step(march, line, c, range, 1, fastest);
          march.move_on();
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
      update_on_host(space, axis, Fields<Real>::across(axis, t), host.update(axis, t));
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

}  // namespace
}  // namespace solenoid
