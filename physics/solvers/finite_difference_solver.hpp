#pragma once
/// \file
/// The solver `finite-difference`: any stencil program behind the interface of solvers.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "numerics/device/bandwidth.hpp"
#include "numerics/vertices/diffusion_limit.hpp"
#include "physics/solvers/finite_difference.hpp"
#include "physics/solvers/finite_differences.hpp"
#include "physics/solvers/substeps.hpp"
#include "physics/solvers/time_step_error.hpp"

namespace solenoid {

/// `Program` as stencilc makes it (numerics/vertices/stencil_program.hpp). Its fields are the
/// primitive ones; histories are its reductions.
template <class Program, class Real, class Space>
class FiniteDifferenceSolver : public Solver, public Substeps {
 public:
  /// Throws std::invalid_argument for an unknown uniform, one without value, a grid or boundaries
  /// that finite differences do not have, and a program that says nothing about the time step if
  /// that is not fixed.
  FiniteDifferenceSolver(const Subdomain& grid, const Boundaries& boundaries,
                         const FiniteDifferenceSettings& settings, FixedBoundary fixed = {});

  [[nodiscard]] const Subdomain& part() const override { return grid_; }
  [[nodiscard]] Precision precision() const override { return precision_of_type<Real>; }
  [[nodiscard]] std::vector<StateField> state_fields(StateForm form) const override;
  void begin_state(StateForm form) override;
  void set_part(const std::string& field, const Box& box, const ConstValues& values) override;
  void finish_state(double time, const std::map<std::string, double>& numbers) override;
  [[nodiscard]] Device device() const override { return state_.device; }
  [[nodiscard]] Gather gather_part(const std::string& field) override {
    return state_.gather(number_of(field));
  }
  [[nodiscard]] std::map<std::string, double> state_numbers() override;
  [[nodiscard]] Gather gather_field(const std::string& name) override;
  [[nodiscard]] std::vector<std::string> primitive_names() const override;
  [[nodiscard]] std::vector<std::string> derived_names() const override {
    return output_names(typename Program::Outputs{});
  }
  [[nodiscard]] double stable_step() override;
  void advance(double time, double dt) override {
    for (int s = 0; s < substep_count(); ++s) substep(s, time, dt);
  }
  [[nodiscard]] int substep_count() const override { return substeps_of(settings_.integrator); }
  void substep(int number, double time, double dt) override;
  [[nodiscard]] Gather gather_rate(const std::string& field, double time) override {
    return state_.gather_rate(number_of(field), time);
  }
  [[nodiscard]] int ghost_layers() const override { return Program::radius; }
  [[nodiscard]] Gather gather_with_ghosts(const std::string& field, double time) override {
    return state_.gather_with_ghosts(number_of(field), time);
  }
  [[nodiscard]] std::optional<UnphysicalCell> unphysical_cell() override;
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override {
    return row_of_history<double>();
  }
  [[nodiscard]] std::vector<std::pair<std::string, long double>> exact_history() override {
    return row_of_history<long double>();
  }
  [[nodiscard]] std::vector<std::string> history_labels() const override {
    std::vector<std::string> labels;
    for (const ProgramReduction& reduction : Program::reductions)
      labels.emplace_back(reduction.name);
    return labels;
  }
  [[nodiscard]] std::vector<std::string> conserved_labels() const override { return {}; }
  [[nodiscard]] TrafficModel traffic() const override;
  [[nodiscard]] double copy_bandwidth() override;
  void wait() override { state_.wait(); }

 private:
  static constexpr std::size_t reduction_count = std::size_t(Program::Reductions::outputs);
  static constexpr const char* step_name = "varied_steps";

  template <class... Pass>
  static std::vector<std::string> output_names(ProgramPasses<Pass...>) {
    return {Pass::name...};
  }
  /// The output of this name. Throws std::invalid_argument.
  template <class... Pass>
  Gather gather_output(const std::string& name, ProgramPasses<Pass...>);
  static bool is_part_of_state(const std::string& name);
  /// The number of a field that is part of the state. Throws std::invalid_argument.
  static int number_of(const std::string& name);
  void set_uniforms(const std::map<std::string, double>& given);
  /// Sets the uniforms that change from step to step.
  void vary_uniforms(double dt);
  /// The reductions of the present state, computed once. Steps ask for extremes alone, which cost
  /// less.
  const std::array<Real, reduction_count>& reductions(Reduced wanted);
  template <class Value>
  [[nodiscard]] std::vector<std::pair<std::string, Value>> row_of_history();
  /// The largest value of a reduction in any part, or 0 if the program does not declare it.
  double reduced(const std::string& name);
  /// Whether the program declares a reduction that limits the time step.
  static bool limits_step();
  /// dt times this is limited by the diffusive number: diffusivities of all degrees together.
  double diffusion_of_all_degrees(double squares);

  Subdomain grid_;
  FiniteDifferenceSettings settings_;
  FiniteDifferences<Program, Real, Space> state_;
  double time_ = 0;
  std::uint64_t step_ = 0;  ///< counted where uniforms vary, and in checkpoints then
  std::array<Real, reduction_count> reductions_{};
  std::optional<Reduced> reductions_known_;
  StateForm form_ = StateForm::stored;                ///< of the state that is being set
  std::array<bool, Program::fields.size()> begun_{};  ///< which of its fields were
};

template <class P, class R, class S>
FiniteDifferenceSolver<P, R, S>::FiniteDifferenceSolver(const Subdomain& grid,
                                                        const Boundaries& boundaries,
                                                        const FiniteDifferenceSettings& settings,
                                                        FixedBoundary fixed)
    : grid_(grid),
      settings_(settings),
      state_(grid, boundaries, std::move(fixed), settings.integrator) {
  state_.set_reductions_each_substep(settings_.reductions_each_substep);
  state_.set_input_precision(settings_.input_precision);
  state_.set_sources(settings_.sources);
  for (const auto& [name, own] : settings_.field_boundaries)
    state_.set_boundaries(number_of(name), own);
  if (settings_.time_step <= 0 && !limits_step())
    throw std::invalid_argument(
        "the stencil program declares neither of the reductions signal_speed and diffusivity, so "
        "its time step has to be fixed");
  set_uniforms(settings_.uniforms);
}

template <class P, class R, class S>
void FiniteDifferenceSolver<P, R, S>::set_uniforms(const std::map<std::string, double>& given) {
  std::size_t used = 0;
  for (std::size_t u = 0; u < P::uniforms.size(); ++u) {
    const auto found = given.find(P::uniforms[u].name);
    if (found != given.end() && P::uniforms[u].reduction < 0) {
      state_.uniforms()[u] = state_.input(found->second);
      ++used;
    } else if (!P::uniforms[u].has_default) {
      throw std::invalid_argument(std::string("the stencil program needs a value of ") +
                                  P::uniforms[u].name);
    }
  }
  if (used == given.size()) return;
  for (const auto& [name, value] : given) {
    bool known = false;
    for (const ProgramUniform& uniform : P::uniforms)
      known |= name == uniform.name && uniform.reduction < 0;
    if (!known) throw std::invalid_argument("the stencil program has no uniform " + name);
  }
}

template <class P, class R, class S>
bool FiniteDifferenceSolver<P, R, S>::limits_step() {
  for (const ProgramReduction& reduction : P::reductions)
    if (reduction.name == std::string("signal_speed") || diffusivity_degree(reduction.name) > 0)
      return true;
  return false;
}

template <class P, class R, class S>
double FiniteDifferenceSolver<P, R, S>::diffusion_of_all_degrees(double squares) {
  double rate = 0;
  for (const ProgramReduction& reduction : P::reductions)
    if (const int degree = diffusivity_degree(reduction.name); degree > 0)
      rate += diffusion_rate(reduced(reduction.name), degree, P::order, squares);
  return rate;
}

template <class P, class R, class S>
int FiniteDifferenceSolver<P, R, S>::number_of(const std::string& name) {
  for (std::size_t f = 0; f < P::fields.size(); ++f)
    if (P::fields[f].of_state() && name == P::fields[f].name) return int(f);
  throw std::invalid_argument("there is no field " + name);
}

template <class P, class R, class S>
std::vector<StateField> FiniteDifferenceSolver<P, R, S>::state_fields(StateForm) const {
  std::vector<StateField> fields;
  for (const std::string& name : primitive_names()) fields.push_back({name, Placement::vertices});
  return fields;
}

template <class P, class R, class S>
void FiniteDifferenceSolver<P, R, S>::begin_state(StateForm form) {
  form_ = form;
  begun_.fill(false);
}

template <class P, class R, class S>
void FiniteDifferenceSolver<P, R, S>::set_part(const std::string& field, const Box& box,
                                               const ConstValues& values) {
  const int f = number_of(field);
  const bool first = !std::exchange(begun_[std::size_t(f)], true);
  if (form_ == StateForm::stored || settings_.input_precision != Precision::single_precision)
    return state_.set(f, box, values, first);
  with_values(values, [&](const auto* from) {
    const std::vector<float> rounded(from, from + box.values());
    state_.set(f, box, {Precision::single_precision, rounded.data()}, first);
  });
}

template <class P, class R, class S>
void FiniteDifferenceSolver<P, R, S>::finish_state(double time,
                                                   const std::map<std::string, double>& numbers) {
  for (const std::string& name : primitive_names())
    if (!begun_[std::size_t(number_of(name))])
      throw std::invalid_argument("the state lacks " + name);
  if (form_ == StateForm::stored && settings_.varying) {
    const auto found = numbers.find(step_name);
    if (found == numbers.end())
      throw std::invalid_argument("the checkpoint is of a run whose uniforms did not vary");
    step_ = std::uint64_t(found->second);
  }
  time_ = time;
  reductions_known_.reset();
}

template <class P, class R, class S>
std::vector<std::string> FiniteDifferenceSolver<P, R, S>::primitive_names() const {
  std::vector<std::string> names;
  for (const ProgramField& field : P::fields)
    if (field.of_state()) names.emplace_back(field.name);
  return names;
}

template <class P, class R, class S>
Gather FiniteDifferenceSolver<P, R, S>::gather_field(const std::string& name) {
  if (is_part_of_state(name)) return gather_part(name);
  return gather_output(name, typename P::Outputs{});
}

template <class P, class R, class S>
template <class... Pass>
Gather FiniteDifferenceSolver<P, R, S>::gather_output(const std::string& name,
                                                      ProgramPasses<Pass...>) {
  Gather gather;
  [[maybe_unused]] const auto one = [&]<class Q>() {
    if (!gather && name == Q::name) gather = state_.template gather_output<Q>(time_);
  };
  (one.template operator()<Pass>(), ...);
  if (!gather) throw std::invalid_argument("there is no field " + name);
  return gather;
}

template <class P, class R, class S>
bool FiniteDifferenceSolver<P, R, S>::is_part_of_state(const std::string& name) {
  for (const ProgramField& field : P::fields)
    if (field.of_state() && name == field.name) return true;
  return false;
}

template <class P, class R, class S>
auto FiniteDifferenceSolver<P, R, S>::reductions(Reduced wanted)
    -> const std::array<R, reduction_count>& {
  if (reductions_known_ != Reduced::all && reductions_known_ != wanted) {
    reductions_ = state_.reductions(time_, wanted);
    reductions_known_ = wanted;
  }
  return reductions_;
}

template <class P, class R, class S>
double FiniteDifferenceSolver<P, R, S>::reduced(const std::string& name) {
  for (std::size_t r = 0; r < reduction_count; ++r)
    if (name == P::reductions[r].name)
      return double(
          reductions(is_additive(P::reductions[r].kind) ? Reduced::all : Reduced::extremes)[r]);
  return 0;
}

template <class P, class R, class S>
double FiniteDifferenceSolver<P, R, S>::stable_step() {
  if (settings_.time_step > 0) return settings_.time_step;
  double squares = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (grid_.active(axis)) squares += 1 / (grid_.spacing(axis) * grid_.spacing(axis));
  const double speed = reduced("signal_speed");
  const double diffusivity = reduced("diffusivity");
  const double stable = std::min(settings_.courant_number / (speed * std::sqrt(squares)),
                                 settings_.diffusive_number / diffusion_of_all_degrees(squares));
  if (std::isinf(stable))
    throw TimeStepError(
        "nothing limits the time step: all that the stencil program declares to limit it, "
        "signal_speed and diffusivity, is 0; fix 'time_step' in [solver]");
  if (!amplifies_waves(settings_.integrator) || speed == 0) return stable;
  if (diffusivity == 0)
    throw TimeStepError(
        std::string("'integrator' in [solver]: ") + name_of(settings_.integrator) +
        " amplifies waves that nothing damps, however short the time step is, and the diffusivity "
        "is 0: expected rk3 or rk4, or a fixed 'time_step'");
  return std::min(stable, settings_.courant_number *
                              damped_wave_step(settings_.integrator, speed, diffusivity, squares));
}

template <class P, class R, class S>
void FiniteDifferenceSolver<P, R, S>::vary_uniforms(double dt) {
  if (!settings_.varying) return;
  for (const auto& [name, value] : settings_.varying(step_, dt))
    for (std::size_t u = 0; u < P::uniforms.size(); ++u)
      if (name == P::uniforms[u].name) state_.uniforms()[u] = state_.input(value);
  ++step_;
}

template <class P, class R, class S>
void FiniteDifferenceSolver<P, R, S>::substep(int number, double time, double dt) {
  if (number == 0) vary_uniforms(dt);
  state_.take_substep(number, time, dt);
  reductions_known_.reset();
  if (number + 1 == substep_count()) time_ = time + dt;
}

template <class P, class R, class S>
std::optional<UnphysicalCell> FiniteDifferenceSolver<P, R, S>::unphysical_cell() {
  bool finite = true;
  for (const R value : reductions(Reduced::extremes)) finite = finite && std::isfinite(value);
  if (finite && reduction_count > 0) return std::nullopt;
  std::optional<std::size_t> first;
  for (const std::string& name : primitive_names()) {
    const auto here = state_.not_finite(number_of(name));
    if (here && (!first || *here < *first)) first = here;
  }
  if (!first) return std::nullopt;
  UnphysicalCell found;
  const std::array<int, 3> cell = whole_field(grid_, Placement::vertices).at(*first);
  found.cell = grid_.in_whole(cell);
  for (std::size_t axis = 0; axis < 3; ++axis)
    found.position[axis] = grid_.centre(int(axis), cell[axis]);
  for (const std::string& name : primitive_names()) {
    double value = 0;
    get_part(name, {cell, {1, 1, 1}}, {Precision::double_precision, &value});
    found.state.emplace_back(name, value);
  }
  return found;
}

template <class P, class R, class S>
template <class Value>
std::vector<std::pair<std::string, Value>> FiniteDifferenceSolver<P, R, S>::row_of_history() {
  std::vector<std::pair<std::string, Value>> row;
  for (std::size_t r = 0; r < reduction_count; ++r)
    row.emplace_back(P::reductions[r].name, Value(reductions(Reduced::all)[r]));
  return row;
}

template <class P, class R, class S>
std::map<std::string, double> FiniteDifferenceSolver<P, R, S>::state_numbers() {
  if (!settings_.varying) return {};
  return {{step_name, double(step_)}};
}

template <class P, class R, class S>
TrafficModel FiniteDifferenceSolver<P, R, S>::traffic() const {
  // Pekkila (2019), eq. 5.13: in a substep each field is read, and its new value read and written.
  int evolved = 0;
  for (const ProgramField& field : P::fields) evolved += field.evolved ? 1 : 0;
  // The sum of stages reads three values and writes one.
  const int sum = settings_.integrator == Integrator::rk4 ? 4 : 0;
  return {double((3 * substeps_of(settings_.integrator) + sum) * evolved), double(sizeof(R))};
}

template <class P, class R, class S>
double FiniteDifferenceSolver<P, R, S>::copy_bandwidth() {
  // What the memory of a CPU can do is asked of all threads.
  using Copy = std::conditional_t<is_host_space<S>, HostSpace, S>;
  return measure_copy_bandwidth(Copy{}, std::size_t(is_host_space<S> ? 256 : 2048) << 20);
}

}  // namespace solenoid
