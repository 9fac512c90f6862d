#pragma once
/// \file
/// Ghosts of all directions in one launch on a device, where no face is fixed: a ghost behind an
/// edge or corner is taken from the inside as well, so that no direction waits for another. Of a
/// part of a grid that is cut along one axis, the inside includes what the neighbours sent.

#include "numerics/grid/ghosts.hpp"

namespace solenoid {

/// A work item fills a ghost of every field. Ghosts behind a face normal to y include those behind
/// its edges in x, ghosts behind one normal to z also those behind its edges in y.
template <class Real>
struct FillAllGhosts {
  static constexpr int capacity = GhostFields<Real>::capacity;
  Real* values[capacity];  ///< at interior cell (0, 0, 0)
  int count;
  std::uint32_t odd[3];  ///< by axis: bit f is set if entry f changes sign in a mirror normal to it
  Layout layout;
  BoundaryKind kinds[3][2];
  /// Behind faces towards neighbours: slabs of their cells, without margins around them.
  const Real* received[2];
  GhostRange received_range;

  void add(Real* at_origin, int normal_axis) {
    for (int axis = 0; axis < 3; ++axis) odd[axis] |= std::uint32_t(axis == normal_axis) << count;
    values[count++] = at_origin;
  }

  /// Whether ghosts along an axis stand for vertices of the box.
  [[nodiscard]] bool possible_along(std::size_t axis) const {
    const bool past_a_vertex = kinds[axis][side_lower] == BoundaryKind::vertex_symmetric ||
                               kinds[axis][side_upper] == BoundaryKind::vertex_symmetric;
    if (layout.ghosts[axis] + (past_a_vertex ? 1 : 0) > layout.cells[axis]) return false;
    return layout.ghosts[axis] == 0 ||
           (has_images(kinds[axis][side_lower]) && has_images(kinds[axis][side_upper]));
  }
  /// Whether this way is for the grid and its faces, those along the axis `received` aside.
  [[nodiscard]] bool possible(int received_along = -1) const {
    for (const int axis : {axis_x, axis_y, axis_z})
      if (axis != received_along && !possible_along(std::size_t(axis))) return false;
    return true;
  }

  /// Ghosts at both ends of an axis.
  struct Ends {
    int before;
    int after;
  };
  /// In x these are whole sectors, so that memory need not be read to be written: rows begin on a
  /// cache line and end with one, and what is between two rows' ghosts is never read.
  [[nodiscard]] KOKKOS_FUNCTION Ends ends(int axis) const {
    const int layers = ghosts(axis);
    if (axis != axis_x || layers == 0) return {layers, layers};
    constexpr int sector = 32 / int(sizeof(Real)) > 0 ? 32 / int(sizeof(Real)) : 1;
    const int n = cells(axis);
    return {(layers + sector - 1) / sector * sector,
            (n + layers + sector - 1) / sector * sector - n};
  }
  /// Number of places along `of` at which ghosts behind the faces normal to `axis` are.
  [[nodiscard]] KOKKOS_FUNCTION int places(int axis, int of) const {
    const Ends both = ends(of);
    return (of == axis ? 0 : cells(of)) + (of <= axis ? both.before + both.after : 0);
  }
  [[nodiscard]] KOKKOS_FUNCTION int items(int axis) const {
    return places(axis, axis_x) * places(axis, axis_y) * places(axis, axis_z);
  }

  KOKKOS_FUNCTION void operator()(const int id) const {
    int item = id;
    int axis = axis_x;
    while (item >= items(axis)) item -= items(axis++);
    int place[3];
    for (int of = 0; of < 3; ++of) {
      const int size = places(axis, of);
      const int rest = item / size;
      place[of] = item - rest * size - (of <= axis ? ends(of).before : 0);
      if (of == axis && place[of] >= 0) place[of] += cells(of);
      item = rest;
    }
    fill(place[0], place[1], place[2]);
  }
  /// The place along an axis whose value stands at `place`. Flips the bits of fields whose sign
  /// changes.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int image(int axis, int place,
                                                      std::uint32_t& negated) const {
    const int n = cells(axis);
    if (0 <= place && place < n) return place;
    const int side = place < 0 ? side_lower : side_upper;
    const int layer = layer_of(axis, place);
    const GhostImage image = ghost_image(kinds[axis][side], side, layer, n, 0);
    if (image.sign == GhostSign::changed) negated ^= ~std::uint32_t(0);
    if (image.sign == GhostSign::mirrored) negated ^= odd[axis];
    return image.place;
  }

 private:
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int cells(int axis) const {
    return layout.cells[std::size_t(axis)];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int ghosts(int axis) const {
    return layout.ghosts[std::size_t(axis)];
  }

  /// Which layer behind a face a place is in; where rows are longer than their ghosts, the last
  /// one.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int layer_of(int axis, int place) const {
    const int beyond = place < 0 ? -1 - place : place - cells(axis);
    return beyond < ghosts(axis) ? beyond : ghosts(axis) - 1;
  }

  /// Where values stand that neighbours sent.
  struct Sent {
    int axis = -1;  ///< behind whose face; -1 if the values are the part's own
    int side = 0;
    int layer = 0;
  };
  /// As image(), but for places behind neighbours, which `sent` takes.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int image_or_sent(int axis, int place,
                                                              std::uint32_t& negated,
                                                              Sent& sent) const {
    const int side = place < 0 ? side_lower : side_upper;
    const bool outside = place < 0 || place >= cells(axis);
    if (!outside || kinds[axis][side] != BoundaryKind::neighbour)
      return image(axis, place, negated);
    sent = {axis, side, layer_of(axis, place)};
    return place;
  }

  /// The values of all fields at a place behind a face: all are on the way before one is written.
  KOKKOS_FORCEINLINE_FUNCTION void fill(int i, int j, int k) const {
    std::uint32_t negated = 0;
    Sent sent;
    const int at_i = image_or_sent(axis_x, i, negated, sent);
    const int at_j = image_or_sent(axis_y, j, negated, sent);
    const int at_k = image_or_sent(axis_z, k, negated, sent);
    const int from = at_i + at_j * layout.stride[1] + at_k * layout.stride[2];
    const int to = i + j * layout.stride[1] + k * layout.stride[2];
    Real images[capacity];
    if (sent.axis < 0) {
      for (int f = 0; f < capacity; ++f)
        if (f < count) images[f] = values[f][from];
    } else {
      const int a = sent.axis == axis_x ? at_j : at_i;
      const int b = sent.axis == axis_z ? at_j : at_k;
      for (int f = 0; f < capacity; ++f)
        if (f < count)
          images[f] = received[sent.side][slab_entry(received_range, f, sent.layer, a, b)];
    }
    for (int f = 0; f < capacity; ++f)
      if (f < count) values[f][to] = (negated >> f & 1U) != 0 ? -images[f] : images[f];
  }
};

/// Fills all ghosts, or those behind the faces normal to the first axes, within those normal to the
/// others. Only where FillAllGhosts::possible(), with what neighbours sent there.
template <class Space, class Real>
void fill_all_ghosts(const Space& space, const FillAllGhosts<Real>& fill, int axes = 3) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  int items = 0;
  for (int axis = 0; axis < axes; ++axis) items += fill.items(axis);
  Kokkos::parallel_for("fill all ghosts", Policy(space, 0, items), fill);
}

}  // namespace solenoid
