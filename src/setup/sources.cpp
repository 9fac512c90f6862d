#include "src/setup/sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>

#include "src/deck/program_keys.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/cell_values.hpp"

namespace solenoid {

namespace {

/// A key of [source] as messages call it.
std::string called(const std::string& name) { return fmt::format("'{}' in [source]", name); }

/// What a function gives, looked at.
SourceFunction checked(const Grid& grid, const std::string& name, const SourceFunction& function) {
  return [grid, name, function](const Box& cells, double time, double* values) {
    function(cells, time, values);
    const double* const last = values + cells.values();
    const double* const bad = std::find_if_not(values, values + cells.values(),
                                               [](double v) { return std::isfinite(v); });
    if (bad != last)
      throw BoundaryValueError(
          not_finite_text(grid, called(name), cells.at(std::size_t(bad - values)), time));
  };
}

/// The same in all processes, where they agree on what fails.
SourceFunction agreed(const Deck& deck, const SourceFunction& function) {
  if (!deck.agreement()) return function;
  return [agreement = deck.agreement(), function](const Box& cells, double time, double* values) {
    agreement->in_all([&] { function(cells, time, values); });
  };
}

/// What [source] says under a name.
SourceOfField source_named(const Deck& deck, const std::string& name) {
  const auto function = deck.source_functions().find(name);
  if (function != deck.source_functions().end())
    return {true, agreed(deck, checked(deck.grid(), name, function->second))};
  const auto& expression = *deck.source().at(name);
  const CellValues evaluate(deck.grid(), called(name), expression);
  return {expression.depends_on_time(),
          agreed(deck, [evaluate](const Box& cells, double time, double* values) {
            if (const auto wrong = evaluate(cells, time, values)) throw BoundaryValueError(*wrong);
          })};
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
    if (const auto wrong = CellValues(deck.grid(), called(name), *expression)(
            all, deck.number("run", "start_time"), values.data()))
      problems.push_back(deck.problem("source", name, *wrong));
  return problems;
}

}  // namespace solenoid
