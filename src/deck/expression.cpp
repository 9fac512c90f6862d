#include "src/deck/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "src/deck/expression_rows.hpp"
#include "src/deck/expression_syntax.hpp"
#include "src/deck/keys.hpp"
#include "src/deck/names_elsewhere.hpp"
#include "src/text/suggest.hpp"
#include "src/text/utf8.hpp"

namespace solenoid {

/// The names of a deck.
struct DeckNames {
  Constants constants;
  TableFunctions tables;
};

namespace {

std::atomic<long> times_compiled_so_far = 0;

double unit_step(double x) { return x < 0.0 ? 0.0 : 1.0; }
/// The remainder with the sign of the divisor, so that mod(x, 1) is periodic through x = 0.
double floored_modulo(double a, double b) { return a - b * std::floor(a / b); }
double floor_of(double x) { return std::floor(x); }
double ceiling_of(double x) { return std::ceil(x); }
double error_function(double x) { return std::erf(x); }
double hypotenuse(double a, double b) { return std::hypot(a, b); }
double power(double a, double b) { return std::pow(a, b); }
/// A hash of any number of values, as a number in [0, 1): splitmix64 of their bits.
double random_number(const double* values, int count) {
  std::uint64_t state = 0;
  for (int i = 0; i < count; ++i) {
    state += std::bit_cast<std::uint64_t>(values[i] + 0.0) + 0x9e3779b97f4a7c15U;  // -0 as 0
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebU;
    state ^= state >> 31;
  }
  return double(state >> 11) * 0x1p-53;
}

double value_in_table(void* table, double x) {
  return (*static_cast<const TableFunction*>(table))(x);
}

void define_names(mu::Parser& parser, const Constants& constants, const TableFunctions& tables) {
  parser.ClearConst();
  parser.DefineConst("pi", std::numbers::pi);
  parser.DefineConst("e", std::numbers::e);
  for (const auto& [name, value] : constants) parser.DefineConst(name, value);
  parser.DefineFun("step", unit_step);
  parser.DefineFun("mod", floored_modulo);
  parser.DefineFun("floor", floor_of);
  parser.DefineFun("ceil", ceiling_of);
  parser.DefineFun("erf", error_function);
  parser.DefineFun("pow", power);
  parser.DefineFun("hypot", hypotenuse);
  parser.DefineFun("random", random_number);
  // Not folded where the argument is a number: what lies outside is noted when it is evaluated.
  for (const auto& [name, table] : tables)
    parser.DefineFunUserData(name, value_in_table, const_cast<TableFunction*>(table.get()), false);
}

std::vector<std::string> known_names(const DeckNames& deck) {
  std::vector<std::string> names;
  for (const auto& entry : expression_variables()) names.push_back(entry.bare());
  for (const auto& entry : expression_functions()) names.push_back(entry.bare());
  for (const auto& [name, value] : deck.constants) names.push_back(name);
  for (const auto& [name, table] : deck.tables) names.push_back(name);
  return names;
}

bool is_function(const std::string& name) {
  return std::ranges::any_of(expression_functions(),
                             [&](const auto& entry) { return entry.bare() == name; });
}

std::string unknown_token(const std::string& text, std::size_t position, const DeckNames& deck) {
  const std::string name = name_at(text, position);
  if (name.empty()) return fmt::format("unexpected '{}'", character_at(text, position));
  if (is_digit(name[0])) return fmt::format("'{}' is not a number", name);
  if (position > 0 && (is_digit(text[position - 1]) || text[position - 1] == '.')) {
    return fmt::format("unexpected '{}' after a number", name);
  }
  if (is_function(name) || deck.tables.contains(name))
    return fmt::format("function '{}' needs its arguments in brackets", name);
  if (name == "and" || name == "or" || name == "not") {
    return fmt::format("unexpected '{}': write && for and, || for or, x == 0 for not x", name);
  }
  if (name == "if" || name == "where") {
    return fmt::format("there is no function '{}': write condition ? value : other value", name);
  }
  if (const KeySpec* key = find_key("physics", name); key && key->type == KeyType::number) {
    return fmt::format(
        "unknown name '{}', keys are no names here: put the value into [constants] under another "
        "name and write that in both places",
        name);
  }
  const std::string without_module = name.substr(name.rfind('.') + 1);
  if (is_function(without_module)) {  // np.sin
    return fmt::format("unknown name '{}', did you mean '{}'?", name, without_module);
  }
  return fmt::format("unknown name '{}'{}", name,
                     did_you_mean(without_module, known_names(deck), names_elsewhere()));
}

/// The parser's complaint in a user's words.
std::string explain(const mu::Parser::exception_type& error, const std::string& text,
                    const DeckNames& deck) {
  const int raw = error.GetPos();
  const std::size_t position = raw < 0 ? 0 : std::min(std::size_t(raw), text.size());
  const std::string token = error.GetToken();
  std::string message;
  switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN:
      message = unknown_token(text, position, deck);
      break;
    case mu::ecUNEXPECTED_EOF:
      message = "the expression ends where a value is expected";
      break;
    case mu::ecTOO_FEW_PARAMS:
      message = fmt::format("function '{}' has too few arguments", token);
      break;
    case mu::ecTOO_MANY_PARAMS:
      message = fmt::format("function '{}' has too many arguments", token);
      break;
    case mu::ecMISPLACED_COLON:
      message = "':' without '?' (write condition ? value : other value)";
      break;
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_FUN:
      message = fmt::format("unexpected '{}': an operator such as * is missing before it", token);
      break;
    case mu::ecEXPRESSION_TOO_LONG:
      return fmt::format(
          "with the [functions] put in it has {} characters, more than can be read: what has many "
          "terms can stand in a file of [tables]",
          characters_in(text, text.size()));
    case mu::ecMISSING_ELSE_CLAUSE:
      message = "'?' without ':' (write condition ? value : other value)";
      break;
    default:
      message =
          fmt::format("unexpected '{}'",
                      token.empty() || !is_ascii(token) ? character_at(text, position) : token);
  }
  return raw < 0 ? message
                 : fmt::format("{} (column {})", message, characters_in(text, position) + 1);
}

}  // namespace

struct Expression::Implementation {
  std::string text;
  DeckNames deck;
  MeasuredAxes measured{};
  std::optional<mu::Parser> parser;  ///< none for a constant
  double value = 0.0;                ///< of a constant
  std::vector<std::string> used;     ///< variables that the text names
  double x = 0.0, y = 0.0, z = 0.0, t = 0.0, r = 0.0;

  Implementation(std::string shown, double constant) : text(std::move(shown)), value(constant) {}
  Implementation(std::string expression, DeckNames known, const MeasuredAxes& axes);
  // The parser points at this object's variables: it can be made anew, not moved.
  Implementation(const Implementation&) = delete;
  Implementation& operator=(const Implementation&) = delete;
  ~Implementation() = default;

  /// Takes over all that is known of the text but muParser's bytecode: that belongs to one parser,
  /// which makes it when it is first evaluated.
  [[nodiscard]] std::unique_ptr<Implementation> clone() const {
    auto copy = std::make_unique<Implementation>(text, value);
    copy->deck = deck;
    copy->measured = measured;
    copy->used = used;
    if (parser) copy->prepare();
    return copy;
  }
  [[nodiscard]] bool uses(const std::string& name) const {
    return std::ranges::find(used, name) != used.end();
  }
  [[nodiscard]] std::optional<std::string> outside_of_table() const {
    for (const auto& [name, table] : deck.tables)
      if (auto found = table->outside()) return found;
    return std::nullopt;
  }
  void prepare();
  void compile();
};

Expression::Implementation::Implementation(std::string expression, DeckNames known,
                                           const MeasuredAxes& axes)
    : text(std::move(expression)), deck(std::move(known)), measured(axes) {
  check_expression_syntax(text);
  try {
    compile();
  } catch (const mu::Parser::exception_type& error) {
    throw ExpressionError(explain(error, text, deck));
  }
}

/// Makes a parser that knows the text and all names.
void Expression::Implementation::prepare() {
  parser.emplace();
  define_names(*parser, deck.constants, deck.tables);
  for (auto& [name, variable] : std::array<std::pair<const char*, double*>, 5>{
           {{"x", &x}, {"y", &y}, {"z", &z}, {"t", &t}, {"r", &r}}}) {
    parser->DefineVar(name, variable);
  }
  parser->SetExpr(text);
}

void Expression::Implementation::compile() {
  prepare();
  ++times_compiled_so_far;
  // Of the tables those of which the text speaks stay.
  std::erase_if(deck.tables,
                [&](const auto& entry) { return text.find(entry.first) == std::string::npos; });
  // Evaluated first: the list of used variables would take unknown names for variables.
  value = parser->Eval();
  if (parser->GetNumResults() != 1) {
    throw ExpressionError("unexpected ',': one value is expected");
  }
  for (const auto& [name, variable] : parser->GetUsedVar()) used.push_back(name);
  if (used.empty()) {
    parser.reset();
    if (const auto outside = outside_of_table()) throw ExpressionError(*outside);
  }
  // That the place above, 0, is in none is no error.
  for (const auto& [name, table] : deck.tables) table->forget();
}

Expression::Expression(double value)
    : implementation_(std::make_unique<Implementation>(fmt::format("{}", value), value)) {}

Expression::Expression(std::unique_ptr<Implementation> implementation)
    : implementation_(std::move(implementation)) {}

Expression::Expression(const Expression& other) : implementation_(other.implementation_->clone()) {}

Expression& Expression::operator=(const Expression& other) {
  if (this != &other) implementation_ = other.implementation_->clone();
  return *this;
}

Expression::Expression(Expression&&) noexcept = default;
Expression& Expression::operator=(Expression&&) noexcept = default;
Expression::~Expression() = default;

Expression Expression::compile(const std::string& text, const Constants& constants,
                               const MeasuredAxes& measured, const TableFunctions& tables) {
  return Expression(std::make_unique<Implementation>(text, DeckNames{constants, tables}, measured));
}

long Expression::times_compiled() { return times_compiled_so_far; }

double Expression::operator()(double x, double y, double z, double t) const {
  double result = 0.0;
  row(&x, 1, y, z, t, &result);
  return result;
}

void Expression::row(const double* x, std::size_t n, double y, double z, double t,
                     double* values) const {
  Implementation& self = *implementation_;
  if (!self.parser) {
    std::fill_n(values, n, self.value);
    return;
  }
  self.y = y;
  self.z = z;
  self.t = t;
  const bool uses_r = self.uses("r");
  const auto square = [&](std::size_t axis, double value) {
    return self.measured[axis] ? value * value : 0.0;
  };
  const bool varies = uses_r || self.uses("x");
  for (std::size_t i = 0; i < n; ++i) {
    if (i > 0 && !varies) {
      values[i] = values[0];
      continue;
    }
    self.x = x[i];
    if (uses_r) self.r = std::sqrt(square(0, x[i]) + square(1, y) + square(2, z));
    values[i] = self.parser->Eval();
  }
}

const std::string& Expression::text() const { return implementation_->text; }
bool Expression::depends_on(Axis axis) const {
  return implementation_->uses(std::string(1, "xyz"[axis])) ||
         (implementation_->measured[std::size_t(axis)] && implementation_->uses("r"));
}
bool Expression::depends_on_time() const { return implementation_->uses("t"); }
bool Expression::is_constant() const { return !implementation_->parser; }
std::optional<std::string> Expression::outside_of_table() const {
  return implementation_->outside_of_table();
}

double evaluate_constant(const std::string& text, const Constants& constants,
                         const TableFunctions& tables) {
  const Expression expression = Expression::compile(text, constants, {true, true, true}, tables);
  if (!expression.is_constant()) {
    throw ExpressionError("x, y, z, t and r have no value here: only numbers and [constants]");
  }
  return expression(0.0, 0.0, 0.0, 0.0);
}

std::vector<double> evaluate_rows(const std::string& text,
                                  const std::vector<ExpressionColumn>& columns, std::size_t rows) {
  check_expression_syntax(text);
  std::vector<double> row(columns.size());
  std::vector<double> values(rows);
  try {
    mu::Parser parser;
    define_names(parser, {}, {});
    for (std::size_t c = 0; c < columns.size(); ++c) parser.DefineVar(columns[c].name, &row[c]);
    parser.SetExpr(text);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t c = 0; c < columns.size(); ++c) row[c] = (*columns[c].values)[i];
      values[i] = parser.Eval();
    }
    if (rows > 0 && parser.GetNumResults() != 1) {
      throw ExpressionError("unexpected ',': one value is expected");
    }
  } catch (const mu::Parser::exception_type& error) {
    throw ExpressionError(explain(error, text, {}));
  }
  return values;
}

void require_expression(const std::string& text, const NamesOfExpression& names) {
  check_expression_syntax(text);
  DeckNames known{names.constants, names.tables};
  double any = 1;
  mu::Parser parser;
  define_names(parser, names.constants, names.tables);
  for (const ExpressionName& variable : expression_variables())
    if (variable.bare().size() == 1 && variable.bare() != "e")
      parser.DefineVar(variable.bare(), &any);
  for (const std::string& name : names.variables) {
    parser.DefineVar(name, &any);
    known.constants[name] = any;
  }
  for (const std::string& name : names.functions)
    parser.DefineFun(name, [](const double* values, int) { return values[0]; });
  parser.SetExpr(text);
  try {
    parser.Eval();
    if (parser.GetNumResults() != 1) throw ExpressionError("unexpected ',': one value is expected");
  } catch (const mu::Parser::exception_type& error) {
    throw ExpressionError(explain(error, text, known));
  }
  for (const auto& [name, table] : names.tables) table->forget();
}

}  // namespace solenoid
