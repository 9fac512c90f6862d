#pragma once
/// \file
/// The fields of a stencil program in memory: their copies, their boundaries, and which of their
/// ghosts stand for the present values.

#include <array>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "numerics/grid/ghosts_at_once.hpp"
#include "numerics/grid/neighbour_ghosts.hpp"
#include "numerics/vertices/runge_kutta.hpp"
#include "numerics/vertices/stage_sum.hpp"
#include "numerics/vertices/stencil_program.hpp"
#include "physics/solvers/fixed_values.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/state_parts.hpp"

namespace solenoid {

/// Fields on a device, with as many copies of those that evolve as the integrator needs and one of
/// the others. Vertices are the cell centres of the grid.
template <class Program, class Real, class Space>
class ProgramFields {
 public:
  static constexpr int count = Program::field_count;
  using Stage = Substep<Real>;

  /// As FiniteDifferences (physics/solvers/finite_differences.hpp) is made.
  ProgramFields(const Subdomain& grid, const Boundaries& boundaries, FixedBoundary fixed,
                Integrator integrator);

  [[nodiscard]] const Subdomain& grid() const { return grid_; }
  [[nodiscard]] const Space& space() const { return space_; }

  void set_boundaries(int field, const Boundaries& boundaries);

  void set_input_precision(Precision precision) { inputs_ = precision; }
  [[nodiscard]] Real input(double value) const {
    return inputs_ == Precision::single_precision ? Real(float(value)) : Real(value);
  }

  void set(int field, const Box& box, const ConstValues& values, bool first) {
    Real* const target = array_of(now_[std::size_t(field)]).data();
    if (first)
      set_first_box(space_, target, layout_, box, values);
    else
      set_box(space_, target, layout_, box, values);
    filled_[std::size_t(field)] = false;
    axes_filled_[std::size_t(now_[std::size_t(field)])] = 0;
  }
  [[nodiscard]] Gather gather(int field, FieldCopy copy = FieldCopy::state) const {
    return [this, from = array_of(slots_of(copy)[std::size_t(field)])](const Box& box,
                                                                       const MutableValues& there) {
      gather_box(space_, from.data(), layout_, box, there);
    };
  }
  [[nodiscard]] std::optional<std::size_t> not_finite(int field) const {
    space_.fence();
    return first_not_finite(TransferSpace<Space>(), array_of(now_[std::size_t(field)]).data(),
                            layout_);
  }

  /// What passes of a substep work on.
  [[nodiscard]] VertexFields<Real, count> arrays(const Stage& stage) const;
  /// The same for a pass, with ghosts where it computes those, too.
  template <class Pass>
  [[nodiscard]] VertexFields<Real, count> arrays_for(const Stage& stage) const {
    if constexpr (is_pointwise<Program, Pass>())
      return with_ghosts(arrays(stage), Program::radius);
    else
      return arrays(stage);
  }
  /// Fills the ghosts that a pass needs and that do not yet stand for the present values.
  template <class Pass>
  void fill_ghosts_for(double time);
  /// The same of the state's copies of these fields.
  void fill_ghosts_of(const std::vector<int>& fields, double time);
  /// Fills the second copies of fields with zeros.
  void clear_second_copies() {
    space_.fence();
    for (std::size_t f = 0; f < std::size_t(count); ++f)
      if (Program::fields[f].evolved)
        fill_field(TransferSpace<Space>(), array_of(second_[f]).data(), layout_, Real(0));
  }
  /// How a pass may fill all ghosts of what it writes; none where it computes them, and where their
  /// boundaries differ or are too many.
  template <class Pass>
  [[nodiscard]] FillAllGhosts<Real> ghosts_written(const Stage& stage) const {
    if (is_pointwise<Program, Pass>()) return {};
    return ghosts_of(Pass::written, slots_of(stage.target));
  }
  /// Notes that a pass wrote its fields, and their ghosts of so many axes, from x on.
  template <class Pass>
  void note_written(const Stage& stage, int axes);
  /// Ends a substep: what it wrote is the state.
  void exchange(const Stage& stage);
  /// The sum of stages that the third copy becomes (Substep::sums_stages).
  void sum_stages_of_fields();

  /// The other parts of the grid.
  [[nodiscard]] const NeighbourGhosts<Real, Space>& neighbours() const { return neighbours_; }

 private:
  using Array = FieldArray<Real, Space>;
  using Slots = std::array<int, std::size_t(count)>;

  [[nodiscard]] Array array_of(int slot) const { return field_of(memory_, layout_, slot); }
  [[nodiscard]] Real* origin_of(int slot) const {
    return memory_.data() + slot * layout_.field_stride + layout_.origin;
  }
  [[nodiscard]] const Slots& slots_of(FieldCopy copy) const {
    return copy == FieldCopy::state ? now_ : copy == FieldCopy::second ? second_ : third_;
  }
  /// How to fill all ghosts of fields in slots of memory_; none where their boundaries differ or
  /// are too many.
  template <class Fields>
  [[nodiscard]] FillAllGhosts<Real> ghosts_of(const Fields& fields, const Slots& slots) const;
  /// Fills all ghosts of fields in one launch, if that is possible and better here.
  bool fill_ghosts_at_once(const std::vector<int>& needed);
  /// Fetches for that what stands behind the faces along the one axis that is cut. Nothing where
  /// faces of the whole grid along it are fixed.
  bool fetch_for(FillAllGhosts<Real>& fill, const std::vector<int>& needed, Axis cut);
  /// Fills the ghosts of one direction, of fields with the same boundaries there. All parts of a
  /// grid do so for the same fields, since they go by the faces of the whole grid.
  void fill_ghosts_along(int axis, const GhostFields<Real>& fields,
                         const std::array<BoundaryKind, 2>& kinds);
  /// Brings the values behind the fixed faces of `axis` to `time`.
  void update_fixed_values(int axis, double time);
  /// The ghosts behind a face, with those behind its edges.
  [[nodiscard]] GhostRange fixed_range(int axis) const {
    return ghost_range(layout_, axis, Program::radius, Program::radius);
  }

  Subdomain grid_;
  std::array<Boundaries, std::size_t(count)> boundaries_;  ///< by field, of the whole grid
  FixedValues<Real, Space> fixed_values_;
  Precision inputs_ = Precision::double_precision;
  Layout layout_;
  Space space_;
  NeighbourGhosts<Real, Space> neighbours_;
  Slots now_{};     ///< by field: the slot in memory_ that holds it
  Slots second_{};  ///< that of its second copy, now_ where there is none
  Slots third_{};
  /// By field: whether its ghosts stand for its values at filled_time_, since they were needed.
  std::array<bool, std::size_t(count)> filled_{};
  double filled_time_ = 0;
  /// By slot of memory_: for how many axes, from x on, the pass that wrote it has filled the
  /// ghosts.
  std::array<int, std::size_t(3 * count)> axes_filled_{};
  Array memory_;
};

template <class P, class Real, class Space>
ProgramFields<P, Real, Space>::ProgramFields(const Subdomain& grid, const Boundaries& boundaries,
                                             FixedBoundary fixed, Integrator integrator)
    : grid_(grid),
      fixed_values_(grid, std::move(fixed)),
      layout_(make_layout(grid, P::radius, int(sizeof(Real)), lane_width<HostPack<Real>>)),
      neighbours_(grid) {
  grid_.require_layers(P::radius);
  if (!grid.active(axis_x))
    throw std::invalid_argument("finite differences need more than one cell in x");
  for (int f = 0; f < count; ++f) set_boundaries(f, boundaries);
  int slots = 0;
  for (std::size_t f = 0; f < std::size_t(count); ++f) {
    now_[f] = second_[f] = third_[f] = slots++;
    if (P::fields[f].evolved) second_[f] = slots++;
    if (P::fields[f].evolved && copies_of(integrator) == 3) third_[f] = slots++;
  }
  memory_ = make_field_array<Real>(space_, "fields", layout_, slots);
}

template <class P, class Real, class Space>
void ProgramFields<P, Real, Space>::set_boundaries(int field, const Boundaries& boundaries) {
  Boundaries& own = boundaries_[std::size_t(field)];
  own = boundaries;
  filled_[std::size_t(field)] = false;
  axes_filled_.fill(0);
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      BoundaryKind& kind = own.kind[std::size_t(axis)][std::size_t(side)];
      // Whatever waves do at the face, the background goes on behind it.
      if (P::fields[std::size_t(field)].background && kind != BoundaryKind::periodic)
        kind = BoundaryKind::fixed;
      if (!P::fields[std::size_t(field)].of_state()) {
        if (kind == BoundaryKind::fixed) kind = BoundaryKind::outflow;
        if (kind == BoundaryKind::symmetric || kind == BoundaryKind::antisymmetric)
          kind = BoundaryKind::reflecting;
      }
      const bool outer = grid_.active(axis) &&
                         grid_.kinds(axis, boundaries.kind[std::size_t(axis)])[std::size_t(side)] !=
                             BoundaryKind::neighbour;
      // The outermost vertex is its own image, so that those of the ghosts lie one further inside.
      if (kind == BoundaryKind::vertex_symmetric && outer) grid_.require_layers(P::radius + 1);
      if (kind == BoundaryKind::fixed && outer)
        fixed_values_.add_face(axis, side, fixed_range(axis), count);
    }
}

template <class P, class Real, class Space>
void ProgramFields<P, Real, Space>::update_fixed_values(int axis, double time) {
  fixed_values_.update(axis, time, [&](int side, const auto& given, const auto& value) {
    for (int f = 0; f < count; ++f)
      if (boundaries_[std::size_t(f)].kind[std::size_t(axis)][std::size_t(side)] ==
          BoundaryKind::fixed)
        value(f) = input(given(P::fields[std::size_t(f)].name, cell_centres));
  });
}

template <class P, class Real, class Space>
auto ProgramFields<P, Real, Space>::arrays(const Stage& stage) const -> VertexFields<Real, count> {
  VertexFields<Real, count> fields{};
  for (std::size_t f = 0; f < std::size_t(count); ++f) {
    fields.now[f] = origin_of(now_[f]);
    fields.next[f] = origin_of(slots_of(stage.target)[f]);
    // What the first substep keeps is multiplied by zero, and has to be a number.
    fields.previous[f] = origin_of(slots_of(stage.previous)[f]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    fields.cells[axis] = grid_.cells[axis];
    fields.stride[axis] = grid_.active(axis) ? layout_.stride[axis] : 0;
    fields.first[axis] = grid_.first[std::size_t(axis)];
    fields.origin[axis] = input(grid_.whole.centre(axis, 0));
    fields.spacing[axis] = input(grid_.spacing(axis));
  }
  return fields;
}

template <class P, class Real, class Space>
template <class Pass>
void ProgramFields<P, Real, Space>::fill_ghosts_for(double time) {
  std::vector<int> read;
  for (const int f : Pass::read) {
    const auto& reach = Pass::reach[std::size_t(f)];
    if (is_pointwise<P, Pass>() || reach[0] + reach[1] + reach[2] > 0) read.push_back(f);
  }
  fill_ghosts_of(read, time);
}

template <class P, class Real, class Space>
void ProgramFields<P, Real, Space>::fill_ghosts_of(const std::vector<int>& fields, double time) {
  if (fixed_values_.depends_on_time() && time != filled_time_) filled_.fill(false);
  filled_time_ = time;
  std::vector<int> needed;
  for (const int f : fields)
    if (!filled_[std::size_t(f)] && !computed_in_ghosts<P>()[std::size_t(f)]) needed.push_back(f);
  for (const int f : needed) filled_[std::size_t(f)] = true;
  if (fill_ghosts_at_once(needed)) return;
  for (int axis = 0; axis < 3; ++axis) {
    if (!grid_.active(axis)) continue;
    update_fixed_values(axis, time);
    std::vector<int> left;
    for (const int f : needed)
      if (axes_filled_[std::size_t(now_[std::size_t(f)])] <= axis) left.push_back(f);
    while (!left.empty()) {
      const auto kinds = boundaries_[std::size_t(left[0])].kind[std::size_t(axis)];
      GhostFields<Real> some{};
      std::vector<int> others;
      for (const int f : left) {
        if (some.count == some.capacity ||
            boundaries_[std::size_t(f)].kind[std::size_t(axis)] != kinds)
          others.push_back(f);
        else
          some.add(origin_of(now_[std::size_t(f)]), f, P::fields[std::size_t(f)].component == axis,
                   false);
      }
      fill_ghosts_along(axis, some, kinds);
      left = others;
    }
  }
}

template <class P, class Real, class Space>
template <class Fields>
auto ProgramFields<P, Real, Space>::ghosts_of(const Fields& fields, const Slots& slots) const
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
    fill.add(origin_of(slots[std::size_t(f)]), P::fields[std::size_t(f)].component);
  }
  return fill;
}

template <class P, class Real, class Space>
bool ProgramFields<P, Real, Space>::fill_ghosts_at_once(const std::vector<int>& needed) {
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

template <class P, class Real, class Space>
bool ProgramFields<P, Real, Space>::fetch_for(FillAllGhosts<Real>& fill,
                                              const std::vector<int>& needed, Axis cut) {
  // By the faces of the whole grid, so that all parts do the same.
  const auto& kinds = boundaries_[std::size_t(needed[0])].kind[std::size_t(cut)];
  if (!has_images(kinds[side_lower]) || !has_images(kinds[side_upper])) return false;
  GhostFields<Real> fields{};
  for (const int f : needed) fields.add(origin_of(now_[std::size_t(f)]), f, false, false);
  fill.received_range = ghost_range(layout_, cut, P::radius, 0);
  const auto received =
      neighbours_.fetch(space_, fields, layout_, cut, fill.received_range, grid_.kinds(cut, kinds));
  std::ranges::copy(received, fill.received);
  return true;
}

template <class P, class Real, class Space>
void ProgramFields<P, Real, Space>::fill_ghosts_along(
    int axis, const GhostFields<Real>& fields, const std::array<BoundaryKind, 2>& whole_kinds) {
  const auto kinds = grid_.kinds(axis, whole_kinds);
  // Edges between faces, which mixed derivatives read, are right once all axes are filled.
  const GhostRange range = ghost_range(layout_, axis, P::radius, axis == axis_x ? 0 : P::radius);
  fill_ghosts(space_, fields, layout_, Axis(axis), range, kinds, fixed_range(axis),
              fixed_values_.of(axis),
              neighbours_.fetch(space_, fields, layout_, Axis(axis), range, kinds));
}

template <class P, class Real, class Space>
template <class Pass>
void ProgramFields<P, Real, Space>::note_written(const Stage& stage, int axes) {
  const Slots& target = slots_of(stage.target);
  for (const int f : Pass::written) axes_filled_[std::size_t(target[std::size_t(f)])] = axes;
  // What has no second copy was written in place.
  for (const int f : Pass::written)
    if (now_[std::size_t(f)] == target[std::size_t(f)]) filled_[std::size_t(f)] = false;
}

template <class P, class Real, class Space>
void ProgramFields<P, Real, Space>::exchange(const Stage& stage) {
  Slots& written = stage.target == FieldCopy::second ? second_ : third_;
  for (std::size_t f = 0; f < std::size_t(count); ++f) {
    if (now_[f] != written[f]) filled_[f] = false;
    std::swap(now_[f], written[f]);
  }
}

template <class P, class Real, class Space>
void ProgramFields<P, Real, Space>::sum_stages_of_fields() {
  for (std::size_t f = 0; f < std::size_t(count); ++f) {
    if (!P::fields[f].evolved) continue;
    const StageSum<Real> sum{array_of(second_[f]).data(), array_of(third_[f]).data(),
                             array_of(now_[f]).data()};
    sum_stages(space_, sum, layout_.field_stride);
  }
}

}  // namespace solenoid
