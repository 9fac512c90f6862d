#include "src/setup/initial.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>

#include "numerics/grid/field_parts.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/gravity.hpp"
#include "src/setup/initial_file.hpp"
#include "src/setup/potential.hpp"
#include "src/setup/row_sampler.hpp"
#include "src/setup/solvers.hpp"
#include "src/setup/sources.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

using Threads = Kokkos::DefaultHostExecutionSpace;

/// One field: where its values stand, and what they come from.
struct FieldPlan {
  StateField field;
  int component = -1;  ///< of the magnetic field
  int normal = -1;     ///< direction normal to the faces that it stands on, if resolved
  bool wraps = false;  ///< whether its last faces are its first
  /// The axes along which it is not the same everywhere.
  std::array<bool, 3> varies{false, false, false};
  bool of_file = false;        ///< whether a file gives its values
  std::vector<double> values;  ///< in a slab of cells, faces behind its last cells among them

  /// What is evaluated of the slab: one value along each axis along which the field does not vary.
  std::optional<Box> evaluated{};
  std::vector<double> different{};  ///< its values

  [[nodiscard]] Box part(const Box& cells) const {
    Box box = cells;
    if (normal >= 0) ++box.count[std::size_t(normal)];
    return box;
  }
  [[nodiscard]] Shift shift() const {
    Shift s{0, 0, 0};
    if (normal >= 0) s[std::size_t(normal)] = -1;
    return s;
  }
  [[nodiscard]] bool on_faces() const { return normal_of(field.placement) >= 0; }
};

/// Notes along which axes a field varies: those of its expression and of the vector potential.
void note_axes(FieldPlan& plan, const Deck& deck) {
  const auto note = [&](const std::string& name) {
    const auto found = deck.initial().find(name);
    if (found == deck.initial().end()) return;
    for (const Axis axis : {axis_x, axis_y, axis_z})
      plan.varies[std::size_t(axis)] |= found->second->depends_on(axis);
  };
  note(plan.field.name);
  if (plan.component < 0) return;
  for (const char* const component : {"x", "y", "z"})
    note(std::string("vector_potential_") + component);
}

/// `file` may be null.
std::vector<FieldPlan> plan_fields(const Deck& deck, const InitialFile* file) {
  std::vector<FieldPlan> plans;
  const Grid grid = deck.grid();
  for (const StateField& field : state_fields(deck)) {
    FieldPlan plan;
    plan.field = field;
    if (deck.program() == nullptr && field.name.starts_with("magnetic_field_"))
      plan.component = field.name.back() - 'x';
    const int normal = normal_of(field.placement);
    // In an inactive direction nothing depends on where the faces are.
    if (normal >= 0 && grid.active(normal)) {
      plan.normal = normal;
      plan.wraps =
          deck.boundaries().kind[std::size_t(normal)][side_lower] == BoundaryKind::periodic;
    }
    note_axes(plan, deck);
    plan.of_file = file != nullptr && file->gives(field.name);
    if (plan.of_file) plan.varies = {true, true, true};
    plans.push_back(plan);
  }
  return plans;
}

/// Expressions of one thread, since evaluation changes them.
struct Evaluator {
  std::vector<std::optional<Expression>> fields;  ///< by plan
  Potential potential;

  Evaluator(const Deck& deck, const std::vector<FieldPlan>& plans) {
    const auto copy_of = [&](const std::string& name) -> std::optional<Expression> {
      const auto found = deck.initial().find(name);
      if (found == deck.initial().end()) return std::nullopt;
      return *found->second;
    };
    for (const FieldPlan& plan : plans) fields.push_back(copy_of(plan.field.name));
    potential = Potential({copy_of("vector_potential_x"), copy_of("vector_potential_y"),
                           copy_of("vector_potential_z")});
  }
};

/// What a thread found in a part of the fields.
struct Findings {
  std::optional<std::size_t> bad;  ///< the first value that no state may have
  double strongest = 0;            ///< largest magnetic field on faces
  double divergence = 0;           ///< the largest, and where
  std::array<int, 3> cell{};

  void add_divergence(double value, const std::array<int, 3>& at) {
    if (!(std::abs(value) > std::abs(divergence))) return;
    divergence = value;
    cell = at;
  }
};

/// The initial fields of a deck, slab by slab.
class InitialFields {
 public:
  /// Takes a box of a field.
  using Sink = std::function<void(const StateField& field, const Box& box, const double* values)>;

  explicit InitialFields(const Deck& deck)
      : deck_(deck),
        grid_(deck.grid()),
        time_(deck.number("run", "start_time")),
        file_(deck.state_file() ? std::make_unique<InitialFile>(deck) : nullptr),
        plans_(plan_fields(deck, file_.get())),
        on_faces_(
            std::ranges::any_of(plans_, [](const FieldPlan& plan) { return plan.on_faces(); })),
        evaluators_(std::size_t(Threads().concurrency())),
        problem_of_(plans_.size()) {}

  /// Those of a box of the grid's cells, in slabs of `most` cells.
  void evaluate(const Box& all, std::size_t most, const Sink& sink) {
    for (const Box& cells : slabs_of(all, most)) {
      if (file_) file_->load(cells);
      for (std::size_t p = 0; p < plans_.size(); ++p) {
        const Box box = plans_[p].part(cells);
        evaluate(p, box);
        sink(plans_[p].field, box, plans_[p].values.data());
      }
      if (on_faces_) find_divergence(cells);
    }
    std::vector<DeckProblem> problems = boundary_problems(deck_);
    for (const DeckProblem& problem : source_problems(deck_)) problems.push_back(problem);
    for (const DeckProblem& problem : potential_problems(deck_)) problems.push_back(problem);
    for (const auto& problem : problem_of_)
      if (problem) problems.push_back(*problem);
    for (const auto& [name, expression] : deck_.initial())
      if (const auto outside = expression->outside_of_table())
        problems.push_back(
            deck_.problem("initial", name, fmt::format("'{}' in [initial]: {}", name, *outside)));
    if (!problems.empty()) throw DeckError(problems);
    if (on_faces_) require_no_divergence();
  }

 private:
  /// Calls body(findings, evaluator, row) for the rows of a box, on all threads, and returns what
  /// they found, in order.
  template <class Body>
  std::vector<Findings> on_rows(const Box& box, const Body& body);
  /// The values of a field in a box: what it holds more than once is evaluated once.
  void evaluate(std::size_t p, const Box& box);
  void evaluate_different(std::size_t p, const Box& box);
  /// Fills the box with what was evaluated of it.
  void repeat(FieldPlan& plan, const Box& box);
  void find_divergence(const Box& cells);
  void require_no_divergence() const;
  [[nodiscard]] DeckProblem problem_with(const FieldPlan& plan, const Box& box,
                                         std::size_t value) const;

  const Deck& deck_;
  Grid grid_;
  double time_;
  std::unique_ptr<InitialFile> file_;
  std::vector<FieldPlan> plans_;
  bool on_faces_;
  std::vector<std::optional<Evaluator>> evaluators_;  ///< by thread, which makes its own
  std::vector<std::optional<DeckProblem>> problem_of_;
  Findings all_;
};

template <class Body>
std::vector<Findings> InitialFields::on_rows(const Box& box, const Body& body) {
  const int rows = box.count[1] * box.count[2];
  const int pieces = std::min(rows, int(evaluators_.size()));
  std::vector<Findings> found(std::size_t(pieces), Findings{});
  Kokkos::parallel_for("initial fields", Kokkos::RangePolicy<Threads>(0, pieces),
                       [&](const int piece) {
                         auto& evaluator = evaluators_[std::size_t(piece)];
                         if (!evaluator) evaluator.emplace(deck_, plans_);
                         const int last = int(long(rows) * (piece + 1) / pieces);
                         for (int row = int(long(rows) * piece / pieces); row < last; ++row)
                           body(found[std::size_t(piece)], *evaluator, row);
                       });
  return found;
}

void InitialFields::evaluate(std::size_t p, const Box& box) {
  FieldPlan& plan = plans_[p];
  Box different = box;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!plan.varies[axis]) {
      different.begin[axis] = plan.evaluated ? plan.evaluated->begin[axis] : box.begin[axis];
      different.count[axis] = 1;
    }
  const bool known = plan.evaluated && plan.evaluated->begin == different.begin &&
                     plan.evaluated->count == different.count;
  if (!known) evaluate_different(p, different);
  plan.evaluated = different;
  repeat(plan, box);
}

void InitialFields::evaluate_different(std::size_t p, const Box& box) {
  FieldPlan& plan = plans_[p];
  plan.different.resize(box.values());
  const FieldValues given = plan.of_file ? file_->values(plan.field, box) : FieldValues();
  const auto found = on_rows(box, [&](Findings& findings, Evaluator& evaluator, int row) {
    const RowSampler sample(
        {grid_, plan.wraps ? plan.normal : -1, box.begin[0], box.count[0], time_},
        box.begin[1] + row % box.count[1], box.begin[2] + row / box.count[1]);
    const auto length = std::size_t(box.count[0]);
    Row line(length, 0.0);
    if (plan.of_file) std::copy_n(&given[std::size_t(row) * length], length, line.begin());
    if (evaluator.fields[p]) line = sample(*evaluator.fields[p], plan.shift());
    if (plan.component >= 0 && plan.on_faces())
      evaluator.potential.add_face_curl(line, plan.component, plan.shift(), sample);
    else if (plan.component >= 0)
      evaluator.potential.add_curl(line, plan.component, sample);
    const std::size_t first = std::size_t(row) * length;
    for (std::size_t i = 0; i < length; ++i) {
      plan.different[first + i] = line[i];
      if (!is_fit(line[i], plan.field.positive) && !findings.bad) findings.bad = first + i;
      if (on_faces_ && plan.component >= 0)
        findings.strongest = std::max(findings.strongest, std::abs(line[i]));
    }
  });
  for (const Findings& findings : found) {
    if (findings.bad && !problem_of_[p]) problem_of_[p] = problem_with(plan, box, *findings.bad);
    all_.strongest = std::max(all_.strongest, findings.strongest);
  }
}

void InitialFields::repeat(FieldPlan& plan, const Box& box) {
  plan.values.resize(box.values());
  const Box& from = *plan.evaluated;
  const auto length = std::size_t(box.count[0]);
  on_rows(box, [&](Findings&, Evaluator&, int row) {
    const auto j = std::size_t(plan.varies[1] ? row % box.count[1] : 0);
    const auto k = std::size_t(plan.varies[2] ? row / box.count[1] : 0);
    const double* const values =
        &plan.different[std::size_t(from.count[0]) * (j + std::size_t(from.count[1]) * k)];
    double* const to = &plan.values[std::size_t(row) * length];
    if (plan.varies[0])
      std::copy_n(values, length, to);
    else
      std::fill_n(to, length, *values);
  });
}

DeckProblem InitialFields::problem_with(const FieldPlan& plan, const Box& box,
                                        std::size_t value) const {
  return deck_.problem("initial", plan.field.name,
                       unfit_text(plan.field.name, plan.different[value], box.at(value), grid_));
}

void InitialFields::find_divergence(const Box& cells) {
  const auto found = on_rows(cells, [&](Findings& findings, const Evaluator&, int row) {
    Row divergence(std::size_t(cells.count[0]), 0.0);
    const int j = row % cells.count[1];
    const int k = row / cells.count[1];
    for (const FieldPlan& plan : plans_) {
      if (plan.normal < 0) continue;
      const Box box = plan.part(cells);
      const std::array<std::size_t, 3> stride{
          1, std::size_t(box.count[0]), std::size_t(box.count[0]) * std::size_t(box.count[1])};
      const double* lower =
          plan.values.data() + std::size_t(j) * stride[1] + std::size_t(k) * stride[2];
      const double* upper = lower + stride[std::size_t(plan.normal)];
      for (std::size_t i = 0; i < divergence.size(); ++i)
        divergence[i] += (upper[i] - lower[i]) / grid_.spacing(plan.normal);
    }
    for (std::size_t i = 0; i < divergence.size(); ++i)
      findings.add_divergence(divergence[i],
                              {cells.begin[0] + int(i), cells.begin[1] + j, cells.begin[2] + k});
  });
  for (const Findings& findings : found) all_.add_divergence(findings.divergence, findings.cell);
}

/// Refuses a magnetic field on faces that has a divergence.
void InitialFields::require_no_divergence() const {
  double width = std::numeric_limits<double>::max();
  for (const FieldPlan& plan : plans_)
    if (plan.normal >= 0) width = std::min(width, grid_.spacing(plan.normal));
  const double relative = std::abs(all_.divergence) * width / all_.strongest;
  const double tolerance = deck_.number("solver", "divergence_tolerance");
  if (!(relative > tolerance)) return;
  const auto& cell = all_.cell;
  throw DeckError({deck_.problem(
      "initial",
      deck_.given("initial", "magnetic_field_x") ? "magnetic_field_x" : "magnetic_field_y",
      fmt::format(
          "the magnetic field has the divergence {:.3g} in cell ({}, {}, {}) at ({:g}, {:g}, "
          "{:g}), {:.2g} of its largest value a cell: {} expects at most {:g} "
          "(divergence_tolerance in [solver]); give the field by vector_potential_x, _y, "
          "_z in [initial], whose curl has none",
          all_.divergence, cell[0], cell[1], cell[2], grid_.centre(0, cell[0]),
          grid_.centre(1, cell[1]), grid_.centre(2, cell[2]), relative, deck_.scheme().name,
          tolerance))});
}

}  // namespace

void set_initial_state(const Deck& deck, Solver& solver) {
  const Subdomain& part = solver.part();
  const auto give = [&](const StateField& field, Box box, const double* values) {
    for (std::size_t axis = 0; axis < 3; ++axis) box.begin[axis] -= part.first[axis];
    solver.set_part(field.name, box, {Precision::double_precision, values});
  };
  solver.begin_state(StateForm::primitive);
  InitialFields(deck).evaluate({part.first, part.cells}, state_slab_values, give);
  solver.finish_state(deck.number("run", "start_time"), {});
}

void check_initial_state(const Deck& deck) {
  InitialFields(deck).evaluate(whole_field(deck.grid(), Placement::cells), state_slab_values,
                               [](const StateField&, const Box&, const double*) {});
}

FieldMap initial_fields(const Deck& deck, std::size_t most) {
  FieldMap fields;
  const Grid grid = deck.grid();
  const auto collect = [&](const StateField& field, const Box& box, const double* values) {
    const Box whole = whole_field(grid, field.placement);
    FieldValues& all = fields[field.name];
    all.resize(whole.values());
    const auto length = std::size_t(box.count[0]);
    for (int row = 0; row < box.count[1] * box.count[2]; ++row)
      std::copy_n(values + std::size_t(row) * length, length,
                  &all[whole.value_at(box.at(std::size_t(row) * length))]);
  };
  InitialFields(deck).evaluate(whole_field(grid, Placement::cells), most, collect);
  return fields;
}

}  // namespace solenoid
