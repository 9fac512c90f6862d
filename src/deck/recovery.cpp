#include "src/deck/recovery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

#include "src/text/words.hpp"

namespace solenoid {

namespace {

/// What stands between the brackets of `[name]  # comment`.
std::string section_name(const std::string& line) {
  const std::size_t first = std::min(line.find_first_not_of("[ \t"), line.size());
  return trimmed(line.substr(first, line.find(']', first) - first));
}

/// A name without the quotes that TOML allows around it.
std::string unquoted(const std::string& name) {
  const bool quoted = name.size() > 1 && name.front() == name.back() && name.front() == '"';
  return quoted ? name.substr(1, name.size() - 2) : name;
}

struct Assignment {
  std::string key, value;
};

/// `key = value` with a plain key; the value without its comment.
std::optional<Assignment> assignment(const std::string& line) {
  const std::size_t equals = line.find('=');
  if (equals == std::string::npos) return std::nullopt;
  const std::string key = trimmed(line.substr(0, equals));
  if (key.empty()) return std::nullopt;
  for (const char c : key) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '-') {
      return std::nullopt;
    }
  }
  const std::string rest = line.substr(equals + 1);
  return Assignment{key, trimmed(rest.substr(0, rest.find('#')))};
}

/// The line above `line` in the same section that gives `key`; 0 where none does.
int first_given(const std::vector<std::string>& lines, int line, const std::string& key) {
  for (int above = line - 1; above >= 1; --above) {
    const std::string& text = lines[std::size_t(above - 1)];
    if (trimmed(text).starts_with('[')) break;
    const auto found = assignment(text);
    if (found && found->key == key) return above;
  }
  return 0;
}

/// What is wrong with a value that begins like a number.
std::string explain_number(const Assignment& given, const std::string& description) {
  char* end = nullptr;
  std::strtod(given.value.c_str(), &end);
  const std::string number(given.value.c_str(), static_cast<const char*>(end));
  const std::string rest = trimmed(end);
  if (number.empty() || rest.empty()) {
    return fmt::format("'{}' is not a number that TOML knows ({})", given.value, description);
  }
  if (std::string("+-*/^(").find(rest[0]) != std::string::npos) {
    return fmt::format("an expression needs quotes: {} = \"{}\"", given.key, given.value);
  }
  if (rest[0] == ':') {
    return fmt::format("a time needs quotes: {} = \"{}\"", given.key, given.value);
  }
  return fmt::format("'{}' is not a number: unexpected '{}' after '{}'", given.value, rest, number);
}

/// Whether a value begins with a quote that does not come again.
bool opens_a_quote(const std::string& value) {
  const char quote = value[0];
  return (quote == '"' || quote == '\'') && value.find(quote, 1) == std::string::npos;
}

std::string explain_value(const Assignment& given, const std::string& description) {
  if (given.value.empty()) return fmt::format("'{}' has no value", given.key);
  const unsigned char first = static_cast<unsigned char>(given.value[0]);
  std::string reason;
  if (std::isdigit(first) != 0 || first == '.' || first == '+' || first == '-') {
    reason = explain_number(given, description);
  } else if (given.value == "True" || given.value == "False") {
    reason = "write true or false, in small letters";
  } else if (std::isalpha(first) != 0 && given.value.find('"') == std::string::npos) {
    reason = fmt::format("text and expressions need quotes: {} = \"{}\"", given.key, given.value);
  } else if (opens_a_quote(given.value)) {
    reason = fmt::format("the quote {} is not closed on this line", given.value[0]);
  } else if (first == '(' || first == '{') {
    reason = fmt::format("a list stands in square brackets, such as [64, 64]: {}", description);
  } else {
    reason = description;
  }
  return fmt::format("cannot read the value of '{}': {}", given.key, reason);
}

/// Where outputs are the array that [[output]] makes, and something else as well.
bool recover_output(std::vector<std::string>& lines, int line, const std::string& file,
                    Problems& problems) {
  bool is_single = false;
  for (std::size_t n = 0; n < lines.size(); ++n) {
    if (!trimmed(lines[n]).starts_with("[output]")) continue;
    problems.add({file, int(n) + 1, 0}, single_output);
    lines[n] = "[[output]]";
    is_single = true;
  }
  if (is_single) return true;
  const auto part = std::ranges::find_if(
      lines, [](const std::string& text) { return trimmed(text).starts_with("[output."); });
  const bool is_before = part != lines.end() && part - lines.begin() < line;
  problems.add(
      {file, is_before ? int(part - lines.begin()) + 1 : line, 0},
      is_before
          ? fmt::format(
                "{} stands before the first [[output]]: put it below the output that it belongs to",
                trimmed(*part))
          : "outputs are blocks that begin with [[output]], and nothing else has this name");
  return false;
}

}  // namespace

std::string parser_message(const std::string& description) {
  const std::size_t colon = description.find(": ");
  const bool prefixed = description.starts_with("Error while parsing") && colon < 60;
  return prefixed ? description.substr(colon + 2) : description;
}

std::string duplicate_key(const std::string& key, int first_line) {
  return fmt::format("duplicate key '{}'{}", key,
                     first_line > 0 ? fmt::format(" (first given in line {})", first_line) : "");
}

bool recover(std::vector<std::string>& lines, const SyntaxError& error, const std::string& file,
             Problems& problems) {
  const Origin origin{file, error.line, 0};
  const auto report = [&](const std::string& message) { problems.add(origin, message); };
  if (error.line < 1 || std::size_t(error.line) > lines.size()) {
    report(error.description);
    return false;
  }
  std::string& line = lines[std::size_t(error.line - 1)];
  const auto given = assignment(line);
  const bool repeated = error.description.find("cannot redefine") != std::string::npos;
  if (repeated && given) {
    report(duplicate_key(given->key, first_given(lines, error.line, given->key)));
    line.clear();
    return true;
  }
  if (repeated && trimmed(line).starts_with('[')) {
    const std::string name = section_name(line);
    // The parser may be a line beyond what it speaks of.
    const std::string spoken = name.find(repeated_mark) == std::string::npos ? unquoted(name) : "";
    if (spoken.empty() || error.description.find(spoken) == std::string::npos) {
      report(fmt::format("this is not TOML: {} above", parser_message(error.description)));
      return false;
    }
    if (name == "output") return recover_output(lines, error.line, file, problems);
    report(fmt::format("duplicate section [{}]: put its keys below the first", name));
    line = fmt::format("[\"{} {} {}\"]", repeated_mark, error.line, name);
    return true;
  }
  if (!given || is_toml(line)) {
    report(fmt::format("this is not TOML: {}{}", parser_message(error.description),
                       is_toml(line) ? " (is a bracket or quote above left open?)" : ""));
    return false;
  }
  report(explain_value(*given, parser_message(error.description)));
  line = fmt::format("{} = \"{}\"", given->key, unreadable_mark);
  return true;
}

}  // namespace solenoid
