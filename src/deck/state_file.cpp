#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "src/deck/contents.hpp"
#include "src/formats/formats.hpp"
#include "src/output/files.hpp"

namespace solenoid {

namespace {

constexpr std::array<const char*, 3> grid_keys{"cells", "lower", "upper"};

/// What the deck writes for a key of [initial], which is not read yet.
template <class T>
const T* written(const WrittenSection& initial, const std::string& key) {
  const WrittenValue* value = initial.find(key);
  return value == nullptr ? nullptr : value->as<T>();
}

}  // namespace

std::string path_of(const std::string& name, const Origin& origin) {
  if (origin.override_number > 0) return name;
  return (std::filesystem::path(origin.file).parent_path() / name).string();
}

std::map<std::string, std::string> grid_of_state_file(const DeckSource& source,
                                                      Problems& problems) {
  const WrittenSection* initial = source.find("initial");
  const auto* name = initial == nullptr ? nullptr : written<std::string>(*initial, "file");
  if (name == nullptr) return {};
  const WrittenSection* given = source.find("grid");
  const bool complete = given != nullptr && std::ranges::all_of(grid_keys, [&](const char* key) {
                          return given->find(key) != nullptr;
                        });
  if (complete) return {};
  FileSelection selection;
  if (const long* snapshot = written<long>(*initial, "snapshot")) selection.snapshot = *snapshot;
  if (const long* layers = written<long>(*initial, "ghost_layers"))
    selection.ghost_layers = int(std::clamp(*layers, 0L, 100L));
  const Origin& origin = initial->find("file")->origin;
  try {
    const Grid grid = grid_of_file(path_of(*name, origin), selection);
    return {{"cells", fmt::format("[{}]", fmt::join(grid.cells, ", "))},
            {"lower", fmt::format("[{}]", fmt::join(grid.lower, ", "))},
            {"upper", fmt::format("[{}]", fmt::join(grid.upper, ", "))}};
  } catch (const OutputError& error) {
    problems.add(origin, fmt::format("'file' in [initial]: {}", error.what()));
  }
  return {};
}

}  // namespace solenoid
