#include "src/setup/sources.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "src/deck/program_keys.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/row_sampler.hpp"

namespace solenoid {

namespace {

using Threads = Kokkos::DefaultHostExecutionSpace;

std::string not_finite_text(const Grid& grid, const std::string& name,
                            const std::array<int, 3>& cell, double time) {
  return fmt::format("'{}' in [source] is not finite at ({:g}, {:g}, {:g}), t = {:g}", name,
                     grid.centre(0, cell[0]), grid.centre(1, cell[1]), grid.centre(2, cell[2]),
                     time);
}

/// Evaluates one term in a box of cells, and says what is wrong with a value.
class TermEvaluator {
 public:
  TermEvaluator(const Grid& grid, const std::string& name, const Expression& expression)
      : grid_(grid), name_(name), expression_(expression) {}

  std::optional<std::string> operator()(const Box& cells, double time, double* values) const {
    const int rows = cells.count[1] * cells.count[2];
    const int pieces = std::min(rows, Threads().concurrency());
    std::vector<std::optional<std::size_t>> bad(std::size_t(pieces), std::nullopt);
    Kokkos::parallel_for("sources", Kokkos::RangePolicy<Threads>(0, pieces), [&](const int piece) {
      const Expression own = expression_;  // evaluation changes it
      const int last = int(long(rows) * (piece + 1) / pieces);
      for (int row = int(long(rows) * piece / pieces); row < last; ++row) {
        const RowSampler sample({grid_, -1, cells.begin[0], cells.count[0], time},
                                cells.begin[1] + row % cells.count[1],
                                cells.begin[2] + row / cells.count[1]);
        const Row line = sample(own, {0, 0, 0});
        const std::size_t first = std::size_t(row) * line.size();
        std::copy(line.begin(), line.end(), values + first);
        for (std::size_t i = 0; i < line.size(); ++i)
          if (!std::isfinite(line[i]) && !bad[std::size_t(piece)])
            bad[std::size_t(piece)] = first + i;
      }
    });
    if (const auto outside = expression_.outside_of_table())
      return fmt::format("'{}' in [source]: {}", name_, *outside);
    for (const auto& value : bad)
      if (value) return complaint(cells.at(*value), time);
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string complaint(const std::array<int, 3>& cell, double time) const {
    return not_finite_text(grid_, name_, cell, time);
  }

  Grid grid_;
  std::string name_;
  Expression expression_;
};

/// What a function gives, looked at.
SourceFunction checked(const Grid& grid, const std::string& name, const SourceFunction& function) {
  return [grid, name, function](const Box& cells, double time, double* values) {
    function(cells, time, values);
    const double* const last = values + cells.values();
    const double* const bad = std::find_if_not(values, values + cells.values(),
                                               [](double v) { return std::isfinite(v); });
    if (bad != last)
      throw BoundaryValueError(
          not_finite_text(grid, name, cells.at(std::size_t(bad - values)), time));
  };
}

/// What [source] says under a name.
SourceOfField source_named(const Deck& deck, const std::string& name) {
  const auto function = deck.source_functions().find(name);
  if (function != deck.source_functions().end())
    return {true, checked(deck.grid(), name, function->second)};
  const auto& expression = *deck.source().at(name);
  return {expression.depends_on_time(), [evaluate = TermEvaluator(deck.grid(), name, expression)](
                                            const Box& cells, double time, double* values) {
            if (const auto wrong = evaluate(cells, time, values)) throw BoundaryValueError(*wrong);
          }};
}

}  // namespace

SourceTerms source_terms(const Deck& deck) {
  SourceTerms terms;
  std::vector<SourceFunction> evaluators(source_term_count);
  for (std::size_t t = 0; t < source_term_count; ++t) {
    if (!deck.source().contains(source_term_names[t])) continue;
    SourceOfField source = source_named(deck, source_term_names[t]);
    terms.given[t] = true;
    terms.depends_on_time[t] = source.depends_on_time;
    evaluators[t] = std::move(source.evaluate);
  }
  terms.evaluate = [evaluators](int term, const Box& cells, double time, double* values) {
    evaluators[std::size_t(term)](cells, time, values);
  };
  return terms;
}

std::map<std::string, SourceOfField> field_sources(const Deck& deck) {
  std::map<std::string, SourceOfField> sources;
  for (const stencil::Field& field : deck.program()->kernels.fields)
    if (!field.source.empty()) sources[field.name] = source_named(deck, field.source);
  return sources;
}

std::vector<DeckProblem> source_problems(const Deck& deck) {
  std::vector<DeckProblem> problems;
  const Box all = whole_field(deck.grid(), Placement::cells);
  std::vector<double> values(deck.source().empty() ? 0 : all.values());
  for (const auto& [name, expression] : deck.source())
    if (const auto wrong = TermEvaluator(deck.grid(), name, *expression)(
            all, deck.number("run", "start_time"), values.data()))
      problems.push_back(deck.problem("source", name, *wrong));
  return problems;
}

}  // namespace solenoid
