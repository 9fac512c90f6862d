#include "src/deck/expression_syntax.hpp"

#include <fmt/format.h>

#include <cctype>
#include <vector>

#include "src/deck/expression.hpp"
#include "src/text/utf8.hpp"

namespace solenoid {

namespace {

[[noreturn]] void fail(const std::string& message, const std::string& text, std::size_t position) {
  throw ExpressionError(fmt::format("{} (column {})", message, characters_in(text, position) + 1));
}

void check_brackets(const std::string& text) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') open.push_back(i);
    if (text[i] != ')') continue;
    if (open.empty()) fail("unbalanced bracket: ')' without '('", text, i);
    open.pop_back();
  }
  if (!open.empty()) fail("unbalanced bracket: '(' without ')'", text, open.back());
}

/// Length of the comparison operator at `i`, or 0.
std::size_t comparison_at(const std::string& text, std::size_t i) {
  const bool followed = i + 1 < text.size() && text[i + 1] == '=';
  if (text[i] == '<' || text[i] == '>') return followed ? 2 : 1;
  return (text[i] == '=' || text[i] == '!') && followed ? 2 : 0;
}

void check_operators(const std::string& text) {
  std::vector<int> comparisons = {0};  // since the last separator, at each bracket level
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(') comparisons.push_back(0);
    if (c == ')') comparisons.pop_back();
    if (c == '&' || c == '|' || c == '?' || c == ':' || c == ',') comparisons.back() = 0;
    if (c == '*' && i + 1 < text.size() && text[i + 1] == '*') {
      fail("unexpected '**', write ^ for a power", text, i);
    }
    const std::size_t length = comparison_at(text, i);
    if (length == 0 && c == '=') fail("unexpected '=', write == to compare", text, i);
    if (length > 0 && ++comparisons.back() > 1) {
      fail("comparisons cannot be chained, write a < x && x < b", text, i);
    }
    if (length > 1) ++i;
  }
}

}  // namespace

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string name_at(const std::string& text, std::size_t position) {
  std::size_t end = position;
  while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) != 0 ||
                               text[end] == '_' || text[end] == '.')) {
    ++end;
  }
  return text.substr(position, end - position);
}

void check_expression_syntax(const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
    throw ExpressionError("the expression is empty");
  }
  check_brackets(text);
  check_operators(text);
}

}  // namespace solenoid
