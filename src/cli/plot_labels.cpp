#include "src/cli/plot_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "src/deck/deck_entries.hpp"
#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;
using Entries = std::map<std::string, std::string>;

/// More parameters than this say less than the folder does.
constexpr std::size_t most_parameters = 3;

bool all_differ(const std::vector<std::string>& labels) {
  return std::set<std::string>(labels.begin(), labels.end()).size() == labels.size();
}

/// The resolved deck in an output of fields or a checkpoint, or nothing.
std::optional<std::string> deck_in(const fs::path& file) {
  try {
    const std::string deck = file.extension() == ".h5" ? CheckpointFile(file).head().provenance.deck
                                                       : read_provenance(file).deck;
    return deck.empty() ? std::nullopt : std::optional(deck);
  } catch (const OutputError&) {
    return std::nullopt;
  }
}

/// The deck of the run that wrote `file`. A history has none: its run's other files do, in the same
/// folder, whose names begin as its own does.
std::optional<std::string> deck_behind(const fs::path& file) {
  if (file.extension() != ".hst") return deck_in(file);
  std::error_code error;
  std::vector<fs::path> others;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string ending = entry.path().extension().string();
    if (ending == ".athdf" || ending == ".h5") others.push_back(entry.path());
  }
  std::ranges::sort(others);
  for (fs::path stem = file.stem(); !stem.empty(); stem = stem.stem()) {
    for (const fs::path& other : others) {
      if (!other.filename().string().starts_with(stem.string() + ".")) continue;
      if (auto deck = deck_in(other)) return deck;
    }
    if (!stem.has_extension()) break;
  }
  return std::nullopt;
}

/// The value as a reader wants it: what an expression comes to, a text without its quotes; numbers
/// `shortened` to what the eye takes in.
std::string shown_value(const std::string& written, bool shortened) {
  const std::size_t comment = written.rfind("  # ");
  std::string value = comment == std::string::npos ? written : written.substr(comment + 4);
  if (value.size() > 2 && value.front() == '"' && value.back() == '"') {
    value = value.substr(1, value.size() - 2);
  }
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  const bool is_number = !value.empty() && *end == '\0';
  return shortened && is_number ? fmt::format("{:.5g}", number) : value;
}

/// What a run does and how often it writes does not matter to a picture.
bool tells_runs_apart(const std::string& key) {
  return !key.starts_with("output ") && key != "run.title";
}

std::set<std::string> differing_keys(const std::vector<Entries>& decks) {
  std::set<std::string> keys, differing;
  for (const Entries& deck : decks) {
    for (const auto& [key, value] : deck) keys.insert(key);
  }
  for (const std::string& key : keys) {
    const auto value = [&](const Entries& deck) {
      const auto found = deck.find(key);
      return found == deck.end() ? std::string() : found->second;
    };
    const bool same = std::ranges::all_of(
        decks, [&](const Entries& deck) { return value(deck) == value(decks.front()); });
    if (!same && tells_runs_apart(key)) differing.insert(key);
  }
  return differing;
}

/// "B = 0.1, nu = 0.01" for each file, or nothing where that says too much or too little.
std::optional<std::vector<std::string>> labels_by_deck(const std::vector<std::string>& files) {
  std::vector<Entries> decks;
  for (const std::string& file : files) {
    const auto deck = deck_behind(file);
    if (!deck) return std::nullopt;
    decks.push_back(deck_entries(*deck));
  }
  const std::set<std::string> keys = differing_keys(decks);
  if (keys.empty() || keys.size() > most_parameters) return std::nullopt;
  const auto short_name = [](const std::string& key) { return key.substr(key.rfind('.') + 1); };
  const auto label_of = [&](const Entries& deck, bool shortened) {
    std::string label;
    for (const std::string& key : keys) {
      const auto namesakes = std::ranges::count(keys, short_name(key), short_name);
      const auto found = deck.find(key);
      label +=
          fmt::format("{}{} = {}", label.empty() ? "" : ", ", namesakes > 1 ? key : short_name(key),
                      found == deck.end() ? "none" : shown_value(found->second, shortened));
    }
    return label;
  };
  for (const bool shortened : {true, false}) {
    std::vector<std::string> labels;
    for (const Entries& deck : decks) labels.push_back(label_of(deck, shortened));
    if (all_differ(labels)) return labels;
  }
  return std::nullopt;
}

/// Paths without suffix, and without the folders that all have in front and behind.
std::vector<std::string> labels_by_path(const std::vector<std::string>& files) {
  std::vector<std::vector<std::string>> paths;
  std::size_t shortest = std::string::npos;
  for (const std::string& file : files) {
    std::vector<std::string>& parts = paths.emplace_back();
    const fs::path whole = fs::absolute(file).lexically_normal().replace_extension();
    for (const fs::path& part : whole) parts.push_back(part.string());
    shortest = std::min(shortest, parts.size());
  }
  const auto all_have = [&](std::size_t from_begin, bool behind) {
    const auto part = [&](const std::vector<std::string>& path) {
      return behind ? path[path.size() - 1 - from_begin] : path[from_begin];
    };
    return std::ranges::all_of(paths,
                               [&](const auto& path) { return part(path) == part(paths[0]); });
  };
  std::size_t front = 0, back = 0;
  while (front + 1 < shortest && all_have(front, false)) ++front;
  while (front + back + 1 < shortest && all_have(back, true)) ++back;
  std::vector<std::string> labels;
  for (const auto& path : paths) {
    fs::path label;
    for (std::size_t i = front; i + back < path.size(); ++i) label /= path[i];
    labels.push_back(label.string());
  }
  return labels;
}

}  // namespace

bool is_one_series(const std::vector<std::string>& files) {
  return std::ranges::all_of(files, [&](const std::string& file) {
    // "kh.fields" of "kh.fields.00012.athdf".
    return fs::path(file).replace_extension().replace_extension() ==
           fs::path(files.front()).replace_extension().replace_extension();
  });
}

std::vector<std::string> distinguishing_labels(const std::vector<std::string>& files) {
  std::vector<std::string> stems;
  for (const std::string& file : files) stems.push_back(fs::path(file).stem().string());
  if (all_differ(stems)) return stems;
  if (const auto labels = labels_by_deck(files)) return *labels;
  return labels_by_path(files);
}

}  // namespace solenoid
