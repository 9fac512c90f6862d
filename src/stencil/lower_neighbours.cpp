/// Neighbours of fields, and of expressions that stand where fields are expected.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

namespace {

constexpr const char* no_neighbours_of_sources =
    "an 'in field' has a value at the vertex and no neighbours; derive an auxiliary field that is "
    "equal to it";

}  // namespace

bool Lowering::is_source(int field) const {
  if (is_expression(field)) return false;
  return field == absent_field || !kernels_.fields[std::size_t(field)].source.empty();
}

int Lowering::load(int field, std::array<int, 3> at, const Location& where) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (!options_.active[axis]) at[axis] = 0;
  if (is_expression(field)) return neighbour(field - first_expression, at, where);
  if (is_source(field) && at != std::array<int, 3>{}) fail(where, no_neighbours_of_sources);
  if (field == absent_field) return graph_.constant(0);
  const Field& read = kernels_.fields[std::size_t(field)];
  if (const auto open = open_pass_.nodes.find(field); open != open_pass_.nodes.end()) {
    if (!open_pass_.pointwise || at != std::array<int, 3>{}) throw NeedsOpenPass{};
    return open->second;
  }
  if (read.auxiliary && written_in_.count(field) == 0)
    fail(where, fmt::format("the auxiliary field '{}' is used before it is computed; only what is "
                            "declared below it, kernels and equations may use it",
                            read.name));
  return graph_.load(field, at);
}

int Lowering::spacing(int axis) {
  return options_.active[std::size_t(axis)]
             ? graph_.leaf(Op::spacing, axis)
             : graph_.constant(std::numeric_limits<double>::infinity());
}

Value Lowering::as_field(const Value& value) {
  Value field;
  field.base = value.base;
  for (const int node : value.nodes) field.fields.push_back(first_expression + node);
  return field;
}

int Lowering::neighbour(int node, const std::array<int, 3>& at, const Location& where) {
  if (graph_.is_of_previous(node))
    fail(where, "what 'advance' or 'rk3' made has no neighbours; expected an expression of fields");
  int away = 0;
  for (const int along_axis : at) away = std::max(away, std::abs(along_axis));
  if (graph_.reach(node) + away > farthest)
    fail(where, fmt::format("this reads {} vertices away; expected {} at most",
                            graph_.reach(node) + away, farthest));
  const int before = graph_.size();
  const int moved = graph_.neighbour(node, at);
  for (int made = before; made < graph_.size(); ++made) {
    const Node& one = graph_.at(made);
    if (one.op == Op::load && is_source(one.index)) fail(where, no_neighbours_of_sources);
    count_work(where);
  }
  return moved;
}

}  // namespace solenoid::stencil
