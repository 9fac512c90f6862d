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
void GridSolver<E, R, S, F>::advance_terms(double time, double dt) {
  if (terms_ == nullptr) return;
  TermsState<R> spare;
  for (int f = 0; f < size; ++f) spare.push_back(spare_field(f).data() + layout_.origin);
  terms_->advance(space_, *this, fields_for_terms(false), spare, time, dt);
  density_changed();
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
  }
}

}  // namespace solenoid
