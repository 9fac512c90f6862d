#pragma once
/// \file
/// Ghost cells and faces of one direction, several fields and both ends in one launch.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdint>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/layout.hpp"

namespace solenoid {

/// How a field stands to the axis whose ghosts are filled.
enum class GhostField {
  even,  ///< a mirror normal to the axis leaves it
  odd,   ///< such a mirror changes its sign
  flow   ///< odd, and what flows along the axis: a velocity or momentum
};

/// Fields whose ghosts are filled together. Bit f of `odd`, `flows` and `faces` belongs to entry f.
template <class Real>
struct GhostFields {
  static constexpr int capacity = 9;
  Real* values[capacity];  ///< at interior cell (0, 0, 0)
  int id[capacity];        ///< which field it is among the values behind fixed faces
  int count;
  std::uint32_t odd;
  std::uint32_t flows;
  /// Stands on the faces normal to the axis: entry i on the lower face of cell i, so that the
  /// entries from 0 to the number of cells are none of the ghosts.
  std::uint32_t faces;

  void add(Real* at_origin, int field, GhostField kind, bool on_faces) {
    values[count] = at_origin;
    id[count] = field;
    odd |= std::uint32_t(kind != GhostField::even) << count;
    flows |= std::uint32_t(kind == GhostField::flow) << count;
    faces |= std::uint32_t(on_faces) << count;
    ++count;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION GhostField kind(int entry) const {
    return (flows >> entry & 1u) != 0 ? GhostField::flow
           : (odd >> entry & 1u) != 0 ? GhostField::odd
                                      : GhostField::even;
  }
};

/// What becomes of the sign of a value behind a face.
enum class GhostSign {
  kept,
  mirrored,  ///< changed of what is odd
  changed,
  outwards  ///< of what flows that of a flow out of the box
};

/// What becomes of a single value.
enum class GhostTurn { none, negated, to_lower, to_upper };

/// That of a value of a field behind the face `side`.
KOKKOS_FORCEINLINE_FUNCTION constexpr GhostTurn ghost_turn(GhostSign sign, GhostField field,
                                                           int side) {
  if (sign == GhostSign::changed || (sign == GhostSign::mirrored && field != GhostField::even))
    return GhostTurn::negated;
  if (sign != GhostSign::outwards || field != GhostField::flow) return GhostTurn::none;
  return side == side_lower ? GhostTurn::to_lower : GhostTurn::to_upper;
}

/// The value with the sign that it has then; what points there already stays.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION constexpr Real turned(GhostTurn turn, Real value) {
  const bool changes = turn == GhostTurn::negated || (turn == GhostTurn::to_lower && 0 < value) ||
                       (turn == GhostTurn::to_upper && value < 0);
  return changes ? -value : value;
}

/// Whether ghosts behind such a face have the values of cells of the grid's own part,
/// ghost_image(). (No default: a new kind without a case is a warning of the compiler.)
KOKKOS_FORCEINLINE_FUNCTION constexpr bool has_images(BoundaryKind kind) {
  switch (kind) {
    case BoundaryKind::periodic:
    case BoundaryKind::outflow:
    case BoundaryKind::diode:
    case BoundaryKind::reflecting:
    case BoundaryKind::symmetric:
    case BoundaryKind::antisymmetric:
    case BoundaryKind::vertex_symmetric:
      return true;
    case BoundaryKind::fixed:
    case BoundaryKind::neighbour:
      break;
  }
  return false;
}

/// The place along an axis whose value a ghost has.
struct GhostImage {
  int place;
  GhostSign sign;
};

/// The image of the ghost `layer` layers behind a face, 0 being next to it, of an axis of `n`
/// cells. `face`: 1 for values on the faces normal to the axis, else 0. Only where ghosts have
/// images.
KOKKOS_FORCEINLINE_FUNCTION GhostImage ghost_image(BoundaryKind kind, int side, int layer, int n,
                                                   int face) {
  const bool lower = side == side_lower;
  if (kind == BoundaryKind::periodic)
    return {lower ? n - 1 - layer : face + layer, GhostSign::kept};
  if (kind == BoundaryKind::outflow || kind == BoundaryKind::diode)
    return {lower ? 0 : n - 1 + face,
            kind == BoundaryKind::diode ? GhostSign::outwards : GhostSign::kept};
  if (kind == BoundaryKind::vertex_symmetric)
    return {lower ? layer + 1 + face : n - 2 - layer, GhostSign::kept};
  return {lower ? layer + face : n - 1 - layer,
          kind == BoundaryKind::reflecting      ? GhostSign::mirrored
          : kind == BoundaryKind::antisymmetric ? GhostSign::changed
                                                : GhostSign::kept};
}

/// A slab of ghosts: layers behind a face, and the cells of the other two directions (x first if it
/// is among them).
struct GhostRange {
  int layers;
  int begin[2];
  int count[2];
};

/// The two directions other than `axis`, in memory order.
constexpr std::array<int, 2> other_directions(int axis) {
  return {axis == axis_x ? 1 : 0, axis == axis_z ? 1 : 2};
}

/// `layers` behind the cells of the faces normal to `axis`, and `margin` cells around those in
/// active directions.
inline GhostRange ghost_range(const Layout& layout, int axis, int layers, int margin) {
  GhostRange range{layers, {0, 0}, {1, 1}};
  for (int o = 0; o < 2; ++o) {
    const int direction = other_directions(axis)[o];
    const int around = layout.ghosts[direction] > 0 ? margin : 0;
    range.begin[o] = -around;
    range.count[o] = layout.cells[direction] + 2 * around;
  }
  return range;
}

/// Number of values of `fields` fields in a slab.
inline std::size_t slab_values(const GhostRange& range, int fields) {
  return std::size_t(fields) * std::size_t(range.layers) * std::size_t(range.count[0]) *
         std::size_t(range.count[1]);
}

/// Place of a value in an array [field][layer][second][first] over a slab.
KOKKOS_FORCEINLINE_FUNCTION int slab_entry(const GhostRange& range, int field, int layer, int a,
                                           int b) {
  return ((field * range.layers + layer) * range.count[1] + b - range.begin[1]) * range.count[0] +
         a - range.begin[0];
}

/// Fills the ghosts of one direction: on a device one value a work item, or in x, where the layers
/// are neighbours in memory, all those of a row's end; on the host a run of them.
template <class Real>
struct FillGhosts {
  GhostFields<Real> fields;
  Layout layout;
  int axis;
  int first, second;  ///< the other two directions
  GhostRange range;
  BoundaryKind kinds[2];   ///< of the lower and upper face
  GhostRange fixed_range;  ///< of the values behind fixed faces, at least `range`
  const Real* fixed[2];
  /// Slabs of `range` from neighbours, with the entries of `fields`; null where those are there.
  const Real* received[2];

  /// Whether the ghosts on a side are there already.
  [[nodiscard]] KOKKOS_FUNCTION bool are_there(int side) const {
    return kinds[side] == BoundaryKind::neighbour && received[side] == nullptr;
  }
  /// Work items on a device.
  [[nodiscard]] int items() const {
    return int(2 * slab_values(range, fields.count)) / (axis == axis_x ? range.layers : 1);
  }
  KOKKOS_FUNCTION void operator()(const int id) const {
    int rest = id;
    const int a = range.begin[0] + next(rest, range.count[0]);
    const int b = range.begin[1] + next(rest, range.count[1]);
    if (axis == axis_x) {
      const int side = next(rest, 2);
      if (are_there(side)) return;
      for (int layer = 0; layer < range.layers; layer += layers_at_a_time)
        fill_layers(rest, side, layer, a, b);
      return;
    }
    const int layer = next(rest, range.layers);
    const int side = next(rest, 2);
    if (are_there(side)) return;
    *ghost_at(rest, side, layer, a, b) = value_of(rest, side, layer, a, b);
  }

  /// Several layers of a row's end; what is read is read before anything is written.
  static constexpr int layers_at_a_time = 4;
  KOKKOS_FUNCTION void fill_layers(int field, int side, int begin, int a, int b) const {
    Real values[layers_at_a_time];
    for (int i = 0; i < layers_at_a_time; ++i)
      if (begin + i < range.layers) values[i] = value_of(field, side, begin + i, a, b);
    for (int i = 0; i < layers_at_a_time; ++i)
      if (begin + i < range.layers) *ghost_at(field, side, begin + i, a, b) = values[i];
  }

  KOKKOS_FUNCTION Real value_of(int field, int side, int layer, int a, int b) const {
    const Source source = source_of(field, side, layer, a, b);
    return turned(source.turn, *source.values);
  }

  /// Takes the next digit of a number whose last digit has `extent` values.
  KOKKOS_FUNCTION static int next(int& rest, int extent) {
    const int digit = rest % extent;
    rest /= extent;
    return digit;
  }

  KOKKOS_FUNCTION Real* ghost_at(int field, int side, int layer, int a, int b) const {
    const int face = int(fields.faces >> field & 1u);
    const int ghost = side == side_lower ? -1 - layer : layout.cells[axis] + face + layer;
    return fields.values[field] + a * layout.stride[first] + b * layout.stride[second] +
           ghost * layout.stride[axis];
  }

  /// Where the value of a ghost comes from.
  struct Source {
    const Real* values;
    GhostTurn turn;
  };
  KOKKOS_FUNCTION Source source_of(int field, int side, int layer, int a, int b) const {
    if (kinds[side] == BoundaryKind::fixed)
      return {fixed[side] + slab_entry(fixed_range, fields.id[field], layer, a, b),
              GhostTurn::none};
    if (kinds[side] == BoundaryKind::neighbour)
      return {received[side] + slab_entry(range, field, layer, a, b), GhostTurn::none};
    const int face = int(fields.faces >> field & 1u);
    const GhostImage image = ghost_image(kinds[side], side, layer, layout.cells[axis], face);
    const Real* values =
        fields.values[field] + a * layout.stride[first] + b * layout.stride[second];
    return {values + image.place * layout.stride[axis],
            ghost_turn(image.sign, fields.kind(field), side)};
  }
};

/// The same on the host: the ghosts behind one face, of one field and one index in the second
/// direction, a work item. Where they come from is found once for all of them.
template <class Real>
struct FillGhostRuns {
  FillGhosts<Real> fill;

  void operator()(const int id) const {
    const GhostRange& range = fill.range;
    int rest = id;
    const int b = range.begin[1] + FillGhosts<Real>::next(rest, range.count[1]);
    const int side = FillGhosts<Real>::next(rest, 2);
    if (fill.are_there(side)) return;
    if (fill.axis == axis_x) {
      for (int layer = 0; layer < range.layers; layer += FillGhosts<Real>::layers_at_a_time)
        copy_ends(rest, side, layer, b);
    } else {
      for (int layer = 0; layer < range.layers; ++layer) copy_run(rest, side, layer, b);
    }
  }

  /// A layer: neighbours in x.
  void copy_run(int field, int side, int layer, int b) const {
    const int begin = fill.range.begin[0], count = fill.range.count[0];
    const auto source = fill.source_of(field, side, layer, begin, b);
    Real* ghost = fill.ghost_at(field, side, layer, begin, b);
    for (int i = 0; i < count; ++i) ghost[i] = turned(source.turn, source.values[i]);
  }

  /// Some layers, which are neighbours in x, of one row after the other.
  void copy_ends(int field, int side, int first, int b) const {
    constexpr int most = FillGhosts<Real>::layers_at_a_time;
    const int begin = fill.range.begin[0], row = fill.layout.stride[fill.first];
    const int source_row = has_images(fill.kinds[side]) ? row : 1;
    const int layers = std::min(most, fill.range.layers - first);
    GhostTurn turn[most];
    const Real* source[most];
    Real* ghost[most];
    for (int i = 0; i < layers; ++i) {
      const auto found = fill.source_of(field, side, first + i, begin, b);
      turn[i] = found.turn;
      source[i] = found.values;
      ghost[i] = fill.ghost_at(field, side, first + i, begin, b);
    }
    for (int a = 0; a < fill.range.count[0]; ++a)
      for (int i = 0; i < layers; ++i)
        ghost[i][a * row] = turned(turn[i], source[i][a * source_row]);
  }
};

/// How to fill the ghosts of `fields` in `range` of `axis`. `fixed` holds the values behind fixed
/// faces over `fixed_range`, `received` those of neighbours (numerics/grid/neighbour_ghosts.hpp).
template <class Real>
FillGhosts<Real> ghosts_of(const GhostFields<Real>& fields, const Layout& layout, Axis axis,
                           const GhostRange& range, const std::array<BoundaryKind, 2>& kinds,
                           const GhostRange& fixed_range, const std::array<const Real*, 2>& fixed,
                           const std::array<const Real*, 2>& received = {}) {
  const auto [first, second] = other_directions(axis);
  return {fields,
          layout,
          axis,
          first,
          second,
          range,
          {kinds[0], kinds[1]},
          fixed_range,
          {fixed[0], fixed[1]},
          {received[0], received[1]}};
}

/// Fills them.
template <class Space, class Real>
void fill_ghosts(const Space& space, const GhostFields<Real>& fields, const Layout& layout,
                 Axis axis, const GhostRange& range, const std::array<BoundaryKind, 2>& kinds,
                 const GhostRange& fixed_range, const std::array<const Real*, 2>& fixed,
                 const std::array<const Real*, 2>& received = {}) {
  const FillGhosts<Real> fill =
      ghosts_of(fields, layout, axis, range, kinds, fixed_range, fixed, received);
  if (fill.are_there(side_lower) && fill.are_there(side_upper)) return;
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for("fill ghosts", Policy(space, 0, 2 * fields.count * range.count[1]),
                         FillGhostRuns<Real>{fill});
  else
    Kokkos::parallel_for("fill ghosts", Policy(space, 0, fill.items()), fill);
}

}  // namespace solenoid
