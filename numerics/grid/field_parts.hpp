#pragma once
/// \file
/// Boxes of a field on their way between a device and compact arrays on the host, compiled once
/// (field_parts.cpp) for float, double and Extended on the CPU, and the first two on a GPU.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "numerics/grid/box.hpp"
#include "numerics/grid/layout.hpp"

namespace solenoid {

/// Values that are on their way to a GPU or from there at a time.
inline constexpr std::size_t transfer_values = std::size_t(1) << 21;

/// Boxes of at most so many values that make up a box, one after the other: slabs_of() it, and
/// parts of rows where these are longer.
std::vector<Box> transfer_pieces(const Box& box);

/// Where a box stands in a field's memory.
struct BoxInField {
  int begin = 0;  ///< of its first value
  std::array<int, 3> stride{};
  std::array<int, 3> count{};

  /// The number, in the array of the box, of the value that stands at a place of the memory, or -1.
  [[nodiscard]] constexpr int number_at(int place) const {
    const int behind = place - begin;
    if (behind < 0) return -1;
    const int k = behind / stride[2];
    const int in_plane = behind - k * stride[2];
    const int j = in_plane / stride[1];
    const int i = in_plane - j * stride[1];
    const bool is_inside = i < count[0] && j < count[1] && k < count[2];
    return is_inside ? i + count[0] * (j + count[1] * k) : -1;
  }
};
constexpr BoxInField box_in_field(const Layout& layout, const Box& box) {
  return {layout.offset(box.begin[0], box.begin[1], box.begin[2]), layout.stride, box.count};
}

/// Sets a box of a field from an array on the host, when the work on `space` is done. Values are
/// rounded to the field's precision. `field` is where memory of the field begins.
template <class Real, class Value, class Space>
void write_part(const Space& space, Real* field, const Layout& layout, const Box& box,
                const Value* values);

/// The same from an array in the memory of `space`, behind the work on it. On a device values are
/// single or double.
template <class Real, class Value, class Space>
void scatter_part(const Space& space, Real* field, const Layout& layout, const Box& box,
                  const Value* there);

/// Sets all of a field's memory, ghosts and padding too: a box as scatter_part() does, all else to
/// the first of its values.
template <class Real, class Value, class Space>
void scatter_first_part(const Space& space, Real* field, const Layout& layout, const Box& box,
                        const Value* there);

/// Fills an array in the memory of `space` with the values of a box, behind the work on it. On a
/// device values are single or double.
template <class Real, class Value, class Space>
void gather_part(const Space& space, const Real* field, const Layout& layout, const Box& box,
                 Value* there);

/// Sets all of a field's memory, ghosts and padding too, to one value.
template <class Real, class Space>
void fill_field(const Space& space, Real* field, const Layout& layout, Real value);

/// Whether a value is finite and, where it has to be, positive. (A number is finite if its
/// difference from itself is zero.)
template <class Real>
constexpr bool is_fit(Real value, bool positive) {
  return value - value == Real(0) && (!positive || Real(0) < value);
}

/// The index in an array of all cells of the first value that is not finite or, where values have
/// to be, not positive.
template <class Real, class Space>
std::optional<std::size_t> first_unfit(const Space& space, const Real* field, const Layout& layout,
                                       bool positive);

}  // namespace solenoid
