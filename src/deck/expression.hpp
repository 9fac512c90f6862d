#pragma once
/// \file
/// Expressions of decks in x, y, z, t, r, the names of [constants] and the functions of [tables],
/// on top of muParser.

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "src/deck/tables.hpp"

namespace solenoid {

using Constants = std::map<std::string, double>;

/// Which of x, y and z the distance r is measured in: the directions that a grid resolves.
using MeasuredAxes = std::array<bool, 3>;

/// Thrown by Expression::compile; the message says what is wrong and at which column.
class ExpressionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A compiled expression. Copies share nothing that evaluation changes, so that each thread
/// evaluates a copy of its own. Copying takes some ten microseconds, and the first evaluation of a
/// copy as much again, since muParser's bytecode cannot be shared.
class Expression {
 public:
  /// A constant.
  explicit Expression(double value = 0.0);
  /// Compiles `text`; throws ExpressionError for an unknown name (naming the nearest known one),
  /// unbalanced brackets, or anything else that is not an expression.
  static Expression compile(const std::string& text, const Constants& constants,
                            const MeasuredAxes& measured = {true, true, true},
                            const TableFunctions& tables = {});

  Expression(const Expression& other);
  Expression& operator=(const Expression& other);
  Expression(Expression&&) noexcept;
  Expression& operator=(Expression&&) noexcept;
  ~Expression();

  /// How many texts this process has compiled so far, not counting copies.
  static long times_compiled();

  [[nodiscard]] double operator()(double x, double y, double z, double t) const;
  /// Values at n points of a row: x varies, y, z and t stay.
  void row(const double* x, std::size_t n, double y, double z, double t, double* values) const;
  [[nodiscard]] const std::string& text() const;
  /// Whether the value may differ along an axis.
  [[nodiscard]] bool depends_on(Axis axis) const;
  /// Whether the value changes with time.
  [[nodiscard]] bool depends_on_time() const;
  /// Whether the value is the same everywhere and at all times.
  [[nodiscard]] bool is_constant() const;
  /// What is to be said if this expression, or one of the same tables, asked a table for a value
  /// outside of it.
  [[nodiscard]] std::optional<std::string> outside_of_table() const;

 private:
  struct Implementation;
  explicit Expression(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

/// Expressions by the names of fields: compiled once, when the deck is read.
using Expressions = std::map<std::string, std::shared_ptr<const Expression>>;

/// The value of a text such as "5/3" that may use only constants. Throws ExpressionError.
double evaluate_constant(const std::string& text, const Constants& constants,
                         const TableFunctions& tables = {});

/// A function or name that every expression knows, for the deck reference.
struct ExpressionName {
  std::string name;     ///< as it is called: "atan2(y, x)"
  std::string meaning;  ///< one sentence without a full stop

  /// "atan2" from "atan2(y, x)".
  [[nodiscard]] std::string bare() const;
};
/// The variables x, y, z, t, r and the constants pi and e.
const std::vector<ExpressionName>& expression_variables();
const std::vector<ExpressionName>& expression_functions();
/// Whether expressions already give `name` a meaning, so that no constant may take it.
bool is_expression_name(const std::string& name);

}  // namespace solenoid
