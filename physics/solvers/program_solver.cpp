#include "physics/solvers/program_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "numerics/device/bandwidth.hpp"
#include "numerics/device/host_blocks.hpp"
#include "numerics/vertices/diffusion_limit.hpp"
#include "physics/solvers/program_fields.hpp"
#include "physics/solvers/state_parts.hpp"
#include "physics/solvers/time_step_error.hpp"

namespace solenoid {

// Compiled programs call it of what has loaded them, so that linkers are to keep it, also where no
// program is built in.
[[gnu::used]] void (*const kept_for_compiled_programs)(const HostSpace&, const char*, int,
                                                       void (*)(const void*, int),
                                                       const void*) = run_blocks;

ProgramSolver::ProgramSolver(ProgramTable table, std::unique_ptr<AnyProgramState> state,
                             const Subdomain& grid, const FiniteDifferenceSettings& settings)
    : table_(std::move(table)), state_(std::move(state)), grid_(grid), settings_(settings) {
  state_->set_reductions_each_substep(settings_.reductions_each_substep);
  state_->set_input_precision(settings_.input_precision);
  state_->set_sources(settings_.sources);
  state_->set_tables(settings_.tables);
  for (const auto& [name, own] : settings_.field_boundaries)
    state_->set_boundaries(number_of(name), own);
  if (settings_.time_step <= 0 && !limits_step())
    throw std::invalid_argument(
        "the stencil program declares neither of the reductions signal_speed and diffusivity, so "
        "its time step has to be fixed");
  set_uniforms(settings_.uniforms);
}

void ProgramSolver::set_uniforms(const std::map<std::string, double>& given) {
  std::size_t used = 0;
  for (std::size_t u = 0; u < table_.uniforms.size(); ++u) {
    const auto found = given.find(table_.uniforms[u].name);
    if (found != given.end() && table_.uniforms[u].reduction < 0) {
      state_->set_uniform(u, found->second);
      ++used;
    } else if (!table_.uniforms[u].has_default) {
      throw std::invalid_argument(std::string("the stencil program needs a value of ") +
                                  table_.uniforms[u].name);
    }
  }
  if (used == given.size()) return;
  for (const auto& [name, value] : given) {
    bool known = false;
    for (const ProgramUniform& uniform : table_.uniforms)
      known |= name == uniform.name && uniform.reduction < 0;
    if (!known) throw std::invalid_argument("the stencil program has no uniform " + name);
  }
}

bool ProgramSolver::limits_step() const {
  for (const ProgramReduction& reduction : table_.reductions)
    if (reduction.name == std::string("signal_speed") || diffusivity_degree(reduction.name) > 0)
      return true;
  return false;
}

double ProgramSolver::diffusion_of_all_degrees(double squares) {
  double rate = 0;
  for (const ProgramReduction& reduction : table_.reductions)
    if (const int degree = diffusivity_degree(reduction.name); degree > 0)
      rate += diffusion_rate(reduced(reduction.name), degree, table_.order, squares);
  return rate;
}

int ProgramSolver::number_of(const std::string& name) const {
  for (std::size_t f = 0; f < table_.fields.size(); ++f)
    if (table_.fields[f].of_state() && name == table_.fields[f].name) return int(f);
  throw std::invalid_argument("there is no field " + name);
}

std::vector<StateField> ProgramSolver::state_fields(StateForm) const {
  std::vector<StateField> fields;
  for (const std::string& name : primitive_names()) fields.push_back({name, Placement::vertices});
  return fields;
}

void ProgramSolver::begin_state(StateForm form) {
  form_ = form;
  begun_.assign(table_.fields.size(), false);
}

void ProgramSolver::set_part(const std::string& field, const Box& box, const ConstValues& values) {
  const int f = number_of(field);
  const bool first = !begun_[std::size_t(f)];
  begun_[std::size_t(f)] = true;
  if (form_ == StateForm::stored || settings_.input_precision != Precision::single_precision)
    return state_->set(f, box, values, first);
  with_values(values, [&](const auto* from) {
    const std::vector<float> rounded(from, from + box.values());
    state_->set(f, box, {Precision::single_precision, rounded.data()}, first);
  });
}

void ProgramSolver::finish_state(double time, const std::map<std::string, double>& numbers) {
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

std::vector<std::string> ProgramSolver::primitive_names() const {
  std::vector<std::string> names;
  for (const ProgramField& field : table_.fields)
    if (field.of_state()) names.emplace_back(field.name);
  return names;
}

Gather ProgramSolver::gather_field(const std::string& name) {
  if (is_part_of_state(name)) return gather_part(name);
  const auto output = std::ranges::find(table_.outputs, name);
  if (output == table_.outputs.end()) throw std::invalid_argument("there is no field " + name);
  return state_->gather_output(std::size_t(output - table_.outputs.begin()), time_);
}

bool ProgramSolver::is_part_of_state(const std::string& name) const {
  for (const ProgramField& field : table_.fields)
    if (field.of_state() && name == field.name) return true;
  return false;
}

const std::vector<long double>& ProgramSolver::reductions(Reduced wanted) {
  if (reductions_known_ != Reduced::all && reductions_known_ != wanted) {
    reductions_ = state_->reduce(time_, wanted);
    reductions_known_ = wanted;
  }
  return reductions_;
}

double ProgramSolver::reduced(const std::string& name) {
  for (std::size_t r = 0; r < table_.reductions.size(); ++r)
    if (name == table_.reductions[r].name)
      return double(
          reductions(is_additive(table_.reductions[r].kind) ? Reduced::all : Reduced::extremes)[r]);
  return 0;
}

double ProgramSolver::stable_step() {
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

void ProgramSolver::vary_uniforms(double dt) {
  if (!settings_.varying) return;
  for (const auto& [name, value] : settings_.varying(step_, dt))
    for (std::size_t u = 0; u < table_.uniforms.size(); ++u)
      if (name == table_.uniforms[u].name) state_->set_uniform(u, value);
  ++step_;
}

void ProgramSolver::substep(int number, double time, double dt) {
  if (number == 0) vary_uniforms(dt);
  state_->take_substep(number, time, dt);
  reductions_known_.reset();
  if (number + 1 == substep_count()) time_ = time + dt;
}

std::optional<UnphysicalCell> ProgramSolver::unphysical_cell() {
  bool finite = true;
  for (const long double value : reductions(Reduced::extremes))
    finite = finite && std::isfinite(value);
  if (finite && !table_.reductions.empty()) return std::nullopt;
  std::optional<std::size_t> first;
  for (const std::string& name : primitive_names()) {
    const auto here = state_->not_finite(number_of(name));
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

namespace {
template <class Value>
std::vector<std::pair<std::string, Value>> row_of_history(
    std::span<const ProgramReduction> reductions, const std::vector<long double>& values) {
  std::vector<std::pair<std::string, Value>> row;
  for (std::size_t r = 0; r < reductions.size(); ++r)
    row.emplace_back(reductions[r].name, Value(values[r]));
  return row;
}
}  // namespace

std::vector<std::pair<std::string, double>> ProgramSolver::history() {
  return row_of_history<double>(table_.reductions, reductions(Reduced::all));
}

std::vector<std::pair<std::string, long double>> ProgramSolver::exact_history() {
  return row_of_history<long double>(table_.reductions, reductions(Reduced::all));
}

std::vector<std::string> ProgramSolver::history_labels() const {
  std::vector<std::string> labels;
  for (const ProgramReduction& reduction : table_.reductions) labels.emplace_back(reduction.name);
  return labels;
}

std::map<std::string, double> ProgramSolver::state_numbers() {
  if (!settings_.varying) return {};
  return {{step_name, double(step_)}};
}

TrafficModel ProgramSolver::traffic() const {
  // Pekkila (2019), eq. 5.13: in a substep each field is read, and its new value read and written.
  int evolved = 0;
  for (const ProgramField& field : table_.fields) evolved += field.evolved ? 1 : 0;
  const int sum = traffic_of_sum(settings_.integrator);
  return {double((3 * substeps_of(settings_.integrator) + sum) * evolved),
          double(bytes_of_value(precision()))};
}

double ProgramSolver::copy_bandwidth() {
  // What the memory of a CPU can do is asked of all threads.
#if SOLENOID_HAS_DEVICE
  if (device() == Device::gpu) return measure_copy_bandwidth(DeviceSpace{});
#endif
  return measure_copy_bandwidth(HostSpace{});
}

void link_for_programs() { link_program_fields(); }

}  // namespace solenoid
