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
template <class Space, class Values, class Body>
void with_values_of(const Values& values, const Body& body) {
  if (!is_host_space<Space> && values.precision == Precision::extended_precision)
    throw std::invalid_argument("a GPU has no values of extended precision");
  with_values(values, [&]<class Pointer>(Pointer pointer) {
    using Value = std::remove_cv_t<std::remove_pointer_t<Pointer>>;
    if constexpr (is_host_space<Space> || !std::is_same_v<Value, Extended>) body(pointer);
  });
}

/// Sets a box of a field, whose memory begins at `field`.
template <class Real, class Space>
void set_box(const Space& space, Real* field, const Layout& layout, const Box& box,
             const ConstValues& values) {
  space.fence();
  if (values.on_device)
    return with_values_of<Space>(values, [&](const auto* from) {
      scatter_part(TransferSpace<Space>(), field, layout, box, from);
    });
  with_values(values, [&](const auto* from) {
    write_part(TransferSpace<Space>(), field, layout, box, from);
  });
}

/// The first of some values.
template <class Real, class Space>
Real first_of(const ConstValues& values) {
  Real first{};
  if constexpr (!is_host_space<Space>) {
    if (values.on_device) {
      with_values_of<Space>(values, [&]<class Value>(const Value* from) {
        Value here{};
        Kokkos::deep_copy(
            Kokkos::View<Value, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&here),
            Kokkos::View<const Value, typename Space::memory_space, Kokkos::MemoryUnmanaged>(from));
        first = Real(here);
      });
      return first;
    }
  }
  with_values(values, [&](const auto* from) { first = Real(*from); });
  return first;
}

/// The first box of a field that is set anew: its first value goes into all of the field's memory,
/// so that the padding holds an ordinary state, which SIMD lanes beyond a row's end compute with.
template <class Real, class Space>
void set_first_box(const Space& space, Real* field, const Layout& layout, const Box& box,
                   const ConstValues& values) {
  space.fence();
  if (values.on_device)
    return with_values_of<Space>(values, [&](const auto* from) {
      scatter_first_part(TransferSpace<Space>(), field, layout, box, from);
    });
  fill_field(TransferSpace<Space>(), field, layout, first_of<Real, Space>(values));
  set_box(space, field, layout, box, values);
}

/// Fills `there`, in the memory of `space`, with a box of a field, behind the work on `space`.
template <class Real, class Space>
void gather_box(const Space& space, const Real* field, const Layout& layout, const Box& box,
                const MutableValues& there) {
  if constexpr (is_host_space<Space>) space.fence();
  with_values_of<Space>(
      there, [&](auto* to) { gather_part(transfer_space(space), field, layout, box, to); });
}

}  // namespace solenoid
