#include "src/deck/functions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "src/deck/expression_syntax.hpp"

namespace solenoid {

std::string with_functions_put_in(const DefinedFunctions& functions, const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::string name = name_at(text, at);
    if (name.empty()) {
      result += text[at++];
      continue;
    }
    const auto found = std::ranges::find(functions, name, &DefinedFunctions::value_type::first);
    result += found == functions.end() ? name : "(" + found->second + ")";
    at += name.size();
  }
  return result;
}

Expression compile_with(const DefinedFunctions& functions, const std::string& text,
                        const Constants& constants, const MeasuredAxes& measured,
                        const TableFunctions& tables) {
  const std::string whole = with_functions_put_in(functions, text);
  if (whole == text) return Expression::compile(text, constants, measured, tables);
  // First with names in the place of functions, so that columns in messages are those of the text.
  Constants names = constants;
  for (const auto& [name, definition] : functions) names[name] = 1;
  Expression::compile(text, names, measured, tables);
  return Expression::compile(whole, constants, measured, tables);
}

std::string hint_of_fields(const std::string& message, const std::vector<std::string>& fields) {
  const auto is_unknown = [&](const std::string& field) {
    return message.starts_with(fmt::format("unknown name '{}'", field));
  };
  if (std::ranges::none_of(fields, is_unknown)) return {};
  return "; this formula cannot depend on fields, only on x, y, z, r, t and the names in "
         "[constants], [functions] and [tables]";
}

}  // namespace solenoid
