#include "src/stencil/check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "src/stencil/checker.hpp"
#include "src/stencil/parse.hpp"
#include "src/text/suggest.hpp"

namespace solenoid::stencil {

void check(Program& program, Diagnostics& diagnostics) { Checker(program, diagnostics).run(); }

namespace {

/// Makes of the first term of each field, and of each reduction, what others are added to.
void begin_with_terms(Program& program) {
  std::set<std::string> begun;
  for (const Equation& equation : program.equations)
    if (!equation.added) begun.insert(equation.field);
  for (Equation& equation : program.equations)
    if (begun.insert(equation.field).second) equation.added = false;
  std::set<std::string> reduced;
  for (const ReductionItem& item : program.reductions) reduced.insert(item.name);
  std::vector<ReductionItem> added = std::move(program.added_reductions);
  program.added_reductions.clear();
  for (ReductionItem& item : added)
    (reduced.insert(item.name).second ? program.reductions : program.added_reductions)
        .push_back(std::move(item));
}

/// Throws NothingLeftError for a file with equations for absent fields alone.
void require_something_left(const Program& program, const std::vector<SourceFile>& files) {
  std::map<int, const Equation*> idle;
  for (const Equation& equation : program.equations)
    if (is_absent(*equation.variable)) idle.emplace(equation.where.file, &equation);
  for (const Equation& equation : program.equations)
    if (!is_absent(*equation.variable)) idle.erase(equation.where.file);
  if (idle.empty()) return;
  const auto& [number, equation] = *idle.begin();
  Diagnostics diagnostics(files);
  diagnostics.error(
      equation->where,
      fmt::format("this file changes nothing but '{}', which is declared as absent, "
                  "{}; leave the file out",
                  equation->field, diagnostics.place(equation->variable->where, equation->where)));
  throw NothingLeftError(diagnostics.text(), files[std::size_t(number)].name, equation->field);
}

}  // namespace

Program read_program(const std::vector<SourceFile>& files, bool terms) {
  Diagnostics diagnostics(files);
  Program program = parse(files, diagnostics);
  diagnostics.throw_if_any();
  if (terms) begin_with_terms(program);
  check(program, diagnostics);
  diagnostics.throw_if_any();
  require_something_left(program, files);
  return program;
}

Checker::Checker(Program& program, Diagnostics& diagnostics)
    : program_(program), diagnostics_(diagnostics) {}

void Checker::run() {
  collect_names();
  for (const VariablePtr& variable : program_.variables) global(*variable);
  for (const auto& stencil_of_user : program_.stencils) stencil(*stencil_of_user);
  for (const auto& f : program_.functions) signature(*f);
  for (const auto& f : program_.functions) function(*f);
  // With functions known, what is computed from fields outside of them.
  for (const VariablePtr& variable : program_.variables)
    if (variable->role == Variable::Role::auxiliary) global_initial(*variable);
  for (Equation& e : program_.equations) equation(e);
  for (ReductionItem& r : program_.reductions) reduction(r);
  for (ReductionItem& r : program_.added_reductions) added_reduction(r);
  for (OutputItem& o : program_.outputs) output(o);
  find_recursion();
  require_work();
}

bool Checker::fail(const Location& where, const std::string& message) {
  diagnostics_.error(where, message);
  return false;
}

void Checker::add_builtin_variable(const std::string& name, const Type& type) {
  auto variable = std::make_unique<Variable>();
  variable->name = name;
  variable->type = type;
  variable->role = Variable::Role::builtin;
  variable->constant = true;
  globals_[name] = variable.get();
  program_.builtin_variables.push_back(std::move(variable));
}

void Checker::collect_names() {
  add_builtin_variable("vertexIdx", int3_type);
  add_builtin_variable("position", vector_type);
  add_builtin_variable("spacing", vector_type);
  add_builtin_variable("time", scalar_type);
  add_builtin_variable("identity", matrix_type);
  add_builtin_variable("pi", scalar_type);
  add_builtin_variable("STENCIL_ORDER", integer_type);
  for (const auto& f : program_.functions) functions_[f->name].push_back(f.get());
  const auto no_function = [&](const std::string& name, const Location& where) {
    if (const auto f = functions_.find(name); f != functions_.end())
      fail(where, fmt::format("'{}' is a function already, {}", name,
                              diagnostics_.place(f->second.front()->where, where)));
  };
  std::map<std::string, Location> declared;
  const auto once = [&](const std::string& name, const Location& where) {
    const auto [first, fresh] = declared.emplace(name, where);
    return fresh || fail(where, fmt::format("'{}' is declared already, {}", name,
                                            diagnostics_.place(first->second, where)));
  };
  for (const VariablePtr& variable : program_.variables) {
    if (!once(variable->name, variable->where)) continue;
    globals_[variable->name] = variable.get();
    if (variable->role == Variable::Role::table) no_function(variable->name, variable->where);
  }
  for (const auto& made : program_.stencils) {
    if (!once(made->name, made->where)) continue;
    no_function(made->name, made->where);
    stencils_[made->name] = made.get();
  }
  for (const ReductionItem& made : program_.reductions) once(made.name, made.where);
  for (const OutputItem& made : program_.outputs) once(made.name, made.where);
}

void Checker::global(Variable& variable) {
  using Role = Variable::Role;
  const std::string& name = variable.name;
  const Base base = variable.type.base;
  const bool numeric = base == Base::scalar || base == Base::vector;
  if (variable.type.array) {
    fail(variable.where, fmt::format("'{}' is an array; only variables of functions can be", name));
    return;
  }
  const bool is_field = variable.type.access != Access::value;
  if (is_field && !numeric)
    fail(variable.where, fmt::format("a field is a Scalar or a Vector, and '{}' is declared as {}",
                                     name, to_text({base})));
  if (variable.role == Role::table && variable.initial)
    fail(variable.initial->where,
         fmt::format("the deck gives the points of the table '{}'; it has no value here", name));
  const bool is_uniform = variable.role == Role::uniform || variable.role == Role::absent_uniform;
  if (is_uniform && !numeric && base != Base::integer)
    fail(variable.where,
         fmt::format("a uniform is a Scalar, a Vector or an int, and '{}' is declared as {}", name,
                     to_text({base})));
  if ((variable.role == Role::field || variable.role == Role::background) && variable.initial)
    fail(variable.initial->where,
         fmt::format("the field '{}' starts as the deck says; it has no value here", name));
  if (is_absent(variable) && variable.initial)
    fail(variable.initial->where, fmt::format("'{}' is absent; it has no value", name));
  if (variable.role == Role::source && variable.initial)
    fail(variable.initial->where,
         fmt::format("'{}' is what [source] of the deck says; it has no value here", name));
  if (variable.role == Role::constant && !variable.initial)
    fail(variable.where, fmt::format("the constant '{}' has no value; write '= VALUE'", name));
  if (variable.role == Role::auxiliary && !variable.initial)
    fail(variable.where, fmt::format("the auxiliary field '{}' has no value; write what it is "
                                     "computed from, '= EXPRESSION'",
                                     name));
  const bool buffer = variable.role == Role::input || variable.role == Role::output;
  if (buffer && !variable.initial)
    fail(variable.where,
         fmt::format("'{}' has no buffer; write its number, or declare 'field {} {};' instead",
                     name, to_text({base}), name));
  if (variable.role != Role::auxiliary) global_initial(variable);
}

void Checker::global_initial(Variable& variable) {
  if (!variable.initial || variable.type.array) return;
  using Role = Variable::Role;
  if (variable.role == Role::uniform && variable.initial->kind == Expression::Kind::reduction) {
    reduction_of_uniform(variable);
    return;
  }
  setting_ = variable.role == Role::auxiliary  ? Setting::vertex
             : variable.role == Role::constant ? Setting::uniforms
                                               : Setting::constants;
  // A constant may use those above it, so that none can depend on itself.
  Type wanted{variable.type.base};
  if (variable.role == Role::input || variable.role == Role::output)
    wanted.base = wanted.base == Base::vector ? Base::int3 : Base::integer;
  if (expression(*variable.initial))
    require(*variable.initial, wanted, fmt::format("the value of '{}'", variable.name));
  setting_ = Setting::vertex;
  ready_.insert(&variable);
}

void Checker::stencil(Stencil& stencil) {
  for (Stencil::Point& point : stencil.points) {
    if (point.offset.size() != 3) {
      fail(point.where, fmt::format("a point of a stencil has three offsets, [x, y, z], not {}",
                                    point.offset.size()));
      continue;
    }
    setting_ = Setting::constants;
    for (const ExpressionPtr& offset : point.offset)
      if (expression(*offset)) require(*offset, integer_type, "an offset");
    setting_ = Setting::uniforms;
    if (expression(*point.weight)) require(*point.weight, scalar_type, "a weight");
  }
  setting_ = Setting::vertex;
}

void Checker::equation(Equation& equation) {
  std::vector<std::string> fields;
  for (const VariablePtr& v : program_.variables)
    if (v->role == Variable::Role::field || v->role == Variable::Role::absent_field)
      fields.push_back(v->name);
  const Variable* variable = find(equation.field);
  if (!variable) {
    fail(equation.where, fmt::format("there is no field '{}'{}", equation.field,
                                     did_you_mean(equation.field, fields)));
  } else if (variable->role == Variable::Role::background) {
    fail(equation.where,
         fmt::format("'{}' is declared as a 'const field', which stays as it starts; write 'field' "
                     "without 'const' there for one that evolves",
                     equation.field));
    variable = nullptr;
  } else if (variable->role == Variable::Role::source) {
    fail(equation.where,
         fmt::format("'{}' is declared as an 'in field', which [source] of the deck gives; write "
                     "'field' without 'in' there for one that evolves",
                     equation.field));
    variable = nullptr;
  } else if (variable->role != Variable::Role::field &&
             variable->role != Variable::Role::absent_field) {
    fail(equation.where,
         fmt::format("'{}' is not declared as a field, so nothing evolves it; write 'field Scalar "
                     "{};'",
                     equation.field, equation.field));
    variable = nullptr;
  }
  bool base = !equation.added;
  for (const Equation& other : program_.equations) {
    if (&other == &equation || other.field != equation.field || other.added) continue;
    if (!equation.added && &other < &equation)
      fail(equation.where,
           fmt::format("'{0}' has an equation already, {1}; write 'd_t {0} += ...;' to add to it",
                       equation.field, diagnostics_.place(other.where, equation.where)));
    base = true;
  }
  if (!base && variable != nullptr && !is_absent(*variable))
    fail(equation.where,
         fmt::format("'{0}' has no equation that this could be added to; write 'd_t "
                     "{0} = ...;'",
                     equation.field));
  equation.variable = variable;
  if (expression(*equation.rate) && variable)
    require(*equation.rate, {variable->type.base},
            fmt::format("the rate of change of '{}'", equation.field));
}

void Checker::reduction(ReductionItem& reduction) {
  static const std::vector<std::string> operations = {"min", "max", "sum", "mean", "rms"};
  if (std::find(operations.begin(), operations.end(), reduction.operation) == operations.end())
    fail(reduction.operation_where,
         fmt::format("there is no reduction '{}'; there are min, max, sum, mean and rms",
                     reduction.operation));
  if (reduction.name == "time" || reduction.name == "dt")
    fail(reduction.where, fmt::format("histories have a column '{}' already; call the reduction "
                                      "something else",
                                      reduction.name));
  if (expression(*reduction.value)) require(*reduction.value, scalar_type, "what is reduced");
}

void Checker::added_reduction(ReductionItem& added) {
  const auto base =
      std::find_if(program_.reductions.begin(), program_.reductions.end(),
                   [&](const ReductionItem& item) { return item.name == added.name; });
  if (base == program_.reductions.end()) {
    fail(added.where, fmt::format("there is no reduction '{0}' that this could be added to; write "
                                  "'reduction {0} = {1}(...);'",
                                  added.name, added.operation));
  } else if (base->operation != added.operation) {
    fail(added.operation_where,
         fmt::format("'{}' is a {}, {}; write {}(...) here, too", added.name, base->operation,
                     diagnostics_.place(base->where, added.where), base->operation));
  }
  if (expression(*added.value)) require(*added.value, scalar_type, "what is reduced");
}

void Checker::reduction_of_uniform(const Variable& uniform) {
  if (uniform.type.base != Base::scalar)
    fail(uniform.where, fmt::format("a reduction is a Scalar, and '{}' is declared as {}",
                                    uniform.name, to_text({uniform.type.base})));
  std::vector<std::string> names;
  for (const ReductionItem& item : program_.reductions) names.push_back(item.name);
  const std::string& name = uniform.initial->text;
  if (std::find(names.begin(), names.end(), name) == names.end())
    fail(uniform.initial->where,
         fmt::format("there is no reduction '{}'{}", name, did_you_mean(name, names)));
}

void Checker::output(OutputItem& output) {
  if (output.base != Base::scalar && output.base != Base::vector)
    fail(output.where, fmt::format("an output is a Scalar or a Vector, and '{}' is declared as {}",
                                   output.name, to_text({output.base})));
  if (expression(*output.value))
    require(*output.value, {output.base}, fmt::format("the output '{}'", output.name));
}

bool Checker::reaches_itself(const Function* function, std::vector<const Function*>& path,
                             std::set<const Function*>& seen) {
  if (!path.empty() && function == path.front()) return true;
  if (path.size() > std::size_t(deepest_nesting)) {
    fail(path.front()->where, fmt::format("'{}' begins a chain of more than {} calls",
                                          path.front()->name, deepest_nesting));
    return false;
  }
  if (!seen.insert(function).second) return false;
  path.push_back(function);
  for (const Function* called : calls_[function])
    if (reaches_itself(called, path, seen)) return true;
  path.pop_back();
  return false;
}

void Checker::find_recursion() {
  for (const auto& f : program_.functions) {
    std::vector<const Function*> path;
    std::set<const Function*> seen;
    if (!reaches_itself(f.get(), path, seen)) continue;
    std::string chain;
    for (const Function* step : path) chain += fmt::format("'{}' calls ", step->name);
    fail(f->where, fmt::format("{}'{}'; a function cannot call itself, directly or through others",
                               chain, f->name));
    return;
  }
}

void Checker::require_work() {
  const auto is_kernel = [](const auto& f) { return f->role == Function::Role::kernel; };
  if (!program_.equations.empty() || !diagnostics_.empty() ||
      std::any_of(program_.functions.begin(), program_.functions.end(), is_kernel))
    return;
  fail({}, "this program evolves nothing; write 'd_t FIELD = RATE;' or a 'Kernel' function");
}

const Variable* Checker::find(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return found->second;
  const auto found = globals_.find(name);
  return found == globals_.end() ? nullptr : found->second;
}

std::vector<std::string> Checker::known_variables() const {
  std::vector<std::string> names;
  for (const auto& scope : scopes_)
    for (const auto& entry : scope) names.push_back(entry.first);
  for (const auto& entry : globals_) names.push_back(entry.first);
  return names;
}

std::vector<std::string> Checker::known_functions() const {
  std::vector<std::string> names;
  for (const auto& entry : functions_) names.push_back(entry.first);
  for (const auto& entry : stencils_) names.push_back(entry.first);
  for (const Builtin& builtin : builtins()) names.push_back(builtin.name);
  return names;
}

}  // namespace solenoid::stencil
