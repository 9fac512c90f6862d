#include "src/deck/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/deck/choices.hpp"
#include "src/deck/program_keys.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

/// The section of the table that describes `section` of a deck.
std::string_view table_section(const std::string& section) {
  for (int face = 0; face < 6; ++face) {
    if (section == "boundary." + face_name(face / 2, face % 2)) return "boundary";
  }
  if (section.starts_with("output.")) return "output";
  return section == "boundary" ? std::string_view() : section;
}

/// Whether the fields of a program stand in the place of a key of the table.
bool replaced(const KeySpec& key, const ProgramKeys* program) {
  return program != nullptr && !program->of_fluid && key.type == KeyType::expression &&
         (key.section == "initial" || key.section == "boundary" || key.section == "source");
}

std::string range_text(const NumberRange& range) {
  std::string text;
  if (std::isfinite(range.lower)) {
    text += fmt::format(" {} {}", range.lower_excluded ? ">" : ">=", range.lower);
  }
  if (std::isfinite(range.upper)) {
    text += fmt::format("{} <= {}", text.empty() ? "" : " and", range.upper);
  }
  return text;
}

}  // namespace

const KeySpec* find_key(const std::string& section, const std::string& key,
                        const ProgramKeys* program) {
  const std::string_view wanted = table_section(section);
  const auto fits = [&](const KeySpec& spec) { return spec.section == wanted && spec.key == key; };
  if (program != nullptr) {
    const auto found = std::ranges::find_if(program->keys, fits);
    if (found != program->keys.end()) return &*found;
  }
  const auto found = std::ranges::find_if(key_table(), fits);
  return found == key_table().end() || replaced(*found, program) ? nullptr : &*found;
}

std::vector<std::string> section_names() {
  std::vector<std::string> names = {"run",       "physics", "tables",    "constants",
                                    "functions", "grid",    "atmosphere"};
  for (int face = 0; face < 6; ++face) names.push_back("boundary." + face_name(face / 2, face % 2));
  names.insert(names.end(), {"solver", "initial", "source", "gravity", "shearing_box", "driving",
                             "cooling", "fields", "output"});
  return names;
}

std::vector<std::string> key_names(const std::string& section, const ProgramKeys* program) {
  const std::string_view wanted = table_section(section);
  std::vector<std::string> names;
  for (const KeySpec& spec : key_table()) {
    if (spec.section == wanted && !replaced(spec, program)) names.emplace_back(spec.key);
  }
  if (program == nullptr) return names;
  for (const KeySpec& spec : program->keys) {
    const std::string name(spec.key);
    if (spec.section == wanted && std::ranges::find(names, name) == names.end()) {
      names.push_back(name);
    }
  }
  return names;
}

std::vector<std::string> sections_with(const std::string& key, const ProgramKeys* program) {
  std::vector<std::string> names;
  for (const std::string& section : section_names()) {
    if (find_key(section, key, program) != nullptr) names.push_back(section);
  }
  return names;
}

std::string expectation(const KeySpec& key) {
  switch (key.type) {
    case KeyType::number:
      return "a number" + range_text(key.range);
    case KeyType::integer:
      if (key.choices != nullptr) return fmt::format("one of {}", fmt::join(key.choices(), ", "));
      return "a whole number" + range_text(key.range);
    case KeyType::flag:
      return "true or false";
    case KeyType::text:
      return "text in quotes";
    case KeyType::names:
      return "a list of names such as [\"dye\", \"metals\"]";
    case KeyType::files:
      return "the name of a file in quotes, or a list of them";
    case KeyType::choice:
      return "one of " + quoted_list(key.choices());
    case KeyType::choices:
      return "one of " + quoted_list(key.choices()) + ", or a list of them";
    case KeyType::clock:
      return "a time as \"hh:mm:ss\"";
    case KeyType::cells:
      return "one to three whole numbers >= 1 such as [64, 64]";
    case KeyType::vector:
      return "one to three numbers such as [0, 0.5, \"1/3\"]";
    case KeyType::interval:
      return "two increasing numbers such as [0, 1]";
    case KeyType::intervals:
      return "two increasing numbers such as [0, 1], or a list of such pairs";
    case KeyType::counts:
      return fmt::format("a whole number{}, or a list of them", range_text(key.range));
    case KeyType::numbers:
      return "a list of numbers such as [0.5, 1, 2]";
    case KeyType::boundary:
      return "one of " + quoted_list(key.choices()) + ", or a list of two of them (lower, upper)";
    case KeyType::expression:
      return "a number or an expression in quotes such as \"1 + 0.1*sin(2*pi*x)\"";
    case KeyType::behind:
      return "a number, an expression in quotes, or one of " + quoted_list(key.choices());
    case KeyType::fields:
      return "a list of field names such as [\"density\", \"pressure\"]";
    case KeyType::slice:
      return "a plane such as { z = 0.5 }, or \"none\"";
    case KeyType::crop:
      return "increasing ends along axes such as { x = [0.25, 0.75] }, or \"none\"";
    case KeyType::named:
      return "names with expressions in quotes such as { hottest = \"max(temperature)\" }";
  }
  return {};
}

std::string output_types_of(const KeySpec& key) { return alternatives(names_of(key.outputs)); }

std::string equations_of(const KeySpec& key) {
  return "equations = " + alternatives(names_of(key.equations), "\"");
}

std::string gases_of(const KeySpec& key) {
  return "equation_of_state = " + alternatives(names_of(key.gases), "\"");
}

std::string face_name(int axis, int side) {
  return std::string(side == 0 ? "lower_" : "upper_") + "xyz"[axis];
}

}  // namespace solenoid
