#include "src/deck/program_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "src/deck/built_in_programs.hpp"
#include "src/stencil/include.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

/// Whether a name is one in angle brackets, of a file that comes with Solenoid.
bool is_shipped(const std::string& name) { return name.starts_with('<') && name.ends_with('>'); }

/// A program's file, or one that comes with Solenoid. Throws std::runtime_error.
std::string program_text(const std::string& name) {
  if (!is_shipped(name)) return stencil::text_of_file(name);
  const std::string bare = without_brackets(name);
  const std::vector<std::string> known = built_in_program_names();
  if (std::ranges::find(known, bare) == known.end())
    throw std::runtime_error(fmt::format("no file {} comes with Solenoid{}; there are {}", name,
                                         did_you_mean(bare, known), fmt::join(known, ", ")));
  return built_in_program_text(bare);
}

}  // namespace

const WrittenValue* written_in_physics(const DeckSource& source, const std::string& key) {
  const WrittenSection* physics = source.find("physics");
  return physics == nullptr ? nullptr : physics->find(key);
}

std::optional<std::string> written_text(const DeckSource& source, const std::string& key) {
  const WrittenValue* value = written_in_physics(source, key);
  const auto* text = value == nullptr ? nullptr : value->as<std::string>();
  return text == nullptr ? std::nullopt : std::optional(*text);
}

std::vector<std::string> named_files(const DeckSource& source, const std::string& key) {
  if (const auto name = written_text(source, key)) return {*name};
  const WrittenValue* value = written_in_physics(source, key);
  const auto* items = value == nullptr ? nullptr : value->as<WrittenValue::List>();
  std::vector<std::string> names;
  for (const WrittenValue& item : items == nullptr ? WrittenValue::List{} : *items) {
    const auto* name = item.as<std::string>();
    if (name == nullptr) return {};
    names.push_back(*name);
  }
  return names;
}

std::string without_brackets(const std::string& name) {
  return is_shipped(name) ? name.substr(1, name.size() - 2) : name;
}

std::vector<stencil::SourceFile> program_files(const std::string& key,
                                               const std::vector<std::string>& names,
                                               const Origin& deck) {
  const std::filesystem::path folder = std::filesystem::path(deck.file).parent_path();
  std::vector<stencil::SourceFile> files;
  for (const std::string& name : names) {
    const std::string path = is_shipped(name) ? name : (folder / name).string();
    try {
      files.push_back({path, program_text(path)});
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("'{}' in [physics]: {}{}", key, error.what(),
                                           is_shipped(name) ? "" : ", named relative to the deck"));
    }
  }
  return stencil::with_includes(files, program_text);
}

}  // namespace solenoid
