/// \file
/// Sweeps as a device does them, bit for bit what a host computes: the same kernels, on a host's
/// team of threads.

#include "numerics/grid/box.hpp"
#include "numerics/schemes/muscl_hancock_update.hpp"
#include "physics/equations/riemann/hllc.hpp"
#include "physics/equations/riemann/hlld.hpp"
#include "tests/precisions.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/numerics/equation_parameters.hpp"
#include "tests/unit/numerics/lines/device_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_device;

template <class Scheme_, class Real_>
struct Case {
  using Scheme = Scheme_;
  using Real = Real_;
};
/// As most runs have it, and with all that may be asked for.
template <class Riemann>
using Plain = MusclHancock<Riemann, Reconstruction::primitive, PlainFeatures<MonotonisedCentral>>;
template <class Riemann>
using Full = MusclHancock<Riemann, Reconstruction::primitive>;
template <class Riemann>
using PlainWenoZ = MusclHancock<Riemann, Reconstruction::weno_z, PlainFeatures<MonotonisedCentral>>;
template <class Riemann>
using FullWenoZ = MusclHancock<Riemann, Reconstruction::weno_z>;

template <class C>
class DeviceSweeps : public testing::Test {
 protected:
  using Scheme = typename C::Scheme;
  using Real = typename C::Real;
  using Equations = typename Scheme::Equations;
  using Parameters = typename Scheme::template Parameters<Real>;
  static constexpr int size = Scheme::size;

  /// With states that some sweeps leave unphysical, or flatten, or raise to floors.
  static Parameters parameters() {
    Parameters p{};
    p.equations = equation_parameters<Equations, Real>();
    p.limiter = Limiter::van_leer;
    p.half_ratio = Real(0.3);
    p.minus_ratio = Real(-0.6);
    p.damping = Real(0.9);
    p.gravity_dt = Real(-0.05);
    p.walls[0] = p.walls[1] = true;
    p.first_order_fallback = true;
    p.floors = {true, Real(0.1), Real(0.05)};
    return p;
  }
  enum class Values { all_kinds, zeros_among_them, gentle };
  static Fields<Real> states(const Layout& layout, Values values) {
    using P = typename Equations::P;
    Fields<Real> fields(layout, size);
    std::mt19937 random(7);
    const bool gentle = values == Values::gentle;
    const double fastest = gentle ? 0.1 : 2;
    for (int f = 0; f < size; ++f) {
      fields.set_random(f, random, -fastest, fastest);
      if (values == Values::zeros_among_them) fields.set_zeros_of_both_signs(f, random);
    }
    fields.set_random(int(P::rho), random, gentle ? 0.9 : 0.12, 1);
    fields.set_random(int(P::p), random, gentle ? 0.9 : 0.06, 1);
    make_conserved<Equations>(fields);
    return fields;
  }

  /// The mass fluxes are those by which the density has changed.
  static void expect_mass_flux(const Fields<Real>& before, const Fields<Real>& after,
                               const Fields<Real>& flux, Axis axis) {
    const Layout& layout = before.layout;
    const Box cells{{0, 0, 0}, layout.cells};
    for (std::size_t n = 0; n < cells.values(); ++n) {
      const auto [i, j, k] = cells.at(n);
      const Real lower = flux.value(0, i, j, k);
      const Real upper =
          flux.value(0, i + (axis == axis_x), j + (axis == axis_y), k + (axis == axis_z));
      const Real now = after.value(0, i, j, k);
      // Without a fallback to first order some faces have no state.
      if (std::isnan(now) && (std::isnan(lower) || std::isnan(upper))) continue;
      ASSERT_EQ(fma(parameters().minus_ratio, upper - lower, before.value(0, i, j, k)), now)
          << i << ", " << j << ", " << k;
    }
  }

  /// A device reads ghosts as a host does, or, in lines that repeat, the cells that they are of; so
  /// does a host in lines across x.
  void expect_same_as_host(const std::array<int, 3>& cells, Axis axis,
                           Values values = Values::all_kinds) {
    expect_same_as_host(cells, axis, values, false);
    // Lanes of two cells along x are cells of the grid both.
    if (cells[axis] < 2 * Scheme::ghosts) return;
    auto even = cells;
    if (axis == axis_x) even[0] += even[0] % 2;
    expect_same_as_host(even, axis, values, true);
  }
  void expect_same_as_host(const std::array<int, 3>& cells, Axis axis, Values values, bool around) {
    SCOPED_TRACE(testing::Message() << cells[0] << " x " << cells[1] << " x " << cells[2]
                                    << " cells along axis " << axis << (around ? ", around" : ""));
    const Layout layout =
        make_layout(Grid{cells}, Scheme::ghosts, int(sizeof(Real)), lane_width<HostPack<Real>>);
    Fields<Real> in = states(layout, values);
    if (around) set_ghosts(in, axis, Ghosts::periodic);
    Fields<Real> out(layout, size);
    Fields<Real> expected(layout, size);
    Fields<Real> mass_flux(layout, 1);
    Fields<Real> expected_mass_flux(layout, 1);
    Records<Real> records;
    Records<Real> expected_records;
    const auto sweep_to = [&](Fields<Real>& to, Fields<Real>& flux, const Monitor<Real>& monitor) {
      return make_sweep<Scheme>(layout, axis, in.data(), to.data(), parameters(), monitor,
                                flux.data());
    };
    update_lines(HostSpace(), axis, "sweep",
                 sweep_to(expected, expected_mass_flux, expected_records.monitor()));
    expect_mass_flux(in, expected, expected_mass_flux, axis);
    if (values == Values::gentle) {
      EXPECT_TRUE(expected_records.unphysical_cells().empty());
      EXPECT_GT(expected_records.signal(), 0);
    } else if (layout.cells[axis] > 8) {
      if (Scheme::stencil == 2) {
        EXPECT_GT(expected_records.counters[limited_count], 0);
      }
      if (Scheme::repairs) {
        EXPECT_GT(expected_records.counters[flattened_count], 0);
        EXPECT_GT(expected_records.counters[floored_count], 0);
        EXPECT_FALSE(expected_records.unphysical_cells().empty());
      }
    }
    if (around) set_ghosts(in, axis, Ghosts::poisoned);
    const auto sweep = [&] {
      out = Fields<Real>(layout, size);
      mass_flux = Fields<Real>(layout, 1);
      records = Records<Real>();
      auto update = sweep_to(out, mass_flux, records.monitor());
      if (around) update.lines.period = cells[axis];
      return update;
    };
    const auto compare = [&] {
      expect_same_cells(out, expected);
      expect_same_cells(mass_flux, expected_mass_flux, {axis});
      // States without a positive density have no signal: whether what is computed of them counts
      // depends on the cells that are asked about together.
      if (values == Values::gentle)
        expect_same_records(records, expected_records);
      else
        expect_same_counts(records, expected_records);
    };
    if (around && axis != axis_x) {
      update_lines(HostSpace(), axis, "sweep", sweep());
      compare();
    }
    // Who waits for whom does not depend on values: other ones are tried in all orders.
    const std::array one_order{TurnOrder::at_random};
    if (values == Values::zeros_among_them)
      for_all_device_forms(axis, sweep, compare, one_order);
    else
      for_all_device_forms(axis, sweep, compare);
  }

  /// Cells of a box alone, in whole lines or parts of them, have the bits that they have among all.
  void expect_cells_alone(const std::array<int, 3>& cells, Axis axis, const Box& box) {
    SCOPED_TRACE(testing::Message() << "from " << box.begin[0] << ", " << box.begin[1] << ", "
                                    << box.begin[2] << " along axis " << axis);
    const Layout layout =
        make_layout(Grid{cells}, Scheme::ghosts, int(sizeof(Real)), lane_width<HostPack<Real>>);
    Layout part = layout;
    for (const Axis d : {axis_x, axis_y, axis_z})
      part = cells_of_layout(part, d, box.begin[d], box.count[d]);
    Parameters inner = parameters();
    inner.walls[0] = inner.walls[1] = false;
    Fields<Real> in = states(layout, Values::all_kinds);
    set_ghosts(in, axis, Ghosts::periodic);
    Fields<Real> all(layout, size), expected(layout, size), out(layout, size);
    Records<Real> records;
    update_lines(HostSpace(), axis, "sweep",
                 make_sweep<Scheme>(layout, axis, in.data(), all.data(), inner, records.monitor(),
                                    static_cast<Real*>(nullptr)));
    for (int f = 0; f < size; ++f)
      for (std::size_t n = 0; n < box.values(); ++n) {
        const auto [i, j, k] = box.at(n);
        expected.at_origin(f)[layout.offset(i, j, k) - layout.origin] = all.value(f, i, j, k);
      }
    for_all_device_forms(
        axis,
        [&] {
          out = Fields<Real>(layout, size);
          records = Records<Real>();
          return make_sweep<Scheme>(part, axis, in.data(), out.data(), inner, records.monitor(),
                                    static_cast<Real*>(nullptr));
        },
        [&] { expect_same_cells(out, expected); });
  }
};

template <class Real>
using CasesIn = testing::Types<Case<Plain<Hlld>, Real>, Case<Full<Hllc>, Real>,
                               Case<PlainWenoZ<Hlld>, Real>, Case<FullWenoZ<Hllc>, Real>>;
using Cases = InTestedPrecisions<CasesIn>;
TYPED_TEST_SUITE(DeviceSweeps, Cases);

TYPED_TEST(DeviceSweeps, AlongX) {
  this->expect_same_as_host({5, 3, 2}, axis_x);
  this->expect_same_as_host({71, 3, 5}, axis_x);
  this->expect_same_as_host({2500, 2, 1}, axis_x);  // rows in segments
  this->expect_same_as_host({26, 160, 1}, axis_x);  // several rows a share
}
TYPED_TEST(DeviceSweeps, AlongY) {
  this->expect_same_as_host({3, 5, 2}, axis_y);
  this->expect_same_as_host({37, 230, 1}, axis_y);  // lines in segments
  this->expect_same_as_host({65, 9, 3}, axis_y);
}
TYPED_TEST(DeviceSweeps, AlongZ) {
  this->expect_same_as_host({3, 2, 5}, axis_z);
  this->expect_same_as_host({33, 3, 17}, axis_z);
}
TYPED_TEST(DeviceSweeps, OfABoxOfCells) {
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    this->expect_cells_alone({70, 9, 8}, axis, {{0, 0, 3}, {70, 9, 2}});
    this->expect_cells_alone({70, 9, 8}, axis, {{16, 0, 0}, {32, 9, 8}});
    this->expect_cells_alone({70, 9, 8}, axis, {{64, 4, 0}, {6, 1, 8}});
  }
}
TYPED_TEST(DeviceSweeps, OfGentleFlows) {
  for (const Axis axis : {axis_x, axis_y, axis_z})
    for (const auto& cells : {std::array{21, 11, 9}, {37, 5, 6}, {7, 6, 70}})
      this->expect_same_as_host(cells, axis, TestFixture::Values::gentle);
}
TYPED_TEST(DeviceSweeps, OfZerosOfBothSigns) {
  const std::array<int, 3> cells = sanitized ? std::array{37, 17, 9} : std::array{37, 33, 18};
  for (const Axis axis : {axis_x, axis_y, axis_z})
    this->expect_same_as_host(cells, axis, TestFixture::Values::zeros_among_them);
}

}  // namespace
}  // namespace solenoid
