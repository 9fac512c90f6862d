#pragma once
/// \file
/// Runs a stencil program (numerics/vertices/stencil_program.hpp) on a grid: Runge-Kutta steps,
/// reductions, outputs.

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "numerics/vertices/needed_passes.hpp"
#include "numerics/vertices/vertex_passes.hpp"
#include "numerics/vertices/vertex_reductions.hpp"
#include "physics/solvers/any_program_state.hpp"
#include "physics/solvers/program_fields.hpp"
#include "physics/solvers/program_tables.hpp"
#include "physics/solvers/run_in_strips.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

/// The state of a program on a device. Vertices are the cell centres of the grid.
template <class Program, class Real, class Space>
class FiniteDifferences final : public AnyProgramState {
 public:
  static constexpr int count = Program::field_count;
  using Uniforms = std::array<Real, std::size_t(Program::uniform_count)>;

  /// Fields start as zero. `fixed` is what stands behind fixed faces, and of background fields
  /// behind all that are not periodic; auxiliary fields that read neighbours have no gradient
  /// behind fixed faces, and are mirrored as at reflecting ones. Throws std::invalid_argument for a
  /// grid without extent in x, and for a part of a grid with fewer vertices than ghosts stand for.
  FiniteDifferences(const Subdomain& grid, const Boundaries& boundaries, FixedBoundary fixed = {},
                    Integrator integrator = Integrator::rk3);

  [[nodiscard]] Device device() const override {
    return is_host_space<Space> ? Device::cpu : Device::gpu;
  }
  [[nodiscard]] Precision precision() const override { return precision_of_type<Real>; }

  void set_boundaries(int field, const Boundaries& boundaries) override {
    fields_.set_boundaries(field, boundaries);
    forget_computed();
  }
  void set_input_precision(Precision precision) override { fields_.set_input_precision(precision); }
  void set_reductions_each_substep(bool each) override { reductions_each_substep_ = each; }
  void set_sources(std::map<std::string, SourceOfField> sources) override;
  void set_tables(std::map<std::string, TablePieces> tables) override;
  void set_uniform(std::size_t uniform, double value) override {
    uniforms()[uniform] = fields_.input(value);
  }
  /// What the program's uniforms are, in their order; at first their defaults. Those that are
  /// reductions are set by themselves.
  [[nodiscard]] Uniforms& uniforms() {
    forget_computed();
    return uniforms_;
  }

  void set(int field, const Box& box, const ConstValues& values, bool first) override {
    fields_.set(field, box, values, first);
    forget_computed();
  }
  void forget() override {
    fields_.forget_ghosts();
    forget_computed();
  }
  [[nodiscard]] Gather gather(int field) const override { return fields_.gather(field); }
  /// All values of a field, compact, x fastest.
  template <class Value>
  void set(int field, const std::vector<Value>& values) {
    set(field, whole(), {precision_of_type<Value>, values.data()}, true);
  }
  template <class Value>
  [[nodiscard]] std::vector<Value> values(int field) const {
    std::vector<Value> values(fields_.grid().cell_count());
    bring_to_host(device(), gather(field), whole(), {precision_of_type<Value>, values.data()});
    return values;
  }
  [[nodiscard]] std::optional<std::size_t> not_finite(int field) const override {
    return fields_.not_finite(field);
  }

  /// Advances the fields by dt, from `time`.
  void advance(double time, double dt) {
    for (int s = 0; s < substeps_of(integrator_); ++s) take_substep(s, time, dt);
  }
  void take_substep(int number, double time, double dt) override;
  [[nodiscard]] Gather gather_rate(int field, double time) override;
  [[nodiscard]] Gather gather_with_ghosts(int field, double time) override {
    fields_.fill_ghosts_of({field}, time);
    return fields_.gather(field);
  }
  /// The program's reductions of the present state, all or what costs less, which become the values
  /// of uniforms that are reductions.
  [[nodiscard]] std::array<Real, std::size_t(Program::Reductions::outputs)> reductions(
      double time, Reduced wanted = Reduced::all);

  [[nodiscard]] std::vector<long double> reduce(double time, Reduced wanted) override {
    const auto values = reductions(time, wanted);
    return {values.begin(), values.end()};
  }

  [[nodiscard]] Gather gather_output(std::size_t output, double time) override;

  void wait() const override { fields_.space().fence(); }

 private:
  using Run = ProgramRun<Real, Program::uniform_count>;
  using Stage = Substep<Real>;

  /// What was computed of the state is of another one.
  void forget_computed() {
    bound_at_.reset();
    rates_at_.reset();
  }
  [[nodiscard]] Box whole() const { return whole_field(fields_.grid(), Placement::vertices); }
  [[nodiscard]] Run run_of(double time) const;
  /// Runs a pass, with ghosts filled before.
  template <class Pass>
  void run(const Stage& stage, const Run& run);
  /// The same, of the inner vertices while the ghosts along an axis that is cut are on their way
  /// from other parts, and of the outer ones then, if that is possible; says whether it did.
  template <class Pass>
  bool run_beside_exchange(const Stage& stage, const Run& run);
  template <class... Pass>
  void run_all(ProgramPasses<Pass...>, const Stage& stage, const Run& run);
  using Needed = NeededPasses<typename Program::Passes>;
  /// Runs the passes of auxiliary fields that are needed.
  template <class... Pass>
  void auxiliaries(ProgramPasses<Pass...>, const Needed& needed, const Run& run);
  /// What there is to do for an output, which is little code for each of many.
  struct Output {
    Needed needed;
    int written;
    std::vector<int> (*read_in_ghosts)();
    void (*run)(const ProgramFields<Real, Space>& fields, const Run& run);
  };
  template <class... Pass>
  [[nodiscard]] static Output output_at(ProgramPasses<Pass...>, std::size_t number);
  /// Brings what acts from outside to `time`.
  void bring_sources(double time);
  void compute_rates(double time);
  /// Brings the uniforms that are reductions to the present state.
  void bind_reductions(double time);
  static constexpr bool binds_reductions =
      std::ranges::any_of(Program::uniforms, [](const auto& u) { return u.reduction >= 0; });
  /// Whether uniforms are sums, means or roots.
  static constexpr bool binds_sums = std::ranges::any_of(Program::uniforms, [](const auto& u) {
    return u.reduction >= 0 && is_additive(Program::reductions[std::size_t(u.reduction)].kind);
  });
  ProgramFields<Real, Space> fields_;
  Integrator integrator_;
  bool reductions_each_substep_ = false;
  Uniforms uniforms_{};
  std::optional<ProgramTables<Program, Real, typename Space::memory_space>> tables_;
  /// When the state holds whose reductions uniforms are, if that is the present one.
  std::optional<double> bound_at_;
  /// When the second copies are rates of change of the present state, if they are.
  std::optional<double> rates_at_;
  FieldArray<Real, Space> reduction_parts_;
  std::map<std::string, SourceOfField> sources_;
  std::optional<double> sources_at_;  ///< the time of their values
  std::vector<double> source_values_;
};

template <class P, class Real, class Space>
FiniteDifferences<P, Real, Space>::FiniteDifferences(const Subdomain& grid,
                                                     const Boundaries& boundaries,
                                                     FixedBoundary fixed, Integrator integrator)
    : fields_(program_table_of<P>(), grid, boundaries, std::move(fixed), integrator),
      integrator_(integrator) {
  for (std::size_t u = 0; u < uniforms_.size(); ++u) uniforms_[u] = Real(P::uniforms[u].value);
}

template <class P, class Real, class Space>
void FiniteDifferences<P, Real, Space>::set_sources(std::map<std::string, SourceOfField> sources) {
  for (const auto& entry : sources)
    if (std::ranges::none_of(P::fields, [&](const ProgramField& field) {
          return field.source && entry.first == field.name;
        }))
      throw std::invalid_argument("the stencil program has no source " + entry.first);
  sources_ = std::move(sources);
  sources_at_.reset();
  forget_computed();
}

template <class P, class Real, class Space>
void FiniteDifferences<P, Real, Space>::set_tables(std::map<std::string, TablePieces> tables) {
  for (auto& [name, table] : tables) table.round_by([&](double x) { return fields_.input(x); });
  tables_.emplace(tables);
  forget_computed();
}

template <class P, class Real, class Space>
void FiniteDifferences<P, Real, Space>::bring_sources(double time) {
  if (sources_at_ == time) return;
  const Subdomain& part = fields_.grid();
  for (std::size_t f = 0; f < P::fields.size(); ++f) {
    const auto source = P::fields[f].source ? sources_.find(P::fields[f].name) : sources_.end();
    if (source == sources_.end() || (sources_at_ && !source->second.depends_on_time)) continue;
    source_values_.resize(part.cell_count());
    source->second.evaluate({part.first, part.cells}, time, source_values_.data());
    for (double& value : source_values_) value = double(fields_.input(value));
    fields_.set(int(f), whole(), {Precision::double_precision, source_values_.data()},
                !sources_at_);
  }
  sources_at_ = time;
}

template <class P, class Real, class Space>
auto FiniteDifferences<P, Real, Space>::run_of(double time) const -> Run {
  Run run{};
  run.uniforms = uniforms_;
  if (tables_) run.tables = tables_->tables();
  for (int axis = 0; axis < 3; ++axis)
    run.spacing[std::size_t(axis)] = fields_.grid().active(axis)
                                         ? fields_.input(fields_.grid().spacing(axis))
                                         : std::numeric_limits<Real>::infinity();
  run.time = fields_.input(time);
  return run;
}

template <class P, class Real, class Space>
template <class Pass>
void FiniteDifferences<P, Real, Space>::run(const Stage& stage, const Run& run) {
  if (run_beside_exchange<Pass>(stage, run)) return;
  fields_.fill_ghosts_of(read_in_ghosts<P, Pass>(), double(run.time));
  const int axes = run_pass<Pass>(fields_.space(), arrays_for<P, Pass>(fields_, stage),
                                  Pass::prepare(run), ghosts_written<P, Pass>(fields_, stage));
  fields_.note_written(Pass::written, stage, axes);
}

template <class P, class Real, class Space>
template <class Pass>
bool FiniteDifferences<P, Real, Space>::run_beside_exchange(const Stage& stage, const Run& run) {
  const Axis axis = fields_.last_axis();
  const int outer = farthest_of<Pass>(std::size_t(axis));
  if (is_pointwise<P, Pass>() || axis == axis_x || outer == 0 ||
      !fields_.grid().is_mostly_inner(axis, outer) ||
      !fields_.begin_ghosts_of(read_in_ghosts<P, Pass>(), double(run.time)))
    return false;
  const auto arrays = arrays_for<P, Pass>(fields_, stage);
  const auto coefficients = Pass::prepare(run);
  const auto run_part = [&](PassPart part) {
    run_part_of_pass<Pass>(fields_.space(), arrays, coefficients, part, axis, outer);
  };
  run_part(PassPart::inner);
  fields_.end_ghosts();
  run_part(PassPart::outer);
  fields_.note_written(Pass::written, stage, 0);
  return true;
}

template <class P, class Real, class Space>
template <class... Pass>
void FiniteDifferences<P, Real, Space>::run_all(ProgramPasses<Pass...>, const Stage& stage,
                                                const Run& run) {
  if constexpr (is_host_space<Space>)
    if (run_in_strips<P>(ProgramPasses<Pass...>{}, fields_, stage, run)) return;
  (this->template run<Pass>(stage, run), ...);
}

template <class P, class Real, class Space>
template <class... Pass>
void FiniteDifferences<P, Real, Space>::auxiliaries(ProgramPasses<Pass...>, const Needed& needed,
                                                    const Run& run) {
  std::size_t number = 0;
  const auto one = [&]<class Q>() {
    const bool is_needed = needed[number++];
    if constexpr (is_auxiliary<P, Q>())
      if (is_needed) this->template run<Q>(Stage{}, run);
  };
  (one.template operator()<Pass>(), ...);
}

template <class P, class Real, class Space>
void FiniteDifferences<P, Real, Space>::bind_reductions(double time) {
  if constexpr (binds_reductions) {
    if (bound_at_ != time) static_cast<void>(reductions(time, Reduced::extremes));
  }
}

template <class P, class Real, class Space>
void FiniteDifferences<P, Real, Space>::take_substep(int number, double time, double dt) {
  const Stage stage = substep_of<Real>(integrator_, number);
  const double now = time + stage.time * dt;
  if (number == 0 || reductions_each_substep_) bind_reductions(now);
  bring_sources(now);
  if (stage.sums_stages) fields_.sum_stages_of_fields();
  Run run = run_of(now);
  run.time_step = fields_.input(dt);
  run.substep_keep = stage.keep;
  run.substep_weight = stage.weight;
  run_all(typename P::Passes{}, stage, run);
  fields_.exchange(stage);
  forget_computed();
}

template <class P, class Real, class Space>
Gather FiniteDifferences<P, Real, Space>::gather_rate(int field, double time) {
  if (!P::fields[std::size_t(field)].evolved)
    throw std::invalid_argument(std::string("no equation changes ") +
                                P::fields[std::size_t(field)].name);
  if (rates_at_ != time) compute_rates(time);
  return fields_.gather(field, FieldCopy::second);
}

template <class P, class Real, class Space>
void FiniteDifferences<P, Real, Space>::compute_rates(double time) {
  bind_reductions(time);
  bring_sources(time);
  // The substep u - (u - 0) + L(u), into the second copy, which holds nothing between steps.
  fields_.clear_second_copies();
  const Stage stage{Real(-1), Real(1), 0, FieldCopy::second, FieldCopy::second};
  Run run = run_of(time);
  run.time_step = 1;
  run.substep_keep = stage.keep;
  run.substep_weight = stage.weight;
  run_all(typename P::Passes{}, stage, run);
  rates_at_ = time;
}

template <class P, class Real, class Space>
template <class... Pass>
auto FiniteDifferences<P, Real, Space>::output_at(ProgramPasses<Pass...>, std::size_t number)
    -> Output {
  static constexpr std::array<Output, sizeof...(Pass)> outputs = {Output{
      needed_to_read<P>(typename P::Passes{}, marked<P>(Pass::read)), Pass::written[0],
      read_in_ghosts<P, Pass>, [](const ProgramFields<Real, Space>& fields, const Run& run) {
        run_output<Pass>(fields.space(), arrays_for<P, Pass>(fields, Stage{}), Pass::prepare(run));
      }}...};
  return outputs.at(number);
}

template <class P, class Real, class Space>
Gather FiniteDifferences<P, Real, Space>::gather_output(std::size_t number, double time) {
  const Output output = output_at(typename P::Outputs{}, number);
  bind_reductions(time);
  bring_sources(time);
  const Run run = run_of(time);
  auxiliaries(typename P::Passes{}, output.needed, run);
  // Into the second copy of a field, which holds nothing between steps but rates.
  rates_at_.reset();
  fields_.fill_ghosts_of(output.read_in_ghosts(), double(run.time));
  output.run(fields_, run);
  return fields_.gather(output.written, FieldCopy::second);
}

template <class P, class Real, class Space>
auto FiniteDifferences<P, Real, Space>::reductions(double time, Reduced wanted)
    -> std::array<Real, std::size_t(P::Reductions::outputs)> {
  std::array<Real, std::size_t(P::Reductions::outputs)> values{};
  bring_sources(time);
  const auto bind = [&](const auto& reduced) {
    for (std::size_t u = 0; u < uniforms_.size(); ++u)
      if (const int bound = P::uniforms[u].reduction; bound >= 0)
        uniforms_[u] = reduced[std::size_t(bound)];
  };
  auto vertices = fields_.template arrays<count>(Stage{});
  const auto reduce = [&]<Reduced which>(const auto& coefficients) {
    auto reduced =
        reduce_vertices<P, which>(fields_.space(), vertices, coefficients, reduction_parts_);
    reduced.join_parts(fields_.neighbours());
    return reduced.results(double(fields_.grid().whole.cell_count()));
  };
  for (int round = 1; round <= P::reduction_rounds; ++round) {
    const Run run = run_of(time);
    const auto coefficients = P::Reductions::prepare(run);
    if (round > 1 && P::later_rounds_are_uniform) {
      // One vertex has them all.
      std::fill_n(vertices.cells, 3, 1);
      const auto found = reduce.template operator()<Reduced::extremes>(coefficients);
      for (std::size_t r = 0; r < values.size(); ++r)
        if (P::reductions[r].round >= round) values[r] = found[r];
      bind(values);
      continue;
    }
    static constexpr Needed needed =
        needed_to_read<P>(typename P::Passes{}, marked<P>(P::Reductions::read));
    auxiliaries(typename P::Passes{}, needed, run);
    fields_.fill_ghosts_of(read_in_ghosts<P, typename P::Reductions>(), time);
    if (wanted == Reduced::all || binds_sums)
      values = reduce.template operator()<Reduced::all>(coefficients);
    else
      values = reduce.template operator()<Reduced::extremes>(coefficients);
    bind(values);
  }
  bound_at_ = time;
  return values;
}

}  // namespace solenoid
