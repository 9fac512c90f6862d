#pragma once
/// \file
/// Ghosts behind faces that another part of the grid lies beyond: packed into slabs, which are
/// exchanged; fill_ghosts reads them where they arrive.

#include <algorithm>

#include "numerics/grid/ghosts.hpp"
#include "numerics/grid/subdomain.hpp"

namespace solenoid {

/// Copies what the neighbours behind the faces normal to an axis have as ghosts: as if the axis
/// were periodic. On a device one value a work item, on a host a run of them.
template <class Real>
struct PackGhosts {
  GhostFields<Real> fields;
  Layout layout;
  int axis;
  GhostRange range;
  Real* slab[2];  ///< by side behind which a neighbour is; null where there is none

  KOKKOS_FUNCTION void operator()(const int id) const {
    int rest = id;
    const int a = FillGhosts<Real>::next(rest, range.count[0]);
    const Run run = run_of(rest);
    if (run.to != nullptr) run.to[a] = run.from[a * run.stride];
  }

  /// Values of one field and layer along the first of the other two directions.
  struct Run {
    const Real* from;
    int stride;  ///< of `from`
    Real* to;    ///< null where no neighbour is
  };
  [[nodiscard]] int runs() const { return 2 * fields.count * range.layers * range.count[1]; }
  [[nodiscard]] KOKKOS_FUNCTION Run run_of(const int id) const {
    const int first = axis == axis_x ? 1 : 0;
    const int second = axis == axis_z ? 1 : 2;
    int rest = id;
    const int a = range.begin[0];
    const int b = range.begin[1] + FillGhosts<Real>::next(rest, range.count[1]);
    const int layer = FillGhosts<Real>::next(rest, range.layers);
    const int field = FillGhosts<Real>::next(rest, fields.count);
    const int stride = layout.stride[first];
    if (slab[rest] == nullptr) return {nullptr, stride, nullptr};
    const int face = int(fields.faces >> field & 1u);
    // Our lower cells are behind the neighbour's upper face.
    const int seen = rest == side_lower ? side_upper : side_lower;
    const int place =
        ghost_image(BoundaryKind::periodic, seen, layer, layout.cells[axis], face).place;
    return {
        fields.values[field] + a * stride + b * layout.stride[second] + place * layout.stride[axis],
        stride, slab[rest] + slab_entry(range, field, layer, a, b)};
  }
};

/// The same on a host, a run a work item.
template <class Real>
struct PackGhostRuns {
  PackGhosts<Real> pack;

  void operator()(const int id) const {
    const auto run = pack.run_of(id);
    if (run.to == nullptr) return;
    const int count = pack.range.count[0];
    if (run.stride == 1)
      std::copy_n(run.from, count, run.to);
    else
      for (int a = 0; a < count; ++a) run.to[a] = run.from[a * run.stride];
  }
};

/// The slabs of a part.
template <class Real, class Space>
class NeighbourGhosts {
 public:
  explicit NeighbourGhosts(const Subdomain& part) : exchange_(part.exchange) {}

  /// Exchanges the ghosts of `fields` in `range` of an axis, of which fill_ghosts takes what it
  /// returns as received: nothing where no face is towards a neighbour, or they are in place.
  std::array<const Real*, 2> fetch(const Space& space, const GhostFields<Real>& fields,
                                   const Layout& layout, Axis axis, const GhostRange& range,
                                   const std::array<BoundaryKind, 2>& kinds);
  /// Whether ghosts along an axis can come beside other work, as layers (Exchange::Layers), which
  /// bring all ghosts around them. They can for all parts or for none.
  [[nodiscard]] bool can_come_beside(const Layout& layout, Axis axis) const;
  /// Exchanges those of fields at cells in two parts: behind the second one they are in place.
  void begin_fetch(const GhostFields<Real>& fields, const Layout& layout, Axis axis, int layers,
                   const std::array<BoundaryKind, 2>& kinds);
  void end_fetch(Axis axis) { exchange_->end_layers(axis, layers_); }

  /// The largest of a value of all parts.
  [[nodiscard]] double largest(double value) const {
    return exchange_ == nullptr ? value : exchange_->largest(value);
  }
  /// Makes each of `count` values the largest of all parts.
  void take_largest(double* values, std::size_t count) const {
    if (exchange_ != nullptr) exchange_->take_largest(values, count);
  }
  /// Makes values their sums over all parts.
  void add_up(double* values, std::size_t count) const {
    if (exchange_ != nullptr) exchange_->add_up(values, count);
  }

 private:
  using Slab = Kokkos::View<Real*, typename Space::memory_space>;

  static Real* of_size(Slab& slab, std::size_t values);
  /// Whether the layers of cells normal to an axis are pieces of memory.
  static bool has_layers(const Layout& layout, Axis axis);
  /// Layers of fields at cells.
  static Exchange::Layers layers_of(const GhostFields<Real>& fields, const Layout& layout,
                                    Axis axis, int layers,
                                    const std::array<BoundaryKind, 2>& kinds);

  std::shared_ptr<Exchange> exchange_;
  std::array<Slab, 2> send_, receive_;
  Exchange::Layers layers_;  ///< that have begun
};

template <class Real, class Space>
Real* NeighbourGhosts<Real, Space>::of_size(Slab& slab, std::size_t values) {
  if (slab.size() < values) slab = Slab("ghosts of neighbours", values);
  return slab.data();
}

template <class Real, class Space>
bool NeighbourGhosts<Real, Space>::has_layers(const Layout& layout, Axis axis) {
  if (axis == axis_x) return false;
  // They are along the last axis that has any.
  for (int beyond = axis + 1; beyond < 3; ++beyond)
    if (layout.ghosts[std::size_t(beyond)] > 0) return false;
  return true;
}

template <class Real, class Space>
bool NeighbourGhosts<Real, Space>::can_come_beside(const Layout& layout, Axis axis) const {
  return exchange_ != nullptr && exchange_->takes_layers() && has_layers(layout, axis);
}

template <class Real, class Space>
Exchange::Layers NeighbourGhosts<Real, Space>::layers_of(const GhostFields<Real>& fields,
                                                         const Layout& layout, Axis axis,
                                                         int layers,
                                                         const std::array<BoundaryKind, 2>& kinds) {
  const auto a = std::size_t(axis);
  const std::ptrdiff_t layer = layout.stride[a];
  const int cells = layout.cells[a];
  Exchange::Layers all{std::size_t(layers) * std::size_t(layer) * sizeof(Real)};
  for (const Side side : {side_lower, side_upper})
    all.meets[side] = kinds[side] == BoundaryKind::neighbour;
  for (int f = 0; f < fields.count; ++f) {
    Real* const first = fields.values[f] - layout.origin + layout.ghosts[a] * layer;
    all.send.push_back({first, first + (cells - layers) * layer});
    all.receive.push_back({first - layers * layer, first + cells * layer});
  }
  return all;
}

template <class Real, class Space>
void NeighbourGhosts<Real, Space>::begin_fetch(const GhostFields<Real>& fields,
                                               const Layout& layout, Axis axis, int layers,
                                               const std::array<BoundaryKind, 2>& kinds) {
  layers_ = layers_of(fields, layout, axis, layers, kinds);
  exchange_->begin_layers(axis, layers_);
}

template <class Real, class Space>
std::array<const Real*, 2> NeighbourGhosts<Real, Space>::fetch(
    const Space& space, const GhostFields<Real>& fields, const Layout& layout, Axis axis,
    const GhostRange& range, const std::array<BoundaryKind, 2>& kinds) {
  if (std::ranges::find(kinds, BoundaryKind::neighbour) == kinds.end()) return {};
  if (exchange_->swaps_layers() && fields.faces == 0 && has_layers(layout, axis)) {
    exchange_->swap_layers(axis, layers_of(fields, layout, axis, range.layers, kinds));
    return {};
  }
  const std::size_t values = slab_values(range, fields.count);
  Exchange::Slabs slabs;
  slabs.bytes = values * sizeof(Real);
  for (const Side side : {side_lower, side_upper}) {
    if (kinds[side] != BoundaryKind::neighbour) continue;
    slabs.send[side] = of_size(send_[side], values);
    slabs.receive[side] = of_size(receive_[side], values);
  }
  exchange_->lend(axis, slabs);
  const auto values_of = [](void* slab) { return static_cast<Real*>(slab); };
  const PackGhosts<Real> pack{
      fields,
      layout,
      axis,
      range,
      {values_of(slabs.send[side_lower]), values_of(slabs.send[side_upper])}};
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for("pack ghosts", Policy(space, 0, pack.runs()), PackGhostRuns<Real>{pack});
  else
    Kokkos::parallel_for("pack ghosts", Policy(space, 0, 2 * int(values)), pack);
  exchange_->swap(axis, slabs);
  return {values_of(slabs.receive[side_lower]), values_of(slabs.receive[side_upper])};
}

}  // namespace solenoid
