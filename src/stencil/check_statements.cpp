/// Functions and statements.

#include <fmt/format.h>

#include "src/stencil/checker.hpp"

namespace solenoid::stencil {

namespace {

using Role = Variable::Role;

bool always_returns(const std::vector<StatementPtr>& list);

bool always_returns(const Statement& s) {
  switch (s.kind) {
    case Statement::Kind::give_back:
      return true;
    case Statement::Kind::block:
      return always_returns(s.body);
    case Statement::Kind::choice:
      return always_returns(s.body) && always_returns(s.otherwise);
    default:
      return false;
  }
}

bool always_returns(const std::vector<StatementPtr>& list) {
  for (const StatementPtr& s : list)
    if (always_returns(*s)) return true;
  return false;
}

bool same_parameters(const Function& a, const Function& b) {
  if (a.parameters.size() != b.parameters.size()) return false;
  for (std::size_t i = 0; i < a.parameters.size(); ++i)
    if (a.parameters[i]->type != b.parameters[i]->type) return false;
  return true;
}

}  // namespace

void Checker::signature(const Function& f) {
  for (const Function* other : functions_[f.name]) {
    if (other == &f) break;
    if (same_parameters(*other, f))
      fail(f.where, fmt::format("'{}' with these parameters is defined already, {}", f.name,
                                diagnostics_.place(other->where, f.where)));
  }
  if (f.role == Function::Role::kernel) {
    if (f.result != no_type)
      fail(f.where, fmt::format("the kernel '{}' returns nothing; write 'Kernel void {}(...)'",
                                f.name, f.name));
    if (f.parameters.size() > 1)
      fail(f.parameters[1]->where,
           fmt::format("the kernel '{}' takes the time step and nothing else; declare 'uniform' "
                       "what the deck is to set",
                       f.name));
    if (!f.parameters.empty() && f.parameters[0]->type != scalar_type)
      fail(f.parameters[0]->where,
           fmt::format("a kernel's parameter is the time step, a Scalar, not {}",
                       to_text(f.parameters[0]->type)));
  } else if (f.result == no_type) {
    fail(f.where, fmt::format("'{}' returns nothing; only a 'Kernel' may", f.name));
  }
  if (f.role != Function::Role::preprocessed) return;
  for (const VariablePtr& p : f.parameters)
    if (p->type.access == Access::in) return;
  fail(f.where,
       fmt::format("'{}' is Preprocessed but reads no field; it has no 'in' parameter", f.name));
}

void Checker::parameter(Variable& p, const Function& f) {
  if (p.type.access == Access::out)
    fail(p.where, fmt::format("'{}' cannot write a field; return the value and assign it in the "
                              "Kernel",
                              f.name));
  if (p.type.access == Access::in && p.type.base != Base::scalar && p.type.base != Base::vector)
    fail(p.where, fmt::format("a field is a Scalar or a Vector, and '{}' is declared as {}", p.name,
                              to_text({p.type.base})));
  declare(p);
}

void Checker::function(Function& f) {
  current_ = &f;
  scopes_.emplace_back();
  for (const VariablePtr& p : f.parameters) parameter(*p, f);
  statements(f.body);
  scopes_.clear();
  if (f.result != no_type && !always_returns(f.body))
    fail(f.where,
         fmt::format("'{}' may reach its end without returning a {}", f.name, to_text(f.result)));
  current_ = nullptr;
}

void Checker::declare(const Variable& variable) {
  for (const auto& scope : scopes_)
    if (const auto found = scope.find(variable.name); found != scope.end()) {
      fail(variable.where, fmt::format("'{}' is declared already, {}", variable.name,
                                       diagnostics_.place(found->second->where, variable.where)));
      return;
    }
  scopes_.back()[variable.name] = &variable;
}

void Checker::statements(const std::vector<StatementPtr>& list) {
  scopes_.emplace_back();
  for (const StatementPtr& s : list) statement(*s);
  scopes_.pop_back();
}

void Checker::statement(Statement& s) {
  switch (s.kind) {
    case Statement::Kind::declaration:
      return declaration(s);
    case Statement::Kind::assignment:
      return assignment(s);
    case Statement::Kind::give_back:
      return give_back(s);
    case Statement::Kind::block:
      return statements(s.body);
    case Statement::Kind::expression:
      if (expression(*s.value) && s.value->kind != Expression::Kind::increment)
        fail(s.value->where, "the value of this expression is not used");
      return;
    case Statement::Kind::choice:
      condition(*s.value, "if");
      statements(s.body);
      return statements(s.otherwise);
    case Statement::Kind::loop:
      scopes_.emplace_back();
      if (s.first) statement(*s.first);
      condition(*s.value, s.first ? "for" : "while");
      if (s.after_each) statement(*s.after_each);
      statements(s.body);
      scopes_.pop_back();
      return;
  }
}

void Checker::condition(Expression& e, const char* of) {
  if (expression(e) && value_type(e) != condition_type)
    fail(e.where, fmt::format("the condition of '{}' is {}; expected a comparison such as 'i < 3'",
                              of, in_words(value_type(e))));
}

void Checker::declaration(Statement& s) {
  for (const VariablePtr& variable : s.variables) local(*variable);
}

void Checker::local(Variable& variable) {
  variable.role = Role::local;
  if (variable.array_size) {
    setting_ = Setting::constants;
    if (expression(*variable.array_size))
      require(*variable.array_size, integer_type, "the size of an array");
    setting_ = Setting::vertex;
  }
  if (variable.initial && variable.type.array) {
    if (variable.initial->kind != Expression::Kind::list) {
      expression(*variable.initial);
      fail(variable.initial->where, "the values of an array stand in braces, { a, b, ... }");
    } else {
      for (const ExpressionPtr& item : variable.initial->arguments)
        if (expression(*item))
          require(*item, {variable.type.base}, fmt::format("a value of '{}'", variable.name));
    }
  } else if (variable.initial) {
    if (expression(*variable.initial))
      require(*variable.initial, variable.type, fmt::format("the value of '{}'", variable.name));
  } else if (variable.constant) {
    fail(variable.where,
         fmt::format("the constant '{}' has no value; write '= VALUE'", variable.name));
  }
  declare(variable);
}

const Variable* Checker::assignable(const Expression& target) {
  const Expression* root = &target;
  while (root->kind == Expression::Kind::member || root->kind == Expression::Kind::index)
    root = root->arguments[0].get();
  const Variable* variable = root->variable;
  if (root->kind != Expression::Kind::name || !variable) {
    fail(root->where, "this cannot be assigned to; expected a variable");
    return nullptr;
  }
  const bool in_kernel = current_ && current_->role == Function::Role::kernel;
  switch (variable->role) {
    case Role::field:
    case Role::output:
      if (!in_kernel)
        fail(target.where, fmt::format("the field '{}' is assigned to outside a Kernel; return the "
                                       "value instead",
                                       variable->name));
      if (root != &target)
        fail(target.where, fmt::format("assign to the whole field '{}'", variable->name));
      return variable;
    case Role::local:
      if (!variable->constant) return variable;
      break;
    case Role::parameter:
      if (variable->type.access == Access::value) return variable;
      break;
    default:
      break;
  }
  const char* const what =
      variable->role == Role::background    ? "a 'const field', which stays as it starts"
      : is_absent(*variable)                ? "absent"
      : variable->role == Role::source      ? "an 'in field', which [source] of the deck gives"
      : variable->type.access == Access::in ? "an input, which is only read"
      : variable->role == Role::uniform     ? "set by the deck"
      : variable->role == Role::builtin     ? "built in"
                                            : "constant";
  fail(target.where, fmt::format("'{}' cannot be assigned to: it is {}", variable->name, what));
  return nullptr;
}

void Checker::assignment(Statement& s) {
  const bool target = expression(*s.target);
  const bool value = expression(*s.value);
  if (!target || !value) return;
  const Variable* variable = assignable(*s.target);
  if (!variable) return;
  Type wanted = s.target->type;
  wanted.access = Access::value;
  const bool is_field = variable->type.access != Access::value;
  if (s.text == "=") {
    require(*s.value, wanted, fmt::format("the value of '{}'", variable->name));
    return;
  }
  if (is_field) {
    fail(s.where, fmt::format("a field is assigned its new value with '=', not '{}'", s.text));
    return;
  }
  // a op= b is a = a op b; the type of that is the one of a, or it is an error.
  const Type other = value_type(*s.value);
  const bool scaled = (s.text == "*=" || s.text == "/=") && other.base == Base::scalar;
  const bool from_integer = other == integer_type && !integral(wanted.base) &&
                            (wanted == scalar_type || s.text == "*=" || s.text == "/=");
  if (!(other == wanted || from_integer || (scaled && !integral(wanted.base))) || wanted.array ||
      (s.text == "%=" && wanted != integer_type) ||
      (s.text == "/=" && (other.base == Base::vector || other.base == Base::matrix)) ||
      (s.text == "*=" && (other.base == Base::vector || other.base == Base::matrix)))
    fail(s.where,
         fmt::format("'{}' does not work on {} and {}", s.text, in_words(wanted), in_words(other)));
}

void Checker::give_back(Statement& s) {
  const Type wanted = current_->result;
  if (!s.value) {
    if (wanted != no_type)
      fail(s.where,
           fmt::format("'{}' returns a {}; expected a value", current_->name, to_text(wanted)));
    return;
  }
  if (!expression(*s.value)) return;
  if (wanted == no_type) {
    fail(s.value->where, fmt::format("the kernel '{}' returns nothing", current_->name));
    return;
  }
  require(*s.value, wanted, fmt::format("what '{}' returns", current_->name));
}

}  // namespace solenoid::stencil
