#pragma once
/// \file
/// Definitions of MusclHancockSolver, for the files that instantiate it.

#include "numerics/schemes/muscl_hancock_update.hpp"
#include "physics/solvers/kernels/dispatch_sweep.hpp"
#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/kernels/muscl_hancock_ghosts.hpp"
#include "physics/solvers/kernels/muscl_hancock_measures.hpp"
#include "physics/solvers/kernels/muscl_hancock_outputs.hpp"
#include "physics/solvers/kernels/muscl_hancock_shearing.hpp"
#include "physics/solvers/kernels/muscl_hancock_terms.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"
#include "physics/solvers/step_numbers.hpp"

namespace solenoid {

/// Converts a whole array, padding included, from primitive to conserved variables.
template <class Equations, class Real>
struct ConvertToConserved {
  const Real* from;
  Real* to;
  std::ptrdiff_t field_stride;
  typename Equations::template Parameters<Real> equations;

  KOKKOS_FUNCTION void operator()(const int i) const {
    typename Equations::template Primitive<Real> w;
    for (int f = 0; f < Equations::size; ++f) w.values[f] = from[f * field_stride + i];
    const auto u = Equations::conserved(w, equations);
    for (int f = 0; f < Equations::size; ++f) to[f * field_stride + i] = u.values[f];
  }
};

/// target = scale * (target + other), element by element.
template <class Real>
struct AddAndScale {
  Real* target;
  const Real* other;
  Real scale;
  KOKKOS_FUNCTION void operator()(const std::size_t i) const {
    target[i] = scale * (target[i] + other[i]);
  }
};

template <class E, class R, class S>
MusclHancockSolver<E, R, S>::MusclHancockSolver(const Subdomain& grid, const Boundaries& boundaries,
                                                const MusclHancockSettings& settings,
                                                FixedBoundary fixed)
    : Base(grid, boundaries, settings.gas(), muscl_hancock_ghosts(settings), std::move(fixed),
           settings.gravitation, settings.cooling, settings.terms, settings.scalars),
      settings_(settings),
      courant_number_(settings.courant_number, settings.courant_number_with_shocks, grid.whole),
      state_(make_field_array<R>(space_, "state", layout_, field_count())),
      spare_(make_field_array<R>(space_, "new state", layout_, field_count())),
      repairs_(grid, layout_, settings,
               settings.reconstruction == Reconstruction::weno_z ? FaceCounts::limited_too
                                                                 : FaceCounts::repaired,
               E::has_energy),
      sources_(grid, settings.sources),
      driving_(grid, settings.driving, settings.gas()),
      carried_(space_, layout_, size, scalars_.size(), settings.limiter),
      shearing_(grid, layout_, settings.shearing_box, sheared_state(int(scalars_.size())),
                settings.limiter, boundaries.kind[axis_x]) {
  if (settings_.splitting == Splitting::symmetric)
    for (auto& array : extra_)
      array = make_field_array<R>(space_, "state of another order", layout_, field_count());
  set_cleaning_speed();
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::set_cleaning_speed() {
  if constexpr (E::magnetised) {
    const double speed = signal_ > 0 ? signal_ : 1.0;
    constants_.cleaning_speed = R(speed);
    constants_.cleaning_speed_squared = R(speed * speed);
    constants_.inverse_cleaning_speed = R(1.0 / speed);
  }
}

template <class E, class R, class S>
Monitor<R> MusclHancockSolver<E, R, S>::monitor(Axis axis, bool measure) const {
  // The cleaning waves have the largest speed everywhere, so speeds count as they are.
  std::array<double, 3> weights{1, 1, 1};
  if (!E::magnetised)
    for (int d = 0; d < 3; ++d) weights[std::size_t(d)] = 1.0 / grid_.spacing(d);
  return Base::monitor(axis, measure, weights);
}

template <class E, class R, class S>
auto MusclHancockSolver<E, R, S>::stored_field(int field) const -> Array {
  return field_of(state_, layout_, field);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::convert_primitive_fields() {
  for (int f = 0; f < size; ++f)
    if (E::is_psi(f)) clear(space_, primitive_field(f));
  Kokkos::parallel_for(
      "to conserved",
      Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space_, 0, int(layout_.field_stride)),
      ConvertToConserved<E, R>{spare_.data(), state_.data(), layout_.field_stride, constants_});
}

template <class E, class R, class S>
double MusclHancockSolver<E, R, S>::longest_step() const {
  if (!(signal_ > 0)) return 0;
  double width = 1;
  if constexpr (E::magnetised) {
    // The cleaning waves run at the global maximum in every direction: the narrowest cell limits.
    width = std::numeric_limits<double>::max();
    for (const Axis axis : this->active_axes()) width = std::min(width, grid_.spacing(axis));
  }
  return courant_number_.value() * width / signal_;
}

template <class E, class R, class S>
double MusclHancockSolver<E, R, S>::stable_step() {
  this->update_signal();
  const double pushed =
      driving_.longest_step(space_, this->fluid(), this->magnetic_cells(), this->neighbours_);
  return this->step_with_cooling(std::min(longest_step(), pushed));
}

template <class E, class R, class S>
double MusclHancockSolver<E, R, S>::damping_factor(double time) const {
  if (time == 0) return 1;
  const double length = settings_.damping_length;
  switch (settings_.damping) {
    case DivergenceDamping::dedner:
    case DivergenceDamping::listing:
      return std::exp(-time * signal_ / length);
    case DivergenceDamping::paper:
      return std::exp(-time / (length * length));
    case DivergenceDamping::none:
      break;
  }
  return 1.0;
}

template <class E, class R, class S>
std::vector<Axis> MusclHancockSolver<E, R, S>::ordered_axes() const {
  const std::vector<Axis> active = this->active_axes();
  std::vector<Axis> axes;
  for (const Axis axis : axes_in(settings_.order))
    if (std::find(active.begin(), active.end(), axis) != active.end()) axes.push_back(axis);
  return axes;
}

template <class E, class R, class S>
std::vector<PlannedSweep> MusclHancockSolver<E, R, S>::planned_sweeps(double time,
                                                                      double dt) const {
  std::vector<Axis> axes = ordered_axes();
  if (merges())
    return merged_sweeps(axes, time, dt, unfinished_, {longest_step(), courant_number_.value()},
                         damps_every_sweep());
  if (second_half_) std::reverse(axes.begin(), axes.end());
  return sweeps_one_by_one(axes, time, dt, damps_every_sweep());
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::advance(double time, double dt) {
  if (signal_ < 0) static_cast<void>(stable_step());
  if (courant_number_.looking()) this->read_monitor();
  time_ = time;
  shown_cells_.forget();
  const bool symmetric =
      settings_.splitting == Splitting::symmetric && this->active_axes().size() > 1;
  // In the middle of the step they are those of a scheme that is the same forwards and backwards.
  sources_.update(time + dt / 2);
  this->update_gravitation(time + dt / 2);
  shearing_.begin(time);
  if (symmetric) apply_terms(time, dt / 2, true);
  if (!symmetric && !merges() && second_half_) apply_terms(time, dt, true);
  if (!merges()) apply_sources(dt / 2);
  if (!merges()) this->apply_gravitation(dt / 2);
  if (symmetric)
    advance_symmetric(time, dt);
  else
    advance_in_order(time, dt);
  if (!merges()) this->apply_gravitation(dt / 2);
  if (!merges()) apply_sources(dt / 2);
  if (!symmetric && !merges() && !second_half_) apply_terms(time, dt, false);
  if (symmetric) apply_terms(time + dt / 2, dt / 2, false);
  shearing_.begin(time + dt);
  if (merges()) unfinished_ = dt / 2;
  signal_known_ = false;
  second_half_ = !second_half_ && !symmetric;
  time_ = time + dt;
  if (!second_half_ && courant_number_.end_pair()) look_at_flow();
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::advance_in_order(double time, double dt) {
  // Sources may change cells after the sweep that measures them. (The forces of a shearing box
  // hardly change the fastest signal in half a step.)
  const bool kicked = this->gravitates() && !merges();
  const bool measures = second_half_ && !sources_.active() && !kicked;
  const std::vector<PlannedSweep> sweeps = planned_sweeps(time, dt);
  const Axis last = ordered_axes().back();
  for (std::size_t n = 0; n < sweeps.size(); ++n) {
    const PlannedSweep& planned = sweeps[n];
    const PlannedSweep* next = n + 1 < sweeps.size() ? &sweeps[n + 1] : nullptr;
    if (next != nullptr && !can_send_beside(planned, *next)) next = nullptr;
    // Of sweeps that share, this one lies in the middle of the step.
    const bool middle = merges() && planned.axis == last;
    if (middle && second_half_) apply_terms(time, dt, true);
    if (middle && second_half_) this->apply_gravitation(dt);
    if (middle) apply_sources(dt / 2);
    sweep(planned, measures && &planned == &sweeps.back(), state_, spare_, next);
    std::swap(state_, spare_);
    if (middle) apply_sources(dt / 2);
    if (middle && !second_half_) this->apply_gravitation(dt);
    if (middle && !second_half_) apply_terms(time, dt, false);
  }
  signal_pending_ = measures;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::apply_sources(double dt) {
  if (sources_.active()) sources_.apply(space_, this->fluid(), dt);
  if (shearing_.active()) apply_shearing_forces(dt);
}

template <class E, class R, class S>
auto MusclHancockSolver<E, R, S>::scheme_numbers() const -> Numbers {
  Numbers numbers = courant_number_.numbers();
  if (unfinished_ > 0) {
    numbers.emplace_back(unfinished_sweep_number, unfinished_);
    numbers.emplace_back(unfinished_axis_number, double(ordered_axes().front()));
  }
  return driving_.with_checkpoint_numbers(std::move(numbers));
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::set_scheme_numbers(const std::map<std::string, double>& numbers) {
  shown_cells_.forget();
  unfinished_ = 0;
  courant_number_.go_on(numbers);
  if (!numbers.contains(unfinished_sweep_number)) return;
  unfinished_ = this->number_in(numbers, unfinished_sweep_number);
  const Axis axis = Axis(int(this->number_in(numbers, unfinished_axis_number)));
  shearing_.begin(time_);
  if (merges() && axis == ordered_axes().front()) return;
  // Another splitting has no step that takes this sweep along. It has the signal that it has for
  // outputs.
  this->update_signal();
  sweep(closing_sweep(axis, time_, unfinished_), false, state_, spare_);
  std::swap(state_, spare_);
  unfinished_ = 0;
  signal_known_ = false;
}

template <class E, class R, class S>
auto MusclHancockSolver<E, R, S>::sweep_task(const PlannedSweep& planned, bool measure,
                                             const Array& in, const Array& out) const
    -> SweepTask<E, R, S> {
  const Axis axis = planned.axis;
  SweepTask<E, R, S> task{};
  task.layout = layout_;
  task.axis = axis;
  task.in = in.data();
  task.out = out.data();
  task.reconstruction = settings_.reconstruction;
  task.equations = constants_;
  task.limiter = settings_.limiter;
  task.dt = planned.dt;
  task.spacing = grid_.spacing(axis);
  task.gravity = settings_.gravity[axis];
  task.damping = damping_factor(planned.damped_time);
  task.monitor = monitor(axis, measure);
  if (measure) task.monitor.threshold = this->signal_threshold();
  task.boundaries = boundaries_.kind[axis];
  // A symmetric step is the mean of its orders, and so is the energy that floors add.
  const bool symmetric = settings_.splitting == Splitting::symmetric;
  const int orders = symmetric ? (grid_.dimensions() == 3 ? 6 : grid_.dimensions()) : 1;
  task.cell_volume = grid_.cell_volume() / std::max(orders, 1);
  task.repair = repairs_.settings();
  task.repair_storage = repairs_.storage();
  ask_for_outermost_fluxes(task);
  if (scalars_.size() == 1 && takes_scalar_along(task)) {
    task.scalar_in = in.data() + size * layout_.field_stride;
    task.scalar_out = out.data() + size * layout_.field_stride;
  } else {
    task.mass_flux = carried_.mass_flux();
  }
  task.period = reads_around(task) ? layout_.cells[axis] : 0;
  return task;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::sweep(const PlannedSweep& planned, bool measure, const Array& in,
                                        const Array& out, const PlannedSweep* next) {
  const Axis axis = planned.axis;
  this->density_changed();
  const SweepTask<E, R, S> task = sweep_task(planned, measure, in, out);
  if (task.period == 0) fill_ghosts_of(axis, planned.time, in);
  if (next != nullptr) return sweep_outer_cells_first(task, out, *next);
  dispatch_sweep<E, R, S>(space_, settings_.riemann, task);
  join_outermost_fluxes(task, out);
  if (task.mass_flux != nullptr)
    carried_.update(space_, axis, in, out, planned.dt / task.spacing, task.period);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::advance_symmetric(double time, double dt) {
  std::vector<Axis> order = this->active_axes();
  std::sort(order.begin(), order.end());
  int orders = 0;
  const Array work[2] = {spare_, extra_[0]};
  const Array& sum = extra_[1];
  const auto elements = std::size_t(layout_.elements(size));
  using Policy = Kokkos::RangePolicy<S, Kokkos::IndexType<std::size_t>>;
  do {
    Array in = state_;
    int turn = 0;
    for (const PlannedSweep& planned : sweeps_one_by_one(order, time, dt, damps_every_sweep())) {
      const Array& out = work[turn++ % 2];
      sweep(planned, false, in, out);
      in = out;
    }
    if (orders++ == 0) {
      copy(space_, sum, in);
      continue;
    }
    carried_.join_mean(space_, sum, in);
    Kokkos::parallel_for("add orders", Policy(space_, 0, elements),
                         AddAndScale<R>{sum.data(), in.data(), R(1)});
  } while (std::next_permutation(order.begin(), order.end()));
  clear(space_, state_);
  Kokkos::parallel_for("mean of orders", Policy(space_, 0, elements),
                       AddAndScale<R>{state_.data(), sum.data(), R(1.0 / orders)});
  carried_.copy_to(space_, state_, sum);
}

template <class E, class R, class S>
TrafficModel MusclHancockSolver<E, R, S>::traffic() const {
  // Of three axes that merge, one is swept twice a step.
  const std::size_t axes = this->active_axes().size();
  const std::size_t sweeps = merges() && axes == 3 ? 4 : axes;
  double passes = double(sweeps);
  if (shearing_.slides()) passes += 1;
  double values = 2.0 * field_count() * passes;
  // Of each of two kicks by a shearing box: momenta and energy, the density, B_x and B_y.
  if (shearing_.active()) values += 2.0 * (5 + (E::has_energy ? 2 : 0) + (E::magnetised ? 3 : 0));
  return {values, double(sizeof(R))};
}

}  // namespace solenoid
