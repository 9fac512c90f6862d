#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "src/deck/keys.hpp"
#include "src/deck/recovery.hpp"
#include "src/deck/source.hpp"
#include "src/text/suggest.hpp"

// Of some malformed texts, such as "[=", toml++ 3.3 takes for granted what does not hold: a debug
// build aborts there, a release build may do anything. Compiled here, with its assertions turned
// into exceptions, it reports these texts like any others.
namespace solenoid {
struct BrokenAssumption {};
[[noreturn]] inline void assumption_is_broken() { throw BrokenAssumption(); }
}  // namespace solenoid
#undef NDEBUG
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_ASSERT(condition) ((condition) ? void() : solenoid::assumption_is_broken())
#include <toml++/toml.h>

namespace solenoid {

namespace {

template <class T>
std::string streamed(const T& value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

Origin origin_of(const toml::node& node, const Origin& within) {
  Origin origin = within;
  if (origin.override_number == 0) origin.line = int(node.source().begin.line);
  return origin;
}

/// Keys and nodes of a table in the order in which they were written.
std::vector<std::pair<std::string, const toml::node*>> in_order(const toml::table& table) {
  std::vector<std::pair<std::string, const toml::node*>> items;
  for (const auto& [key, node] : table) items.emplace_back(std::string(key.str()), &node);
  std::ranges::stable_sort(items, {}, [](const auto& item) {
    const auto& begin = item.second->source().begin;
    return std::pair(begin.line, begin.column);
  });
  return items;
}

WrittenValue converted(const toml::node& node, const Origin& within) {
  WrittenValue value{Unreadable{}, origin_of(node, within)};
  if (const auto* flag = node.as_boolean()) {
    value.data = flag->get();
  } else if (const auto* integer = node.as_integer()) {
    value.data = long(integer->get());
  } else if (const auto* number = node.as_floating_point()) {
    value.data = number->get();
  } else if (const auto* text = node.as_string()) {
    if (text->get() != unreadable_text) value.data = text->get();
  } else if (const auto* time = node.as_time()) {
    value.data = streamed(time->get());  // a wall time without its quotes
  } else if (const auto* list = node.as_array()) {
    WrittenValue::List items;
    for (const toml::node& item : *list) items.push_back(converted(item, within));
    value.data = std::move(items);
  } else if (const auto* table = node.as_table()) {
    WrittenValue::Table items;
    for (const auto& [key, item] : in_order(*table)) {
      items.push_back({key, converted(*item, within)});
    }
    value.data = std::move(items);
  } else {
    value.data = std::string("a date");
  }
  return value;
}

WrittenSection section_from(const std::string& name, const toml::table& table,
                            const Origin& whole) {
  WrittenSection section{name, false, origin_of(table, whole), {}};
  for (const auto& [key, node] : in_order(table)) {
    section.entries.emplace_back(key, converted(*node, whole));
  }
  return section;
}

std::string outside_sections(const std::string& key) {
  const auto sections = sections_with(key);
  const std::string place =
      sections.empty() ? std::string() : fmt::format("; it belongs in [{}]", sections.front());
  return fmt::format("key '{}' stands outside of any [section]{}", key, place);
}

/// Adds the keys of a section that was given before to where it was.
void add_to_earlier(const WrittenSection& again, DeckSource& source, Problems& problems) {
  if (again.name.starts_with("output.")) return;  // of which output is not known any more
  const auto earlier = std::ranges::find(source.sections, again.name, &WrittenSection::name);
  if (earlier == source.sections.end()) {
    source.sections.push_back(again);
    return;
  }
  for (const auto& entry : again.entries) {
    if (const WrittenValue* first = earlier->find(entry.first)) {
      problems.add(entry.second.origin, duplicate_key(entry.first, first->origin.line));
    } else {
      earlier->entries.push_back(entry);
    }
  }
}

void add_sections(const std::string& name, const toml::node& node, DeckSource& source,
                  Problems& problems) {
  if (name.starts_with(repeated_text)) {
    const std::string written = name.substr(name.rfind(' ') + 1);
    add_to_earlier(section_from(written, *node.as_table(), source.whole), source, problems);
  } else if (const auto* table = node.as_table()) {
    if (name != "boundary") {
      source.sections.push_back(section_from(name, *table, source.whole));
      return;
    }
    for (const auto& [face, values] : in_order(*table)) {
      if (const auto* faces = values->as_table()) {
        source.sections.push_back(section_from("boundary." + face, *faces, source.whole));
      } else {
        problems.add(
            origin_of(*values, source.whole),
            fmt::format("key '{}' in [boundary]: name the face, as in [boundary.lower_x]", face));
      }
    }
  } else if (const auto* list = node.as_array(); list != nullptr && list->is_array_of_tables()) {
    for (const toml::node& item : *list) {
      source.sections.push_back(section_from(name, *item.as_table(), source.whole));
      source.sections.back().repeated = true;
    }
  } else {
    problems.add(origin_of(node, source.whole), outside_sections(name));
  }
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

/// What the parser says, or nothing where it reads the text.
std::optional<SyntaxError> syntax_error(const std::string& text, toml::table* result = nullptr) {
  try {
    toml::table table = toml::parse(std::string_view(text));
    if (result != nullptr) *result = std::move(table);
    return std::nullopt;
  } catch (const toml::parse_error& error) {
    return SyntaxError{int(error.source().begin.line), std::string(error.description())};
  } catch (const BrokenAssumption&) {
    return SyntaxError{0, "a name or a value is missing"};
  }
}

/// The line at whose end the text is beyond what the parser can explain.
int unexplained_line(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i] + '\n';
    const auto error = syntax_error(text);
    if (error && error->line == 0) return int(i) + 1;
  }
  return int(lines.size());
}

std::optional<toml::table> parsed(std::vector<std::string> lines, const std::string& file,
                                  Problems& problems) {
  // Each round reads on past one error; a line that fails twice cannot be mended.
  for (std::size_t round = 0; round <= lines.size(); ++round) {
    toml::table table;
    auto error = syntax_error(joined(lines), &table);
    if (!error) return table;
    if (error->line == 0) error->line = unexplained_line(lines);
    if (!recover(lines, *error, file, problems)) return std::nullopt;
  }
  problems.add({file, 0, 0}, "this is not TOML");
  return std::nullopt;
}

}  // namespace

bool is_toml(const std::string& line) { return !syntax_error(line); }

DeckSource read_source(const std::string& text, const std::string& file, Problems& problems) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  DeckSource source;
  source.whole.file = file;
  const auto table = parsed(lines, file, problems);
  // After a syntax error that nothing can mend, what else seems wrong would mislead.
  if (!table) problems.throw_if_any();
  for (const auto& [name, node] : in_order(*table)) add_sections(name, *node, source, problems);
  return source;
}

WrittenValue read_value(const std::string& toml, const Origin& origin) {
  if (toml.find('\n') != std::string::npos) {
    throw std::invalid_argument("it has more than one line");
  }
  toml::table table;
  if (const auto error = syntax_error("value = " + toml + "\n", &table)) {
    throw std::invalid_argument(parser_message(error->description));
  }
  return converted(table.begin()->second, origin);
}

}  // namespace solenoid
