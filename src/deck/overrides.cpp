#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "src/deck/keys.hpp"
#include "src/deck/source.hpp"
#include "src/text/suggest.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

bool is_value(const std::string& text) {
  try {
    static_cast<void>(read_value(text, {}));
    return true;
  } catch (const std::invalid_argument&) {
    return false;
  }
}

/// "[a, 1]" with quotes around what is no value of TOML: ["a", 1]. Other texts as they are.
std::string with_quoted_items(const std::string& text) {
  if (!text.starts_with('[') || !text.ends_with(']')) return text;
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : text.substr(1, text.size() - 2)) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0) {
      items.emplace_back();
    } else {
      items.back() += c;
    }
  }
  for (std::string& item : items) {
    item = trimmed(item);
    if (!item.empty() && item.find_first_of("[]{}\"'\n\\") == std::string::npos && !is_value(item))
      item = fmt::format("\"{}\"", item);
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

/// A value of TOML, or the text itself: quotes would have to pass the shell.
WrittenValue override_value(const std::string& text, const Origin& origin) {
  try {
    return read_value(is_value(text) ? text : with_quoted_items(text), origin);
  } catch (const std::invalid_argument& error) {
    if (text.find_first_of("[]{}\"'\n") != std::string::npos) {
      throw std::invalid_argument(fmt::format("cannot read the value: {}", error.what()));
    }
    return WrittenValue{text, origin};
  }
}

bool is_index(const std::string& text) {
  return !text.empty() && text.size() < 6 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// The name of an [[output]]: as given or its type.
std::string output_name(const WrittenSection& output) {
  for (const char* key : {"name", "type"}) {
    const WrittenValue* value = output.find(key);
    if (value != nullptr && value->as<std::string>() != nullptr) return *value->as<std::string>();
  }
  return {};
}

/// Finds "output.2" or "output.name".
WrittenSection& find_output(DeckSource& source, const std::string& which) {
  std::vector<WrittenSection*> outputs;
  std::vector<std::string> names;
  for (WrittenSection& section : source.sections) {
    if (section.name != "output") continue;
    outputs.push_back(&section);
    names.push_back(output_name(section));
  }
  std::size_t index = std::size_t(std::ranges::find(names, which) - names.begin());
  if (is_index(which)) index = std::stoul(which);
  if (index < outputs.size()) return *outputs[index];
  throw std::invalid_argument(
      outputs.empty() ? std::string("the deck has no [[output]]")
                      : fmt::format("there is no [[output]] '{}'; there are 0 to {}, by name {}",
                                    which, outputs.size() - 1, quoted_list(names)));
}

WrittenSection& find_or_add(DeckSource& source, const std::string& section, const Origin& origin) {
  if (section == "output") {
    throw std::invalid_argument("say which output, as in output.0.every_time=0.1");
  }
  if (section.starts_with("output.")) return find_output(source, section.substr(7));
  const auto found = std::ranges::find(source.sections, section, &WrittenSection::name);
  if (found != source.sections.end()) return *found;
  source.sections.push_back({section, false, origin, {}});
  return source.sections.back();
}

void put(WrittenSection& section, const std::string& key, WrittenValue value) {
  const auto found =
      std::ranges::find(section.entries, key, &std::pair<std::string, WrittenValue>::first);
  if (found != section.entries.end()) {
    found->second = std::move(value);
  } else {
    section.entries.emplace_back(key, std::move(value));
  }
}

}  // namespace

void apply_override(DeckSource& source, const std::string& text, int number, Problems& problems) {
  const Origin origin{"--set " + text, 0, number};
  const std::size_t equals = text.find('=');
  const std::size_t dot = text.rfind('.', equals);
  if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals) {
    problems.add(origin, "expected section.key=value, such as grid.cells=[64,64]");
    return;
  }
  const std::string section = text.substr(0, dot);
  const std::string key = text.substr(dot + 1, equals - dot - 1);
  const std::string value = text.substr(equals + 1);
  try {
    if (value.empty()) throw std::invalid_argument("there is no value after '='");
    put(find_or_add(source, section, origin), key, override_value(value, origin));
  } catch (const std::invalid_argument& error) {
    problems.add(origin, error.what());
  }
}

}  // namespace solenoid
