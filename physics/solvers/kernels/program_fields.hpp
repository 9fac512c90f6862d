#pragma once
/// \file
/// Definitions of ProgramFields, for the files that instantiate it.

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "numerics/vertices/stage_sum.hpp"
#include "physics/solvers/program_fields.hpp"
#include "physics/solvers/state_parts.hpp"

namespace solenoid {

template <class Real, class Space>
ProgramFields<Real, Space>::ProgramFields(ProgramTable table, const Subdomain& grid,
                                          const Boundaries& boundaries, FixedBoundary fixed,
                                          Integrator integrator)
    : table_(std::move(table)),
      grid_(grid),
      boundaries_(count()),
      fixed_values_(grid, std::move(fixed)),
      layout_(make_layout(grid, table_.radius, int(sizeof(Real)), lane_width<HostPack<Real>>)),
      neighbours_(grid),
      now_(count()),
      filled_(count()) {
  grid_.require_layers(table_.radius);
  if (!grid.active(axis_x))
    throw std::invalid_argument("finite differences need more than one cell in x");
  for (int f = 0; f < int(count()); ++f) set_boundaries(f, boundaries);
  second_ = third_ = now_;
  int slots = 0;
  for (std::size_t f = 0; f < count(); ++f) {
    now_[f] = second_[f] = third_[f] = slots++;
    if (table_.fields[f].evolved) second_[f] = slots++;
    if (table_.fields[f].evolved && copies_of(integrator) == 3) third_[f] = slots++;
  }
  memory_ = make_field_array<Real>(space_, "fields", layout_, slots);
}

template <class Real, class Space>
void ProgramFields<Real, Space>::set(int field, const Box& box, const ConstValues& values,
                                     bool first) {
  Real* const target = array_of(now_[std::size_t(field)]).data();
  if (first)
    set_first_box(space_, target, layout_, box, values);
  else
    set_box(space_, target, layout_, box, values);
  filled_[std::size_t(field)] = false;
  axes_filled_[std::size_t(now_[std::size_t(field)])] = 0;
}

template <class Real, class Space>
Gather ProgramFields<Real, Space>::gather(int field, FieldCopy copy) const {
  return [this, from = array_of(slots_of(copy)[std::size_t(field)])](const Box& box,
                                                                     const MutableValues& there) {
    gather_box(space_, from.data(), layout_, box, there);
  };
}

template <class Real, class Space>
std::optional<std::size_t> ProgramFields<Real, Space>::not_finite(int field) const {
  space_.fence();
  return first_unfit(TransferSpace<Space>(), array_of(now_[std::size_t(field)]).data(), layout_,
                     false);
}

template <class Real, class Space>
void ProgramFields<Real, Space>::clear_second_copies() {
  space_.fence();
  for (std::size_t f = 0; f < count(); ++f)
    if (table_.fields[f].evolved)
      fill_field(TransferSpace<Space>(), array_of(second_[f]).data(), layout_, Real(0));
}

template <class Real, class Space>
void ProgramFields<Real, Space>::set_boundaries(int field, const Boundaries& boundaries) {
  Boundaries& own = boundaries_[std::size_t(field)];
  own = boundaries;
  filled_[std::size_t(field)] = false;
  axes_filled_.assign(3 * count(), 0);
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      BoundaryKind& kind = own.kind[std::size_t(axis)][std::size_t(side)];
      // Whatever waves do at the face, the background goes on behind it.
      if (table_.fields[std::size_t(field)].background && kind != BoundaryKind::periodic)
        kind = BoundaryKind::fixed;
      if (!table_.fields[std::size_t(field)].of_state()) {
        if (kind == BoundaryKind::fixed) kind = BoundaryKind::outflow;
        if (kind == BoundaryKind::symmetric || kind == BoundaryKind::antisymmetric)
          kind = BoundaryKind::reflecting;
      }
      const bool outer = grid_.active(axis) &&
                         grid_.kinds(axis, boundaries.kind[std::size_t(axis)])[std::size_t(side)] !=
                             BoundaryKind::neighbour;
      // The outermost vertex is its own image, so that those of the ghosts lie one further inside.
      if (kind == BoundaryKind::vertex_symmetric && outer) grid_.require_layers(table_.radius + 1);
      if (kind == BoundaryKind::fixed && outer)
        fixed_values_.add_face(axis, side, fixed_range(axis), int(count()));
    }
}

template <class Real, class Space>
void ProgramFields<Real, Space>::update_fixed_values(int axis, double time) {
  fixed_values_.update(axis, time, [&](int side, const auto& given, const auto& value) {
    for (int f = 0; f < int(count()); ++f)
      if (boundaries_[std::size_t(f)].kind[std::size_t(axis)][std::size_t(side)] ==
          BoundaryKind::fixed)
        value(f) = input(given(table_.fields[std::size_t(f)].name, cell_centres));
  });
}

template <class Real, class Space>
std::vector<int> ProgramFields<Real, Space>::unfilled(const std::vector<int>& fields, double time) {
  if (fixed_values_.depends_on_time() && time != filled_time_) filled_.assign(count(), false);
  filled_time_ = time;
  std::vector<int> needed;
  for (const int f : fields)
    if (!filled_[std::size_t(f)] && !table_.computed_in_ghosts[std::size_t(f)]) needed.push_back(f);
  return needed;
}

template <class Real, class Space>
void ProgramFields<Real, Space>::fill_ghosts_of(const std::vector<int>& fields, double time) {
  const std::vector<int> needed = unfilled(fields, time);
  if (!fill_ghosts_at_once(needed)) fill_ghosts_by_axes(needed, time, 3);
  // Not before: the values behind fixed faces may be none.
  for (const int f : needed) filled_[std::size_t(f)] = true;
}

template <class Real, class Space>
bool ProgramFields<Real, Space>::begin_ghosts_of(const std::vector<int>& fields, double time) {
  const Axis last = last_axis();
  const std::vector<int> needed = unfilled(fields, time);
  const std::vector<Alike> alike = alike_along(last, needed);
  if (alike.size() != 1 || !grid_.is_cut(last) || !neighbours_.can_come_beside(layout_, last)) {
    fill_ghosts_of(needed, time);
    return false;
  }
  fill_first_ghosts(needed, time);
  update_fixed_values(last, time);
  neighbours_.begin_fetch(alike[0].fields, layout_, last, table_.radius,
                          grid_.kinds(last, alike[0].kinds));
  on_their_way_ = {needed, alike[0]};
  return true;
}

template <class Real, class Space>
void ProgramFields<Real, Space>::end_ghosts() {
  neighbours_.end_fetch(last_axis());
  fill_with(last_axis(), on_their_way_->alike);
  for (const int f : on_their_way_->fields) filled_[std::size_t(f)] = true;
  on_their_way_.reset();
}

template <class Real, class Space>
auto ProgramFields<Real, Space>::alike_along(int axis, const std::vector<int>& needed) const
    -> std::vector<Alike> {
  std::vector<Alike> all;
  for (const int f : needed) {
    if (axes_filled_[std::size_t(now_[std::size_t(f)])] > axis) continue;
    const auto& kinds = boundaries_[std::size_t(f)].kind[std::size_t(axis)];
    auto found = std::ranges::find_if(all, [&](const Alike& alike) {
      return alike.kinds == kinds && alike.fields.count < alike.fields.capacity;
    });
    if (found == all.end()) found = all.insert(all.end(), {{}, kinds});
    found->fields.add(
        origin_of(now_[std::size_t(f)]), f,
        table_.fields[std::size_t(f)].component == axis ? GhostField::odd : GhostField::even,
        false);
  }
  return all;
}

template <class Real, class Space>
void ProgramFields<Real, Space>::fill_ghosts_by_axes(const std::vector<int>& needed, double time,
                                                     int axes) {
  for (int axis = 0; axis < axes; ++axis) {
    if (!grid_.active(axis)) continue;
    update_fixed_values(axis, time);
    for (const Alike& alike : alike_along(axis, needed)) fill_ghosts_along(axis, alike);
  }
}

template <class Real, class Space>
auto ProgramFields<Real, Space>::ghosts_of(std::span<const int> fields, const Slots& slots) const
    -> FillAllGhosts<Real> {
  FillAllGhosts<Real> fill{};
  if (fields.empty() || fields.size() > std::size_t(fill.capacity)) return fill;
  fill.layout = layout_;
  const Boundaries& all = boundaries_[std::size_t(fields[0])];
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t side = 0; side < 2; ++side)
      fill.kinds[axis][side] = grid_.kinds(int(axis), all.kind[axis])[side];
  for (const int f : fields) {
    if (boundaries_[std::size_t(f)].kind != all.kind) return {};
    fill.add(origin_of(slots[std::size_t(f)]), table_.fields[std::size_t(f)].component);
  }
  return fill;
}

template <class Real, class Space>
bool ProgramFields<Real, Space>::fill_ghosts_at_once(const std::vector<int>& needed) {
  // A host has no launches to save, and copies rows of values faster than one after the other.
  if constexpr (is_host_space<Space>) return false;
  FillAllGhosts<Real> fill = ghosts_of(needed, now_);
  if (fill.count == 0) return false;
  int cut = -1;
  for (int axis = 0; axis < 3; ++axis) {
    if (!grid_.is_cut(axis)) continue;
    // Ghosts behind an edge between two cuts are another part's.
    if (cut >= 0) return false;
    cut = axis;
  }
  if (!fill.possible(cut)) return false;
  if (cut >= 0 && !fetch_for(fill, needed, Axis(cut))) return false;
  fill_all_ghosts(space_, fill);
  return true;
}

template <class Real, class Space>
void ProgramFields<Real, Space>::fill_first_ghosts(const std::vector<int>& needed, double time) {
  const Axis last = last_axis();
  const FillAllGhosts<Real> fill = ghosts_of(needed, now_);
  bool at_once = !is_host_space<Space> && fill.count > 0 && fill.possible(last);
  for (int axis = 0; axis < last; ++axis) at_once = at_once && !grid_.is_cut(axis);
  if (at_once)
    fill_all_ghosts(space_, fill, last);
  else
    fill_ghosts_by_axes(needed, time, last);
}

template <class Real, class Space>
bool ProgramFields<Real, Space>::fetch_for(FillAllGhosts<Real>& fill,
                                           const std::vector<int>& needed, Axis cut) {
  // By the faces of the whole grid, so that all parts do the same.
  const auto& kinds = boundaries_[std::size_t(needed[0])].kind[std::size_t(cut)];
  if (!has_images(kinds[side_lower]) || !has_images(kinds[side_upper])) return false;
  GhostFields<Real> fields{};
  for (const int f : needed)
    fields.add(origin_of(now_[std::size_t(f)]), f, GhostField::even, false);
  fill.received_range = ghost_range(layout_, cut, table_.radius, 0);
  const auto received =
      neighbours_.fetch(space_, fields, layout_, cut, fill.received_range, grid_.kinds(cut, kinds));
  std::ranges::copy(received, fill.received);
  return true;
}

template <class Real, class Space>
void ProgramFields<Real, Space>::fill_ghosts_along(int axis, const Alike& alike) {
  fill_with(axis, alike,
            neighbours_.fetch(space_, alike.fields, layout_, Axis(axis), range_along(axis),
                              grid_.kinds(axis, alike.kinds)));
}

template <class Real, class Space>
void ProgramFields<Real, Space>::fill_with(int axis, const Alike& alike,
                                           const std::array<const Real*, 2>& received) {
  fill_ghosts(space_, alike.fields, layout_, Axis(axis), range_along(axis),
              grid_.kinds(axis, alike.kinds), fixed_range(axis), fixed_values_.of(axis), received);
}

template <class Real, class Space>
void ProgramFields<Real, Space>::note_written(std::span<const int> fields, const Stage& stage,
                                              int axes) {
  const Slots& target = slots_of(stage.target);
  for (const int f : fields) axes_filled_[std::size_t(target[std::size_t(f)])] = axes;
  // What has no second copy was written in place.
  for (const int f : fields)
    if (now_[std::size_t(f)] == target[std::size_t(f)]) filled_[std::size_t(f)] = false;
}

template <class Real, class Space>
void ProgramFields<Real, Space>::exchange(const Stage& stage) {
  Slots& written = stage.target == FieldCopy::second ? second_ : third_;
  for (std::size_t f = 0; f < count(); ++f) {
    if (now_[f] != written[f]) filled_[f] = false;
    std::swap(now_[f], written[f]);
  }
}

template <class Real, class Space>
void ProgramFields<Real, Space>::sum_stages_of_fields() {
  for (std::size_t f = 0; f < count(); ++f) {
    if (!table_.fields[f].evolved) continue;
    const StageSum<Real> sum{array_of(second_[f]).data(), array_of(third_[f]).data(),
                             array_of(now_[f]).data()};
    sum_stages(space_, sum, layout_.field_stride);
  }
}

}  // namespace solenoid
