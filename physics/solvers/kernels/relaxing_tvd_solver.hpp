#pragma once
/// \file
/// Definitions of RelaxingTvdSolver, but for advance_fluid and advance_field, for the files that
/// instantiate it.

#include "numerics/schemes/measure_signal.hpp"
#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/relaxing_tvd_solver.hpp"
#include "physics/solvers/splitting.hpp"
#include "physics/solvers/stored_cells.hpp"

namespace solenoid {

/// Converts fluid fields from primitive to conserved variables, with the magnetic field at the
/// centres of cells, one row in x a work item. Before that, one value a work item, all of their
/// memory takes what the first cell has, so that SIMD lanes beyond a row's end hold ordinary
/// states.
template <class Equations, class Real>
struct ConvertStaggered {
  StaggeredFields<Real> given;  ///< primitive, but for the field on faces
  Real* to[5];
  Layout layout;
  typename Equations::template Parameters<Real> equations;
  bool everywhere = false;

  KOKKOS_FUNCTION void operator()(const int id) const {
    if (everywhere) return convert(layout.origin, id);
    const int start = layout.offset(0, id % layout.cells[1], id / layout.cells[1]);
    for (int i = 0; i < layout.cells[0]; ++i) convert(start + i, start + i);
  }
  KOKKOS_FUNCTION void convert(int from, int at) const {
    typename Equations::template Primitive<Real> w;
    for (int f = 0; f < Equations::size; ++f) w.values[f] = given(f, from);
    const auto u = Equations::conserved(w, equations);
    for (int f = 0; f < 5; ++f) to[f][at] = u.values[f];
  }
};

template <class E, class R, class S>
RelaxingTvdSolver<E, R, S>::RelaxingTvdSolver(const Subdomain& grid, const Boundaries& boundaries,
                                              const RelaxingTvdSettings& settings,
                                              FixedBoundary fixed)
    : Base(grid, boundaries, {.gamma = settings.gamma}, relaxing_tvd_ghosts(settings.terms.reach),
           std::move(fixed), settings.gravitation, settings.cooling, settings.terms),
      settings_(settings),
      repairs_(grid, layout_, settings, FaceCounts::none, E::has_energy),
      sources_(grid, settings.sources),
      driving_(grid, settings.driving, {.gamma = settings.gamma}) {
  for (auto& copy : copies_) copy = make_field_array<R>(space_, "state", layout_, size);
}

template <class E, class R, class S>
auto RelaxingTvdSolver<E, R, S>::stored_field(int field) const -> Array {
  return field_of(copies_[std::size_t(copy_[std::size_t(field)])], layout_, field);
}

template <class E, class R, class S>
auto RelaxingTvdSolver<E, R, S>::spare_field(int field) const -> Array {
  return field_of(copies_[std::size_t(1 - copy_[std::size_t(field)])], layout_, field);
}

template <class E, class R, class S>
StaggeredFields<R> RelaxingTvdSolver<E, R, S>::stored() const {
  StaggeredFields<R> fields{};
  for (int f = 0; f < size; ++f) fields.values[f] = stored_field(f).data();
  for (int d = 0; d < 3; ++d) fields.step[d] = grid_.active(d) ? layout_.stride[d] : 0;
  return fields;
}

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::convert_primitive_fields() {
  ConvertStaggered<E, R> convert{stored(), {}, layout_, constants_};
  for (int f = 0; f < 5; ++f) {
    convert.given.values[f] = spare_field(f).data();
    convert.to[f] = stored_field(f).data();
  }
  const auto run = [&](int items, bool everywhere) {
    convert.everywhere = everywhere;
    Kokkos::parallel_for("to conserved",
                         Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space_, 0, items), convert);
  };
  run(int(layout_.field_stride), true);
  run(layout_.cells[1] * layout_.cells[2], false);
}

template <class E, class R, class S>
Monitor<R> RelaxingTvdSolver<E, R, S>::monitor(Axis axis, bool measure) const {
  std::array<double, 3> weights{};
  for (int d = 0; d < 3; ++d) weights[std::size_t(d)] = 1.0 / grid_.spacing(d);
  return Base::monitor(axis, measure, weights);
}

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::measure_signal() {
  solenoid::measure_signal(space_, StaggeredCells<E, R>{stored(), constants_}, layout_,
                           monitor(axis_x, true));
}

template <class E, class R, class S>
double RelaxingTvdSolver<E, R, S>::stable_step() {
  this->update_signal();
  if (this->cools()) fill_faces();
  const double stable = signal_ > 0 ? settings_.courant_number / signal_ : 0.0;
  const double pushed =
      driving_.longest_step(space_, this->fluid(), this->magnetic_cells(), this->neighbours_);
  return this->step_with_cooling(std::min(stable, pushed));
}

template <class E, class R, class S>
std::vector<Axis> RelaxingTvdSolver<E, R, S>::order_of_sweeps() const {
  // Eqs. 23 to 25, the operator on the right being the first.
  constexpr std::array<std::array<Axis, 3>, 3> orders{
      {{axis_x, axis_y, axis_z}, {axis_z, axis_x, axis_y}, {axis_y, axis_z, axis_x}}};
  std::vector<Axis> axes;
  for (const bool active : {true, false})
    for (const Axis axis : orders[std::size_t(order_)])
      if (grid_.active(axis) == active && (active || E::magnetised)) axes.push_back(axis);
  return axes;
}

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::advance(double time, double dt) {
  if (signal_ < 0) static_cast<void>(stable_step());
  time_ = time;
  std::vector<Axis> axes = order_of_sweeps();
  if (second_half_) std::reverse(axes.begin(), axes.end());
  // In the middle of the step they are those of a scheme that is the same forwards and backwards.
  sources_.update(time + dt / 2);
  this->update_gravitation(time + dt / 2);
  const auto apply_sources = [&] {
    if (sources_.active()) sources_.apply(space_, this->fluid(), dt / 2);
  };
  const auto add_terms = [&] { this->advance_terms(time, dt, repairs_.has_floors()); };
  const auto drive = [&] {
    if (driving_.active())
      driving_.apply(space_, this->fluid(), this->magnetic_cells(), time + dt / 2, dt,
                     this->neighbours_);
  };
  const auto cool = [&] {
    if (this->cools()) fill_faces();
    this->cool(dt);
  };
  if (second_half_) in_turn(true, add_terms, drive, cool);
  apply_sources();
  this->apply_gravitation(dt / 2);
  // Sources may change cells after the update that measures them.
  const bool measures = second_half_ && !sources_.active() && !this->gravitates();
  for (const Axis axis : axes) {
    if (second_half_) {
      advance_field(axis, dt, true);
      advance_fluid(axis, dt, true, measures && axis == axes.back());
    } else {
      advance_fluid(axis, dt, !E::magnetised, false);
      advance_field(axis, dt, false);
    }
  }
  this->density_changed();
  this->apply_gravitation(dt / 2);
  apply_sources();
  if (!second_half_) in_turn(false, add_terms, drive, cool);
  signal_pending_ = measures;
  signal_known_ = false;
  if (second_half_) order_ = (order_ + 1) % 3;
  second_half_ = !second_half_;
  time_ = time + dt;
}

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::fill(Axis axis, const std::vector<int>& list, int layers,
                                      int margin) {
  this->update_fixed_values(axis, time_);
  GhostFields<R> fields{};
  for (const int f : list) {
    const bool on_faces = f == 5 + axis;
    fields.add(values(f), f,
               f == 1 + axis ? GhostField::flow
               : on_faces    ? GhostField::odd
                             : GhostField::even,
               on_faces);
  }
  const GhostRange range = ghost_range(layout_, axis, layers, margin);
  const auto& kinds = boundaries_.kind[axis];
  fill_ghosts(space_, fields, layout_, axis, range, kinds, this->fixed_values_.range(axis),
              this->fixed_values_.of(axis),
              this->neighbours_.fetch(space_, fields, layout_, axis, range, kinds));
}

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::fill_all_ghosts() {
  std::vector<int> all;
  for (int f = 0; f < size; ++f) all.push_back(f);
  for (const Axis axis : this->active_axes()) fill(axis, all, Scheme::reach, 1);
}

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::fill_faces() {
  if constexpr (E::magnetised)
    for (const Axis axis : this->active_axes()) fill(axis, {5 + axis}, 1, 0);
}

template <class E, class R, class S>
std::vector<std::string> RelaxingTvdSolver<E, R, S>::history_labels() const {
  std::vector<std::string> labels = Base::history_labels();
  this->add_terms(labels);
  return labels;
}

template <class E, class R, class S>
std::vector<std::pair<std::string, double>> RelaxingTvdSolver<E, R, S>::history() {
  auto row = Base::history();
  this->add_terms(row);
  return row;
}

template <class E, class R, class S>
TrafficModel RelaxingTvdSolver<E, R, S>::traffic() const {
  // A direction reads all fields and writes the fluid; each transverse field component reads
  // density, momentum, itself and the normal one, and writes the last two. An inactive direction
  // reads density, momentum and the field, and writes its own component.
  double values = 0;
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    if (grid_.active(axis)) values += size + 5;
    if (!E::magnetised) continue;
    if (!grid_.active(axis)) values += 4 + grid_.dimensions();
    if (grid_.active(axis))
      for (const int other : other_directions(axis)) values += grid_.active(other) ? 6 : 4;
  }
  return {values, double(sizeof(R))};
}

}  // namespace solenoid
