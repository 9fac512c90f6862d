#include "src/deck/formula_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <numbers>
#include <string_view>

#include "src/deck/expression_syntax.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

using Operation = FormulaOperation;
using Part = FormulaBuilder::Part;

struct NamedOperation {
  std::string_view name;
  Operation operation;
  int arguments;
};
constexpr NamedOperation functions[] = {
    {"sin", Operation::sine, 1},
    {"cos", Operation::cosine, 1},
    {"tan", Operation::tangent, 1},
    {"asin", Operation::inverse_sine, 1},
    {"acos", Operation::inverse_cosine, 1},
    {"atan", Operation::inverse_tangent, 1},
    {"atan2", Operation::angle, 2},
    {"sinh", Operation::hyperbolic_sine, 1},
    {"cosh", Operation::hyperbolic_cosine, 1},
    {"tanh", Operation::hyperbolic_tangent, 1},
    {"exp", Operation::exponential, 1},
    {"log", Operation::logarithm, 1},
    {"ln", Operation::logarithm, 1},
    {"log2", Operation::binary_logarithm, 1},
    {"log10", Operation::decimal_logarithm, 1},
    {"sqrt", Operation::square_root, 1},
    {"pow", Operation::power, 2},
    {"hypot", Operation::hypotenuse, 2},
    {"abs", Operation::absolute, 1},
    {"sign", Operation::sign, 1},
    {"step", Operation::unit_step, 1},
    {"floor", Operation::floor, 1},
    {"ceil", Operation::ceiling, 1},
    {"rint", Operation::nearest, 1},
    {"mod", Operation::modulo, 2},
};

/// Operators of two values by the strength with which they bind, weakest first.
struct Operator {
  std::string_view text;
  Operation operation;
  bool exchanged = false;  ///< whether it is the operation of the values in the other order
};
const std::vector<std::vector<Operator>> operators = {
    {{"||", Operation::either}},
    {{"&&", Operation::both}},
    {{"<=", Operation::less_or_equal},
     {">=", Operation::less_or_equal, true},
     {"==", Operation::equal},
     {"!=", Operation::not_equal},
     {"<", Operation::less},
     {">", Operation::less, true}},
    {{"+", Operation::add}, {"-", Operation::subtract}},
    {{"*", Operation::multiply}, {"/", Operation::divide}}};

class Parser {
 public:
  Parser(const std::string& text, FormulaBuilder& builder, const FormulaNames& names)
      : text_(text), builder_(builder), names_(names) {}

  Part parse() {
    const Part part = choice();
    skip_blanks();
    if (at_ != text_.size()) fail(fmt::format("unexpected '{}'", text_[at_]));
    return part;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw ExpressionError(fmt::format("{} (column {})", what, at_ + 1));
  }
  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool take(std::string_view wanted) {
    skip_blanks();
    if (text_.compare(at_, wanted.size(), wanted) != 0) return false;
    at_ += wanted.size();
    return true;
  }

  Part choice() {
    const Part condition = binary(0);
    if (!take("?")) return condition;
    const Part chosen = choice();
    if (!take(":")) fail("expected ':'");
    return builder_.apply(Operation::choose, condition, chosen, choice());
  }
  Part binary(std::size_t level) {
    if (level == operators.size()) return signed_power();
    Part left = binary(level + 1);
    while (true) {
      const auto found = std::ranges::find_if(
          operators[level], [&](const Operator& candidate) { return take(candidate.text); });
      if (found == operators[level].end()) return left;
      const Part right = binary(level + 1);
      left = found->exchanged ? builder_.apply(found->operation, right, left)
                              : builder_.apply(found->operation, left, right);
    }
  }
  Part signed_power() {
    if (take("-")) return builder_.apply(Operation::negate, signed_power());
    if (take("+")) return signed_power();
    const Part base = value();
    return take("^") ? power(base, signed_power()) : base;
  }
  /// Small whole powers are products.
  Part power(Part base, Part exponent) {
    for (int n = 1; n <= 16; ++n)
      for (const bool inverse : {false, true})
        if (builder_.number_of(exponent) == double(inverse ? -n : n)) {
          const Part product = whole_power(base, n);
          return inverse ? builder_.apply(Operation::divide, builder_.number(1), product) : product;
        }
    return builder_.apply(Operation::power, base, exponent);
  }
  Part whole_power(Part base, int n) {
    if (n == 1) return base;
    const Part half = whole_power(base, n / 2);
    const Part square = builder_.apply(Operation::multiply, half, half);
    return n % 2 == 0 ? square : builder_.apply(Operation::multiply, square, base);
  }

  Part value() {
    skip_blanks();
    if (take("(")) {
      const Part inner = choice();
      if (!take(")")) fail("expected ')'");
      return inner;
    }
    if (at_ < text_.size() && (is_digit(text_[at_]) || text_[at_] == '.')) {
      char* end = nullptr;
      const double number = std::strtod(text_.c_str() + at_, &end);
      at_ = std::size_t(end - text_.c_str());
      return builder_.number(number);
    }
    const std::size_t begin = at_;
    const std::string name = name_at(text_, at_);
    if (name.empty()) fail("expected a value");
    at_ += name.size();
    if (take("(")) return call(name, begin);
    return named(name, begin);
  }

  Part named(const std::string& name, std::size_t begin) {
    if (const auto constant = names_.constants.find(name); constant != names_.constants.end())
      return builder_.number(constant->second);
    if (const auto field = names_.field(name)) return *field;
    if (name == "pi") return builder_.number(std::numbers::pi);
    if (name == "e") return builder_.number(std::numbers::e);
    if (name == "t") return builder_.time();
    if (name == "r") return distance();
    if (name == "x" || name == "y" || name == "z") return builder_.coordinate(name[0] - 'x');
    at_ = begin;
    fail(fmt::format("unknown name '{}'", name));
  }
  Part distance() {
    Part sum = builder_.number(0);
    for (int axis = 0; axis < 3; ++axis)
      if (names_.measured[std::size_t(axis)])
        sum = builder_.apply(Operation::add, sum, whole_power(builder_.coordinate(axis), 2));
    return builder_.apply(Operation::square_root, sum);
  }

  /// The texts of the arguments, with the place behind them.
  [[nodiscard]] std::pair<std::vector<std::string>, std::size_t> argument_texts() const {
    std::vector<std::string> texts(1);
    int depth = 0;
    std::size_t at = at_;
    for (; at < text_.size() && (depth > 0 || text_[at] != ')'); ++at) {
      if (text_[at] == '(') ++depth;
      if (text_[at] == ')') --depth;
      if (text_[at] == ',' && depth == 0)
        texts.emplace_back();
      else
        texts.back() += text_[at];
    }
    return {texts, at + 1};
  }

  Part call(const std::string& name, std::size_t begin) {
    if (names_.function) {
      const auto [texts, behind] = argument_texts();
      if (const auto part = names_.function(name, texts)) {
        at_ = behind;
        return *part;
      }
    }
    std::vector<Part> arguments;
    do arguments.push_back(choice());
    while (take(","));
    if (!take(")")) fail("expected ')'");
    if (const auto part = of_many(name, arguments)) return *part;
    if (const auto table = names_.tables.find(name); table != names_.tables.end())
      return tabulated(*table->second, arguments, begin);
    const auto* const found = std::ranges::find(functions, name, &NamedOperation::name);
    if (found == std::end(functions) || int(arguments.size()) != found->arguments) {
      at_ = begin;
      fail(fmt::format("function '{}' is not there in formulas of fields, which know {}", name,
                       known_functions()));
    }
    return found->operation == Operation::power ? power(arguments[0], arguments[1])
           : found->arguments == 2 ? builder_.apply(found->operation, arguments[0], arguments[1])
                                   : builder_.apply(found->operation, arguments[0]);
  }
  Part tabulated(const TableFunction& function, const std::vector<Part>& arguments,
                 std::size_t begin) {
    const std::optional<double> place = builder_.number_of(arguments[0]);
    if (place && !function.table()->contains(*place)) {
      at_ = begin;
      fail(function.outside(*place));
    }
    return builder_.tabulated(function.table(), arguments[0]);
  }
  std::optional<Part> of_many(const std::string& name, const std::vector<Part>& arguments) {
    static const std::map<std::string, Operation> operations = {{"min", Operation::minimum},
                                                                {"max", Operation::maximum},
                                                                {"sum", Operation::add},
                                                                {"avg", Operation::add}};
    const auto found = operations.find(name);
    if (found == operations.end()) return std::nullopt;
    Part all = arguments[0];
    for (std::size_t n = 1; n < arguments.size(); ++n)
      all = builder_.apply(found->second, all, arguments[n]);
    if (name != "avg") return all;
    return builder_.apply(Operation::divide, all, builder_.number(double(arguments.size())));
  }
  static std::string known_functions() {
    std::vector<std::string> names;
    for (const NamedOperation& function : functions) names.emplace_back(function.name);
    names.insert(names.end(), {"min", "max", "sum", "avg"});
    return fmt::format("{}", fmt::join(names, ", "));
  }

  const std::string& text_;
  FormulaBuilder& builder_;
  const FormulaNames& names_;
  std::size_t at_ = 0;
};

}  // namespace

FormulaBuilder::Part parse_formula(const std::string& text, FormulaBuilder& builder,
                                   const FormulaNames& names) {
  return Parser(text, builder, names).parse();
}

}  // namespace solenoid
