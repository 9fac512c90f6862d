#pragma once
/// \file
/// Derived fields of boxes of cells, for outputs.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <type_traits>

#include "numerics/grid/box.hpp"
#include "numerics/lanes/lanes.hpp"
#include "physics/fields/derived.hpp"

namespace solenoid {

/// Writes a derived field of a box of cells into a compact array: a row a work item, on the host.
template <class Derive, class Value>
struct GatherRow {
  Derive derive;
  DerivedField field;
  Box box;
  Value* to;

  void operator()(const int row) const {
    const int start = derive.layout.offset(box.begin[0], box.begin[1] + row % box.count[1],
                                           box.begin[2] + row / box.count[1]);
    Value* const values = to + std::size_t(row) * std::size_t(box.count[0]);
    for (int i = in_packs(start, values); i < box.count[0]; ++i)
      values[i] = Value(derive(field, start + i));
  }

 private:
  /// Finds as many values of a row as fill packs, where the field is found in packs, and says how
  /// many.
  int in_packs(int start, Value* values) const {
    using Real = typename Derive::Number;
    using Lane = HostPack<Real>;
    constexpr int width = lane_width<Lane>;
    if (!Derive::is_in_packs(field)) return 0;
    alignas(64) std::array<Real, width> found;
    int i = 0;
    for (; i + width <= box.count[0]; i += width) {
      const Lane value = derive.template value_at<Lane>(field, start + i);
      if constexpr (std::is_same_v<Value, Real>) {
        store(values + i, value);
      } else {
        store(found.data(), value);
        for (int l = 0; l < width; ++l) values[i + l] = Value(found[std::size_t(l)]);
      }
    }
    return i;
  }
};

/// The same, a value a work item, on a device.
template <class Derive, class Value>
struct GatherValue {
  Derive derive;
  DerivedField field;
  Box box;
  Value* to;

  KOKKOS_FUNCTION void operator()(const int i) const {
    const int row = i / box.count[0];
    to[i] = Value(derive(field, derive.layout.offset(box.begin[0] + i - row * box.count[0],
                                                     box.begin[1] + row % box.count[1],
                                                     box.begin[2] + row / box.count[1])));
  }
};

}  // namespace solenoid
