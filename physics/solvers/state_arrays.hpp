#pragma once
/// \file
/// Copies of the state on a device.

#include <Kokkos_Core.hpp>
#include <string>

#include "numerics/device/copies.hpp"
#include "numerics/grid/layout.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// One copy of all fields in `layout`; padding and ghosts start as zero.
template <class Real, class Space>
using FieldArray = Kokkos::View<Real*, typename Space::memory_space>;

template <class Real, class Space>
FieldArray<Real, Space> make_field_array(const Space& space, const std::string& label,
                                         const Layout& layout, int fields) {
  return FieldArray<Real, Space>(Kokkos::view_alloc(space, label),
                                 std::size_t(layout.elements(fields)));
}

/// One field of an array.
template <class Array>
Array field_of(const Array& array, const Layout& layout, int field) {
  const auto first = std::size_t(field) * std::size_t(layout.field_stride);
  return Kokkos::subview(array, Kokkos::make_pair(first, first + std::size_t(layout.field_stride)));
}

/// In place of an axis normal to faces: values at cell centres.
inline constexpr int cell_centres = -1;

}  // namespace solenoid
