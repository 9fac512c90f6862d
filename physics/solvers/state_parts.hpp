#pragma once
/// \file
/// Parts of the state on a device, to and from values in any precision on the host.

#include <stdexcept>
#include <type_traits>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/field_parts.hpp"
#include "numerics/lanes/lanes.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// All threads of a CPU take part, also where a single one computes.
template <class Space>
using TransferSpace = std::conditional_t<is_host_space<Space>, HostSpace, Space>;

/// That space, whose work is ordered with that of `space` on a device.
template <class Space>
TransferSpace<Space> transfer_space(const Space& space) {
  if constexpr (is_host_space<Space>)
    return {};
  else
    return space;
}

/// Calls body(pointer) with `values.data` as what it points to.
template <class Values, class Body>
void with_values(const Values& values, const Body& body) {
  const auto as = [&]<class Value>(Value) {
    using Pointer = std::conditional_t<std::is_same_v<Values, ConstValues>, const Value*, Value*>;
    body(static_cast<Pointer>(values.data));
  };
  if (values.precision == Precision::single_precision) return as(float());
  if (values.precision == Precision::double_precision) return as(double());
  as(Extended());
}

/// The same for values in the memory of `Space`: on a device there are none of extended precision.
template <class Space, class Body>
void with_gathered_values(const MutableValues& values, const Body& body) {
  if constexpr (is_host_space<Space>) {
    with_values(values, body);
  } else if (values.precision == Precision::single_precision) {
    body(static_cast<float*>(values.data));
  } else if (values.precision == Precision::double_precision) {
    body(static_cast<double*>(values.data));
  } else {
    throw std::invalid_argument("a GPU has no values of extended precision");
  }
}

/// Sets a box of a field, whose memory begins at `field`.
template <class Real, class Space>
void set_box(const Space& space, Real* field, const Layout& layout, const Box& box,
             const ConstValues& values) {
  space.fence();
  with_values(values, [&](const auto* from) {
    write_part(TransferSpace<Space>(), field, layout, box, from);
  });
}

/// The first box of a field that is set anew: its first value goes into all of the field's memory,
/// so that the padding holds an ordinary state, which SIMD lanes beyond a row's end compute with.
template <class Real, class Space>
void set_first_box(const Space& space, Real* field, const Layout& layout, const Box& box,
                   const ConstValues& values) {
  space.fence();
  with_values(values, [&](const auto* from) {
    fill_field(TransferSpace<Space>(), field, layout, Real(*from));
  });
  set_box(space, field, layout, box, values);
}

/// Fills `there`, in the memory of `space`, with a box of a field, behind the work on `space`.
template <class Real, class Space>
void gather_box(const Space& space, const Real* field, const Layout& layout, const Box& box,
                const MutableValues& there) {
  if constexpr (is_host_space<Space>) space.fence();
  with_gathered_values<Space>(
      there, [&](auto* to) { gather_part(transfer_space(space), field, layout, box, to); });
}

}  // namespace solenoid
