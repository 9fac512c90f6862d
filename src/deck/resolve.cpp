#include <fmt/format.h>

#include "src/deck/contents.hpp"

namespace solenoid {

namespace {

/// What a number or a list of numbers given by expressions comes to, for the reader.
std::string value_comment(const Setting& setting) {
  const auto is_text = [](const WrittenValue& value) { return value.as<std::string>() != nullptr; };
  if (const auto* number = std::get_if<double>(&setting.value);
      number && is_text(setting.written)) {
    return fmt::format("  # {}", *number);
  }
  const auto* numbers = std::get_if<Setting::Numbers>(&setting.value);
  const auto* list = setting.written.as<WrittenValue::List>();
  if (numbers == nullptr || list == nullptr || numbers->size() != list->size()) return {};
  bool any_text = false;
  std::string items;
  for (std::size_t i = 0; i < numbers->size(); ++i) {
    any_text = any_text || is_text((*list)[i]);
    items += fmt::format("{}{}", i == 0 ? "" : ", ", (*numbers)[i]);
  }
  return any_text ? fmt::format("  # [{}]", items) : std::string();
}

/// Names as they were written, in [tables] or [functions].
std::string names_toml(const std::string& section,
                       const std::vector<std::pair<std::string, WrittenValue>>& names) {
  if (names.empty()) return {};
  std::string text = fmt::format("[{}]\n", section);
  for (const auto& [name, written] : names)
    text += fmt::format("{} = {}\n", name, to_toml(written));
  return text + '\n';
}

std::string constants_toml(const DeckContents& contents) {
  if (contents.written_constants.empty()) return {};
  std::string text = "[constants]\n";
  for (const auto& [name, written] : contents.written_constants) {
    text += fmt::format("{} = {}", name, to_toml(written));
    if (written.as<std::string>() != nullptr) {
      text += fmt::format("  # {}", contents.constants.at(name));
    }
    text += '\n';
  }
  return text + '\n';
}

/// The keys of a section that have a value, in the order of the table.
std::string keys_toml(const DeckContents& contents, const std::string& section) {
  std::string text;
  for (const std::string& key : key_names(section, contents.program_keys.get())) {
    const Setting* setting = contents.find_setting(section, key);
    if (setting == nullptr || !setting->applies) continue;
    // Defaults of fields would hide those of a file.
    const bool expression = std::holds_alternative<Setting::Compiled>(setting->value);
    if (section == "initial" && contents.state_file && expression && !setting->given) continue;
    text += fmt::format("{} = {}{}\n", key, to_toml(setting->written), value_comment(*setting));
  }
  return text;
}

/// Every field that is fixed behind a face, those of [initial] included, and the kinds of fields
/// that have their own.
std::string boundary_toml(const DeckContents& contents, int axis, int side) {
  const auto& values = contents.boundary_values[std::size_t(axis)][std::size_t(side)];
  const std::string section = "boundary." + face_name(axis, side);
  std::string text;
  for (const std::string& key : key_names(section, contents.program_keys.get())) {
    const Setting* setting = contents.find_setting(section, key);
    const bool kind = setting != nullptr && std::holds_alternative<std::string>(setting->value);
    if (values.contains(key) && (setting == nullptr || kind))
      setting = contents.find_setting("initial", key);
    else if (!values.contains(key) && !kind)
      continue;
    text += fmt::format("{} = {}\n", key, to_toml(setting->written));
  }
  return text.empty() ? text : fmt::format("[{}]\n{}\n", section, text);
}

}  // namespace

std::string resolved_toml(const DeckContents& contents) {
  std::string text;
  for (const char* section : {"run", "physics"}) {
    text += fmt::format("[{}]\n{}\n", section, keys_toml(contents, section));
  }
  text += names_toml("tables", contents.written_tables);
  text += constants_toml(contents);
  text += names_toml("functions", contents.written_functions);
  text += fmt::format("[grid]\n{}\n", keys_toml(contents, "grid"));
  if (contents.sections.contains("atmosphere"))
    text += fmt::format("[atmosphere]\n{}\n", keys_toml(contents, "atmosphere"));
  for (int face = 0; face < 6; ++face) text += boundary_toml(contents, face / 2, face % 2);
  for (const char* section : {"solver", "initial"}) {
    text += fmt::format("[{}]\n{}\n", section, keys_toml(contents, section));
  }
  if (!contents.source.empty())
    text += fmt::format("[source]\n{}\n", keys_toml(contents, "source"));
  if (contents.sections.contains("gravity"))
    text += fmt::format("[gravity]\n{}\n", keys_toml(contents, "gravity"));
  if (contents.sections.contains("shearing_box"))
    text += fmt::format("[shearing_box]\n{}\n", keys_toml(contents, "shearing_box"));
  if (contents.sections.contains("driving"))
    text += fmt::format("[driving]\n{}\n", keys_toml(contents, "driving"));
  if (contents.sections.contains("cooling"))
    text += fmt::format("[cooling]\n{}\n", keys_toml(contents, "cooling"));
  text += names_toml("fields", contents.written_fields);
  for (int i = 0; i < contents.output_count; ++i) {
    text += fmt::format("[[output]]\n{}\n", keys_toml(contents, fmt::format("output.{}", i)));
  }
  text.pop_back();  // the blank line after the last section
  return text;
}

}  // namespace solenoid
