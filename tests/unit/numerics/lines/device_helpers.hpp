#pragma once
/// \file
/// Fields for comparing what a device's kernels make of them with what a host does.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "numerics/grid/box.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lines/update_lines.hpp"
#include "numerics/schemes/monitor.hpp"
#include "tests/host_team.hpp"
#include "tests/same_bits.hpp"
#include "tests/unit/numerics/equation_parameters.hpp"

namespace testing_device {

/// Fields side by side in a layout, all values poison at first.
template <class Real>
struct Fields {
  solenoid::Layout layout;
  int count;
  std::vector<Real> values;

  Fields(const solenoid::Layout& of, int fields)
      : layout(of),
        count(fields),
        values(std::size_t(of.elements(fields)), std::numeric_limits<Real>::quiet_NaN()) {}
  Real* data() { return values.data(); }
  [[nodiscard]] const Real* data() const { return values.data(); }
  /// At interior cell (0, 0, 0).
  Real* at_origin(int field) { return values.data() + field * layout.field_stride + layout.origin; }
  [[nodiscard]] const Real* at_origin(int field) const {
    return values.data() + field * layout.field_stride + layout.origin;
  }
  /// Numbers evenly distributed between two, also in ghosts and padding.
  void set_random(int field, std::mt19937& random, double lowest, double highest) {
    std::uniform_real_distribution<double> any(lowest, highest);
    for (std::ptrdiff_t i = 0; i < layout.field_stride; ++i)
      values[std::size_t(field * layout.field_stride + i)] = Real(any(random));
  }
  /// Puts zeros in place of half of the numbers, as many of either sign.
  void set_zeros_of_both_signs(int field, std::mt19937& random) {
    solenoid::put_zeros_of_both_signs(
        std::span(values).subspan(std::size_t(field * layout.field_stride),
                                  std::size_t(layout.field_stride)),
        random);
  }
  [[nodiscard]] Real value(int field, int i, int j, int k) const {
    return values[std::size_t(field * layout.field_stride + layout.offset(i, j, k))];
  }
};

/// Takes the first fields, which are primitive, for a state of these equations.
template <class Equations, class Real>
void make_conserved(Fields<Real>& fields) {
  for (std::ptrdiff_t i = 0; i < fields.layout.field_stride; ++i) {
    typename Equations::template Primitive<Real> w;
    const auto at = [&](int f) -> Real& {
      return fields.values[std::size_t(f * fields.layout.field_stride + i)];
    };
    for (int f = 0; f < Equations::size; ++f) w.values[f] = at(f);
    const auto u = Equations::conserved(w, solenoid::equation_parameters<Equations, Real>());
    for (int f = 0; f < Equations::size; ++f) at(f) = u.values[f];
  }
}

enum class Ghosts { periodic, poisoned };
/// Sets ghosts along an axis to those of a periodic line, or so that they are not to be read.
template <class Real>
void set_ghosts(Fields<Real>& fields, solenoid::Axis axis, Ghosts which) {
  const solenoid::Layout& layout = fields.layout;
  solenoid::Box all{{0, 0, 0}, layout.cells};
  all.begin[axis] -= layout.ghosts[axis];
  all.count[axis] += 2 * layout.ghosts[axis];
  for (int f = 0; f < fields.count; ++f)
    for (std::size_t n = 0; n < all.values(); ++n) {
      std::array<int, 3> at = all.at(n);
      Real& value = fields.at_origin(f)[layout.offset(at[0], at[1], at[2]) - layout.origin];
      const int cell = at[axis];
      at[axis] = (cell + layout.cells[axis]) % layout.cells[axis];
      if (at[axis] == cell) continue;
      value = which == Ghosts::periodic ? fields.value(f, at[0], at[1], at[2])
                                        : std::numeric_limits<Real>::quiet_NaN();
    }
}

/// Expects the same values in the cells of the grid; of a field on the faces normal to
/// `normals[f]`, if that is an axis, also on the last faces.
template <class Real>
void expect_same_cells(const Fields<Real>& found, const Fields<Real>& expected,
                       const std::vector<int>& normals = {}) {
  for (int f = 0; f < expected.count; ++f) {
    auto n = expected.layout.cells;
    const int normal = f < int(normals.size()) ? normals[std::size_t(f)] : -1;
    if (normal >= 0) ++n[std::size_t(normal)];
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i)
          ASSERT_TRUE(solenoid::same_bits(found.value(f, i, j, k), expected.value(f, i, j, k)))
              << "field " << f << " in cell " << i << ", " << j << ", " << k << ": "
              << found.value(f, i, j, k) << " and not " << expected.value(f, i, j, k);
  }
}

/// What a monitor records, on the host.
template <class Real>
struct Records {
  std::vector<Real> fastest = std::vector<Real>(solenoid::monitor_slots);
  std::vector<int> counters = std::vector<int>(solenoid::monitor_counters);
  std::vector<int> unphysical = std::vector<int>(solenoid::monitor_capacity);

  solenoid::Monitor<Real> monitor() {
    solenoid::Monitor<Real> all;
    all.fastest = fastest.data();
    all.counters = counters.data();
    all.unphysical = unphysical.data();
    all.measure = true;
    all.weights[0] = all.weights[1] = all.weights[2] = Real(1);
    return all;
  }
  [[nodiscard]] Real signal() const { return *std::max_element(fastest.begin(), fastest.end()); }
  [[nodiscard]] std::vector<int> unphysical_cells() const {
    std::vector<int> cells(unphysical.begin(),
                           unphysical.begin() + counters[solenoid::unphysical_count]);
    std::sort(cells.begin(), cells.end());
    return cells;
  }
};

template <class Real>
void expect_same_counts(const Records<Real>& found, const Records<Real>& expected) {
  EXPECT_EQ(found.counters, expected.counters);
  EXPECT_EQ(found.unphysical_cells(), expected.unphysical_cells());
}
template <class Real>
void expect_same_records(const Records<Real>& found, const Records<Real>& expected) {
  expect_same_counts(found, expected);
  EXPECT_EQ(found.signal(), expected.signal());
}

inline const char* text_of(solenoid::TurnOrder turn_order) {
  if (turn_order == solenoid::TurnOrder::at_random) return "threads in any order";
  return turn_order == solenoid::TurnOrder::forwards ? "first threads first" : "last threads first";
}

/// Runs the update that `make()` gives, each time anew, in all ways of a device along `axis`, by
/// CUDA's calls and in plain Kokkos, threads taking their turns in all orders, or those given;
/// calls check() after each.
template <class Make, class Check>
void for_all_device_forms(
    solenoid::Axis axis, const Make& make, const Check& check,
    std::span<const solenoid::TurnOrder> turn_orders = solenoid::turn_orders) {
  using solenoid::WarpOrder;
  for (const solenoid::TurnOrder turn_order : turn_orders)
    for (const bool portable : {false, true}) {
      SCOPED_TRACE(testing::Message()
                   << text_of(turn_order) << (portable ? ", in plain Kokkos" : ", in CUDA"));
      const auto update = make();
      const auto run = [&](const auto& launch) { solenoid::run_teams_on_host(launch, turn_order); };
      // A small device takes few lines at a time, so that marches go through several pieces.
      if (portable)
        solenoid::update_on_device<WarpOrder::team>(axis, update, 1, run);
      else
        solenoid::update_on_device<WarpOrder::warp>(axis, update, solenoid::usual_multiprocessors,
                                                    run);
      check();
    }
}

}  // namespace testing_device
