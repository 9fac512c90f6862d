#include <fmt/format.h>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "src/setup/boundary_values.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

using Row = std::vector<double>;
/// A place relative to a cell's centre, in half cells.
using Shift = std::array<int, 3>;

constexpr std::array<char, 3> letters{'x', 'y', 'z'};

/// One field: where its values stand, and how many there are.
struct FieldPlan {
  std::string name;          ///< as the solver calls it
  std::string expression;    ///< as the deck does
  int component = -1;        ///< of the magnetic field
  int normal = -1;           ///< direction normal to the faces that it stands on; -1: cell centres
  std::array<int, 3> count;  ///< values in x, y, z

  [[nodiscard]] std::size_t values() const {
    return std::size_t(count[0]) * std::size_t(count[1]) * std::size_t(count[2]);
  }
  [[nodiscard]] std::array<int, 3> cell(std::size_t value) const {
    const auto nx = std::size_t(count[0]);
    const auto ny = std::size_t(count[1]);
    return {int(value % nx), int(value / nx % ny), int(value / nx / ny)};
  }
  /// In an inactive direction nothing depends on where the faces are.
  [[nodiscard]] Shift shift(const Grid& grid) const {
    Shift s{0, 0, 0};
    if (normal >= 0 && grid.active(normal)) s[std::size_t(normal)] = -1;
    return s;
  }
};

std::vector<FieldPlan> plan_fields(const Deck& deck, bool on_faces) {
  std::vector<FieldPlan> plans;
  const Grid grid = deck.grid();
  if (deck.program() != nullptr) {
    for (const std::string& name : deck.program()->state_fields())
      plans.push_back({name, name, -1, -1, grid.cells});
    return plans;
  }
  for (const char* name : {"density", "velocity_x", "velocity_y", "velocity_z", "pressure"})
    plans.push_back({name, name, -1, -1, grid.cells});
  if (deck.text("physics", "equations") != "mhd") return plans;
  for (int c = 0; c < 3; ++c) {
    const std::string expression = std::string("magnetic_field_") + letters[std::size_t(c)];
    FieldPlan plan{expression, expression, c, -1, grid.cells};
    if (on_faces) {
      plan.name = std::string("magnetic_field_face_") + letters[std::size_t(c)];
      plan.normal = c;
      if (grid.active(c)) ++plan.count[std::size_t(c)];
    }
    plans.push_back(plan);
  }
  return plans;
}

/// Values of expressions along a row of a field, or at places beside it.
class RowSampler {
 public:
  RowSampler(const Grid& grid, int count, int j, int k, double time)
      : grid_(grid), j_(j), k_(k), time_(time), x_(std::size_t(count)) {}

  Row operator()(const Expression& expression, const Shift& shift) {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = at(0, int(i), shift[0]);
    Row values(x_.size());
    expression.row(x_.data(), x_.size(), at(1, j_, shift[1]), at(2, k_, shift[2]), time_,
                   values.data());
    return values;
  }

 private:
  [[nodiscard]] double at(int axis, int cell, int half_cells) const {
    return half_cells % 2 == 0 ? grid_.centre(axis, cell + half_cells / 2)
                               : grid_.face(axis, cell + (half_cells + 1) / 2);
  }

  const Grid& grid_;
  int j_, k_;
  double time_;
  Row x_;
};

using Potential = std::array<std::optional<Expression>, 3>;

/// Adds a component of curl A to `row`: at cell centres by central differences between the centres
/// of neighbouring cells, on faces by Stokes' theorem from the middles of the edges around them.
/// Its divergence, that of outputs and sweeps, vanishes to rounding, since differences in different
/// directions commute.
void add_curl(Row& row, const FieldPlan& plan, const Potential& potential, const Grid& grid,
              RowSampler& sample) {
  const int reach = plan.normal >= 0 ? 1 : 2;
  for (const int term : {1, 2}) {
    const int along = (plan.component + term) % 3;      // of the derivative
    const int other = (plan.component + 3 - term) % 3;  // component of the potential
    if (!potential[std::size_t(other)] || !grid.active(along)) continue;
    const double weight = (term == 1 ? 1.0 : -1.0) / (reach * grid.spacing(along));
    for (const int end : {-1, 1}) {
      Shift shift = plan.shift(grid);
      shift[std::size_t(along)] += end * reach;
      const Row values = sample(*potential[std::size_t(other)], shift);
      for (std::size_t i = 0; i < row.size(); ++i) row[i] += end * weight * values[i];
    }
  }
}

/// Values of a field, all rows.
void evaluate(const Deck& deck, const FieldPlan& plan, double time, FieldValues& values) {
  const Grid grid = deck.grid();
  const int rows = plan.count[1] * plan.count[2];
  const int pieces = std::min(rows, 4 * Kokkos::DefaultHostExecutionSpace().concurrency());
  Kokkos::parallel_for(
      "initial field", Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, pieces),
      [&](const int piece) {
        // Expressions are copied: each thread evaluates its own.
        auto initial = deck.initial();
        Potential potential;
        for (std::size_t c = 0; c < 3; ++c)
          if (const auto found = initial.find(std::string("vector_potential_") + letters[c]);
              found != initial.end())
            potential[c] = found->second;
        const int last = int(long(rows) * (piece + 1) / pieces);
        for (int row = int(long(rows) * piece / pieces); row < last; ++row) {
          RowSampler sample(grid, plan.count[0], row % plan.count[1], row / plan.count[1], time);
          Row line(std::size_t(plan.count[0]), 0.0);
          if (const auto found = initial.find(plan.expression); found != initial.end())
            line = sample(found->second, plan.shift(grid));
          if (plan.component >= 0) add_curl(line, plan, potential, grid, sample);
          std::copy(line.begin(), line.end(), values.begin() + std::ptrdiff_t(row) * plan.count[0]);
        }
      });
}

/// The value on the upper face of a cell, `lower` being that on its lower one.
std::size_t upper_face(const FieldPlan& plan, std::size_t lower) {
  const std::array<std::size_t, 3> stride{1, std::size_t(plan.count[0]),
                                          std::size_t(plan.count[0]) * std::size_t(plan.count[1])};
  return lower + stride[std::size_t(plan.normal)];
}

/// Where the box is periodic its last faces are its first.
void join_periodic_faces(const Deck& deck, const FieldPlan& plan, FieldValues& values) {
  if (plan.normal < 0) return;
  const auto normal = std::size_t(plan.normal);
  const int last = plan.count[normal] - 1;
  if (!deck.grid().active(plan.normal) ||
      deck.boundaries().kind[normal][side_lower] != BoundaryKind::periodic)
    return;
  const std::size_t across = upper_face(plan, 0) * std::size_t(last);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (plan.cell(i)[normal] == last) values[i] = values[i - across];
}

/// The first value of a field that is not finite, or not positive where it has to be.
std::optional<DeckProblem> bad_value(const Deck& deck, const FieldPlan& plan,
                                     const FieldValues& values) {
  const bool positive =
      deck.program() == nullptr && (plan.name == "density" || plan.name == "pressure");
  const auto bad = std::find_if(values.begin(), values.end(), [&](double value) {
    return !std::isfinite(value) || (positive && !(value > 0));
  });
  if (bad == values.end()) return std::nullopt;
  const Grid grid = deck.grid();
  const auto cell = plan.cell(std::size_t(bad - values.begin()));
  return deck.problem(
      "initial", plan.expression,
      fmt::format("{} is {:g} in cell ({}, {}, {}) at ({:g}, {:g}, {:g}): expected a {} number",
                  plan.expression, *bad, cell[0], cell[1], cell[2], grid.centre(0, cell[0]),
                  grid.centre(1, cell[1]), grid.centre(2, cell[2]),
                  std::isfinite(*bad) ? "positive" : "finite"));
}

/// Refuses a magnetic field on faces that has a divergence.
void require_no_divergence(const Deck& deck, const std::vector<FieldPlan>& plans,
                           const FieldMap& fields) {
  const Grid grid = deck.grid();
  double strongest = 0;
  std::vector<double> divergence(grid.cell_count(), 0.0);
  double width = std::numeric_limits<double>::max();
  for (const FieldPlan& plan : plans) {
    if (plan.normal < 0) continue;
    const FieldValues& values = fields.at(plan.name);
    for (const double value : values) strongest = std::max(strongest, std::abs(value));
    if (!grid.active(plan.normal)) continue;
    width = std::min(width, grid.spacing(plan.normal));
    std::size_t cell = 0;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (plan.cell(i)[std::size_t(plan.normal)] < grid.cells[std::size_t(plan.normal)])
        divergence[cell++] += (values[upper_face(plan, i)] - values[i]) / grid.spacing(plan.normal);
  }
  std::size_t worst = 0;
  for (std::size_t i = 0; i < divergence.size(); ++i)
    if (std::abs(divergence[i]) > std::abs(divergence[worst])) worst = i;
  const double relative = std::abs(divergence[worst]) * width / strongest;
  if (!(relative > deck.number("solver", "divergence_tolerance"))) return;
  const auto cell = plans.front().cell(worst);
  throw DeckError({deck.problem(
      "initial",
      deck.given("initial", "magnetic_field_x") ? "magnetic_field_x" : "magnetic_field_y",
      fmt::format(
          "the magnetic field has the divergence {:.3g} in cell ({}, {}, {}) at ({:g}, {:g}, "
          "{:g}), {:.2g} of its largest value a cell: relaxing-tvd expects at most {:g} "
          "(divergence_tolerance in [solver]); give the field by vector_potential_x, _y, "
          "_z in [initial], whose curl has none",
          divergence[worst], cell[0], cell[1], cell[2], grid.centre(0, cell[0]),
          grid.centre(1, cell[1]), grid.centre(2, cell[2]), relative,
          deck.number("solver", "divergence_tolerance")))});
}

}  // namespace

FieldMap initial_fields(const Deck& deck) {
  const double time = deck.number("run", "start_time");
  const bool on_faces = deck.text("solver", "scheme") == "relaxing-tvd";
  const std::vector<FieldPlan> plans = plan_fields(deck, on_faces);
  FieldMap fields;
  std::vector<DeckProblem> problems = boundary_problems(deck);
  for (const FieldPlan& plan : plans) {
    FieldValues& values = fields[plan.name];
    values.resize(plan.values());
    evaluate(deck, plan, time, values);
    if (const auto problem = bad_value(deck, plan, values)) problems.push_back(*problem);
    join_periodic_faces(deck, plan, values);
  }
  if (!problems.empty()) throw DeckError(problems);
  if (on_faces && deck.text("physics", "equations") == "mhd")
    require_no_divergence(deck, plans, fields);
  return fields;
}

}  // namespace solenoid
