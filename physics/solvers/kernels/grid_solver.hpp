#pragma once
/// \file
/// Definitions of GridSolver, for the files that instantiate solvers.

#include <limits>
#include <stdexcept>
#include <utility>

#include "numerics/device/bandwidth.hpp"
#include "physics/solvers/grid_solver.hpp"
#include "physics/solvers/kernels/gather_derived.hpp"
#include "physics/solvers/kernels/grid_terms.hpp"
#include "physics/solvers/kernels/shared_parts.hpp"
#include "physics/solvers/step_numbers.hpp"

SOLENOID_SHARED_PARTS(extern, float);
SOLENOID_SHARED_PARTS(extern, double);

namespace solenoid {

template <class E, class R, class S, class F>
GridSolver<E, R, S, F>::GridSolver(const Subdomain& grid, const Boundaries& boundaries,
                                   const Gas& gas, GhostExtent ghosts, FixedBoundary fixed,
                                   const GravitySettings& gravitation,
                                   const CoolingSettings& cooling, const TermsSettings& terms,
                                   std::vector<std::string> scalars)
    : grid_(grid),
      boundaries_(grid.boundaries(boundaries)),
      scalars_(std::move(scalars)),
      layout_(make_layout(grid, ghosts.layers, int(sizeof(R)), lane_width<HostPack<R>>)),
      neighbours_(grid),
      fixed_values_(grid, std::move(fixed)),
      gas_(gas),
      diagnostics_(space_, layout_),
      gravitation_(grid, gravitation),
      cooling_(grid, cooling, gas.gamma),
      reach_of_terms_(terms.reach),
      terms_(make_terms(terms)) {
  grid_.require_layers(ghosts.layers);
  constants_ = gas_.for_kernels();
  for (const Axis axis : active_axes())
    for (const Side side : {side_lower, side_upper})
      if (boundaries_.kind[axis][side] == BoundaryKind::fixed)
        fixed_values_.add_face(axis, side, ghost_range(layout_, axis, ghosts.layers, ghosts.margin),
                               size + int(scalars_.size()) + (has_centred_copies() ? 3 : 0));
}

template <class E, class R, class S, class F>
std::optional<int> GridSolver<E, R, S, F>::number_of_scalar(const std::string& name) const {
  const auto found = std::find(scalars_.begin(), scalars_.end(), name);
  if (found == scalars_.end()) return std::nullopt;
  return size + int(found - scalars_.begin());
}

template <class E, class R, class S, class F>
int GridSolver<E, R, S, F>::number_of(StateForm form, const std::string& name) const {
  if (const std::optional<int> scalar = number_of_scalar(name)) return *scalar;
  const std::vector<StateField> fields = fields_of(form);
  for (std::size_t f = 0; f < fields.size(); ++f)
    if (fields[f].name == name) return int(f);
  throw std::invalid_argument("the state has no field " + name);
}

template <class E, class R, class S, class F>
std::vector<std::string> GridSolver<E, R, S, F>::primitive_names() const {
  std::vector<std::string> names;
  for (const StateField& field : fields_of(StateForm::primitive)) names.push_back(field.name);
  return names;
}

template <class E, class R, class S, class F>
std::vector<std::string> GridSolver<E, R, S, F>::derived_names() const {
  const auto primitive = primitive_names();
  std::vector<std::string> names;
  for (const auto& [name, field] : derived_fields(E::magnetised, F::staggered, E::gas))
    if (std::find(primitive.begin(), primitive.end(), name) == primitive.end())
      names.push_back(name);
  if (gravitates()) names.emplace_back(potential_field);
  return names;
}

template <class E, class R, class S, class F>
std::vector<Axis> GridSolver<E, R, S, F>::active_axes() const {
  std::vector<Axis> axes;
  for (const Axis axis : {axis_x, axis_y, axis_z})
    if (grid_.active(axis)) axes.push_back(axis);
  if (axes.empty()) axes.push_back(axis_x);
  return axes;
}

template <class E, class R, class S, class F>
Monitor<R> GridSolver<E, R, S, F>::monitor(Axis axis, bool measure,
                                           const std::array<double, 3>& weights) const {
  Monitor<R> monitor;
  monitor.fastest = monitor_.fastest.data();
  monitor.counters = monitor_.counters.data();
  monitor.unphysical = monitor_.unphysical.data();
  monitor.measure = measure;
  for (int d = 0; d < 3; ++d) {
    const int direction = (axis + d) % 3;
    if (grid_.active(direction)) monitor.weights[d] = R(weights[std::size_t(direction)]);
  }
  const R largest = *std::max_element(monitor.weights, monitor.weights + 3);
  monitor.inverse_weight = largest > 0 ? R(1) / largest : R(1);
  return monitor;
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::update_signal() {
  if (second_half_) return;
  if (!signal_known_ && !signal_pending_) {
    measure_signal();
    signal_pending_ = true;
  }
  if (signal_pending_) read_monitor();
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::read_monitor() {
  const auto records = monitor_.take(space_);
  note_counts(records.counters);
  const int unphysical = std::min(records.counters[unphysical_count], monitor_capacity);
  if (unphysical > 0 && first_unphysical_ < 0) {
    const auto cells = on_host(monitor_.unphysical);
    first_unphysical_ = *std::min_element(cells.data(), cells.data() + unphysical);
  }
  if (!signal_pending_) return;
  // What was found in passing does not hold where cells were repaired behind it: then all parts
  // look at their cells anew, as one grid does, since the two ways differ by rounding.
  constexpr double unknown = std::numeric_limits<double>::infinity();
  signal_ = neighbours_.largest(records.counters[repaired_count] > 0 ? unknown : records.fastest);
  // 0: none was above the threshold, in no part.
  if (!(signal_ > 0) || signal_ == unknown) {
    measure_signal();
    signal_ = neighbours_.largest(monitor_.take(space_).fastest);
  }
  signal_pending_ = false;
  signal_known_ = true;
  signal_changed();
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::apply_gravitation(double dt) {
  if (!gravitates()) return;
  gravitation_.kick(space_, fluid(), dt);
}

template <class E, class R, class S, class F>
FluidCells<R> GridSolver<E, R, S, F>::fluid() const {
  return fluid_cells<R>(layout_, E::has_energy, [&](int f) { return stored_field(f); });
}

template <class E, class R, class S, class F>
MagneticCells<R> GridSolver<E, R, S, F>::magnetic_cells() const {
  MagneticCells<R> cells;
  if constexpr (E::magnetised && E::has_energy)
    for (int d = 0; d < 3; ++d) {
      cells.field[std::size_t(d)] = stored_field(5 + d).data() + layout_.origin;
      if (F::staggered && grid_.active(d)) cells.step[std::size_t(d)] = layout_.stride[d];
    }
  return cells;
}

template <class E, class R, class S, class F>
FluidCells<R> GridSolver<E, R, S, F>::shown_gravitation() {
  this->complete_step();
  update_gravitation(time_);
  // It may be another state than the one that steps go on from, to which the potential returns.
  density_changed();
  return fluid_cells<R>(layout_, E::has_energy, [&](int f) { return shown_field(f); });
}

template <class E, class R, class S, class F>
Derive<E, R, F> GridSolver<E, R, S, F>::derive() const {
  Derive<E, R, F> derive{shown(), layout_, {0, 0, 0}, constants_};
  for (int d = 0; d < 3; ++d)
    if (grid_.active(d)) derive.inverse_twice_spacing[d] = R(0.5 / grid_.spacing(d));
  return derive;
}

template <class E, class R, class S, class F>
Gather GridSolver<E, R, S, F>::gather_field(const std::string& name) {
  if (gravitates() && name == potential_field)
    return gravitation_.gather(space_, shown_gravitation());
  if (const std::optional<int> scalar = number_of_scalar(name)) {
    this->begin_showing();
    return [this, from = shown_field(*scalar)](const Box& box, const MutableValues& there) {
      this->show(box);
      gather_box(space_, from.data(), layout_, box, there);
    };
  }
  const auto& known = derived_fields(E::magnetised, F::staggered, E::gas);
  const auto found = known.find(name);
  if (found == known.end()) throw std::invalid_argument("this scheme has no field " + name);
  const DerivedField field = found->second;
  // Parts fill them together, and do not all ask for cells.
  bool lacks_ghosts = this->begin_showing() && needs_neighbours(field);
  if (needs_neighbours(field) && !lacks_ghosts) fill_all_ghosts();
  return [this, field, derive = derive(), lacks_ghosts](const Box& box,
                                                        const MutableValues& there) mutable {
    lacks_ghosts = (this->show(box) && needs_neighbours(field)) || lacks_ghosts;
    if (std::exchange(lacks_ghosts, false)) fill_all_ghosts();
    with_values_of<S>(there, [&]<class Value>(Value* to) {
      using Derived = Derive<E, R, F>;
      using Item = std::conditional_t<is_host_space<S>, GatherRow<Derived, Value>,
                                      GatherValue<Derived, Value>>;
      const auto items =
          is_host_space<S> ? std::size_t(box.count[1]) * std::size_t(box.count[2]) : box.values();
      if constexpr (is_host_space<S>) space_.fence();
      Kokkos::parallel_for("gather field",
                           Kokkos::RangePolicy<TransferSpace<S>, Kokkos::IndexType<int>>(
                               transfer_space(space_), 0, int(items)),
                           Item{derive, field, box, to});
    });
  };
}

template <class E, class R, class S, class F>
std::optional<UnphysicalCell> GridSolver<E, R, S, F>::unphysical_cell() {
  // Within a pair of steps nothing is read back, so that the device is not held up.
  if (!second_half_) read_monitor();
  if (first_unphysical_ < 0) return std::nullopt;
  const int from_origin = int(first_unphysical_) - layout_.origin;
  UnphysicalCell bad;
  const int plane = layout_.stride[2];
  const int row = layout_.stride[1];
  const std::array<int, 3> cell{from_origin % plane % row, from_origin % plane / row,
                                from_origin / plane};
  bad.cell = grid_.in_whole(cell);
  for (int d = 0; d < 3; ++d) bad.position[d] = grid_.centre(d, cell[d]);
  const auto at = std::size_t(first_unphysical_);
  const std::vector<StateField> fields = fields_of(StateForm::stored);
  for (int f = 0; f < size; ++f) {
    const auto value = on_host(Kokkos::subview(shown_field(f), Kokkos::make_pair(at, at + 1)));
    bad.state.emplace_back(fields[std::size_t(f)].name, double(value(0)));
  }
  return bad;
}

template <class E, class R, class S, class F>
std::vector<std::pair<std::string, double>> GridSolver<E, R, S, F>::history() {
  this->complete_step();
  fill_all_ghosts();
  auto row = standard_history(diagnostics_, derive(), grid_.cell_volume(), neighbours_);
  read_monitor();
  read_counts();
  for (const auto& number : shown_counts()) row.push_back(number);
  if (cools()) row.emplace_back(radiated_energy_label, cooling_.radiated_energy());
  if (gravitates())
    row.emplace_back(potential_energy_label,
                     gravitation_.energy(space_, shown_gravitation(), neighbours_));
  return row;
}

template <class E, class R, class S, class F>
std::vector<std::string> GridSolver<E, R, S, F>::history_labels() const {
  std::vector<std::string> labels = standard_history_labels<E>();
  for (const auto& [label, value] : counts()) labels.push_back(label);
  if (cools()) labels.emplace_back(radiated_energy_label);
  if (gravitates()) labels.emplace_back(potential_energy_label);
  return labels;
}

template <class E, class R, class S, class F>
std::vector<std::string> GridSolver<E, R, S, F>::conserved_labels() const {
  return conserved_history_labels<E>();
}

template <class E, class R, class S, class F>
Gather GridSolver<E, R, S, F>::gather_part(const std::string& field) {
  const Array from = stored_field(number_of(StateForm::stored, field));
  return [this, from](const Box& box, const MutableValues& there) {
    gather_box(space_, from.data(), layout_, box, there);
  };
}

template <class E, class R, class S, class F>
std::map<std::string, double> GridSolver<E, R, S, F>::state_numbers() {
  read_monitor();
  read_counts();
  std::map<std::string, double> numbers{{signal_number, signal_},
                                        {signal_known_number, signal_known_ ? 1.0 : 0.0},
                                        {second_half_number, second_half_ ? 1.0 : 0.0}};
  for (const auto& some : {counts(), scheme_numbers()}) numbers.insert(some.begin(), some.end());
  numbers.merge(cooling_.numbers());
  return numbers;
}

template <class E, class R, class S, class F>
double GridSolver<E, R, S, F>::number_in(const std::map<std::string, double>& numbers,
                                         const std::string& name) {
  const auto found = numbers.find(name);
  if (found == numbers.end())
    throw std::invalid_argument("the checkpoint lacks the number " + name);
  return found->second;
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::begin_state(StateForm form) {
  form_ = form;
  begun_.assign(std::size_t(size) + scalars_.size(), false);
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::set_part(const std::string& field, const Box& box,
                                      const ConstValues& values) {
  const int f = number_of(form_, field);
  R* const target = (form_ == StateForm::stored ? stored_field(f) : primitive_field(f)).data();
  if (begun_[std::size_t(f)])
    set_box(space_, target, layout_, box, values);
  else
    set_first_box(space_, target, layout_, box, values);
  begun_[std::size_t(f)] = true;
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::finish_state(double time,
                                          const std::map<std::string, double>& numbers) {
  const std::vector<StateField> fields = fields_of(form_);
  for (const StateField& field : fields)
    if (!begun_[std::size_t(number_of(form_, field.name))])
      throw std::invalid_argument("the state lacks " + field.name);
  first_unphysical_ = -1;
  signal_pending_ = false;
  density_changed();
  time_ = time;
  if (form_ == StateForm::primitive) {
    convert_primitive_fields();
    space_.fence();
    second_half_ = signal_known_ = false;
    signal_ = -1;
    forget_counts();
    cooling_.go_on({});
  } else {
    signal_ = number_in(numbers, signal_number);
    signal_known_ = number_in(numbers, signal_known_number) != 0;
    second_half_ = number_in(numbers, second_half_number) != 0;
    set_counts(numbers);
    cooling_.go_on(numbers);
    signal_changed();
    set_scheme_numbers(numbers);
  }
}

template <class E, class R, class S, class F>
double GridSolver<E, R, S, F>::copy_bandwidth() {
  return measure_copy_bandwidth(space_);
}

template <class E, class R, class S, class F>
void GridSolver<E, R, S, F>::update_fixed_values(Axis axis, double time) {
  const Constants constants = gas_.for_host();
  fixed_values_.update(axis, time, [&](int, const auto& given, const auto& value) {
    const auto primitive = [&](int f, int place) {
      return E::is_psi(f) ? R(0) : R(given(E::primitive_names[f], place));
    };
    typename E::template Primitive<R> w{};
    for (int f = 0; f < E::size; ++f) w.values[f] = primitive(f, cell_centres);
    const auto u = E::conserved(w, constants);
    for (int f = 0; f < size; ++f) {
      const int place = place_of(f);
      const bool on_faces = place != cell_centres && grid_.active(place);
      value(f) = on_faces ? primitive(f, place) : u.values[f];
    }
    for (std::size_t s = 0; s < scalars_.size(); ++s)
      value(size + int(s)) = R(given(scalars_[s].c_str(), cell_centres));
    if (has_centred_copies())
      for (int f = 5; f < size; ++f) value(number_behind_faces(f)) = u.values[f];
  });
}

}  // namespace solenoid
