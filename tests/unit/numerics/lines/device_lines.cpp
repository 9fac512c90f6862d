/// \file
/// Line updates as a device does them, bit for bit what a host computes: the same kernels, on a
/// host's team of threads.

#include "numerics/grid/ghosts.hpp"
#include "numerics/schemes/constrained_transport_host.hpp"
#include "numerics/schemes/relaxing_tvd_update.hpp"
#include "physics/equations/relaxing_tvd_fluid.hpp"
#include "tests/precisions.hpp"
#include "tests/unit/numerics/lines/device_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_device;

template <class Real>
class DeviceLines : public testing::Test {
 protected:
  static Layout layout_of(const std::array<int, 3>& cells, int ghosts) {
    return make_layout(Grid{cells}, ghosts, int(sizeof(Real)), lane_width<HostPack<Real>>);
  }

  /// Runs an update that writes to `out` in all ways of a device; expects what a host made.
  template <class MakeUpdate>
  static void expect_same(Axis axis, Fields<Real>& out, const Fields<Real>& expected,
                          const Records<Real>& expected_records, const std::vector<int>& normals,
                          const MakeUpdate& make) {
    Records<Real> records;
    for_all_device_forms(
        axis,
        [&] {
          std::fill(out.values.begin(), out.values.end(), std::numeric_limits<Real>::quiet_NaN());
          records = Records<Real>();
          return make(out, records.monitor());
        },
        [&] {
          expect_same_cells(out, expected, normals);
          expect_same_records(records, expected_records);
        });
  }
};
TYPED_TEST_SUITE(DeviceLines, TestedPrecisions);

/// The relaxing TVD update of a magnetised fluid, some cells of which it leaves unphysical.
template <class Real>
struct Fluid {
  using Scheme = RelaxingTvd<RelaxingFluid<IdealMhd>>;
  using Update = RelaxingTvdUpdate<Scheme, Real, true>;
  Layout layout;
  Axis axis;
  Fields<Real> in;

  Fluid(const Layout& of, Axis along, bool zeros) : layout(of), axis(along), in(of, 8) {
    std::mt19937 random(5);
    for (int f = 0; f < 8; ++f) {
      in.set_random(f, random, -0.5, 0.5);
      if (zeros) in.set_zeros_of_both_signs(f, random);
    }
    in.set_random(0, random, 0.2, 1);
    in.set_random(4, random, 1, 2);
  }
  Update operator()(Fields<Real>& out, const Monitor<Real>& monitor) const {
    Update update{};
    for (int f = 0; f < Update::size; ++f) {
      const int field = f >= 1 && f <= 3 ? 1 + (axis + f - 1) % 3 : f;
      update.block.values[f] = in.at_origin(field);
      update.block.out[f] = out.at_origin(field);
    }
    for (int d = 0; d < 3; ++d) {
      const int direction = (axis + d) % 3;
      update.block.faces[d] = in.at_origin(5 + direction);
      update.block.face_step[d] =
          layout.cells[std::size_t(direction)] > 1 ? layout.stride[std::size_t(direction)] : 0;
    }
    update.lines = make_lines(layout, axis);
    update.parameters.equations.gamma = Real(1.4);
    update.parameters.equations.gamma_minus_1 = Real(0.4);
    update.parameters.equations.inverse_gamma_minus_1 = Real(2.5);
    update.parameters.limiter = Limiter::van_leer;
    update.parameters.minus_half_ratio = Real(-0.15);
    update.parameters.minus_ratio = Real(-0.3);
    update.parameters.completes = true;
    update.parameters.density_floor = Real(0.15);
    update.parameters.pressure_floor = Real(0.2);
    update.monitor = monitor;
    update.origin = layout.origin;
    return update;
  }
};

TYPED_TEST(DeviceLines, OfAFluid) {
  using Real = TypeParam;
  for (const std::array<int, 3>& cells :
       {std::array{71, 230, 1}, std::array{5, 7, 4}, std::array{2300, 3, 1}, std::array{37, 17, 9}})
    for (const Axis axis : {axis_x, axis_y, axis_z}) {
      if (cells[axis] == 1 || (axis == axis_y && cells[0] > 1000)) continue;
      SCOPED_TRACE(testing::Message() << cells[0] << " cells in x, along axis " << axis);
      // Upper faces of the outermost cells are read, too.
      const Layout layout = this->layout_of(cells, Fluid<Real>::Update::reach + 1);
      const bool zeros = cells[0] == 37;
      Fluid<Real> fluid(layout, axis, zeros);
      Fields<Real> out(layout, 5);
      Fields<Real> expected(layout, 5);
      Records<Real> records;
      update_lines(HostSpace(), axis, "lines", fluid(expected, records.monitor()));
      if (cells[axis] > 8) {
        EXPECT_FALSE(records.unphysical_cells().empty());
      }
      this->expect_same(axis, out, expected, records, {}, fluid);
    }
}

/// The advection of field component t along an axis, and of that along the axis by the same forces
/// where t is active.
template <class Real, bool constrained>
struct Transport {
  using Update = ConstrainedTransportUpdate<Real, constrained>;
  Layout layout;
  Axis axis;
  int t;
  Fields<Real> in;

  Transport(const Layout& of, Axis along, int transverse, bool zeros = false)
      : layout(of), axis(along), t(transverse), in(of, 4) {
    std::mt19937 random(7);
    for (int f = 0; f < 4; ++f) {
      in.set_random(f, random, f == 0 ? 1 : -1, f == 0 ? 3 : 1);
      if (zeros && f > 0) in.set_zeros_of_both_signs(f, random);
    }
  }
  Update operator()(Fields<Real>& out, const Monitor<Real>&) const {
    Update update{};
    update.density = in.at_origin(0);
    update.momentum = in.at_origin(1);
    update.field_t = in.at_origin(2);
    update.field_n = in.at_origin(3);
    update.out_t = out.at_origin(0);
    update.out_n = constrained ? out.at_origin(1) : nullptr;
    update.lines = make_lines(layout, axis);
    update.transverse = other_directions(axis)[0] == t ? 0 : 1;
    if (constrained) ++update.lines.cross_cells[update.transverse];
    update.step_t = constrained ? layout.stride[std::size_t(t)] : 0;
    update.limiter = Limiter::van_leer;
    update.minus_half_ratio = Real(-0.125);
    update.minus_ratio = Real(-0.25);
    update.ratio_t = Real(0.375);
    return update;
  }
};

TYPED_TEST(DeviceLines, OfAFieldAndTheForcesBetweenThem) {
  using Real = TypeParam;
  for (const std::array<int, 3>& cells :
       {std::array{37, 10, 3}, std::array{4, 5, 17}, std::array{33, 35, 1}, std::array{21, 9, 7}})
    for (const Axis axis : {axis_x, axis_y, axis_z})
      for (int t = 0; t < 3; ++t) {
        if (t == axis || cells[std::size_t(t)] == 1 || cells[axis] == 1) continue;
        SCOPED_TRACE(testing::Message() << cells[0] << " x " << cells[1] << " x " << cells[2]
                                        << ", along " << axis << ", t = " << t);
        const Layout layout = this->layout_of(cells, ConstrainedTransport::reach);
        const bool zeros = cells[0] == 21;
        Transport<Real, true> transport(layout, axis, t, zeros);
        Fields<Real> out(layout, 2);
        Fields<Real> expected(layout, 2);
        const Records<Real> none;
        update_on_host(HostSpace(), axis, transport(expected, {}));
        this->expect_same(axis, out, expected, none, {t, axis}, transport);
      }
}

TYPED_TEST(DeviceLines, OfAFieldAcrossAnInactiveDirection) {
  using Real = TypeParam;
  for (const std::array<int, 3>& cells : {std::array{71, 6, 1}, std::array{5, 230, 1}})
    for (const Axis axis : {axis_x, axis_y}) {
      SCOPED_TRACE(testing::Message() << cells[0] << " cells in x, along axis " << axis);
      const Layout layout = this->layout_of(cells, ConstrainedTransport::reach);
      Transport<Real, false> transport(layout, axis, axis_z);
      Fields<Real> out(layout, 1);
      Fields<Real> expected(layout, 1);
      update_lines(HostSpace(), axis, "lines", transport(expected, {}));
      this->expect_same(axis, out, expected, Records<Real>(), {}, transport);
    }
}

TYPED_TEST(DeviceLines, OfCellsByThemselves) {
  using Real = TypeParam;
  const Layout layout = this->layout_of({37, 5, 1}, ConstrainedTransport::reach);
  const Transport<Real, false> all(layout, axis_z, axis_x);
  const Fields<Real>& in = all.in;
  const auto update_to = [&](Fields<Real>& out) {
    InactiveTransportUpdate<Real> update{};
    update.density = in.at_origin(0);
    update.momentum = in.at_origin(1);
    update.field_n = in.at_origin(2);
    update.out_n = out.at_origin(0);
    for (int t = 0; t < 2; ++t) {
      update.field_t[t] = in.at_origin(3);
      update.step_t[t] = layout.stride[std::size_t(t)];
      update.ratio_t[t] = Real(0.25);
    }
    return update;
  };
  Fields<Real> found(layout, 1);
  Fields<Real> expected(layout, 1);
  update_cells(HostSpace(), layout, "cells", update_to(expected));
  const CellsOnDevice<InactiveTransportUpdate<Real>> kernel{
      update_to(found), {layout.cells[0], layout.cells[1]}, {layout.stride[1], layout.stride[2]}};
  for (int id = 0; id < 37 * 5; ++id) kernel(id);
  expect_same_cells(found, expected);
}

}  // namespace
}  // namespace solenoid
