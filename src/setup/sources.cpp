#include "src/setup/sources.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>

#include "src/deck/program_keys.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/row_sampler.hpp"

namespace solenoid {

namespace {

using Threads = Kokkos::DefaultHostExecutionSpace;

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
    return fmt::format("'{}' in [source] is not finite at ({:g}, {:g}, {:g}), t = {:g}", name_,
                       grid_.centre(0, cell[0]), grid_.centre(1, cell[1]), grid_.centre(2, cell[2]),
                       time);
  }

  Grid grid_;
  std::string name_;
  Expression expression_;
};

}  // namespace

SourceTerms source_terms(const Deck& deck) {
  SourceTerms terms;
  std::vector<std::optional<TermEvaluator>> evaluators(source_term_count);
  for (std::size_t t = 0; t < source_term_count; ++t) {
    const auto found = deck.source().find(source_term_names[t]);
    if (found == deck.source().end()) continue;
    terms.given[t] = true;
    terms.depends_on_time[t] = found->second->depends_on_time();
    evaluators[t].emplace(deck.grid(), source_term_names[t], *found->second);
  }
  terms.evaluate = [evaluators](int term, const Box& cells, double time, double* values) {
    if (const auto wrong = (*evaluators[std::size_t(term)])(cells, time, values))
      throw BoundaryValueError(*wrong);
  };
  return terms;
}

std::map<std::string, SourceOfField> field_sources(const Deck& deck) {
  std::map<std::string, SourceOfField> sources;
  for (const stencil::Field& field : deck.program()->kernels.fields) {
    if (field.source.empty()) continue;
    const auto& expression = *deck.source().at(field.source);
    sources[field.name] = {expression.depends_on_time(),
                           [evaluate = TermEvaluator(deck.grid(), field.source, expression)](
                               const Box& cells, double time, double* values) {
                             if (const auto wrong = evaluate(cells, time, values))
                               throw BoundaryValueError(*wrong);
                           }};
  }
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
