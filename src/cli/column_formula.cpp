#include "src/cli/column_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <list>

#include "src/deck/expression.hpp"
#include "src/deck/expression_rows.hpp"
#include "src/text/suggest.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_figure(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Whether an expression gives a word a meaning that does not depend on a place.
bool is_function_or_constant(const std::string& word) {
  static const std::vector<std::string> places = {"x", "y", "z", "t", "r"};
  return is_expression_name(word) && std::ranges::find(places, word) == places.end();
}

/// Reads a formula once: collects its columns under names that expressions can have, and what it
/// does not know.
class FormulaReader {
 public:
  FormulaReader(const std::string& formula, const Columns& columns, bool evaluate)
      : text_(formula), columns_(columns), evaluate_(evaluate) {
    while (at_ < text_.size()) read_next();
  }

  /// As long as the formula, so that columns in messages are those of the formula.
  [[nodiscard]] const std::string& expression() const { return expression_; }
  [[nodiscard]] const std::vector<std::string>& unknown() const { return unknown_; }
  [[nodiscard]] std::vector<double> values() const {
    std::vector<ExpressionColumn> variables;
    for (const Variable& variable : variables_)
      variables.push_back({variable.name, &variable.values});
    return evaluate_rows(expression_, variables, columns_.rows);
  }

 private:
  struct Variable {
    std::string source, name;
    std::vector<double> values;
  };

  void read_next() {
    if (const std::string name = column_at(); !name.empty()) {
      add_variable(name, [&] { return columns_.values(name); });
    } else if (is_figure(text_[at_]) || text_[at_] == '.') {
      pass(number_length());
    } else if (is_word(text_[at_])) {
      read_word();
    } else {
      pass(1);
    }
  }

  void pass(std::size_t count) {
    expression_ += text_.substr(at_, count);
    at_ += count;
  }

  /// The longest name of a column that stands here, not followed by more of a word.
  [[nodiscard]] std::string column_at() const {
    std::string longest;
    for (const std::string& name : columns_.names) {
      const std::size_t end = at_ + name.size();
      const bool whole = end >= text_.size() || !is_word(text_[end]) || !is_word(name.back());
      if (whole && name.size() > longest.size() && text_.compare(at_, name.size(), name) == 0) {
        longest = name;
      }
    }
    return longest;
  }

  [[nodiscard]] std::size_t number_length() const {
    std::size_t end = at_;
    const auto figures = [&] {
      while (end < text_.size() && (is_figure(text_[end]) || text_[end] == '.')) ++end;
    };
    figures();
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      std::size_t exponent = end + 1;
      if (exponent < text_.size() && (text_[exponent] == '-' || text_[exponent] == '+')) ++exponent;
      if (exponent < text_.size() && is_figure(text_[exponent])) {
        end = exponent;
        figures();
      }
    }
    return end - at_;
  }

  void read_word() {
    std::size_t end = at_;
    while (end < text_.size() && is_word(text_[end])) ++end;
    const std::string word = text_.substr(at_, end - at_);
    if ((word == "first" || word == "last") && end < text_.size() && text_[end] == '(') {
      read_row(word == "first", end);
    } else if (is_function_or_constant(word)) {
      pass(word.size());
    } else if (const std::string name = columns_.alias(word);
               std::ranges::count(columns_.names, name) > 0) {
      add_variable_of(word.size(), word, [&] { return columns_.values(name); });
    } else {
      note_unknown(end);
      pass(word.size());
    }
  }

  /// first(...) or last(...), whose bracket opens at `open`.
  void read_row(bool is_first, std::size_t open) {
    int depth = 0;
    std::size_t close = open;
    for (; close < text_.size(); ++close) {
      depth += text_[close] == '(' ? 1 : text_[close] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    if (close == text_.size()) return pass(open + 1 - at_);  // which the syntax check reports
    const std::string inner = text_.substr(open + 1, close - open - 1);
    const FormulaReader reader(inner, columns_, evaluate_);
    unknown_.insert(unknown_.end(), reader.unknown_.begin(), reader.unknown_.end());
    const std::size_t end = close + 1;
    add_variable_of(end - at_, text_.substr(at_, end - at_), [&] {
      const std::vector<double> values = reader.values();
      const double value = values.empty() ? 0 : is_first ? values.front() : values.back();
      return std::vector<double>(columns_.rows, value);
    });
  }

  /// What is wrong is the name with its number, "1-KEE", where a number and a minus stand before
  /// it.
  void note_unknown(std::size_t end) {
    std::size_t begin = at_;
    if (begin >= 2 && text_[begin - 1] == '-' && is_figure(text_[begin - 2])) {
      begin -= 2;
      while (begin > 0 && is_figure(text_[begin - 1])) --begin;
      if (begin > 0 && (is_word(text_[begin - 1]) || text_[begin - 1] == '.')) begin = at_;
    }
    unknown_.push_back(text_.substr(begin, end - begin));
  }

  template <class Values>
  void add_variable(const std::string& name, const Values& values) {
    add_variable_of(name.size(), name, values);
  }

  template <class Values>
  void add_variable_of(std::size_t length, const std::string& source, const Values& values) {
    const auto known = std::ranges::find(variables_, source, &Variable::source);
    if (known != variables_.end()) {
      expression_ += known->name;
    } else {
      const std::string name = free_name(length);
      variables_.push_back({source, name, evaluate_ ? values() : std::vector<double>()});
      expression_ += name;
    }
    at_ += length;
  }

  /// A name of a given length, such as v__ or w, that stands for nothing yet.
  [[nodiscard]] std::string free_name(std::size_t length) const {
    static const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdfghijklmnopqsuvw";
    for (std::size_t second = 0;; ++second) {
      for (const char letter : letters) {
        std::string name(std::max<std::size_t>(length, second > 0 ? 2 : 1), '_');
        name[0] = letter;
        if (second > 0) name[1] = letters.at(second - 1);
        const bool taken =
            std::ranges::count(variables_, name, &Variable::name) > 0 || is_expression_name(name);
        if (!taken) return name;
      }
    }
  }

  std::string text_;
  const Columns& columns_;
  bool evaluate_;
  std::size_t at_ = 0;
  std::string expression_;
  std::list<Variable> variables_;  // which evaluation points at
  std::vector<std::string> unknown_;
};

}  // namespace

std::vector<std::string> unknown_names(const std::string& formula, const Columns& columns) {
  return FormulaReader(formula, columns, false).unknown();
}

std::string column_named(const std::string& formula, const Columns& columns) {
  if (std::ranges::count(columns.names, formula) > 0) return formula;
  const std::string name = columns.alias(formula);
  return std::ranges::count(columns.names, name) > 0 ? name : std::string();
}

std::vector<double> column_values(const std::string& formula, const Columns& columns,
                                  const std::string& where) {
  const std::string one = column_named(formula, columns);
  if (!one.empty()) return columns.values(one);
  try {
    return FormulaReader(formula, columns, true).values();
  } catch (const ExpressionError& error) {
    throw UsageError(fmt::format("{}: '{}': {}", where, formula, error.what()));
  }
}

}  // namespace solenoid
