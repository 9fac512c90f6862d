/// Expressions, and calls of functions of the program.

#include <fmt/format.h>

#include <cstdlib>
#include <numbers>
#include <utility>

#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

using Kind = Expression::Kind;
using Role = Variable::Role;

void Lowering::fail(const Location& where, const std::string& message) {
  throw LoweringError{where, message};
}

void Lowering::count_work(const Location& where) {
  constexpr long most = 500000;
  if (++work_ > most)
    fail(where,
         "the program is too long with its functions inlined and its loops unrolled; does "
         "a loop here end?");
}

Value Lowering::evaluate(const Expression& e) {
  count_work(e.where);
  switch (e.kind) {
    case Kind::number:
      if (e.type == integer_type) return integer(number(std::strtol(e.text.c_str(), nullptr, 10)));
      return scalar(graph_.constant(
          {std::strtod(e.text.c_str(), nullptr), std::strtold(e.text.c_str(), nullptr)}));
    case Kind::name:
    case Kind::member:
    case Kind::index:
      return e.type.array ? part(e) : read(part(e), e.where);
    case Kind::call:
      return call(e);
    case Kind::construct: {
      Value made;
      made.base = e.type.base;
      const Base part = e.type == matrix_type   ? Base::vector
                        : e.type == vector_type ? Base::scalar
                        : e.type == int3_type   ? Base::integer
                                                : e.type.base;
      for (const ExpressionPtr& argument : e.arguments) {
        const Value one = converted(*argument, {part});
        made.nodes.insert(made.nodes.end(), one.nodes.begin(), one.nodes.end());
        made.indices.insert(made.indices.end(), one.indices.begin(), one.indices.end());
      }
      return made;
    }
    case Kind::unary:
      return unary(e);
    case Kind::increment: {
      Index& index = place(*e.arguments[0]).first->indices[place(*e.arguments[0]).second[0]];
      read(integer(index), e.arguments[0]->where);
      index = sum(index, number(1), e.text == "++" ? 1 : -1, e.where);
      return integer(index);
    }
    case Kind::binary:
      return binary(e);
    case Kind::conditional: {
      const Value condition = evaluate(*e.arguments[0]);
      const Value yes = converted(*e.arguments[1], e.type);
      const Value no = converted(*e.arguments[2], e.type);
      if (const std::optional<bool> certain = known_condition(condition))
        return *certain ? yes : no;
      return merged(condition.nodes[0], yes, no);
    }
    case Kind::list:
    case Kind::reduction:
      break;
  }
  fail(e.where, "an array is not a value");
}

Value Lowering::part(const Expression& e) {
  if (e.kind == Kind::name) return variable(e);
  if (e.kind == Kind::member) return member(e);
  return e.kind == Kind::index ? index(e) : evaluate(e);
}

Value Lowering::read(const Value& value, const Location& where) {
  for (const int node : value.nodes)
    if (node < 0) fail(where, "this has no value yet, or not in all cases");
  for (const Index& index : value.indices)
    if (!index.set) fail(where, "this has no value yet, or not in all cases");
  return value;
}

Value Lowering::converted(const Expression& e, const Type& type) {
  Value value = evaluate(e);
  if (type.access == Access::in) return value.fields.empty() ? as_field(value) : value;
  if (!value.fields.empty()) return loaded(value, e.where);
  return type.base == Base::scalar ? as_scalar(e, value) : value;
}

Value Lowering::loaded(const Value& fields, const Location& where) {
  Value values;
  values.base = fields.base;
  for (const int field : fields.fields) values.nodes.push_back(load(field, {}, where));
  return values;
}

Value Lowering::as_scalar(const Expression& e, const Value& value) {
  if (value.base != Base::integer) return value;
  refuse_truncated(e);
  return scalar(node_of(value.indices[0]));
}

void Lowering::refuse_truncated(const Expression& e) const {
  if (const auto found = truncated_.find(&e); found != truncated_.end()) {
    const auto [dividend, divisor] = found->second;
    const bool numbers =
        e.arguments[0]->kind == Kind::number && e.arguments[1]->kind == Kind::number;
    fail(
        e.where,
        fmt::format("{0} / {1} of ints is {2}, without the remainder; write {3}, or declare an int "
                    "where {2} is meant",
                    dividend, divisor, dividend / divisor,
                    numbers ? fmt::format("{}.0 / {}", dividend, divisor)
                            : "Scalar(...) around one of them"));
  }
  // What an int was declared with, or a function gave back, is an int because someone said so.
  if (e.kind != Kind::binary && e.kind != Kind::unary && e.kind != Kind::conditional) return;
  for (const ExpressionPtr& argument : e.arguments)
    if (argument->type == integer_type) refuse_truncated(*argument);
}

int Lowering::node_of(const Index& index) {
  if (index.node >= 0) return index.node;
  const int value = graph_.constant(double(index.value));
  if (index.axis < 0) return value;
  return graph_.make(Op::add, graph_.leaf(Op::vertex, index.axis), value);
}

Index Lowering::sum(const Index& a, const Index& b, int sign, const Location& where) {
  Index result = number(0);
  const bool overflow = sign > 0 ? __builtin_add_overflow(a.value, b.value, &result.value)
                                 : __builtin_sub_overflow(a.value, b.value, &result.value);
  if (overflow || std::abs(result.value) > (1L << 52))
    fail(where, "this integer becomes too large");
  const bool exact = a.node < 0 && b.node < 0;
  if (exact && b.axis < 0) {
    result.axis = a.axis;
    return result;
  }
  if (exact && a.axis < 0 && sign > 0) {
    result.axis = b.axis;
    return result;
  }
  if (exact && a.axis == b.axis && sign < 0) return result;
  return {true, -1, 0, graph_.make(sign > 0 ? Op::add : Op::subtract, node_of(a), node_of(b))};
}

std::optional<bool> Lowering::known_condition(const Value& value) {
  if (!graph_.is_constant(value.nodes[0])) return std::nullopt;
  return !graph_.is_constant(value.nodes[0], 0);
}

long Lowering::known(const Value& value, const Location& where, const std::string& what) {
  if (!value.indices.at(0).known())
    fail(where, what +
                    " must be known when the program is compiled; expected numbers, constants "
                    "and variables of loops");
  return value.indices[0].value;
}

Value Lowering::variable(const Expression& name) {
  const Variable* v = name.variable;
  if (v->role == Role::builtin) return builtin_variable(*v);
  if (is_absent(*v))
    fail(name.where, fmt::format("'{}' is declared as absent, {}: equations for what is absent are "
                                 "left out, and nothing else may use it",
                                 v->name, diagnostics_.place(v->where, name.where)));
  if (v->role == Role::constant) return converted(*v->initial, v->type);
  if (const auto found = frame_.variables.find(v); found != frame_.variables.end())
    return found->second;
  if (v->role == Role::uniform) {
    Value value;
    value.base = v->type.base;
    const int first = globals_.at(v).fields[0];
    for (int i = 0; i < components(v->type.base); ++i)
      value.nodes.push_back(graph_.leaf(Op::uniform, first + i));
    if (v->type == integer_type) return integer({true, -1, 0, value.nodes[0]});
    return value;
  }
  return globals_.at(v);
}

Value Lowering::builtin_variable(const Variable& v) {
  Value value;
  value.base = v.type.base;
  if (v.name == "vertexIdx") {
    for (int axis = 0; axis < 3; ++axis) value.indices.push_back({true, axis, 0, -1});
  } else if (v.name == "STENCIL_ORDER") {
    value.indices.push_back(number(options_.order));
  } else if (v.name == "pi") {
    value.nodes.push_back(graph_.constant({std::numbers::pi, std::numbers::pi_v<long double>}));
  } else if (v.name == "time") {
    value.nodes.push_back(graph_.leaf(Op::time));
  } else if (v.name == "identity") {
    for (int i = 0; i < 9; ++i) value.nodes.push_back(graph_.constant(i % 4 == 0 ? 1 : 0));
  } else {
    for (int axis = 0; axis < 3; ++axis)
      value.nodes.push_back(v.name == "position" ? graph_.leaf(Op::position, axis) : spacing(axis));
  }
  return value;
}

Value Lowering::member(const Expression& e) {
  Value of = part(*e.arguments[0]);
  if (e.text == "row") return of;
  const std::size_t component = std::size_t(e.text[0] - 'x');
  Value one;
  one.base = e.type.base;
  if (!of.fields.empty()) one.fields = {of.fields[component]};
  if (!of.nodes.empty()) one.nodes = {of.nodes[component]};
  if (!of.indices.empty()) one.indices = {of.indices[component]};
  return one;
}

Value Lowering::index(const Expression& e) {
  const Value of = part(*e.arguments[0]);
  Value chosen;
  chosen.base = e.type.base;
  if (!of.fields.empty()) {
    Value position;
    for (std::size_t i = 1; i < e.arguments.size(); ++i) {
      const Value one = evaluate(*e.arguments[i]);
      position.indices.insert(position.indices.end(), one.indices.begin(), one.indices.end());
    }
    const std::array<int, 3> at = offset_of(position, e.where);
    for (const int field : of.fields) chosen.nodes.push_back(load(field, at, e.where));
    return chosen;
  }
  std::vector<std::size_t> all(of.nodes.size() + of.indices.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  for (const std::size_t i : parts(e, all)) {
    if (of.indices.empty())
      chosen.nodes.push_back(of.nodes[i]);
    else
      chosen.indices.push_back(of.indices[i]);
  }
  return chosen;
}

std::array<int, 3> Lowering::offset_of(const Value& position, const Location& where) {
  std::array<int, 3> offset{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Index& index = position.indices[axis];
    if (index.axis != int(axis) || index.node >= 0 || std::abs(index.value) > farthest)
      fail(where, fmt::format("index {} must be vertexIdx.{} plus or minus a number known when the "
                              "program is compiled, at most {}",
                              axis + 1, "xyz"[axis], farthest));
    offset[axis] = int(index.value);
  }
  return offset;
}

Value Lowering::unary(const Expression& e) {
  const Value of = converted(*e.arguments[0], {e.type.base});
  if (e.text == "+") return of;
  Value result = of;
  const Op op = e.text == "!" ? Op::negation : Op::negate;
  for (int& node : result.nodes) node = graph_.make(op, node);
  for (Index& index : result.indices) index = sum(number(0), index, -1, e.where);
  return result;
}

Value Lowering::binary(const Expression& e) {
  const Value a = converted(*e.arguments[0], {e.arguments[0]->type.base});
  const Value b = converted(*e.arguments[1], {e.arguments[1]->type.base});
  if (e.text == "&&" || e.text == "||")
    return {
        Base::condition,
        {graph_.make(e.text == "&&" ? Op::logical_and : Op::logical_or, a.nodes[0], b.nodes[0])},
        {},
        {}};
  if (e.type == condition_type) return compare(e, a, b);
  if (integral(e.type.base)) return integers(e, a, b);
  return arithmetic(e.text, as_scalar(*e.arguments[0], a), as_scalar(*e.arguments[1], b));
}

Value Lowering::integers(const Expression& e, const Value& a, const Value& b) {
  Value result = a.indices.size() >= b.indices.size() ? a : b;
  for (std::size_t i = 0; i < result.indices.size(); ++i) {
    const Index& x = a.indices[a.indices.size() == 1 ? 0 : i];
    const Index& y = b.indices[b.indices.size() == 1 ? 0 : i];
    Index& to = result.indices[i];
    if (e.text == "+" || e.text == "-") {
      to = sum(x, y, e.text == "+" ? 1 : -1, e.where);
      continue;
    }
    if (e.text == "*" && !(x.known() && y.known())) {
      to = {true, -1, 0, graph_.make(Op::multiply, node_of(x), node_of(y))};
      continue;
    }
    if (!x.known() || !y.known())
      fail(e.where, fmt::format("'{}' of ints works where both are known when the program is "
                                "compiled; convert one with Scalar(...)",
                                e.text));
    if (e.text != "*" && y.value == 0) fail(e.where, "this divides by zero");
    // (`i /= 2` has no operands here, and changes an int.)
    if (e.text == "/" && x.value % y.value != 0 && !e.arguments.empty())
      truncated_[&e] = {x.value, y.value};
    long product = 0;
    if (__builtin_mul_overflow(x.value, y.value, &product) && e.text == "*")
      fail(e.where, "this integer becomes too large");
    to = sum(number(0),
             number(e.text == "*"   ? product
                    : e.text == "/" ? x.value / y.value
                                    : x.value % y.value),
             1, e.where);
  }
  return result;
}

Value Lowering::compare(const Expression& e, const Value& a, const Value& b) {
  const bool ints = a.base == Base::integer && b.base == Base::integer;
  const auto node = [&](std::size_t side, const Value& value) {
    return ints ? node_of(value.indices[0]) : as_scalar(*e.arguments[side], value).nodes[0];
  };
  const int x = node(0, a);
  const int y = node(1, b);
  const auto less = [&](int p, int q) { return graph_.make(Op::less, p, q); };
  const auto no = [&](int condition) { return graph_.make(Op::negation, condition); };
  const auto result = [](int condition) { return Value{Base::condition, {condition}, {}, {}}; };
  if (e.text == "<") return result(less(x, y));
  if (e.text == ">") return result(less(y, x));
  if (e.text == "<=") return result(no(less(y, x)));
  if (e.text == ">=") return result(no(less(x, y)));
  const int unequal = graph_.make(Op::logical_or, less(x, y), less(y, x));
  return result(e.text == "!=" ? unequal : no(unequal));
}

Value Lowering::arithmetic(const std::string& sign, const Value& a, const Value& b) {
  const Op op = sign == "+"   ? Op::add
                : sign == "-" ? Op::subtract
                : sign == "*" ? Op::multiply
                              : Op::divide;
  Value result = a.nodes.size() >= b.nodes.size() ? a : b;
  for (std::size_t i = 0; i < result.nodes.size(); ++i)
    result.nodes[i] =
        graph_.make(op, a.nodes[a.nodes.size() == 1 ? 0 : i], b.nodes[b.nodes.size() == 1 ? 0 : i]);
  return result;
}

Value Lowering::of_table(const Expression& e) {
  const int at = converted(*e.arguments.back(), scalar_type).nodes[0];
  const int table = graph_.leaf(Op::table, globals_.at(e.variable).fields[0]);
  return scalar(graph_.make(e.variable->name == e.text ? Op::look_up : Op::slope_at, at, table));
}

Value Lowering::call(const Expression& e) {
  if (e.variable) return of_table(e);
  if (e.stencil) return user_stencil(e, converted(*e.arguments[0], {e.type.base, Access::in}));
  std::vector<Value> arguments;
  for (std::size_t i = 0; i < e.arguments.size(); ++i) {
    const Type& wanted = e.function ? e.function->parameters[i]->type : e.builtin->parameters[i];
    // The new value of an output is not known yet; what it was before is looked up by its field.
    arguments.push_back(wanted.access == Access::out ? evaluate(*e.arguments[i])
                                                     : converted(*e.arguments[i], wanted));
  }
  if (e.builtin) return builtin(e, std::move(arguments));
  return inlined(*e.function, std::move(arguments), e.where);
}

Value Lowering::inlined(const Function& f, std::vector<Value> arguments, const Location& where) {
  count_work(where);
  Frame inner;
  inner.function = &f;
  inner.returned = graph_.constant(0);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    inner.variables[f.parameters[i].get()] = std::move(arguments[i]);
  Frame outer = std::exchange(frame_, std::move(inner));
  run(f.body);
  Value result = std::move(frame_.result);
  frame_ = std::move(outer);
  return result;
}

}  // namespace solenoid::stencil
