#include "src/deck/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace solenoid {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + '"';
}

struct TomlWriter {
  std::string operator()(const Unreadable&) const { return "\"\""; }
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(long value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const {
    const std::string digits = fmt::format("{}", value);
    return digits.find_first_of(".en") == std::string::npos ? digits + ".0" : digits;
  }
  std::string operator()(const std::string& value) const { return quoted(value); }
  std::string operator()(const WrittenValue::List& list) const {
    std::string items;
    for (const WrittenValue& item : list) items += (items.empty() ? "" : ", ") + to_toml(item);
    return "[" + items + "]";
  }
  std::string operator()(const WrittenValue::Table& table) const {
    std::string items;
    for (const auto& [key, item] : table) {
      items += fmt::format("{}{} = {}", items.empty() ? "" : ", ", quoted_key(key), to_toml(item));
    }
    return "{ " + items + " }";
  }
  static std::string quoted_key(const std::string& key) {
    const bool bare = !key.empty() && key.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyz"
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-") == std::string::npos;
    return bare ? key : quoted(key);
  }
};

}  // namespace

void Problems::add(const Origin& origin, const std::string& message) {
  found_.emplace_back(origin, message);
}

std::vector<DeckProblem> Problems::in_order() const {
  auto sorted = found_;
  std::ranges::stable_sort(sorted, {}, [](const auto& problem) {
    return std::tuple(problem.first.override_number, problem.first.line);
  });
  std::vector<DeckProblem> problems;
  for (const auto& [origin, message] : sorted) {
    problems.push_back({origin.file, origin.line, message});
  }
  return problems;
}

void Problems::throw_if_any() const {
  if (!found_.empty()) throw DeckError(in_order());
}

const WrittenValue* WrittenSection::find(const std::string& key) const {
  for (const auto& [known, value] : entries) {
    if (known == key) return &value;
  }
  return nullptr;
}

const WrittenSection* DeckSource::find(const std::string& name) const {
  const auto found = std::ranges::find(sections, name, &WrittenSection::name);
  return found == sections.end() ? nullptr : &*found;
}

std::string to_toml(const WrittenValue& value) { return std::visit(TomlWriter(), value.data); }

}  // namespace solenoid
