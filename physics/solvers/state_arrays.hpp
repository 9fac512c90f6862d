#pragma once
/// \file
/// Copies of the state on a device, and their way to and from compact arrays on the host.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

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

/// Where the values of a field stand: at cell centres, or on the faces normal to an axis, of which
/// there is one more than cells along it if it is active.
inline constexpr int cell_centres = -1;

/// Numbers of values of a field along x, y, z, `place` being cell_centres or an axis.
inline std::array<int, 3> extents_of(const Layout& layout, int place) {
  std::array<int, 3> extents = layout.cells;
  if (place != cell_centres && layout.ghosts[place] > 0) ++extents[place];
  return extents;
}

inline std::size_t value_count(const Layout& layout, int place) {
  const auto n = extents_of(layout, place);
  return std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]);
}

/// Calls body(offset within the field, index in a compact array) for the values of a field that are
/// no ghosts.
template <class Body>
void for_interior(const Layout& layout, int place, const Body& body) {
  const auto n = extents_of(layout, place);
  std::size_t compact = 0;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) body(std::size_t(layout.offset(i, j, k)), compact++);
}

/// The interior of a field as a compact array of `Value` on the host.
template <class Value, class Array>
std::vector<Value> interior(const Array& field, const Layout& layout, int place = cell_centres) {
  const auto host = on_host(field);
  std::vector<Value> values(value_count(layout, place));
  for_interior(layout, place, [&](std::size_t offset, std::size_t compact) {
    values[compact] = Value(host(offset));
  });
  return values;
}

/// Sets the interior of a field from a compact array. The padding takes the value of the first
/// cell, so that SIMD lanes beyond a row's end hold ordinary states.
template <class Value, class Array>
void set_interior(const Array& field, const Layout& layout, const Value* values,
                  int place = cell_centres) {
  using Real = typename Array::value_type;
  set_on_host(field, [&](const auto& host) {
    std::fill(host.data(), host.data() + host.extent(0), Real(values[0]));
    for_interior(layout, place, [&](std::size_t offset, std::size_t compact) {
      host(offset) = Real(values[compact]);
    });
  });
}

}  // namespace solenoid
