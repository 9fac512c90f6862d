#pragma once
/// \file
/// Steps of a generated program with all that is around passes: ghosts, second copies of fields,
/// auxiliary fields, outputs and reductions between steps. Once as simply as can be, one vertex and
/// one ghost after the other, and then by what solvers are made of.

#include <utility>

#include "physics/solvers/finite_differences.hpp"
#include "physics/solvers/kernels/program_fields.hpp"
#include "tests/differential/case_tables.hpp"
#include "tests/differential/program_case.hpp"

namespace solenoid::differential {

/// Three copies of all fields, which passes write with memory to spare.
template <class Program, class Real>
class SimpleSteps {
 public:
  explicit SimpleSteps(const StepsCase<Real>& of)
      : case_(of),
        layout_(make_layout(of.grid, Program::radius, sizeof(Real), 1)),
        uniforms_(of.uniforms) {
    for (auto& copy : copies_)
      copy.assign(count, std::vector<Real>(std::size_t(layout_.field_stride)));
    for (std::size_t f = 0; f < count; ++f)
      if (Program::fields[f].of_state())
        for_vertices(
            [&](std::size_t offset, std::size_t i) { now()[f][offset] = of.initial[f][i]; });
  }
  [[nodiscard]] std::vector<Real> values(int field) const { return compact(now(), field); }

  void advance(double time, double dt) {
    bind(time);
    for (int s = 0; s < substeps_of(case_.integrator); ++s) {
      const auto stage = substep_of<Real>(case_.integrator, s);
      bring_sources(time + stage.time * dt);
      if (stage.sums_stages) sum();
      auto run = run_at(time + stage.time * dt);
      run.time_step = Real(dt);
      run.substep_keep = stage.keep;
      run.substep_weight = stage.weight;
      for_each(typename Program::Passes{}, [&]<class Pass>() { this->pass<Pass>(stage, run); });
      for (std::size_t f = 0; f < count; ++f)
        if (Program::fields[f].evolved) std::swap(now()[f], copies_[std::size_t(stage.target)][f]);
    }
  }
  template <class Pass>
  std::vector<Real> output(double time) {
    bind(time);
    const auto run = run_at(time);
    auxiliaries(run);
    const auto kept = copies_;
    pass<Pass>({}, run);
    auto found = compact(copies_[std::size_t(FieldCopy::second)], Pass::written[0]);
    copies_ = kept;
    return found;
  }

  template <class... Pass, class Body>
  static void for_each(ProgramPasses<Pass...>, const Body& body) {
    (body.template operator()<Pass>(), ...);
  }

 private:
  static constexpr std::size_t count = std::size_t(Program::field_count);
  using Fields = std::vector<std::vector<Real>>;

  Fields& now() { return copies_[std::size_t(FieldCopy::state)]; }
  [[nodiscard]] const Fields& now() const { return copies_[std::size_t(FieldCopy::state)]; }

  void sum() {
    for (std::size_t f = 0; f < count; ++f)
      for (std::size_t i = 0; i < now()[f].size(); ++i) {
        Real& first = copies_[std::size_t(FieldCopy::third)][f][i];
        first = now()[f][i] + (first - copies_[std::size_t(FieldCopy::second)][f][i]) / Real(2);
      }
  }
  void bring_sources(double time) {
    for (std::size_t f = 0; f < count; ++f) {
      if (!Program::fields[f].source) continue;
      std::vector<double> values(case_.grid.cell_count());
      case_.sources.at(Program::fields[f].name)
          .evaluate({{0, 0, 0}, case_.grid.cells}, time, values.data());
      for_vertices([&](std::size_t offset, std::size_t i) { now()[f][offset] = Real(values[i]); });
    }
  }
  void auxiliaries(const ProgramRun<Real, Program::uniform_count>& run) {
    for_each(typename Program::Passes{}, [&]<class Q>() {
      if constexpr (Program::fields[std::size_t(Q::written[0])].auxiliary) this->pass<Q>({}, run);
    });
  }
  /// Brings the uniforms that are reductions to the present state.
  void bind(double time) {
    bring_sources(time);
    if constexpr (std::ranges::any_of(Program::uniforms,
                                      [](const auto& u) { return u.reduction >= 0; }))
      for (int round = 0; round < Program::reduction_rounds; ++round) {
        const auto run = run_at(time);
        auxiliaries(run);
        const auto values = reductions(run);
        for (std::size_t u = 0; u < uniforms_.size(); ++u)
          if (const int bound = Program::uniforms[u].reduction; bound >= 0)
            uniforms_[u] = values[std::size_t(bound)];
      }
  }
  auto reductions(const ProgramRun<Real, Program::uniform_count>& run) {
    using Pass = typename Program::Reductions;
    const auto all = pointers({}, double(run.time));
    const auto coefficients = Pass::prepare(run);
    ReductionValues<Program, Real> values;
    for (int k = 0; k < all.cells[2]; ++k)
      for (int j = 0; j < all.cells[1]; ++j)
        for (int i = 0; i < all.cells[0]; ++i) {
          Real out[Pass::outputs > 0 ? Pass::outputs : 1]{};
          compute_pass<Pass, Real>(vertex_of<Real>(all, i, j, k), coefficients, out);
          for (int r = 0; r < Pass::outputs; ++r) values.add(r, out[r]);
        }
    return values.results(double(all.cells[0]) * all.cells[1] * all.cells[2]);
  }

  /// Calls body(offset within a field, number of the vertex).
  template <class Body>
  void for_vertices(const Body& body) const {
    std::size_t number = 0;
    const auto& n = case_.grid.cells;
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) body(std::size_t(layout_.offset(i, j, k)), number++);
  }
  [[nodiscard]] std::vector<Real> compact(const Fields& fields, int field) const {
    std::vector<Real> values;
    for_vertices([&](std::size_t offset, std::size_t) {
      values.push_back(fields[std::size_t(field)][offset]);
    });
    return values;
  }
  [[nodiscard]] ProgramRun<Real, Program::uniform_count> run_at(double time) const {
    ProgramRun<Real, Program::uniform_count> run{};
    std::copy_n(uniforms_.begin(), run.uniforms.size(), run.uniforms.begin());
    run.tables = tables_of_case<Program, Real, Kokkos::HostSpace>();
    for (int axis = 0; axis < 3; ++axis)
      run.spacing[std::size_t(axis)] = case_.grid.active(axis)
                                           ? Real(case_.grid.spacing(axis))
                                           : std::numeric_limits<Real>::infinity();
    run.time = Real(time);
    return run;
  }
  VertexFields<Real, int(count)> pointers(const Substep<Real>& stage, double time) {
    VertexFields<Real, int(count)> all{};
    for (std::size_t f = 0; f < count; ++f) {
      if (!computed_in_ghosts<Program>()[f]) fill_ghosts(int(f), time);
      const auto copy = [&](FieldCopy of) {
        const bool one = !Program::fields[f].evolved && !Program::fields[f].of_state();
        return copies_[one ? 0 : std::size_t(of)][f].data() + layout_.origin;
      };
      all.now[f] = copy(FieldCopy::state);
      all.next[f] = copy(stage.target);
      all.previous[f] = copy(stage.previous);
    }
    for (int axis = 0; axis < 3; ++axis) {
      all.cells[axis] = case_.grid.cells[std::size_t(axis)];
      all.stride[axis] = case_.grid.active(axis) ? layout_.stride[std::size_t(axis)] : 0;
      all.origin[axis] = Real(case_.grid.centre(axis, 0));
      all.spacing[axis] = Real(case_.grid.spacing(axis));
    }
    return all;
  }
  template <class Pass>
  void pass(const Substep<Real>& stage, const ProgramRun<Real, Program::uniform_count>& run) {
    const auto all = pointers(stage, double(run.time));
    const auto coefficients = Pass::prepare(run);
    std::array<int, 3> around{};
    if (is_pointwise<Program, Pass>()) around = layout_.ghosts;
    for (int k = -around[2]; k < all.cells[2] + around[2]; ++k)
      for (int j = -around[1]; j < all.cells[1] + around[1]; ++j)
        for (int i = -around[0]; i < all.cells[0] + around[0]; ++i)
          update_vertex<Pass, Real>(all, coefficients, i, j, k);
  }
  void fill_ghosts(int field, double time) {
    const auto& ghosts = layout_.ghosts;
    const auto& n = case_.grid.cells;
    for (int axis = 0; axis < 3; ++axis) {
      if (!case_.grid.active(axis)) continue;
      for (int k = -ghosts[2]; k < n[2] + ghosts[2]; ++k)
        for (int j = -ghosts[1]; j < n[1] + ghosts[1]; ++j)
          for (int i = -ghosts[0]; i < n[0] + ghosts[0]; ++i) {
            const std::array<int, 3> at{i, j, k};
            const int place = at[std::size_t(axis)];
            if (place < 0 || n[std::size_t(axis)] <= place) fill_ghost(field, axis, at, time);
          }
    }
  }
  void fill_ghost(int field, int axis, const std::array<int, 3>& at, double time) {
    const auto a = std::size_t(axis);
    const int n = case_.grid.cells[a];
    const int side = at[a] < 0 ? side_lower : side_upper;
    const int layer = side == side_lower ? -1 - at[a] : at[a] - n;
    const ProgramField& what = Program::fields[std::size_t(field)];
    BoundaryKind kind = case_.boundaries[std::size_t(field)].kind[a][std::size_t(side)];
    if (!what.of_state() && kind == BoundaryKind::fixed) kind = BoundaryKind::outflow;
    if (!what.of_state() &&
        (kind == BoundaryKind::symmetric || kind == BoundaryKind::antisymmetric))
      kind = BoundaryKind::reflecting;
    std::array<int, 3> from = at;
    bool changes = false;
    Real& ghost = now()[std::size_t(field)][std::size_t(layout_.offset(at[0], at[1], at[2]))];
    if (kind == BoundaryKind::fixed) {
      ghost =
          Real(case_.fixed.values(what.name, case_.grid.centre(0, at[0]),
                                  case_.grid.centre(1, at[1]), case_.grid.centre(2, at[2]), time));
      return;
    }
    if (kind == BoundaryKind::periodic) {
      from[a] = side == side_lower ? at[a] + n : at[a] - n;
    } else if (kind == BoundaryKind::outflow) {
      from[a] = side == side_lower ? 0 : n - 1;
    } else if (kind == BoundaryKind::vertex_symmetric) {
      from[a] = side == side_lower ? layer + 1 : n - 2 - layer;
    } else {
      from[a] = side == side_lower ? layer : n - 1 - layer;
      changes = kind == BoundaryKind::antisymmetric ||
                (kind == BoundaryKind::reflecting && what.component == axis);
    }
    const Real value =
        now()[std::size_t(field)][std::size_t(layout_.offset(from[0], from[1], from[2]))];
    ghost = changes ? -value : value;
  }

  const StepsCase<Real>& case_;
  Layout layout_;
  std::vector<Real> uniforms_;
  std::array<Fields, 3> copies_;  ///< by FieldCopy
};

/// The evolved fields after some steps, and all outputs before and after them.
template <class Program, class Real, class Stepper>
std::vector<std::vector<Real>> after_steps(const StepsCase<Real>& of, Stepper& stepper) {
  std::vector<std::vector<Real>> found;
  const auto outputs = [&](double time) {
    std::size_t number = 0;
    SimpleSteps<Program, Real>::for_each(typename Program::Outputs{}, [&]<class Pass>() {
      found.push_back(stepper.template output_of<Pass>(number++, time));
    });
  };
  outputs(of.time);
  for (int step = 0; step < of.steps; ++step)
    stepper.advance(of.time + step * of.time_step, of.time_step);
  for (int f = 0; f < Program::field_count; ++f)
    if (Program::fields[std::size_t(f)].of_state()) found.push_back(stepper.values_of(f));
  outputs(of.time + of.steps * of.time_step);
  return found;
}

template <class Program, class Real>
struct SimpleStepper : SimpleSteps<Program, Real> {
  using SimpleSteps<Program, Real>::SimpleSteps;
  template <class Pass>
  std::vector<Real> output_of(std::size_t, double time) {
    return this->template output<Pass>(time);
  }
  std::vector<Real> values_of(int field) { return this->values(field); }
};

/// What solvers are made of.
template <class Program, class Real, class Space>
class SolverStepper {
 public:
  explicit SolverStepper(const StepsCase<Real>& of)
      : grid_(of.grid), state_(grid_, of.boundaries[0], of.fixed, of.integrator) {
    for (int f = 0; f < Program::field_count; ++f) {
      if (Program::fields[std::size_t(f)].of_state()) state_.set(f, of.initial[std::size_t(f)]);
      if (of.boundaries[std::size_t(f)].kind != of.boundaries[0].kind)
        state_.set_boundaries(f, of.boundaries[std::size_t(f)]);
    }
    state_.set_sources(of.sources);
    state_.set_tables(tables_by_name<Program>());
    std::copy_n(of.uniforms.begin(), state_.uniforms().size(), state_.uniforms().begin());
  }
  void advance(double time, double dt) {
    // Reductions fill ghosts and compute auxiliary fields, too, and may not disturb the step.
    state_.reductions(time);
    state_.advance(time, dt);
  }
  template <class Pass>
  std::vector<Real> output_of(std::size_t number, double time) {
    std::vector<Real> values(grid_.cell_count());
    bring_to_host(state_.device(), state_.gather_output(number, time),
                  whole_field(grid_, Placement::vertices),
                  {precision_of_type<Real>, values.data()});
    return values;
  }
  std::vector<Real> values_of(int field) { return state_.template values<Real>(field); }

 private:
  Subdomain grid_;
  FiniteDifferences<Program, Real, Space> state_;
};

template <class Program, class Real>
void run_steps(const StepsCase<Real>& of, const FoundFields<Real>& found) {
  SimpleStepper<Program, Real> simple(of);
  found("steps, one vertex and one ghost after the other", after_steps<Program, Real>(of, simple));
  SolverStepper<Program, Real, HostSpace> host(of);
  found("steps on the CPU", after_steps<Program, Real>(of, host));
#if SOLENOID_HAS_DEVICE && defined(__CUDACC__)
  SolverStepper<Program, Real, DeviceSpace> device(of);
  found("GPU, steps", after_steps<Program, Real>(of, device));
#endif
}

}  // namespace solenoid::differential
