#pragma once
/// \file
/// How GridSolver lets terms of stencil programs act (physics/solvers/split_terms.hpp), for
/// grid_solver.hpp.

#include "physics/fields/stored_fields.hpp"
#include "physics/solvers/grid_solver.hpp"

namespace solenoid {

/// Computes the means at the centres of cells of a magnetic field on faces, in ghosts and padding
/// whatever stands there.
template <class Real>
struct CentreMagneticField {
  StaggeredFields<Real> stored;
  Real* centred[3];

  /// From a value to the farthest one that its mean has.
  [[nodiscard]] int reach() const {
    return std::max({stored.step[0], stored.step[1], stored.step[2]});
  }
  KOKKOS_FUNCTION void operator()(const int i) const {
    for (int d = 0; d < 3; ++d) centred[d][i] = stored(5 + d, i);
  }
};

/// Looks for cells of a state that have no density or pressure: one cell an item. Of the equations'
/// fields a scheme stores the first ones.
template <class Equations, class Real, int stored>
struct LookForUnphysical {
  const Real* in[stored];  ///< at interior cell (0, 0, 0)
  Layout layout;
  int* count;             ///< to be raised by their number, where no monitor is told
  Monitor<Real> monitor;  ///< is told of them, if it has a list

  /// Of as many cells side by side as T has lanes.
  template <class T>
  [[nodiscard]] SOLENOID_INLINE LaneMask<T> unphysical(int offset) const {
    typename Equations::template Conserved<T> u{};
    for (int f = 0; f < stored; ++f) u.values[f] = load<T>(in[f] + offset);
    return !Equations::physical(u);
  }
  KOKKOS_FUNCTION void record(int offset) const {
    if (monitor.unphysical != nullptr)
      monitor.record_unphysical(layout.origin + offset);
    else
      Kokkos::atomic_add(count, 1);
  }
  [[nodiscard]] KOKKOS_FUNCTION int row(int number) const {
    return number % layout.cells[1] * layout.stride[1] +
           number / layout.cells[1] * layout.stride[2];
  }
  KOKKOS_FUNCTION void operator()(const int item) const {
    const int offset = row(item / layout.cells[0]) + item % layout.cells[0];
    if (unphysical<Real>(offset)) record(offset);
  }
};

/// Host form: one row an item, in packs.
template <class Equations, class Real, int stored>
struct LookInRows {
  LookForUnphysical<Equations, Real, stored> look;

  void operator()(const int number) const {
    using T = HostPack<Real>;
    for (int first = 0; first < look.layout.cells[0]; first += lane_width<T>) {
      const int offset = look.row(number) + first;
      const LaneMask<T> unphysical = look.template unphysical<T>(offset);
      if (!any(unphysical)) continue;
      for (int i = 0; i < lane_width<T> && first + i < look.layout.cells[0]; ++i)
        if (lane(unphysical, i)) look.record(offset + i);
    }
  }
};

template <class E, class R, class S, class F>
Terms<R, S>* GridSolver<E, R, S, F>::make_terms(const TermsSettings& settings) const {
  if (!settings.given()) return nullptr;
  TermsArguments arguments{grid_, layout_, {}, {}, settings.numbers};
  for (int f = 0; f < size; ++f) {
    arguments.stored.emplace_back(E::stored_names[std::size_t(f)]);
    if (place_of(f) != cell_centres) arguments.copied.push_back(arguments.stored.back());
  }
  return static_cast<Terms<R, S>*>(settings.make(arguments));
}

template <class E, class R, class S, class F>
TermsState<R> GridSolver<E, R, S, F>::fields_for_terms(bool shown) const {
  TermsState<R> fields;
  for (int f = 0; f < size; ++f) {
    const bool on_faces = place_of(f) != cell_centres;
    const Array memory = on_faces ? spare_field(f) : shown ? shown_field(f) : stored_field(f);
    fields.push_back(memory.data() + layout_.origin);
  }
  if constexpr (F::staggered && E::magnetised) {
    CentreMagneticField<R> centre{shown ? this->shown() : stored(), {}};
    for (std::size_t d = 0; d < 3; ++d) centre.centred[d] = fields[5 + d] - layout_.origin;
    const int items = int(layout_.field_stride) - centre.reach();
    Kokkos::parallel_for("centre magnetic field",
                         Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space_, 0, items), centre);
  }
  return fields;
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::advance_terms(double time, double dt, bool floored) {
  if (terms_ == nullptr) return;
  const TermsState<R> state = fields_for_terms(false);
  TermsState<R> spare;
  for (int f = 0; f < size; ++f) spare.push_back(spare_field(f).data() + layout_.origin);
  if (!terms_->advance(space_, *this, state, spare, time, dt) && !floored)
    look_for_unphysical(state, monitor(axis_x, false, {}));
  density_changed();
}

template <class E, class R, class S, class F>
bool GridSolver<E, R, S, F>::is_physical(const TermsState<R>& state) {
  clear(space_, unphysical_);
  look_for_unphysical(state, {});
  return !(neighbours_.largest(on_host(unphysical_)(0)) > 0);
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::look_for_unphysical(const TermsState<R>& state,
                                                 const Monitor<R>& told) {
  LookForUnphysical<E, R, size> look{{}, layout_, unphysical_.data(), told};
  for (std::size_t f = 0; f < size; ++f) look.in[f] = state[f];
  const int rows = layout_.cells[1] * layout_.cells[2];
  const auto run = [&](int items, const auto& kernel) {
    Kokkos::parallel_for("look for unphysical cells",
                         Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space_, 0, items), kernel);
  };
  if constexpr (is_host_space<S>)
    run(rows, LookInRows<E, R, size>{look});
  else
    run(rows * layout_.cells[0], look);
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::add_terms(std::vector<std::string>& labels) const {
  if (terms_ == nullptr) return;
  for (const std::string& label : terms_->labels()) labels.push_back(label);
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::add_terms(Numbers& row) {
  if (terms_ == nullptr) return;
  const std::vector<double> numbers = terms_->numbers(space_, *this, fields_for_terms(true), time_);
  const std::vector<std::string> labels = terms_->labels();
  for (std::size_t n = 0; n < labels.size(); ++n) row.emplace_back(labels[n], numbers[n]);
}

template <class E, class R, class S, class F>
GhostField GridSolver<E, R, S, F>::kind_of_ghosts(int field, Axis axis) {
  // Of the vectors the first is the momentum.
  if (field == E::vectors[0] + axis) return GhostField::flow;
  for (const int first : E::vectors)
    if (field == first + axis) return GhostField::odd;
  return GhostField::even;
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::fill_ghosts(const std::vector<TermsField<R>>& fields, double time) {
  const int reach = reach_of_terms_;
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    if (!grid_.active(axis)) continue;
    update_fixed_values(axis, time);
    // Those behind edges are right once all axes are filled.
    const GhostRange range = ghost_range(layout_, axis, reach, axis == axis_x ? 0 : reach);
    std::array<GhostFields<R>, 2> lists{};
    const auto fill = [&](bool own) {
      auto kinds = boundaries_.kind[axis];
      for (BoundaryKind& kind : kinds)
        if (own && (kind == BoundaryKind::fixed || kind == BoundaryKind::diode))
          kind = BoundaryKind::outflow;
      GhostFields<R>& list = lists[own ? 1 : 0];
      if (list.count > 0)
        solenoid::fill_ghosts(space_, list, layout_, axis, range, kinds, fixed_values_.range(axis),
                              fixed_values_.of(axis),
                              neighbours_.fetch(space_, list, layout_, axis, range, kinds));
      list = {};
    };
    for (const TermsField<R>& field : fields) {
      const bool own = field.stored < 0;
      GhostFields<R>& list = lists[own ? 1 : 0];
      list.add(field.values, own ? field.stored : number_behind_faces(field.stored),
               !own                      ? kind_of_ghosts(field.stored, axis)
               : field.component == axis ? GhostField::odd
                                         : GhostField::even,
               false);
      if (list.count == list.capacity) fill(own);
    }
    fill(false);
    fill(true);
    if (axis == axis_x) ghosts_along_x_filled(fields, reach);
  }
}

}  // namespace solenoid
