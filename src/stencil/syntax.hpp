#pragma once
/// \file
/// The syntax tree of a program. The parser builds it; the checker (check.hpp) fills in the types
/// and what each name refers to.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/stencil/diagnostics.hpp"
#include "src/stencil/types.hpp"

namespace solenoid::stencil {

/// Nothing in a program may be nested deeper: the compiler's own recursion is bounded by it.
inline constexpr int deepest_nesting = 256;

struct Expression;
struct Statement;
struct Function;
struct Variable;
struct Stencil;
struct Builtin;
using ExpressionPtr = std::unique_ptr<Expression>;
using StatementPtr = std::unique_ptr<Statement>;

struct Expression {
  enum class Kind {
    number,       ///< text, as written; type says whether it is an integer
    name,         ///< text
    member,       ///< arguments[0] . text
    index,        ///< arguments[0] [ the other arguments ]
    call,         ///< text ( arguments )
    construct,    ///< type ( arguments ) or (type){ arguments }
    list,         ///< { arguments }, the initial value of an array
    reduction,    ///< the value of the reduction text, that of a uniform
    unary,        ///< text is the operator
    binary,       ///< text is the operator
    conditional,  ///< arguments[0] ? arguments[1] : arguments[2]
    increment     ///< text is ++ or --
  };
  Kind kind = Kind::number;
  Location where;
  std::string text;
  std::vector<ExpressionPtr> arguments;
  int depth = 1;
  /// Set by the checker, but for numbers and `construct`.
  Type type;
  /// \name What a name or a call refers to, set by the checker; at most one
  /// @{
  const Variable* variable = nullptr;
  const Function* function = nullptr;
  const Stencil* stencil = nullptr;
  const Builtin* builtin = nullptr;
  /// @}
};

/// A named value.
struct Variable {
  enum class Role {
    local,
    parameter,
    constant,        ///< `const` outside functions
    uniform,         ///< set by the deck
    table,           ///< a function that the deck gives by points
    field,           ///< evolved, by name
    background,      ///< a field that stays as it starts
    source,          ///< `in field`: given from outside, at all times
    absent_field,    ///< what others have: equations for it are checked and left out
    absent_uniform,  ///< the same for a uniform, which nothing that is kept may use
    auxiliary,       ///< a field that is computed from others before they are used
    input,           ///< `in` with buffer numbers
    output,          ///< `out` with buffer numbers
    builtin          ///< vertexIdx and others
  };
  std::string name;
  Location where;
  Type type;
  Role role = Role::local;
  bool constant = false;
  bool in_one_declaration = false;  ///< with the variable before it, outside functions
  ExpressionPtr array_size;         ///< null without [ ] or with [] alone
  ExpressionPtr initial;            ///< null if there is none
};
using VariablePtr = std::unique_ptr<Variable>;

/// Whether a variable has a name and a type alone, so that programs written for what has it
/// compile.
inline bool is_absent(const Variable& variable) {
  return variable.role == Variable::Role::absent_field ||
         variable.role == Variable::Role::absent_uniform;
}

struct Statement {
  enum class Kind { declaration, assignment, expression, choice, loop, give_back, block };
  Kind kind = Kind::block;
  Location where;
  std::string text;  ///< of an assignment: its operator
  std::vector<VariablePtr> variables;
  ExpressionPtr target;     ///< of an assignment
  ExpressionPtr value;      ///< of an assignment, an expression, a return; the condition of others
  StatementPtr first;       ///< before a loop, may be null
  StatementPtr after_each;  ///< after each round of a loop, may be null
  std::vector<StatementPtr> body;
  std::vector<StatementPtr> otherwise;
  int depth = 1;
};

struct Function {
  enum class Role { plain, preprocessed, kernel };
  Role role = Role::plain;
  std::string name;
  Location where;
  Type result;
  std::vector<VariablePtr> parameters;
  std::vector<StatementPtr> body;
};

/// A stencil with the user's own weights.
struct Stencil {
  struct Point {
    std::vector<ExpressionPtr> offset;  ///< x, y, z
    ExpressionPtr weight;
    Location where;
  };
  std::string name;
  Location where;
  std::vector<Point> points;
};

/// `d_t field = rate;` or `d_t field += rate;`
struct Equation {
  std::string field;
  Location where;
  ExpressionPtr rate;
  bool added = false;                  ///< to what the other equation of the field says
  const Variable* variable = nullptr;  ///< set by the checker
};

/// `reduction name = operation(value);`, or with `+=`
struct ReductionItem {
  std::string name;
  Location where;
  std::string operation;
  Location operation_where;
  ExpressionPtr value;
};

/// `output type name = value;`
struct OutputItem {
  std::string name;
  Location where;
  Base base = Base::scalar;
  ExpressionPtr value;
};

struct Program {
  std::vector<VariablePtr> variables;
  std::vector<std::unique_ptr<Function>> functions;
  std::vector<std::unique_ptr<Stencil>> stencils;
  std::vector<Equation> equations;
  std::vector<ReductionItem> reductions;
  std::vector<ReductionItem> added_reductions;  ///< `+=`: added to what those of the name reduce
  std::vector<OutputItem> outputs;
  /// vertexIdx and the other names that every program has; made by the checker.
  std::vector<VariablePtr> builtin_variables;
};

}  // namespace solenoid::stencil
