#pragma once
/// \file
/// What the rules of the grammar call: makes the nodes of the syntax tree.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "src/stencil/scanner.hpp"
#include "src/stencil/syntax.hpp"

namespace solenoid::stencil {

using ExpressionList = std::vector<ExpressionPtr>;
using StatementList = std::vector<StatementPtr>;
using VariableList = std::vector<VariablePtr>;

class Builder {
 public:
  Builder(const std::vector<SourceFile>& files, Diagnostics& diagnostics);

  /// The next token of the files, which follow one another.
  Token next_token();
  void error(const Location& where, const std::string& message);
  /// Reports that the last token stands where one of `expected` should.
  void syntax_error(const std::vector<std::string>& expected);
  /// Whether going on would help no one: too many errors, or nesting too deep.
  [[nodiscard]] bool hopeless() const { return too_deep_ || diagnostics_.full(); }
  Program take() { return std::move(program_); }

  /// \name Items
  /// @{
  void variables(Variable::Role role, Base base, VariableList variables);
  void function(std::unique_ptr<Function> head, StatementList body);
  void stencil(std::string name, const Location& where, std::vector<Stencil::Point> points);
  void equation(std::string field, const Location& where, ExpressionPtr rate, bool added);
  void output(Base base, std::string name, const Location& where, ExpressionPtr value);
  void reduction(std::string name, const Location& where, std::string operation,
                 const Location& operation_where, ExpressionPtr value, bool added);
  /// The name of the reduction `diffusivity(degree)`: "diffusivity_4"; the plain one is of
  /// degree 2.
  std::string diffusivity(const Location& where, std::string name, const std::string& degree);
  std::unique_ptr<Function> head(Function::Role role, Base result, std::string name,
                                 const Location& where, VariableList parameters);
  VariablePtr declarator(std::string name, const Location& where, ExpressionPtr initial = nullptr);
  VariablePtr array(std::string name, const Location& where, ExpressionPtr size,
                    ExpressionPtr initial);
  VariablePtr parameter(std::string name, const Location& where, Type type);
  /// @}

  /// \name Statements
  /// @{
  StatementPtr declaration(const Location& where, bool constant, Base base, VariableList variables);
  StatementPtr assignment(const Location& where, std::string change, ExpressionPtr target,
                          ExpressionPtr value);
  StatementPtr expression_statement(const Location& where, ExpressionPtr value);
  StatementPtr choice(const Location& where, ExpressionPtr condition, StatementList body,
                      StatementList otherwise);
  StatementPtr loop(const Location& where, StatementPtr first, ExpressionPtr condition,
                    StatementPtr after_each, StatementList body);
  StatementPtr give_back(const Location& where, ExpressionPtr value);
  StatementPtr block(const Location& where, StatementList body);
  /// @}

  /// \name Expressions
  /// @{
  ExpressionPtr number(const Location& where, std::string text, bool integer);
  ExpressionPtr name(const Location& where, std::string text);
  ExpressionPtr member(const Location& where, ExpressionPtr of, std::string text);
  ExpressionPtr index(const Location& where, ExpressionPtr of, ExpressionList indices);
  ExpressionPtr call(const Location& where, std::string text, ExpressionList arguments);
  ExpressionPtr construct(const Location& where, Base base, ExpressionList arguments);
  ExpressionPtr list(const Location& where, ExpressionList items);
  ExpressionPtr reduction_value(const Location& where, std::string name);
  ExpressionPtr unary(const Location& where, std::string sign, ExpressionPtr a);
  ExpressionPtr increment(const Location& where, std::string sign, ExpressionPtr a);
  ExpressionPtr binary(const Location& where, std::string sign, ExpressionPtr a, ExpressionPtr b);
  ExpressionPtr conditional(const Location& where, ExpressionPtr condition, ExpressionPtr a,
                            ExpressionPtr b);
  /// @}

 private:
  /// The next token of the present file that is none of what with_includes() has read already.
  Token token_of_program();
  ExpressionPtr node(Expression::Kind kind, const Location& where, std::string text,
                     ExpressionList arguments);
  StatementPtr statement(Statement::Kind kind, const Location& where);
  StatementPtr measured(StatementPtr statement);
  bool within_limit(int depth, const Location& where);

  const std::vector<SourceFile>& files_;
  Diagnostics& diagnostics_;
  std::vector<Scanner> scanners_;
  std::size_t file_ = 0;
  Token last_;
  /// Where the token before the last one ends.
  Location before_;
  bool too_deep_ = false;
  Program program_;
};

}  // namespace solenoid::stencil
