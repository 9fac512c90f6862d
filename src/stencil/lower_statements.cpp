/// Statements: assignments, choices, loops.

#include <fmt/format.h>

#include <utility>

#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

using Role = Variable::Role;

void Lowering::run(const std::vector<StatementPtr>& list) {
  for (const StatementPtr& s : list) {
    // Nothing is computed after a return that is certain.
    if (graph_.is_constant(frame_.returned, 1)) return;
    run(*s);
  }
}

void Lowering::run(const Statement& s) {
  count_work(s.where);
  switch (s.kind) {
    case Statement::Kind::declaration:
      for (const VariablePtr& variable : s.variables) declaration(*variable);
      return;
    case Statement::Kind::assignment:
      return assignment(s);
    case Statement::Kind::expression:
      evaluate(*s.value);
      return;
    case Statement::Kind::choice:
      return choice(s);
    case Statement::Kind::loop:
      return loop(s);
    case Statement::Kind::give_back:
      return give_back(s);
    case Statement::Kind::block:
      return run(s.body);
  }
}

void Lowering::declaration(const Variable& variable) {
  const Base base = variable.type.base;
  Value value;
  value.base = base;
  if (!variable.type.array && variable.initial) {
    value = converted(*variable.initial, variable.type);
  } else {
    long count = 1;
    if (variable.type.array) {
      const std::size_t given = variable.initial ? variable.initial->arguments.size() : 0;
      count = variable.array_size ? known(evaluate(*variable.array_size),
                                          variable.array_size->where, "the size of an array")
                                  : long(given);
      if (count < 1 || count > 10000 || std::size_t(count) < given)
        fail(variable.where, fmt::format("'{}' has {} elements and {} values; expected between {} "
                                         "and 10000 elements",
                                         variable.name, count, given, given > 0 ? given : 1));
    }
    const std::size_t parts = std::size_t(count) * std::size_t(components(base));
    if (integral(base))
      value.indices.resize(parts);
    else
      value.nodes.resize(parts, -1);
    if (variable.initial) {
      std::size_t at = 0;
      for (const ExpressionPtr& item : variable.initial->arguments) {
        const Value one = converted(*item, {base});
        for (const int node : one.nodes) value.nodes[at++] = node;
        for (const Index& index : one.indices) value.indices[at++] = index;
      }
    }
  }
  frame_.variables[&variable] = std::move(value);
}

std::vector<std::size_t> Lowering::parts(const Expression& indexed,
                                         const std::vector<std::size_t>& of) {
  // What is indexed has `count` elements of `size` parts each.
  const Type whole = indexed.arguments[0]->type;
  const bool matrix = whole == matrix_type;
  const std::size_t size = whole.array ? std::size_t(components(whole.base)) : 1;
  long at = 0;
  for (std::size_t i = 1; i < indexed.arguments.size(); ++i) {
    const long index =
        known(evaluate(*indexed.arguments[i]), indexed.arguments[i]->where, "an index");
    const long count = matrix ? 3 : long(of.size() / size);
    if (index < 0 || index >= count)
      fail(indexed.arguments[i]->where,
           fmt::format("the index is {}; expected one from 0 to {}", index, count - 1));
    at = matrix ? 3 * at + index : index;
  }
  const auto first = of.begin() + at * long(size);
  return {first, first + long(size)};
}

std::pair<Value*, std::vector<std::size_t>> Lowering::place(const Expression& target) {
  if (target.kind == Expression::Kind::name) {
    Value& value = frame_.variables.at(target.variable);
    std::vector<std::size_t> all(value.nodes.size() + value.indices.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return {&value, all};
  }
  auto [value, of] = place(*target.arguments[0]);
  if (target.kind == Expression::Kind::index) return {value, parts(target, of)};
  if (target.text == "row") return {value, of};
  return {value, {of[std::size_t(target.text[0] - 'x')]}};
}

void Lowering::assignment(const Statement& s) {
  const Expression* root = s.target.get();
  while (root->kind != Expression::Kind::name) root = root->arguments[0].get();
  Type wanted = s.target->type;
  wanted.access = Access::value;
  const bool scaling = (s.text == "*=" || s.text == "/=") && components(wanted.base) > 1;
  Value value = converted(*s.value, scaling ? scalar_type : wanted);
  if (root->variable->type.access != Access::value)
    return assign_field(*root->variable, s.where, value);
  if (s.text != "=") {
    const Value old = evaluate(*s.target);
    if (integral(wanted.base)) {
      Expression change;
      change.where = s.where;
      change.text = s.text.substr(0, 1);
      value = integers(change, old, value);
    } else {
      value = arithmetic(s.text.substr(0, 1), old, value);
    }
  }
  const auto [target, at] = place(*s.target);
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (integral(wanted.base))
      target->indices[at[i]] = value.indices[i];
    else
      target->nodes[at[i]] = value.nodes[i];
  }
}

void Lowering::assign_field(const Variable& variable, const Location& where, const Value& value) {
  write(frame_, where, globals_.at(&variable).fields, value);
}

void Lowering::give_back(const Statement& s) {
  if (s.value) {
    const Value value = converted(*s.value, frame_.function->result);
    frame_.result =
        frame_.result.base == Base::nothing ? value : merged(frame_.returned, frame_.result, value);
  }
  frame_.returned = graph_.constant(1);
}

Value Lowering::merged(int condition, const Value& yes, const Value& no) {
  Value value = yes;
  // What only one side has assigned has no value that could be relied on.
  for (std::size_t i = 0; i < yes.nodes.size(); ++i)
    value.nodes[i] = yes.nodes[i] < 0 || no.nodes[i] < 0
                         ? -1
                         : graph_.make(Op::select, condition, yes.nodes[i], no.nodes[i]);
  for (std::size_t i = 0; i < yes.indices.size(); ++i) {
    const Index& a = yes.indices[i];
    const Index& b = no.indices[i];
    if (a == b) continue;
    value.indices[i] =
        !a.set || !b.set
            ? Index{}
            : Index{true, -1, 0, graph_.make(Op::select, condition, node_of(a), node_of(b))};
  }
  return value;
}

void Lowering::merge(int condition, Frame yes, const Frame& no) {
  for (auto& [variable, value] : frame_.variables)
    value = merged(condition, yes.variables.at(variable), no.variables.at(variable));
  // A field that one side does not write keeps what was written before; without that, its value.
  for (const Frame* side : {static_cast<const Frame*>(&yes), &no})
    for (const auto& [field, node] : side->outputs) frame_.outputs.emplace(field, -1);
  for (auto& [field, node] : frame_.outputs) {
    const auto of = [&](const Frame& side, int which) {
      const auto found = side.outputs.find(which);
      return found == side.outputs.end() || found->second < 0 ? graph_.load(which, {})
                                                              : found->second;
    };
    node = graph_.make(Op::select, condition, of(yes, field), of(no, field));
  }
  if (yes.result.base == Base::nothing)
    frame_.result = no.result;
  else if (no.result.base == Base::nothing)
    frame_.result = yes.result;
  else
    frame_.result = merged(condition, yes.result, no.result);
  frame_.returned =
      yes.returned == no.returned
          ? yes.returned
          : graph_.make(
                Op::logical_or, graph_.make(Op::logical_and, condition, yes.returned),
                graph_.make(Op::logical_and, graph_.make(Op::negation, condition), no.returned));
}

void Lowering::choice(const Statement& s) {
  const Value condition = evaluate(*s.value);
  if (const std::optional<bool> certain = known_condition(condition))
    return run(*certain ? s.body : s.otherwise);
  const Frame before = frame_;
  run(s.body);
  Frame yes = std::exchange(frame_, before);
  run(s.otherwise);
  Frame no = std::exchange(frame_, before);
  merge(condition.nodes[0], std::move(yes), no);
}

void Lowering::loop(const Statement& s) {
  if (s.first) run(*s.first);
  while (true) {
    const std::optional<bool> goes_on = known_condition(evaluate(*s.value));
    if (!goes_on)
      fail(s.value->where,
           "how often a loop runs must be known when the program is compiled; this "
           "condition depends on fields or uniforms");
    if (!*goes_on) return;
    run(s.body);
    if (graph_.is_constant(frame_.returned, 1)) return;
    if (s.after_each) run(*s.after_each);
  }
}

}  // namespace solenoid::stencil
