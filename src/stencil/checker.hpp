#pragma once
/// \file
/// What check.cpp, check_statements.cpp and check_expressions.cpp share.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/stencil/builtins.hpp"
#include "src/stencil/check.hpp"

namespace solenoid::stencil {

class Checker {
 public:
  Checker(Program& program, Diagnostics& diagnostics);
  void run();

 private:
  /// What an expression may refer to where it stands.
  enum class Setting {
    constants,  ///< numbers and constants
    uniforms,   ///< uniforms, too
    vertex      ///< all
  };

  /// \name Items (check.cpp)
  /// @{
  void collect_names();
  void add_builtin_variable(const std::string& name, const Type& type);
  void global(Variable& variable);
  void global_initial(Variable& variable);
  void stencil(Stencil& stencil);
  void equation(Equation& equation);
  void reduction(ReductionItem& reduction);
  void added_reduction(ReductionItem& added);
  void reduction_of_uniform(const Variable& uniform);
  void output(OutputItem& output);
  void find_recursion();
  bool reaches_itself(const Function* function, std::vector<const Function*>& path,
                      std::set<const Function*>& seen);
  void require_work();
  /// @}

  /// \name Functions and statements (check_statements.cpp)
  /// @{
  void function(Function& function);
  void signature(const Function& function);
  void parameter(Variable& parameter, const Function& function);
  void statements(const std::vector<StatementPtr>& list);
  void statement(Statement& statement);
  void declaration(Statement& statement);
  void local(Variable& variable);
  void assignment(Statement& statement);
  void give_back(Statement& statement);
  void condition(Expression& expression, const char* of);
  void declare(const Variable& variable);
  /// The variable that an assignment to `target` changes; reports why if it may not, and returns
  /// null.
  const Variable* assignable(const Expression& target);
  /// @}

  /// \name Expressions (check_expressions.cpp, check_calls.cpp)
  /// @{
  /// Sets the type of the expression and of all in it; false if something in it is wrong.
  bool expression(Expression& expression);
  bool arguments(Expression& expression);
  bool number(Expression& expression);
  bool name(Expression& expression);
  bool member(Expression& expression);
  bool index(Expression& expression);
  bool element(Expression& expression, std::size_t count, const Type& result);
  bool field_index(Expression& expression);
  bool construct(Expression& expression);
  bool unary(Expression& expression);
  bool increment(Expression& expression);
  bool binary(Expression& expression);
  bool comparison(Expression& expression, const Type& a, const Type& b);
  bool arithmetic(Expression& expression, const Type& a, const Type& b);
  bool conditional(Expression& expression);
  /// The type that the expression has where its value is needed.
  Type value_type(const Expression& expression);
  bool require(const Expression& expression, const Type& wanted, const std::string& what);
  bool call(Expression& expression);
  bool call_stencil(Expression& expression);
  /// The table whose value or slope a call asks for, or null.
  [[nodiscard]] const Variable* table_of(const Expression& call) const;
  bool call_table(Expression& expression);
  void explain_call(const Expression& expression);
  bool fail(const Location& where, const std::string& message);
  /// @}

  [[nodiscard]] const Variable* find(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> known_variables() const;
  [[nodiscard]] std::vector<std::string> known_functions() const;

  Program& program_;
  Diagnostics& diagnostics_;
  std::map<std::string, const Variable*> globals_;
  std::vector<std::map<std::string, const Variable*>> scopes_;
  std::map<std::string, const Stencil*> stencils_;
  std::map<std::string, std::vector<const Function*>> functions_;
  std::map<const Function*, std::set<const Function*>> calls_;
  std::set<const Variable*> ready_;  ///< globals whose values are checked
  const Function* current_ = nullptr;
  Setting setting_ = Setting::vertex;
};

/// Whether a value of type `from` may stand where `to` is expected: the same type, an integer for
/// a Scalar, a field for its value at the vertex, an expression for the field of its values.
bool converts(const Type& from, const Type& to);

}  // namespace solenoid::stencil
