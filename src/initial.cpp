#include <fmt/format.h>
#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <optional>

#include "src/boundary_values.hpp"
#include "src/solvers.hpp"

namespace solenoid {

namespace {

using Row = std::vector<double>;

/// Values of expressions along a row of cells, or of their neighbours.
class RowSampler {
 public:
  RowSampler(const Grid& grid, int j, int k, double time)
      : grid_(grid), j_(j), k_(k), time_(time), x_(std::size_t(grid.cells[0])) {}

  /// Values at the centres of the cells `shift` cells away in each direction.
  Row operator()(const Expression& expression, const std::array<int, 3>& shift) {
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = grid_.centre(0, int(i) + shift[0]);
    Row values(x_.size());
    expression.row(x_.data(), x_.size(), grid_.centre(1, j_ + shift[1]),
                   grid_.centre(2, k_ + shift[2]), time_, values.data());
    return values;
  }

 private:
  const Grid& grid_;
  int j_, k_;
  double time_;
  Row x_;
};

/// Adds component c of curl A to `row`, by central differences between the centres of neighbouring
/// cells. Its divergence by central differences, the one that outputs and sweeps see, vanishes to
/// rounding, since differences in different directions commute.
void add_curl(Row& row, int c, const std::array<std::optional<Expression>, 3>& potential,
              const Grid& grid, RowSampler& sample) {
  for (const int term : {1, 2}) {
    const int along = (c + term) % 3;          // of the derivative
    const int component = (c + 3 - term) % 3;  // of the potential
    if (!potential[component] || !grid.active(along)) continue;
    const double weight = (term == 1 ? 0.5 : -0.5) / grid.spacing(along);
    for (const int end : {-1, 1}) {
      std::array<int, 3> shift{0, 0, 0};
      shift[along] = end;
      const Row values = sample(*potential[component], shift);
      for (std::size_t i = 0; i < row.size(); ++i) row[i] += end * weight * values[i];
    }
  }
}

/// The first value of a field that is not finite, or not positive where it has to be.
struct BadValue {
  std::size_t cell = 0;
  std::string field;
  double value = 0;
};

std::vector<BadValue> bad_values(const FieldMap& fields) {
  std::vector<BadValue> bad;
  for (const auto& [name, values] : fields) {
    const bool positive = name == "density" || name == "pressure";
    const auto first = std::find_if(values.begin(), values.end(), [&](double value) {
      return !std::isfinite(value) || (positive && !(value > 0));
    });
    if (first != values.end()) bad.push_back({std::size_t(first - values.begin()), name, *first});
  }
  return bad;
}

DeckProblem problem_of(const BadValue& bad, const Deck& deck) {
  const Grid grid = deck.grid();
  const auto nx = std::size_t(grid.cells[0]);
  const auto ny = std::size_t(grid.cells[1]);
  const std::array<int, 3> cell{int(bad.cell % nx), int(bad.cell / nx % ny),
                                int(bad.cell / nx / ny)};
  return deck.problem(
      "initial", bad.field,
      fmt::format("{} is {:g} in cell ({}, {}, {}) at ({:g}, {:g}, {:g}): expected a {} number",
                  bad.field, bad.value, cell[0], cell[1], cell[2], grid.centre(0, cell[0]),
                  grid.centre(1, cell[1]), grid.centre(2, cell[2]),
                  std::isfinite(bad.value) ? "positive" : "finite"));
}

}  // namespace

FieldMap initial_fields(const Deck& deck) {
  const Grid grid = deck.grid();
  const double time = deck.number("run", "start_time");
  const bool magnetised = deck.text("physics", "equations") == "mhd";
  std::vector<std::string> names = {"density", "velocity_x", "velocity_y", "velocity_z",
                                    "pressure"};
  const std::array<std::string, 3> components{"x", "y", "z"};
  if (magnetised)
    for (const auto& c : components) names.push_back("magnetic_field_" + c);
  FieldMap fields;
  for (const auto& name : names) fields[name].resize(grid.cell_count());

  const int rows = grid.cells[1] * grid.cells[2];
  const int pieces = std::min(rows, 4 * Kokkos::DefaultHostExecutionSpace().concurrency());
  Kokkos::parallel_for(
      "initial fields", Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, pieces),
      [&](const int piece) {
        // Expressions are copied: each thread evaluates its own.
        auto initial = deck.initial();
        std::array<std::optional<Expression>, 3> potential;
        for (int c = 0; c < 3; ++c)
          if (const auto found = initial.find("vector_potential_" + components[c]);
              found != initial.end())
            potential[c] = found->second;
        const int last = int(long(rows) * (piece + 1) / pieces);
        for (int row = int(long(rows) * piece / pieces); row < last; ++row) {
          RowSampler sample(grid, row % grid.cells[1], row / grid.cells[1], time);
          for (std::size_t f = 0; f < names.size(); ++f) {
            Row values(std::size_t(grid.cells[0]), 0.0);
            if (const auto found = initial.find(names[f]); found != initial.end())
              values = sample(found->second, {0, 0, 0});
            if (f >= 5) add_curl(values, int(f) - 5, potential, grid, sample);
            std::copy(values.begin(), values.end(),
                      fields.at(names[f]).begin() + std::ptrdiff_t(row) * grid.cells[0]);
          }
        }
      });

  std::vector<DeckProblem> problems = boundary_problems(deck);
  for (const BadValue& bad : bad_values(fields)) problems.push_back(problem_of(bad, deck));
  if (!problems.empty()) throw DeckError(problems);
  return fields;
}

}  // namespace solenoid
