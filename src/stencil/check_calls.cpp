/// Calls: which of several functions with one name is meant.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "src/stencil/checker.hpp"
#include "src/text/suggest.hpp"

namespace solenoid::stencil {

namespace {

/// The number of arguments that have to be converted, or nothing if one cannot be.
std::optional<int> conversions(const Expression& call, const std::vector<Type>& parameters) {
  if (call.arguments.size() != parameters.size()) return std::nullopt;
  int count = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Type& given = call.arguments[i]->type;
    if (!converts(given, parameters[i])) return std::nullopt;
    count += given == parameters[i] ? 0 : 1;
  }
  return count;
}

std::vector<Type> parameter_types(const Function& f) {
  std::vector<Type> types;
  for (const VariablePtr& p : f.parameters) types.push_back(p->type);
  return types;
}

std::string list(const std::vector<Type>& types) {
  std::string text;
  for (const Type& type : types) text += (text.empty() ? "" : ", ") + to_text(type);
  return "(" + text + ")";
}

std::vector<Type> argument_types(const Expression& call) {
  std::vector<Type> types;
  for (const ExpressionPtr& argument : call.arguments) types.push_back(argument->type);
  return types;
}

}  // namespace

bool Checker::call_stencil(Expression& e) {
  e.stencil = stencils_.at(e.text);
  if (setting_ != Setting::vertex)
    return fail(e.where,
                fmt::format("the stencil '{}' needs a field, and there is none here", e.text));
  const bool one = e.arguments.size() == 1;
  if (!one || (!converts(e.arguments[0]->type, scalar_field) &&
               !converts(e.arguments[0]->type, vector_field)))
    return fail(e.where, fmt::format("the stencil '{}' is applied to one field, '{}(FIELD)', not "
                                     "{}",
                                     e.text, e.text, list(argument_types(e))));
  e.type = {e.arguments[0]->type.base};
  return true;
}

const Variable* Checker::table_of(const Expression& e) const {
  const bool asks_for_slope =
      e.text == "slope" && !e.arguments.empty() && e.arguments[0]->kind == Expression::Kind::name;
  const Variable* named = find(asks_for_slope ? e.arguments[0]->text : e.text);
  return named != nullptr && named->role == Variable::Role::table ? named : nullptr;
}

bool Checker::call_table(Expression& e) {
  const bool slope = e.variable->name != e.text;
  const std::string use = slope ? fmt::format("slope({}, x)", e.variable->name)
                                : fmt::format("{}(x)", e.variable->name);
  if (setting_ != Setting::vertex)
    return fail(e.where, fmt::format("'{}' cannot be asked for here; expected numbers, constants "
                                     "and built-in functions",
                                     use));
  if (e.arguments.size() != (slope ? 2U : 1U))
    return fail(e.where, fmt::format("a table is a function of one number, '{}', not of {}", use,
                                     e.arguments.size() - (slope ? 1 : 0)));
  Expression& of = *e.arguments.back();
  if (!expression(of) || !require(of, scalar_type, fmt::format("x of '{}'", use))) return false;
  e.type = scalar_type;
  return true;
}

bool Checker::call(Expression& e) {
  if (stencils_.count(e.text) > 0) return call_stencil(e);
  std::optional<int> fewest;
  bool ambiguous = false;
  // A function of the program hides a built-in one that fits equally well.
  const auto consider = [&](const std::vector<Type>& parameters, const Function* function,
                            const Builtin* builtin) {
    const std::optional<int> count = conversions(e, parameters);
    if (!count || (fewest && *count > *fewest)) return;
    if (fewest && *count == *fewest) {
      ambiguous = ambiguous || function != nullptr;
      return;
    }
    fewest = count;
    ambiguous = false;
    e.function = function;
    e.builtin = builtin;
    e.type = function ? function->result : builtin->result;
  };
  if (const auto found = functions_.find(e.text); found != functions_.end())
    for (const Function* f : found->second) consider(parameter_types(*f), f, nullptr);
  for (const Builtin& b : builtins())
    if (b.name == e.text) consider(b.parameters, nullptr, &b);
  if (!fewest) {
    explain_call(e);
    return false;
  }
  if (ambiguous)
    return fail(e.where, fmt::format("several functions '{}' take {}; convert an argument to say "
                                     "which is meant",
                                     e.text, list(argument_types(e))));
  if (e.function) {
    if (e.function->role == Function::Role::kernel)
      return fail(e.where, fmt::format("'{}' is a Kernel; kernels are not called", e.text));
    if (setting_ != Setting::vertex)
      return fail(e.where, fmt::format("'{}' cannot be called here; expected numbers, constants "
                                       "and built-in functions",
                                       e.text));
    if (current_) calls_[current_].insert(e.function);
  }
  return true;
}

void Checker::explain_call(const Expression& e) {
  std::vector<std::vector<Type>> choices;
  if (const auto found = functions_.find(e.text); found != functions_.end())
    for (const Function* f : found->second) choices.push_back(parameter_types(*f));
  for (const Builtin& b : builtins())
    if (b.name == e.text) choices.push_back(b.parameters);
  if (choices.empty()) {
    const Variable* variable = find(e.text);
    fail(e.where, variable
                      ? fmt::format("'{}' is a variable, not a function", e.text)
                      : fmt::format("there is no function '{}'{}", e.text,
                                    did_you_mean(e.text, known_functions(), names_elsewhere())));
    return;
  }
  const std::vector<Type> given = argument_types(e);
  std::string expected;
  for (const std::vector<Type>& choice : choices)
    expected += (expected.empty() ? "" : " or ") + e.text + list(choice);
  fail(e.where, fmt::format("'{}' cannot take {}; expected {}", e.text, list(given), expected));
}

}  // namespace solenoid::stencil
