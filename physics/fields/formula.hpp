#pragma once
/// \file
/// Formulas over fields as lists of steps, which one kernel evaluates in the cells of a box
/// (physics/fields/defined_fields.cpp), in double precision and with the same bits on all devices.

#include <array>
#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "physics/fields/cubic_table.hpp"

namespace solenoid {

/// What a step computes of up to three values a, b, c.
enum class FormulaOperation : int {
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,  ///< a^b
  less,   ///< truth is 1, else 0
  less_or_equal,
  equal,
  not_equal,
  both,
  either,
  choose,  ///< b where a is not 0, else c
  minimum,
  maximum,
  absolute,
  sign,
  unit_step,
  floor,
  ceiling,
  nearest,
  modulo,
  square_root,
  hypotenuse,
  exponential,
  logarithm,
  binary_logarithm,
  decimal_logarithm,
  sine,
  cosine,
  tangent,
  inverse_sine,
  inverse_cosine,
  inverse_tangent,
  angle,  ///< atan2(a, b)
  hyperbolic_sine,
  hyperbolic_cosine,
  hyperbolic_tangent
};

/// What an operation gives. (For formulas of numbers alone; kernels have the same function.)
double formula_value(FormulaOperation operation, double a, double b, double c);

/// Where a formula has a value from: what a step has left, a field, a number, a coordinate.
struct FormulaSource {
  enum class Kind : int { result, field, number, coordinate, time };
  Kind kind = Kind::number;
  int index = 0;  ///< of the result's place, the field, the number, or the axis
};

struct FormulaStep {
  FormulaOperation operation{};
  int to = 0;  ///< a place for results
  std::array<FormulaSource, 3> of{};
  int table = -1;  ///< which of the formula's gives the value at the first of these, if one does
};

/// A formula that is ready to be evaluated.
struct Formula {
  /// Results that are remembered at a time, at most.
  static constexpr int most_places = 32;

  std::vector<FormulaStep> steps;
  FormulaSource value;  ///< what the formula is
  int places = 0;       ///< for results
  std::vector<std::string> fields;
  std::vector<double> numbers;
  std::vector<std::shared_ptr<const CubicTable>> tables;

  /// Of numbers that stand in the place of its fields; there are no coordinates.
  [[nodiscard]] double of_numbers(const std::vector<double>& of_fields, double time) const;
};

/// Thrown where a formula needs more than Formula has.
class FormulaTooLarge : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Puts formulas together from their innermost parts, each of which is there once however often it
/// is asked for. What follows from numbers alone is computed at once.
class FormulaBuilder {
 public:
  /// A part, by its number.
  using Part = int;

  Part number(double value);
  Part field(const std::string& name);
  Part coordinate(int axis);
  Part time();
  Part apply(FormulaOperation operation, Part a, Part b = none, Part c = none);
  /// What a table gives at a.
  Part tabulated(const std::shared_ptr<const CubicTable>& table, Part a);
  /// The number that a part is, if it is one.
  [[nodiscard]] std::optional<double> number_of(Part part) const;
  /// The formula that a part is. Throws FormulaTooLarge.
  [[nodiscard]] Formula formula(Part part) const;

 private:
  static constexpr Part none = -1;
  struct Node {
    FormulaSource::Kind kind = FormulaSource::Kind::result;
    int index = 0;  ///< of the operation, the field, the number or the axis
    std::array<Part, 3> of{none, none, none};
    int table = none;
    auto operator<=>(const Node&) const = default;
  };
  Part known(const Node& node);
  class Placing;

  std::vector<Node> nodes_;
  std::map<Node, Part> parts_;
  std::vector<std::string> fields_;
  std::vector<double> numbers_;
  std::vector<std::shared_ptr<const CubicTable>> tables_;
};

}  // namespace solenoid
