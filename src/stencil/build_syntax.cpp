#include "src/stencil/build_syntax.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

namespace solenoid::stencil {

namespace {

template <class... Parts>
ExpressionList list_of(Parts... parts) {
  ExpressionList list;
  (list.push_back(std::move(parts)), ...);
  return list;
}

int depth_of(const ExpressionPtr& e) { return e ? e->depth : 0; }
int depth_of(const StatementPtr& s) { return s ? s->depth : 0; }
int depth_of(const VariablePtr& v) {
  return std::max(depth_of(v->array_size), depth_of(v->initial));
}
template <class Node>
int depth_of(const std::vector<Node>& nodes) {
  int depth = 0;
  for (const Node& n : nodes) depth = std::max(depth, depth_of(n));
  return depth;
}

/// Shortens the list of what may follow: operators may follow any expression, and all that begins
/// an expression is called one.
std::vector<std::string> in_words(const std::vector<std::string>& expected) {
  static const std::set<std::string> operators = {
      "'=='", "'!='", "'<='", "'>='", "'&&'", "'||'", "'+='", "'-='", "'*='", "'/='", "'%='",
      "'+'",  "'-'",  "'*'",  "'/'",  "'%'",  "'<'",  "'>'",  "'?'",  "'['",  "'.'",  "'='"};
  static const std::set<std::string> items = {"'uniform'", "'field'", "'auxiliary'", "'Kernel'"};
  const std::set<std::string> all(expected.begin(), expected.end());
  if (std::includes(all.begin(), all.end(), items.begin(), items.end()))
    return {"a declaration", "a function"};
  if (all.count("'return'") > 0) return {"a statement", "'}'"};
  const bool expression = all.count("a number") > 0;
  const bool after_expression = all.count("'*'") > 0;
  std::vector<std::string> words;
  if (expression) words.emplace_back("an expression");
  for (const std::string& name : expected) {
    static const std::set<std::string> beginnings = {"a name", "an integer", "a number", "'('",
                                                     "'!'",    "'++'",       "'--'"};
    static const std::set<std::string> types = {"'Scalar'", "'Vector'", "'Matrix'", "'int'",
                                                "'int3'"};
    if (!expression && name == "'Scalar'") words.emplace_back("a type");
    if (types.count(name) > 0) continue;
    if (expression && (beginnings.count(name) > 0 || operators.count(name) > 0)) continue;
    if (after_expression && (operators.count(name) > 0 || name == "'('")) continue;
    words.push_back(name);
  }
  return words;
}

}  // namespace

Builder::Builder(const std::vector<SourceFile>& files, Diagnostics& diagnostics)
    : files_(files), diagnostics_(diagnostics) {
  for (std::size_t i = 0; i < files.size(); ++i)
    scanners_.emplace_back(files[i], int(i), diagnostics);
}

Token Builder::token_of_program() {
  Token token = scanners_[file_].next();
  for (; token.kind == Token::Kind::include; token = scanners_[file_].next())
    if (!files_[file_].included) error(token.where, "nothing can be included here");
  return token;
}

Token Builder::next_token() {
  // A program cut short here is read no further; its errors say why.
  if (hopeless() || files_.empty()) return {};
  before_ = last_.where;
  before_.column += last_.where.length;
  before_.length = 1;
  last_ = token_of_program();
  while (last_.kind == Token::Kind::end && file_ + 1 < scanners_.size()) {
    ++file_;
    last_ = token_of_program();
  }
  return last_;
}

void Builder::error(const Location& where, const std::string& message) {
  diagnostics_.error(where, message);
}

void Builder::syntax_error(const std::vector<std::string>& expected) {
  if (hopeless() || last_.kind == Token::Kind::unreadable) return;  // said already
  const std::vector<std::string> words = in_words(expected);
  // What is missing is missing where the last line ends, not where the next one begins.
  const bool at_end = last_.kind == Token::Kind::end;
  const bool line_ended = at_end || last_.where.line != before_.line;
  const std::string found = at_end ? "the end of the program" : fmt::format("'{}'", last_.text);
  if (line_ended && std::find(words.begin(), words.end(), "';'") != words.end()) {
    error(before_, fmt::format("expected ';' before {}", found));
    return;
  }
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  error(at_end ? before_ : last_.where, fmt::format("expected {}, found {}", list, found));
}

bool Builder::within_limit(int depth, const Location& where) {
  if (depth <= deepest_nesting) return true;
  if (!too_deep_)
    error(where, fmt::format("this is nested more than {} levels deep; give parts of it a name",
                             deepest_nesting));
  too_deep_ = true;
  return false;
}

void Builder::variables(Variable::Role role, Base base, VariableList variables) {
  bool first = true;
  for (VariablePtr& variable : variables) {
    variable->role = role;
    variable->type.base = base;
    variable->constant = true;
    variable->in_one_declaration = !std::exchange(first, false);
    const bool written = role == Variable::Role::output;
    const bool value = role == Variable::Role::uniform || role == Variable::Role::constant ||
                       role == Variable::Role::absent_uniform || role == Variable::Role::table;
    variable->type.access = written ? Access::out : value ? Access::value : Access::in;
    program_.variables.push_back(std::move(variable));
  }
}

void Builder::function(std::unique_ptr<Function> head, StatementList body) {
  head->body = std::move(body);
  program_.functions.push_back(std::move(head));
}

void Builder::stencil(std::string name, const Location& where, std::vector<Stencil::Point> points) {
  program_.stencils.push_back(
      std::make_unique<Stencil>(Stencil{std::move(name), where, std::move(points)}));
}

void Builder::equation(std::string field, const Location& where, ExpressionPtr rate, bool added) {
  program_.equations.push_back({std::move(field), where, std::move(rate), added});
}

std::string Builder::diffusivity(const Location& where, std::string name,
                                 const std::string& degree) {
  if (name != "diffusivity")
    error(where, fmt::format("only the reduction 'diffusivity' has a degree, not '{}'", name));
  // More digits are no degree that any difference has.
  const int number = degree.size() > 2 ? 0 : std::atoi(degree.c_str());
  if (number < 2 || number > 16 || number % 2 != 0)
    error(where, fmt::format("the degree of a diffusivity is an even number from 2 to 16, not {}; "
                             "diffusivity(4) is the factor of fourth derivatives",
                             degree));
  return number == 2 ? name : fmt::format("{}_{}", name, number);
}

void Builder::reduction(std::string name, const Location& where, std::string operation,
                        const Location& operation_where, ExpressionPtr value, bool added) {
  auto& items = added ? program_.added_reductions : program_.reductions;
  items.push_back(
      {std::move(name), where, std::move(operation), operation_where, std::move(value)});
}

void Builder::output(Base base, std::string name, const Location& where, ExpressionPtr value) {
  program_.outputs.push_back({std::move(name), where, base, std::move(value)});
}

std::unique_ptr<Function> Builder::head(Function::Role role, Base result, std::string name,
                                        const Location& where, VariableList parameters) {
  auto head = std::make_unique<Function>();
  head->role = role;
  head->name = std::move(name);
  head->where = where;
  head->result = {result};
  head->parameters = std::move(parameters);
  return head;
}

VariablePtr Builder::declarator(std::string name, const Location& where, ExpressionPtr initial) {
  auto variable = std::make_unique<Variable>();
  variable->name = std::move(name);
  variable->where = where;
  variable->initial = std::move(initial);
  return variable;
}

VariablePtr Builder::array(std::string name, const Location& where, ExpressionPtr size,
                           ExpressionPtr initial) {
  VariablePtr variable = declarator(std::move(name), where, std::move(initial));
  variable->type.array = true;
  variable->array_size = std::move(size);
  return variable;
}

VariablePtr Builder::parameter(std::string name, const Location& where, Type type) {
  VariablePtr variable = declarator(std::move(name), where);
  variable->role = Variable::Role::parameter;
  variable->type = type;
  return variable;
}

StatementPtr Builder::statement(Statement::Kind kind, const Location& where) {
  auto made = std::make_unique<Statement>();
  made->kind = kind;
  made->where = where;
  return made;
}

StatementPtr Builder::measured(StatementPtr s) {
  s->depth = 1 + std::max({depth_of(s->variables), depth_of(s->target), depth_of(s->value),
                           depth_of(s->first), depth_of(s->after_each), depth_of(s->body),
                           depth_of(s->otherwise)});
  // What is too deep is dropped, since even to delete it would take too deep a recursion.
  return within_limit(s->depth, s->where) ? std::move(s) : statement(s->kind, s->where);
}

StatementPtr Builder::declaration(const Location& where, bool constant, Base base,
                                  VariableList variables) {
  StatementPtr made = statement(Statement::Kind::declaration, where);
  for (const VariablePtr& variable : variables) {
    variable->type.base = base;
    variable->constant = constant;
  }
  made->variables = std::move(variables);
  return measured(std::move(made));
}

StatementPtr Builder::assignment(const Location& where, std::string change, ExpressionPtr target,
                                 ExpressionPtr value) {
  StatementPtr made = statement(Statement::Kind::assignment, where);
  made->text = std::move(change);
  made->target = std::move(target);
  made->value = std::move(value);
  return measured(std::move(made));
}

StatementPtr Builder::expression_statement(const Location& where, ExpressionPtr value) {
  StatementPtr made = statement(Statement::Kind::expression, where);
  made->value = std::move(value);
  return measured(std::move(made));
}

StatementPtr Builder::choice(const Location& where, ExpressionPtr condition, StatementList body,
                             StatementList otherwise) {
  StatementPtr made = statement(Statement::Kind::choice, where);
  made->value = std::move(condition);
  made->body = std::move(body);
  made->otherwise = std::move(otherwise);
  return measured(std::move(made));
}

StatementPtr Builder::loop(const Location& where, StatementPtr first, ExpressionPtr condition,
                           StatementPtr after_each, StatementList body) {
  StatementPtr made = statement(Statement::Kind::loop, where);
  made->first = std::move(first);
  made->value = std::move(condition);
  made->after_each = std::move(after_each);
  made->body = std::move(body);
  return measured(std::move(made));
}

StatementPtr Builder::give_back(const Location& where, ExpressionPtr value) {
  StatementPtr made = statement(Statement::Kind::give_back, where);
  made->value = std::move(value);
  return measured(std::move(made));
}

StatementPtr Builder::block(const Location& where, StatementList body) {
  StatementPtr made = statement(Statement::Kind::block, where);
  made->body = std::move(body);
  return measured(std::move(made));
}

ExpressionPtr Builder::node(Expression::Kind kind, const Location& where, std::string text,
                            ExpressionList arguments) {
  auto made = std::make_unique<Expression>();
  made->kind = kind;
  made->where = where;
  made->text = std::move(text);
  const int depth = 1 + depth_of(arguments);
  if (within_limit(depth, where)) {
    made->arguments = std::move(arguments);
    made->depth = depth;
  }
  return made;
}

ExpressionPtr Builder::number(const Location& where, std::string text, bool integer) {
  ExpressionPtr made = node(Expression::Kind::number, where, std::move(text), {});
  made->type = integer ? integer_type : scalar_type;
  return made;
}

ExpressionPtr Builder::name(const Location& where, std::string text) {
  return node(Expression::Kind::name, where, std::move(text), {});
}

ExpressionPtr Builder::member(const Location& where, ExpressionPtr of, std::string text) {
  return node(Expression::Kind::member, where, std::move(text), list_of(std::move(of)));
}

ExpressionPtr Builder::index(const Location& where, ExpressionPtr of, ExpressionList indices) {
  indices.insert(indices.begin(), std::move(of));
  return node(Expression::Kind::index, where, "", std::move(indices));
}

ExpressionPtr Builder::call(const Location& where, std::string text, ExpressionList arguments) {
  return node(Expression::Kind::call, where, std::move(text), std::move(arguments));
}

ExpressionPtr Builder::construct(const Location& where, Base base, ExpressionList arguments) {
  ExpressionPtr made = node(Expression::Kind::construct, where, "", std::move(arguments));
  made->type = {base};
  return made;
}

ExpressionPtr Builder::list(const Location& where, ExpressionList items) {
  return node(Expression::Kind::list, where, "", std::move(items));
}

ExpressionPtr Builder::reduction_value(const Location& where, std::string name) {
  return node(Expression::Kind::reduction, where, std::move(name), {});
}

ExpressionPtr Builder::unary(const Location& where, std::string sign, ExpressionPtr a) {
  return node(Expression::Kind::unary, where, std::move(sign), list_of(std::move(a)));
}

ExpressionPtr Builder::increment(const Location& where, std::string sign, ExpressionPtr a) {
  return node(Expression::Kind::increment, where, std::move(sign), list_of(std::move(a)));
}

ExpressionPtr Builder::binary(const Location& where, std::string sign, ExpressionPtr a,
                              ExpressionPtr b) {
  return node(Expression::Kind::binary, where, std::move(sign),
              list_of(std::move(a), std::move(b)));
}

ExpressionPtr Builder::conditional(const Location& where, ExpressionPtr condition, ExpressionPtr a,
                                   ExpressionPtr b) {
  return node(Expression::Kind::conditional, where, "?",
              list_of(std::move(condition), std::move(a), std::move(b)));
}

}  // namespace solenoid::stencil
