#pragma once
/// \file
/// Ghosts of all directions in one launch on a device, where no face is fixed: a ghost behind an
/// edge or corner is taken from the inside as well, so that no direction waits for another.

#include "numerics/ghosts.hpp"

namespace solenoid {

/// A work item fills the ghosts at both ends of a line of vertices of one field. Lines along x
/// begin at vertices, those along y also at the ghosts in x, those along z also at those in y.
template <class Real>
struct FillAllGhosts {
  static constexpr int capacity = GhostFields<Real>::capacity;
  Real* values[capacity];  ///< at interior cell (0, 0, 0)
  int count;
  std::uint32_t odd[3];  ///< by axis: bit f is set if entry f changes sign in a mirror normal to it
  Layout layout;
  BoundaryKind kinds[3][2];

  void add(Real* at_origin, int normal_axis) {
    for (int axis = 0; axis < 3; ++axis) odd[axis] |= std::uint32_t(axis == normal_axis) << count;
    values[count++] = at_origin;
  }

  /// Whether ghosts along an axis stand for vertices of the box.
  [[nodiscard]] bool possible_along(std::size_t axis) const {
    if (layout.ghosts[axis] > layout.cells[axis]) return false;
    return layout.ghosts[axis] == 0 || (kinds[axis][side_lower] != BoundaryKind::fixed &&
                                        kinds[axis][side_upper] != BoundaryKind::fixed);
  }
  /// Whether this way is for the grid and its faces.
  [[nodiscard]] bool possible() const {
    return possible_along(axis_x) && possible_along(axis_y) && possible_along(axis_z);
  }
  /// Lines along an axis, and the vertices that they begin at: `margin` around those of the box.
  struct Lines {
    int margin[2];
    int size[2];
    [[nodiscard]] KOKKOS_FUNCTION int count() const { return size[0] * size[1]; }
  };
  [[nodiscard]] KOKKOS_FUNCTION Lines lines(int axis) const {
    const int first = axis == axis_x ? 1 : 0;
    const int second = axis == axis_z ? 1 : 2;
    const int before[2] = {first < axis ? ghosts(first) : 0, second < axis ? ghosts(second) : 0};
    return {{before[0], before[1]}, {cells(first) + 2 * before[0], cells(second) + 2 * before[1]}};
  }
  [[nodiscard]] KOKKOS_FUNCTION int items(int axis) const {
    return ghosts(axis) > 0 ? lines(axis).count() * count : 0;
  }

  KOKKOS_FUNCTION void operator()(const int id) const {
    int item = id;
    int axis = axis_x;
    while (item >= items(axis)) item -= items(axis++);
    const Lines of_axis = lines(axis);
    const int a = item % of_axis.size[0] - of_axis.margin[0];
    const int b = item / of_axis.size[0] % of_axis.size[1] - of_axis.margin[1];
    fill_line(item / of_axis.count(), axis, a, b);
  }
  /// The ghosts at both ends of row (j, k) of the box, of all fields.
  void fill_row(int j, int k) const {
    for (int field = 0; field < count; ++field) fill_line(field, axis_x, j, k);
  }

 private:
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int cells(int axis) const {
    return layout.cells[std::size_t(axis)];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int ghosts(int axis) const {
    return layout.ghosts[std::size_t(axis)];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int stride(int axis) const {
    return layout.stride[std::size_t(axis)];
  }

  /// The vertex of the box whose value, or its negative, stands at a place along an axis.
  struct Image {
    int place;
    bool negated;
  };
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Image image(int field, int axis, int place) const {
    const int n = cells(axis);
    if (0 <= place && place < n) return {place, false};
    const bool lower = place < 0;
    const int mirrored = lower ? -1 - place : 2 * n - 1 - place;
    switch (kinds[axis][lower ? side_lower : side_upper]) {
      case BoundaryKind::periodic:
        return {lower ? place + n : place - n, false};
      case BoundaryKind::reflecting:
        return {mirrored, (odd[axis] >> field & 1U) != 0};
      case BoundaryKind::symmetric:
        return {mirrored, false};
      case BoundaryKind::antisymmetric:
        return {mirrored, true};
      case BoundaryKind::outflow:
      case BoundaryKind::fixed:
        break;
    }
    return {lower ? 0 : n - 1, false};
  }

  KOKKOS_FORCEINLINE_FUNCTION void fill_line(int field, int axis, int a, int b) const {
    const int first = axis == axis_x ? 1 : 0;
    const int second = axis == axis_z ? 1 : 2;
    const Image at_a = image(field, first, a);
    const Image at_b = image(field, second, b);
    const Real* const from =
        values[field] + at_a.place * stride(first) + at_b.place * stride(second);
    Real* const to = values[field] + a * stride(first) + b * stride(second);
    const bool negated = at_a.negated != at_b.negated;
    for (int layer = 0; layer < ghosts(axis); layer += layers_at_a_time)
      fill_layers(field, axis, layer, negated, from, to);
  }

  /// Several layers behind both ends of a line. Where they come from is found first, then all are
  /// on the way at a time: a branch between two of them would wait for the first.
  static constexpr int layers_at_a_time = 4;
  KOKKOS_FORCEINLINE_FUNCTION void fill_layers(int field, int axis, int begin, bool negated,
                                               const Real* from, Real* to) const {
    constexpr int most = 2 * layers_at_a_time;
    const int fill = 2 * (ghosts(axis) - begin);
    const int step = stride(axis);
    int source[most];
    Real sign[most];
    for (int i = 0; i < most; ++i) {
      const Image along = image(field, axis, place_of(axis, i % 2, begin + i / 2));
      source[i] = i < fill ? along.place * step : 0;
      sign[i] = negated != along.negated ? Real(-1) : Real(1);
    }
    Real taken[most];
    for (int i = 0; i < most; ++i) taken[i] = from[source[i]];
    for (int i = 0; i < most; ++i)
      if (i < fill) to[place_of(axis, i % 2, begin + i / 2) * step] = sign[i] * taken[i];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int place_of(int axis, int side, int layer) const {
    return side == side_lower ? -1 - layer : cells(axis) + layer;
  }
};

/// Fills all ghosts. Only where FillAllGhosts::possible().
template <class Space, class Real>
void fill_all_ghosts(const Space& space, const FillAllGhosts<Real>& fill) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  const int items = fill.items(axis_x) + fill.items(axis_y) + fill.items(axis_z);
  Kokkos::parallel_for("fill all ghosts", Policy(space, 0, items), fill);
}

}  // namespace solenoid
