/// \file
/// Sweeps that take scalars along, as devices do them: bit for bit what a host computes in two
/// passes, the sweep with its repairs and then the scalars by its mass fluxes.

#include <optional>

#include "numerics/grid/box.hpp"
#include "numerics/schemes/muscl_hancock_repair.hpp"
#include "numerics/schemes/sweep_with_scalars.hpp"
#include "physics/equations/riemann/hllc.hpp"
#include "physics/equations/riemann/isothermal_hllc.hpp"
#include "tests/precisions.hpp"
#include "tests/unit/numerics/equation_parameters.hpp"
#include "tests/unit/numerics/lines/device_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_device;

template <class Riemann_, class Real_, int count_,
          Reconstruction reconstruction = Reconstruction::weno_z,
          class Features = PlainFeatures<MonotonisedCentral>>
struct Case {
  using Riemann = Riemann_;
  using Real = Real_;
  using Scheme = MusclHancock<Riemann, reconstruction, Features>;
  static constexpr int count = count_;
};

/// What is asked of a sweep at run time.
struct Wishes {
  const char* name;
  Limiter limiter = Limiter::monotonised_central;
  double gravity_dt = 0;
  bool first_order_fallback = false;
  double density_floor = 0;

  template <class Real>
  [[nodiscard]] RepairSettings<Real> repair() const {
    return {first_order_fallback, Real(density_floor), Real(density_floor)};
  }
};
template <bool any>
std::vector<Wishes> wishes() {
  const Limiter usual = Limiter::monotonised_central;
  if (!any) return {{"nothing"}};
  return {{"another limiter", Limiter::minmod},
          {"gravity between walls", usual, 0.3},
          {"fallback to first order", usual, 0, true},
          {"floors", usual, 0, false, 0.25},
          {"all", Limiter::van_leer, -0.2, true, 0.25}};
}

template <class C>
class DeviceSweepsWithScalars : public testing::Test {
 protected:
  using Riemann = typename C::Riemann;
  using Equations = typename Riemann::Equations;
  using Real = typename C::Real;
  using Scheme = typename C::Scheme;
  using After = ScalarUpdate<Real, C::count>;
  using Together = SweepWithScalars<Scheme, Real, C::count>;
  static constexpr int size = Scheme::size;
  static constexpr int fields = size + C::count;

  /// A gas, some of which crosses more than a cell in the step, and scalars behind it.
  static Fields<Real> states(const Layout& layout) {
    using P = typename Equations::P;
    Fields<Real> in(layout, fields);
    std::mt19937 random(7);
    for (int f = 0; f < fields; ++f) in.set_random(f, random, -1, 1);
    in.set_random(int(P::rho), random, 0.3, 1);
    if constexpr (Equations::has_energy) in.set_random(int(P::p), random, 0.2, 1);
    make_conserved<Equations>(in);
    return in;
  }
  static auto sweep(Axis axis, const Wishes& wishes, const Fields<Real>& in, Fields<Real>& out,
                    const Monitor<Real>& monitor, Real* mass_flux) {
    typename Scheme::template Parameters<Real> p{};
    p.equations = equation_parameters<Equations, Real>();
    p.limiter = wishes.limiter;
    p.half_ratio = Real(0.6);
    p.minus_ratio = Real(-1.2);
    p.damping = Real(1);
    p.gravity_dt = Real(wishes.gravity_dt);
    p.walls[0] = p.walls[1] = wishes.gravity_dt != 0;
    p.first_order_fallback = wishes.first_order_fallback;
    p.floors = floors_of(wishes.template repair<Real>());
    return make_sweep<Scheme>(in.layout, axis, in.data(), out.data(), p, monitor, mass_flux);
  }
  /// Faces that more mass passes than the cell that it comes from has.
  static int squeezed(Axis axis, const Fields<Real>& in, const Fields<Real>& flux, Real ratio) {
    Box faces{{0, 0, 0}, in.layout.cells};
    faces.begin[axis] = 1;
    faces.count[axis] -= 1;
    int count = 0;
    for (std::size_t n = 0; n < faces.values(); ++n) {
      auto at = faces.at(n);
      const Real passes = ratio * flux.value(0, at[0], at[1], at[2]);
      if (passes > 0) --at[axis];
      count += std::abs(passes) > in.value(0, at[0], at[1], at[2]) ? 1 : 0;
    }
    return count;
  }
  /// Where cells are repaired: a grid of which nothing is known beyond its faces.
  struct Repairs {
    Repairs(Axis axis, const Wishes& wishes, const Layout& layout)
        : settings(wishes.template repair<Real>()),
          storage(Subdomain(Grid{layout.cells}), layout),
          task{layout,
               axis,
               {BoundaryKind::outflow, BoundaryKind::outflow},
               {},
               0.5,
               settings,
               &storage,
               Monitor<Real>{}} {}
    /// Runs the update that make(monitor) gives, and repairs what it leaves.
    template <class Make>
    auto start(Records<Real>& records, const Make& make) const {
      const Monitor<Real> monitor = records.monitor();
      return make(settings.active() ? redirect_to_repair_list(HostSpace(), storage, monitor)
                                    : monitor);
    }
    template <class Update>
    void finish(Records<Real>& records, const Update& update) {
      if constexpr (Scheme::repairs) {
        if (!settings.active()) return;
        task.monitor = records.monitor();
        repair_cells(HostSpace(), SweptCells(update), task);
      }
    }
    [[nodiscard]] long repaired() const { return storage.counters[fallback_cells]; }
    RepairSettings<Real> settings;
    RepairStorage<Real, HostSpace::memory_space> storage;
    RepairTask<Real, HostSpace::memory_space> task;
  };

  /// What a host makes of them in two passes.
  static void in_two_passes(Axis axis, const Wishes& wishes, const Fields<Real>& in,
                            Fields<Real>& out, Records<Real>& records) {
    Fields<Real> mass_flux(in.layout, 1);
    Repairs repairs(axis, wishes, in.layout);
    const auto first = repairs.start(records, [&](const Monitor<Real>& monitor) {
      return sweep(axis, wishes, in, out, monitor, mass_flux.data());
    });
    update_lines(HostSpace(), axis, "sweep", first);
    repairs.finish(records, first);
    After after{};
    after.in[After::density] = in.at_origin(0);
    after.in[After::mass_flux] = mass_flux.at_origin(0);
    for (int s = 0; s < C::count; ++s) {
      after.in[After::scalars + s] = in.at_origin(size + s);
      after.out[s] = out.at_origin(size + s);
    }
    if (in.layout.cells[axis] > 8) {
      EXPECT_GT(squeezed(axis, in, mass_flux, -first.parameters.minus_ratio), 0);
      EXPECT_TRUE(!wishes.first_order_fallback || repairs.repaired() > 0);
    }
    after.lines = first.lines;
    after.ratio = -first.parameters.minus_ratio;
    after.limiter = wishes.limiter;
    update_lines(HostSpace(), axis, "scalars", after);
  }

  static void expect_same_as_host(const std::array<int, 3>& cells, Axis axis) {
    for (const Wishes& one : wishes<Scheme::repairs>())
      for (const bool around : {false, true}) {
        // Two cells along x are cells of the grid both; repairs read ghosts.
        if (around && (cells[axis] < 2 * After::reach || (axis == axis_x && cells[0] % 2 != 0) ||
                       one.template repair<Real>().active()))
          continue;
        SCOPED_TRACE(testing::Message()
                     << cells[0] << " x " << cells[1] << " x " << cells[2] << " cells along axis "
                     << axis << (around ? ", around" : "") << "; asked for: " << one.name);
        expect_same_as_host(cells, axis, one, around);
      }
  }
  static void expect_same_as_host(const std::array<int, 3>& cells, Axis axis, const Wishes& wishes,
                                  bool around) {
    const Layout layout =
        make_layout(Grid{cells}, After::reach, int(sizeof(Real)), lane_width<HostPack<Real>>);
    Fields<Real> in = states(layout);
    if (around) set_ghosts(in, axis, Ghosts::periodic);
    Fields<Real> out(layout, fields), expected(layout, fields);
    Records<Real> records, expected_records;
    in_two_passes(axis, wishes, in, expected, expected_records);
    if (around) set_ghosts(in, axis, Ghosts::poisoned);
    Repairs repairs(axis, wishes, layout);
    std::optional<Together> swept;
    for_all_device_forms(
        axis,
        [&] {
          out = Fields<Real>(layout, fields);
          records = Records<Real>();
          swept = repairs.start(records, [&](const Monitor<Real>& monitor) {
            Together together(sweep(axis, wishes, in, out, monitor, nullptr));
            for (int s = 0; s < C::count; ++s) {
              together.scalars_in[s] = in.at_origin(size + s);
              together.scalars_out[s] = out.at_origin(size + s);
            }
            if (around) together.lines.period = cells[axis];
            return together;
          });
          return *swept;
        },
        [&] {
          repairs.finish(records, *swept);
          expect_same_cells(out, expected);
          expect_same_records(records, expected_records);
        });
  }
};

template <class Real>
using CasesIn =
    testing::Types<Case<Hllc, Real, 1>, Case<Hllc, Real, 2>, Case<IsothermalHllc, Real, 1>,
                   Case<Hllc, Real, 1, Reconstruction::primitive>,
                   Case<IsothermalHllc, Real, 2, Reconstruction::primitive>,
                   Case<Hllc, Real, 1, Reconstruction::weno_z, AllFeatures>,
                   Case<IsothermalHllc, Real, 1, Reconstruction::primitive, AllFeatures>>;
using Cases = InTestedPrecisions<CasesIn>;
TYPED_TEST_SUITE(DeviceSweepsWithScalars, Cases);

TYPED_TEST(DeviceSweepsWithScalars, AlongX) {
  this->expect_same_as_host({5, 3, 2}, axis_x);
  this->expect_same_as_host({71, 3, 5}, axis_x);
  this->expect_same_as_host({2500, 2, 1}, axis_x);  // rows in segments
  this->expect_same_as_host({26, 160, 1}, axis_x);  // several rows a share
}
TYPED_TEST(DeviceSweepsWithScalars, AlongY) {
  this->expect_same_as_host({3, 5, 2}, axis_y);
  this->expect_same_as_host({37, 230, 1}, axis_y);  // lines in segments
}
TYPED_TEST(DeviceSweepsWithScalars, AlongZ) { this->expect_same_as_host({33, 3, 17}, axis_z); }

}  // namespace
}  // namespace solenoid
