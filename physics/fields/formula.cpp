#include "physics/fields/formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "physics/fields/formula_functions.hpp"

namespace solenoid {

double formula_value(FormulaOperation operation, double a, double b, double c) {
  double value = 0;
  with_operation(operation, [&](const auto& function) { value = function(a, b, c); });
  return value;
}

double Formula::of_numbers(const std::vector<double>& of_fields, double time) const {
  std::array<double, most_places> results{};
  const auto at = [&](const FormulaSource& source) {
    switch (source.kind) {
      case FormulaSource::Kind::result:
        return results[std::size_t(source.index)];
      case FormulaSource::Kind::field:
        return of_fields.at(std::size_t(source.index));
      case FormulaSource::Kind::number:
        return numbers[std::size_t(source.index)];
      case FormulaSource::Kind::time:
        return time;
      case FormulaSource::Kind::coordinate:
        break;
    }
    throw std::logic_error("a formula of numbers has a coordinate");
  };
  for (const FormulaStep& step : steps)
    results[std::size_t(step.to)] =
        step.table >= 0
            ? (*tables[std::size_t(step.table)])(at(step.of[0]))
            : formula_value(step.operation, at(step.of[0]), at(step.of[1]), at(step.of[2]));
  return at(value);
}

FormulaBuilder::Part FormulaBuilder::known(const Node& node) {
  const auto [entry, is_new] = parts_.emplace(node, Part(nodes_.size()));
  if (is_new) nodes_.push_back(node);
  return entry->second;
}

FormulaBuilder::Part FormulaBuilder::number(double value) {
  // By its bits: a NaN is equal to nothing, and zeros have signs.
  const auto same = [&](double other) {
    return std::bit_cast<std::uint64_t>(other) == std::bit_cast<std::uint64_t>(value);
  };
  const auto found = std::ranges::find_if(numbers_, same);
  const int index = int(found - numbers_.begin());
  if (found == numbers_.end()) numbers_.push_back(value);
  return known({FormulaSource::Kind::number, index});
}

std::optional<double> FormulaBuilder::number_of(Part part) const {
  const Node& node = nodes_[std::size_t(part)];
  if (node.kind != FormulaSource::Kind::number) return std::nullopt;
  return numbers_[std::size_t(node.index)];
}

FormulaBuilder::Part FormulaBuilder::field(const std::string& name) {
  const auto found = std::ranges::find(fields_, name);
  const int index = int(found - fields_.begin());
  if (found == fields_.end()) fields_.push_back(name);
  return known({FormulaSource::Kind::field, index});
}

FormulaBuilder::Part FormulaBuilder::coordinate(int axis) {
  return known({FormulaSource::Kind::coordinate, axis});
}

FormulaBuilder::Part FormulaBuilder::time() { return known({FormulaSource::Kind::time}); }

FormulaBuilder::Part FormulaBuilder::apply(FormulaOperation operation, Part a, Part b, Part c) {
  const Node node{FormulaSource::Kind::result, int(operation), {a, b, c}};
  std::array<double, 3> values{};
  for (std::size_t n = 0; n < 3; ++n) {
    if (node.of[n] == none) continue;
    const std::optional<double> value = number_of(node.of[n]);
    if (!value) return known(node);
    values[n] = *value;
  }
  return number(formula_value(operation, values[0], values[1], values[2]));
}

FormulaBuilder::Part FormulaBuilder::tabulated(const std::shared_ptr<const CubicTable>& table,
                                               Part a) {
  if (const auto x = number_of(a)) return number((*table)(*x));
  const auto found = std::ranges::find(tables_, table);
  const int index = int(found - tables_.begin());
  if (found == tables_.end()) tables_.push_back(table);
  return known({FormulaSource::Kind::result, 0, {a, none, none}, index});
}

/// Puts the parts that one is made of into an order, and their results into as few places as that
/// allows.
class FormulaBuilder::Placing {
 public:
  explicit Placing(const FormulaBuilder& from)
      : from_(from), uses_(from.nodes_.size()), sources_(from.nodes_.size()) {}

  Formula place(Part part) {
    count(part);
    formula_.value = source_of(part);
    return std::move(formula_);
  }

 private:
  void count(Part part) {
    if (uses_[std::size_t(part)]++ > 0) return;
    for (const Part of : from_.nodes_[std::size_t(part)].of)
      if (of != none) count(of);
  }
  template <class Values, class Value>
  static int place_in(Values& values, const Value& value, std::map<int, int>& places, int index) {
    const auto [entry, is_new] = places.emplace(index, int(values.size()));
    if (is_new) values.push_back(value);
    return entry->second;
  }
  FormulaSource source_of(Part part) {
    const Node& node = from_.nodes_[std::size_t(part)];
    const auto index = std::size_t(node.index);
    if (node.kind == FormulaSource::Kind::field)
      return {node.kind, place_in(formula_.fields, from_.fields_[index], fields_, node.index)};
    if (node.kind == FormulaSource::Kind::number)
      return {node.kind, place_in(formula_.numbers, from_.numbers_[index], numbers_, node.index)};
    if (node.kind != FormulaSource::Kind::result) return {node.kind, node.index};
    auto& source = sources_[std::size_t(part)];
    if (source.kind != FormulaSource::Kind::result)
      source = {FormulaSource::Kind::result, add(node)};
    return source;
  }
  /// Adds the step of an operation and those before it; returns the place of its result.
  int add(const Node& node) {
    FormulaStep step{FormulaOperation(node.index), 0, {}};
    if (node.table != none)
      step.table =
          place_in(formula_.tables, from_.tables_[std::size_t(node.table)], tables_, node.table);
    for (std::size_t n = 0; n < 3; ++n)
      // What an operation does not ask for is the first of its values once more.
      step.of[n] = node.of[n] == none ? step.of[0] : source_of(node.of[n]);
    for (const Part of : node.of)
      if (of != none && --uses_[std::size_t(of)] == 0 &&
          from_.nodes_[std::size_t(of)].kind == FormulaSource::Kind::result)
        free_.push_back(sources_[std::size_t(of)].index);
    if (free_.empty()) free_.push_back(formula_.places++);
    if (formula_.places > Formula::most_places)
      throw FormulaTooLarge(fmt::format("the formula has more than {} values to remember at a time",
                                        Formula::most_places));
    step.to = free_.back();
    free_.pop_back();
    formula_.steps.push_back(step);
    return step.to;
  }

  const FormulaBuilder& from_;
  Formula formula_;
  std::vector<int> uses_;               ///< by part, that are still to come
  std::vector<FormulaSource> sources_;  ///< by part, a result where it is there
  std::vector<int> free_;               ///< places
  std::map<int, int> fields_, numbers_,
      tables_;  ///< from those of the builder to those of the formula
};

Formula FormulaBuilder::formula(Part part) const { return Placing(*this).place(part); }

}  // namespace solenoid
