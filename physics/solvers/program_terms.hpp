#pragma once
/// \file
/// Terms of a fluid by a program of the stencil language (physics/solvers/split_terms.hpp).

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "numerics/vertices/diffusion_limit.hpp"
#include "numerics/vertices/vertex_passes.hpp"
#include "numerics/vertices/vertex_reductions.hpp"
#include "physics/solvers/program_tables.hpp"
#include "physics/solvers/split_terms.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// `Program` as stencilc makes it (numerics/vertices/stencil_program.hpp), of whose fields those
/// that are not auxiliary have the names of the fluid's stored ones and are read in its memory. In
/// equations d_t stands for the terms alone.
///
/// Programs that declare diffusivities, or decay_rate, and no signal_speed go in super time steps
/// (numerics/vertices/super_time_steps.hpp), as many stages as the largest diffusivity of the
/// present state asks for, and in so many steps that of what decays no more than half does so in
/// one (a step of more stages than three is no mean of neighbours: where it leaves no pressure, it
/// is taken again in steps of three); others in steps of Shu and Osher's third-order scheme
/// (numerics/vertices/runge_kutta.hpp), as many as their limits ask for. Both write the fields
/// that have an equation to four places: the state, the fluid's spare memory, and two of their own.
/// Where that would be very many steps for what decays, and some of it is local, each cell
/// integrates that on its own (physics/solvers/stiff_terms.hpp) for half of the time before
/// and half of it behind the others.
template <class Program, class Real, class Space>
class ProgramTerms final : public Terms<Real, Space> {
 public:
  /// Throws std::invalid_argument for fields that the fluid does not have or that are not to
  /// change, and uniforms and tables that are not given.
  explicit ProgramTerms(const TermsArguments& arguments);

  bool advance(const Space& space, FluidOfTerms<Real>& fluid, const TermsState<Real>& state,
               const TermsState<Real>& spare, double time, double dt) override;

  [[nodiscard]] std::vector<std::string> labels() const override {
    std::vector<std::string> labels;
    for (const ProgramReduction& reduction : Program::reductions)
      labels.emplace_back(reduction.name);
    return labels;
  }
  [[nodiscard]] std::vector<double> numbers(const Space& space, FluidOfTerms<Real>& fluid,
                                            const TermsState<Real>& state, double time) override {
    space_ = space;
    fluid_ = &fluid;
    const Numbers values = reduce(in_fluid(state), time);
    return {values.begin(), values.end()};
  }

 private:
  static constexpr int count = Program::field_count;
  static constexpr int evolved = [] {
    int fields = 0;
    for (const ProgramField& field : Program::fields)
      fields += field.evolved && field.of_state() ? 1 : 0;
    return fields;
  }();
  static constexpr std::size_t reduction_count = std::size_t(Program::Reductions::outputs);
  using Numbers = std::array<Real, reduction_count>;
  /// By field: where one of its copies is, at interior cell (0, 0, 0).
  using Copy = std::array<Real*, std::size_t(count)>;
  /// The numbers of a pass over all fields that evolve.
  struct Stage {
    double keep = 0, weight = 1;
    double time = 0, dt = 0;
  };

  void set_uniforms(const TermsNumbers& numbers);
  /// Makes the copies: those of the fluid's fields are where the fluid has them.
  [[nodiscard]] Copy in_fluid(const TermsState<Real>& fields) const;
  [[nodiscard]] Copy in_own(int copy) const;
  /// Fills the ghosts of what `Pass` reads at neighbours, or in ghosts.
  template <class Pass>
  void fill_for(const Copy& now, double time);
  [[nodiscard]] VertexFields<Real, count> fields_of(const Copy& now, const Copy& previous,
                                                    const Copy& next) const;
  [[nodiscard]] ProgramRun<Real, Program::uniform_count> run_of(const Stage& stage) const;
  /// next = now + keep (now - previous) + weight dt L(now), of fields that have an equation.
  template <class... Pass>
  void evaluate(ProgramPasses<Pass...>, const Copy& now, const Copy& previous, const Copy& next,
                const Stage& stage, bool auxiliary_only = false);
  void combine(const Copy& target, const Copy& base, const Copy& before, double before_weight,
               double rate_weight);
  /// Copies the fields that have an equation.
  void copy_evolved(const Copy& to, const Copy& from);
  /// The reductions of `now`, which become the uniforms that are reductions.
  Numbers reduce(const Copy& now, double time);
  [[nodiscard]] static double find(const Numbers& values, const std::string& name);
  static constexpr bool declares(const char* name) {
    for (const ProgramReduction& reduction : Program::reductions)
      if (std::string_view(reduction.name) == name) return true;
    return false;
  }
  /// How much faster things go than one of the terms' steps takes them, in a step of the fluid.
  struct Needs {
    double ratio;      ///< of the step to Euler's longest one
    double diffusion;  ///< the same without what decays
    double courant;    ///< of what has a signal speed
    double decay;      ///< of what decays to the most that may do so in a step
    [[nodiscard]] bool are_numbers() const {
      return std::isfinite(ratio) && std::isfinite(courant) && std::isfinite(decay);
    }
  };
  [[nodiscard]] Needs needs_of(const Numbers& values, double dt) const;
  static int whole_steps(double number) {
    return std::max(1, int(std::ceil(std::min(number, 1e6))));
  }
  /// With as many of their steps as they need; whether the fluid finds that `state` is physical.
  template <class Passes>
  bool advance_with(Passes passes, const TermsState<Real>& state, const Copy& now,
                    const Copy& spare, const Needs& needs, double time, double dt);
  /// With what is local integrated by cells.
  void advance_stiffly(const TermsState<Real>& state, const Copy& now, const Copy& spare,
                       const Needs& needs, double time, double dt);
  /// A super time step, dt being `ratio` times as long as Euler's longest step, or shorter ones
  /// that leave a physical state; whether the fluid finds that `state` is one.
  template <class Passes>
  bool diffuse(Passes passes, const TermsState<Real>& state, const Copy& now, const Copy& spare,
               double ratio, int stages, double time, double dt);
  /// With `keeps_base` in_own(1) has the state of before in the end.
  template <class Passes>
  void super_step(Passes passes, const Copy& state, const Copy& spare, int stages, double time,
                  double dt, bool keeps_base = false);
  template <class Passes>
  void explicit_step(Passes passes, const Copy& state, const Copy& spare, double time, double dt);

  Subdomain part_;
  Layout layout_;
  TermsNumbers numbers_;
  std::array<Real, std::size_t(Program::uniform_count)> uniforms_{};
  ProgramTables<Program, Real, typename Space::memory_space> tables_;
  std::array<int, std::size_t(count)> stored_{};  ///< by field: which one of the fluid it is, or -1
  std::array<int, std::size_t(count)> own_{};     ///< its number among those that evolve
  FieldArray<Real, Space> memory_;
  FieldArray<Real, Space> reduction_parts_;
  Space space_;
  FluidOfTerms<Real>* fluid_ = nullptr;
  double squares_ = 0;  ///< the sum of 1/dx^2
};

template <class P, class R, class S>
ProgramTerms<P, R, S>::ProgramTerms(const TermsArguments& arguments)
    : part_(arguments.part),
      layout_(arguments.layout),
      numbers_(arguments.numbers),
      tables_(arguments.numbers.tables) {
  int evolving = 0;
  for (std::size_t f = 0; f < std::size_t(count); ++f) {
    const ProgramField& field = P::fields[f];
    const auto found = std::ranges::find(arguments.stored, std::string(field.name));
    stored_[f] = found == arguments.stored.end() ? -1 : int(found - arguments.stored.begin());
    if (!field.of_state() != (stored_[f] < 0))
      throw std::invalid_argument(std::string("terms cannot act on a field ") + field.name);
    if (field.evolved && std::ranges::count(arguments.copied, std::string(field.name)) > 0)
      throw std::invalid_argument(std::string("terms cannot change ") + field.name +
                                  ", of which they have a copy at the centres of cells");
    if (field.evolved && field.of_state()) own_[f] = evolving++;
  }
  int slots = 2 * evolved + 1;
  for (const ProgramField& field : P::fields) slots += field.of_state() ? 0 : 1;
  memory_ = make_field_array<R>(space_, "stages of terms", layout_, slots);
  for (int axis = 0; axis < 3; ++axis)
    if (part_.active(axis)) squares_ += 1 / (part_.spacing(axis) * part_.spacing(axis));
  set_uniforms(numbers_);
}

template <class P, class R, class S>
void ProgramTerms<P, R, S>::set_uniforms(const TermsNumbers& numbers) {
  for (std::size_t u = 0; u < P::uniforms.size(); ++u) {
    const auto found = numbers.uniforms.find(P::uniforms[u].name);
    if (found == numbers.uniforms.end() && !P::uniforms[u].has_default &&
        P::uniforms[u].reduction < 0)
      throw std::invalid_argument(std::string("the terms need a value of ") + P::uniforms[u].name);
    uniforms_[u] = R(found == numbers.uniforms.end() ? P::uniforms[u].value : found->second);
  }
}

template <class P, class R, class S>
auto ProgramTerms<P, R, S>::in_fluid(const TermsState<R>& fields) const -> Copy {
  Copy copy = in_own(0);
  for (std::size_t f = 0; f < copy.size(); ++f)
    if (stored_[f] >= 0) copy[f] = fields[std::size_t(stored_[f])];
  return copy;
}

/// Copy 0 and 1 are those of fields that evolve; of what does not, there is one, behind them.
template <class P, class R, class S>
auto ProgramTerms<P, R, S>::in_own(int copy) const -> Copy {
  Copy places{};
  int auxiliary = 2 * evolved + 1;
  for (std::size_t f = 0; f < places.size(); ++f) {
    const int slot = !P::fields[f].of_state() ? auxiliary++
                     : P::fields[f].evolved   ? copy * evolved + own_[f]
                                              : 0;  // read in the fluid's memory only
    places[f] = memory_.data() + slot * layout_.field_stride + layout_.origin;
  }
  return places;
}

template <class P, class R, class S>
template <class Pass>
void ProgramTerms<P, R, S>::fill_for(const Copy& now, double time) {
  std::vector<TermsField<R>> fields;
  for (const int field : Pass::read) {
    const auto f = std::size_t(field);
    const auto& reach = Pass::reach[f];
    if (computed_in_ghosts<P>()[f]) continue;
    if (is_pointwise<P, Pass>() || reach[0] + reach[1] + reach[2] > 0)
      fields.push_back({now[f], stored_[f], P::fields[f].component});
  }
  if (!fields.empty()) fluid_->fill_ghosts(fields, time);
}

template <class P, class R, class S>
auto ProgramTerms<P, R, S>::fields_of(const Copy& now, const Copy& previous, const Copy& next) const
    -> VertexFields<R, count> {
  VertexFields<R, count> fields{};
  for (std::size_t f = 0; f < std::size_t(count); ++f) {
    fields.now[f] = now[f];
    fields.previous[f] = previous[f];
    fields.next[f] = next[f];
  }
  for (int axis = 0; axis < 3; ++axis) {
    fields.cells[axis] = part_.cells[std::size_t(axis)];
    fields.stride[axis] = part_.active(axis) ? layout_.stride[std::size_t(axis)] : 0;
    fields.first[axis] = part_.first[std::size_t(axis)];
    fields.origin[axis] = R(part_.whole.centre(axis, 0));
    fields.spacing[axis] = R(part_.spacing(axis));
  }
  return fields;
}

template <class P, class R, class S>
auto ProgramTerms<P, R, S>::run_of(const Stage& stage) const -> ProgramRun<R, P::uniform_count> {
  ProgramRun<R, P::uniform_count> run{};
  run.uniforms = uniforms_;
  run.tables = tables_.tables();
  for (int axis = 0; axis < 3; ++axis)
    run.spacing[std::size_t(axis)] =
        part_.active(axis) ? R(part_.spacing(axis)) : std::numeric_limits<R>::infinity();
  run.time = R(stage.time);
  run.time_step = R(stage.dt);
  run.substep_keep = R(stage.keep);
  run.substep_weight = R(stage.weight);
  return run;
}

template <class P, class R, class S>
template <class... Pass>
void ProgramTerms<P, R, S>::evaluate(ProgramPasses<Pass...>, const Copy& now, const Copy& previous,
                                     const Copy& next, const Stage& stage, bool auxiliary_only) {
  const auto one = [&]<class Q>() {
    if (auxiliary_only && P::fields[std::size_t(Q::written[0])].evolved) return;
    fill_for<Q>(now, stage.time);
    const auto fields = fields_of(now, previous, next);
    run_pass<Q>(space_, is_pointwise<P, Q>() ? with_ghosts(fields, P::radius) : fields,
                Q::prepare(run_of(stage)), FillAllGhosts<R>{});
  };
  (one.template operator()<Pass>(), ...);
}

template <class P, class R, class S>
auto ProgramTerms<P, R, S>::reduce(const Copy& now, double time) -> Numbers {
  Numbers values{};
  const Stage stage{0, 1, time, 0};
  for (int round = 0; round < P::reduction_rounds; ++round) {
    evaluate(typename P::Passes{}, now, now, now, stage, true);
    fill_for<typename P::Reductions>(now, time);
    auto reduced = reduce_vertices<P>(space_, fields_of(now, now, now),
                                      P::Reductions::prepare(run_of(stage)), reduction_parts_);
    reduced.join_parts(*fluid_);
    values = reduced.results(double(part_.whole.cell_count()));
    for (std::size_t u = 0; u < uniforms_.size(); ++u)
      if (const int bound = P::uniforms[u].reduction; bound >= 0)
        uniforms_[u] = values[std::size_t(bound)];
  }
  return values;
}

template <class P, class R, class S>
double ProgramTerms<P, R, S>::find(const Numbers& values, const std::string& name) {
  for (std::size_t r = 0; r < reduction_count; ++r)
    if (name == P::reductions[r].name) return double(values[r]);
  return 0;
}

template <class P, class R, class S>
auto ProgramTerms<P, R, S>::needs_of(const Numbers& values, double dt) const -> Needs {
  double rate = 0;
  for (const ProgramReduction& reduction : P::reductions)
    if (const int degree = diffusivity_degree(reduction.name); degree > 0)
      rate += diffusion_rate(find(values, reduction.name), degree, P::order, squares_);
  const double diffusion = rate * shortest_wave_curvature(P::order) / 2;
  const double decay = find(values, "decay_rate");
  // A diffusivity that depends on the state may grow within the step.
  constexpr double safety = 0.9, most_decay = 0.5;
  const double speed = find(values, "signal_speed");
  return {dt * (diffusion + decay / 2) / safety, dt * diffusion / safety,
          dt * speed * std::sqrt(squares_) / numbers_.courant_number, dt * decay / most_decay};
}

}  // namespace solenoid

#include "physics/solvers/program_terms_steps.hpp"
