/// Expressions without calls.

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>

#include "src/stencil/checker.hpp"
#include "src/text/suggest.hpp"

namespace solenoid::stencil {

namespace {

using Kind = Expression::Kind;
using Role = Variable::Role;

bool is_numeric(const Type& type) {
  return !type.array && type.base != Base::nothing && type.base != Base::condition;
}

}  // namespace

bool converts(const Type& from, const Type& to) {
  if (from == to) return true;
  if (from.array || to.array) return false;
  if (from.access == Access::in && to.access == Access::value) return from.base == to.base;
  // An expression has a value at every vertex, as a field has.
  if (from.access == Access::value && to.access == Access::in) return from.base == to.base;
  return from == integer_type && to == scalar_type;
}

Type Checker::value_type(const Expression& e) {
  Type type = e.type;
  if (type.access == Access::in) type.access = Access::value;
  return type;
}

bool Checker::require(const Expression& e, const Type& wanted, const std::string& what) {
  if (converts(e.type, wanted)) return true;
  if (e.type.access == Access::out)
    return fail(e.where,
                fmt::format("{} is {}; an output is written, not read", what, in_words(e.type)));
  const bool vector = e.type.base == Base::vector;
  const char* const hint = vector && wanted == scalar_type ? " such as a component, .x, or length()"
                           : e.type.base == Base::scalar && wanted == vector_type
                               ? ", as Vector(a, b, c) makes"
                               : "";
  return fail(e.where, fmt::format("{} is {}; expected {}{}", what, in_words(e.type),
                                   in_words(wanted), hint));
}

bool Checker::arguments(Expression& e) {
  bool fine = true;
  for (const ExpressionPtr& argument : e.arguments) fine = expression(*argument) && fine;
  return fine;
}

bool Checker::expression(Expression& e) {
  switch (e.kind) {
    case Kind::number:
      return number(e);
    case Kind::name:
      return name(e);
    case Kind::member:
      return arguments(e) && member(e);
    case Kind::index:
      return arguments(e) && index(e);
    case Kind::call:
      e.variable = table_of(e);
      return e.variable ? call_table(e) : arguments(e) && call(e);
    case Kind::construct:
      return arguments(e) && construct(e);
    case Kind::list:
      return fail(e.where,
                  "braces hold the values of an array, 'Scalar a[] = { ... }', or of a "
                  "type, '(Vector){ ... }'");
    case Kind::reduction:
      return fail(e.where,
                  fmt::format("a reduction is the value of a uniform; outside of functions write "
                              "'uniform Scalar NAME = reduction {};', and NAME here",
                              e.text));
    case Kind::unary:
      return arguments(e) && unary(e);
    case Kind::increment:
      return arguments(e) && increment(e);
    case Kind::binary:
      return arguments(e) && binary(e);
    case Kind::conditional:
      return arguments(e) && conditional(e);
  }
  return false;
}

bool Checker::number(Expression& e) {
  errno = 0;
  if (e.type == integer_type) {
    const long value = std::strtol(e.text.c_str(), nullptr, 10);
    if (errno == 0 && value <= 2147483647L) return true;
    return fail(e.where, fmt::format("the integer {} is too large; write {}.0 for a Scalar", e.text,
                                     e.text));
  }
  const double value = std::strtod(e.text.c_str(), nullptr);
  if (value <= 1.7976931348623157e308) return true;
  return fail(e.where, fmt::format("the number {} is too large", e.text));
}

bool Checker::name(Expression& e) {
  e.variable = find(e.text);
  if (!e.variable) {
    if (functions_.count(e.text) > 0 || stencils_.count(e.text) > 0)
      return fail(e.where, fmt::format("'{}' is a function; call it, '{}(...)'", e.text, e.text));
    return fail(e.where, fmt::format("there is no variable '{}'{}", e.text,
                                     did_you_mean(e.text, known_variables(), names_elsewhere())));
  }
  e.type = e.variable->type;
  const Role role = e.variable->role;
  if (role == Role::table)
    return fail(e.where, fmt::format("'{0}' is a table; ask for its value, '{0}(x)', or its slope, "
                                     "'slope({0}, x)'",
                                     e.text));
  const bool builtin = role == Role::builtin;
  const bool builtin_constant =
      builtin && (e.text == "pi" || e.text == "identity" || e.text == "STENCIL_ORDER");
  if (setting_ == Setting::vertex) return true;
  if (role == Role::constant) {
    if (ready_.count(e.variable) > 0) return true;
    return fail(e.where,
                fmt::format("'{}' is used before it has a value; declare it further up", e.text));
  }
  if (builtin_constant) return true;
  const bool uniform = role == Role::uniform || role == Role::absent_uniform ||
                       (builtin && (e.text == "spacing" || e.text == "time"));
  if (setting_ == Setting::uniforms && uniform) return true;
  return fail(e.where, fmt::format("'{}' is not known here; expected numbers{}", e.text,
                                   setting_ == Setting::uniforms ? ", constants and uniforms"
                                                                 : " and constants"));
}

bool Checker::member(Expression& e) {
  const Type of = e.arguments[0]->type;
  if (of.base == Base::matrix && !of.array && e.text == "row") {
    e.type = {Base::vector, Access::value, true};
    return true;
  }
  const bool component = e.text == "x" || e.text == "y" || e.text == "z";
  if (!of.array && component && (of.base == Base::vector || of.base == Base::int3)) {
    e.type = {of.base == Base::vector ? Base::scalar : Base::integer, of.access};
    return true;
  }
  const char* const has = of.array                  ? "has no components"
                          : of.base == Base::vector ? "has x, y and z"
                          : of.base == Base::int3   ? "has x, y and z"
                          : of.base == Base::matrix ? "has row[0], row[1] and row[2]"
                                                    : "has no components";
  return fail(e.where, fmt::format("there is no component '{}'; {} {}", e.text, in_words(of), has));
}

bool Checker::element(Expression& e, std::size_t count, const Type& result) {
  const Type of = e.arguments[0]->type;
  if (e.arguments.size() != count + 1)
    return fail(e.where, fmt::format("{} takes {} {}, not {}", in_words(of), count,
                                     count == 1 ? "index" : "indices", e.arguments.size() - 1));
  for (std::size_t i = 1; i <= count; ++i)
    if (!require(*e.arguments[i], integer_type, "an index")) return false;
  e.type = result;
  return true;
}

bool Checker::field_index(Expression& e) {
  const Type of = e.arguments[0]->type;
  const std::size_t indices = e.arguments.size() - 1;
  if (indices != 1 && indices != 3)
    return fail(e.where, fmt::format("a field takes three indices, [i, j, k], or one int3 such as "
                                     "[vertexIdx], not {}",
                                     indices));
  for (std::size_t i = 1; i <= indices; ++i)
    if (!require(*e.arguments[i], indices == 1 ? int3_type : integer_type,
                 indices == 1 ? "the index of a field" : "an index"))
      return false;
  e.type = {of.base};
  return true;
}

bool Checker::index(Expression& e) {
  const Type of = e.arguments[0]->type;
  if (of.array) return element(e, 1, {of.base});
  if (of.access == Access::in) return field_index(e);
  if (of == vector_type) return element(e, 1, scalar_type);
  if (of == int3_type) return element(e, 1, integer_type);
  if (of == matrix_type) return element(e, 2, scalar_type);
  return fail(e.where, fmt::format("{} has no elements to choose from with [ ]", in_words(of)));
}

bool Checker::construct(Expression& e) {
  const Base base = e.type.base;
  const std::size_t count = e.arguments.size();
  const std::string name = to_text({base});
  if (base == Base::scalar || base == Base::integer) {
    if (count != 1)
      return fail(e.where, fmt::format("{}(...) takes one value, not {}", name, count));
    return require(*e.arguments[0], {base}, fmt::format("the value of {}(...)", name));
  }
  if (count != 3)
    return fail(e.where, fmt::format("a {} is made of three {}, not {}", name,
                                     base == Base::matrix ? "rows" : "components", count));
  const Base part = base == Base::matrix   ? Base::vector
                    : base == Base::vector ? Base::scalar
                                           : Base::integer;
  bool fine = true;
  for (const ExpressionPtr& argument : e.arguments)
    fine =
        require(*argument, {part},
                fmt::format("{} of a {}", base == Base::matrix ? "a row" : "a component", name)) &&
        fine;
  return fine;
}

bool Checker::unary(Expression& e) {
  const Type of = value_type(*e.arguments[0]);
  e.type = of;
  if (e.text == "!" ? of == condition_type : is_numeric(of) && of.access == Access::value)
    return true;
  return fail(e.where, fmt::format("'{}' does not work on {}", e.text, in_words(of)));
}

bool Checker::increment(Expression& e) {
  const Variable* variable = assignable(*e.arguments[0]);
  if (!variable) return false;
  e.type = integer_type;
  if (e.arguments[0]->type == integer_type) return true;
  return fail(e.where, fmt::format("'{}' counts integers, and '{}' is {}", e.text, variable->name,
                                   in_words(e.arguments[0]->type)));
}

bool Checker::comparison(Expression& e, const Type& a, const Type& b) {
  e.type = condition_type;
  const auto number = [](const Type& type) { return type == scalar_type || type == integer_type; };
  if (number(a) && number(b)) return true;
  return fail(e.where, fmt::format("'{}' compares Scalars or ints, not {} and {}", e.text,
                                   in_words(a), in_words(b)));
}

bool Checker::arithmetic(Expression& e, const Type& a, const Type& b) {
  const bool values =
      is_numeric(a) && is_numeric(b) && a.access == Access::value && b.access == Access::value;
  const auto number = [](const Type& type) { return type == scalar_type || type == integer_type; };
  const auto real = [](const Type& type) { return !integral(type.base); };
  bool fine = false;
  if (e.text == "%") {
    fine = a == integer_type && b == integer_type;
    e.type = a;
  } else if (number(a) && number(b)) {
    fine = true;
    e.type = a == b ? a : scalar_type;
  } else if (e.text == "*") {
    fine = (number(a) && real(b)) || (number(b) && real(a));
    e.type = number(a) ? b : a;
  } else if (e.text == "/") {
    fine = number(b) && real(a);
    e.type = a;
  } else {
    fine = a == b;
    e.type = a;
  }
  if (values && fine) return true;
  std::string hint;
  if (e.text == "*" && a == vector_type && b == vector_type) hint = "; use dot() or cross()";
  if (e.text == "*" && a == matrix_type) hint = "; use mul()";
  if (e.text == "+" && a == vector_type && number(b)) hint = "; write Vector(s, s, s)";
  if (a.access == Access::out || b.access == Access::out) hint = "; an output is written, not read";
  return fail(e.where, fmt::format("'{}' does not work on {} and {}{}", e.text, in_words(a),
                                   in_words(b), hint));
}

bool Checker::binary(Expression& e) {
  const Type a = value_type(*e.arguments[0]);
  const Type b = value_type(*e.arguments[1]);
  if (e.text == "&&" || e.text == "||") {
    e.type = condition_type;
    if (a == condition_type && b == condition_type) return true;
    return fail(e.where, fmt::format("'{}' joins comparisons, not {} and {}", e.text, in_words(a),
                                     in_words(b)));
  }
  const bool compares = e.text[0] == '<' || e.text[0] == '>' || e.text == "==" || e.text == "!=";
  return compares ? comparison(e, a, b) : arithmetic(e, a, b);
}

bool Checker::conditional(Expression& e) {
  const Type condition = value_type(*e.arguments[0]);
  const Type a = value_type(*e.arguments[1]);
  const Type b = value_type(*e.arguments[2]);
  if (condition != condition_type)
    return fail(e.arguments[0]->where,
                fmt::format("the condition before '?' is {}; expected a comparison such as 'x < 0'",
                            in_words(condition)));
  const bool numbers =
      (a == scalar_type && b == integer_type) || (a == integer_type && b == scalar_type);
  e.type = numbers ? scalar_type : a;
  if ((a == b && is_numeric(a) && a.access == Access::value) || numbers) return true;
  return fail(e.where, fmt::format("the values on both sides of ':' are {} and {}; expected the "
                                   "same type",
                                   in_words(a), in_words(b)));
}

}  // namespace solenoid::stencil
