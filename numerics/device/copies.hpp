#pragma once
/// \file
/// Copies between the memories of host and device, as bytes. Kokkos::deep_copy has a dozen kernels
/// compiled for every type of view that it is called with; these are compiled once (copies.cpp).

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <type_traits>

#include "numerics/device/spaces.hpp"

namespace solenoid {

/// Copies `bytes` bytes behind the work on `space`.
template <class ToMemory, class FromMemory, class Space>
void copy_bytes(const Space& space, void* to, const void* from, std::size_t bytes);

/// Sets `bytes` bytes to zero behind the work on `space`.
template <class Memory, class Space>
void clear_bytes(const Space& space, void* to, std::size_t bytes);

/// Copies a view into one that is as long, behind the work on `space`.
template <class Space, class To, class From>
void copy(const Space& space, const To& to, const From& from) {
  using Value = typename To::non_const_value_type;
  static_assert(std::is_same_v<Value, typename From::non_const_value_type>);
  static_assert(To::rank() == 1 && From::rank() == 1);
  if (to.extent(0) != from.extent(0)) Kokkos::abort("a copy between views of different lengths");
  copy_bytes<typename To::memory_space, typename From::memory_space>(
      space, to.data(), from.data(), from.extent(0) * sizeof(Value));
}

/// Sets a view to zero behind the work on `space`.
template <class Space, class To>
void clear(const Space& space, const To& to) {
  static_assert(To::rank() == 1);
  clear_bytes<typename To::memory_space>(space, to.data(),
                                         to.extent(0) * sizeof(typename To::value_type));
}

/// A view's values for the host to read, when all work is done: the view itself if it is there.
template <class View>
auto on_host(const View& view) {
  Kokkos::fence("values for the host");
  if constexpr (is_host_space<View>) {
    return view;
  } else {
    using Host = Kokkos::View<typename View::non_const_value_type*, Kokkos::HostSpace>;
    const Host host(Kokkos::view_alloc(Kokkos::WithoutInitializing, view.label()), view.extent(0));
    const typename View::execution_space space;
    copy(space, host, view);
    space.fence();
    return host;
  }
}

/// Calls body(values) for the host to set all values of a view, when all work is done.
template <class View, class Body>
void set_on_host(const View& view, const Body& body) {
  Kokkos::fence("values from the host");
  if constexpr (is_host_space<View>) {
    body(view);
  } else {
    using Host = Kokkos::View<typename View::value_type*, Kokkos::HostSpace>;
    const Host host(Kokkos::view_alloc(Kokkos::WithoutInitializing, view.label()), view.extent(0));
    body(host);
    const typename View::execution_space space;
    copy(space, view, host);
    space.fence();
  }
}

}  // namespace solenoid
