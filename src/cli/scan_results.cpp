#include "src/cli/scan_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "src/driver/checkpoints.hpp"
#include "src/driver/outputs.hpp"
#include "src/output/files.hpp"
#include "src/output/history_table.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// The head of a checkpoint, if it is there and whole.
std::optional<CheckpointHead> head_of(const fs::path& file) {
  if (!fs::exists(file)) return std::nullopt;
  try {
    return CheckpointFile(file).head();
  } catch (const OutputError&) {
    return std::nullopt;
  }
}

/// Changes that leave what was computed as good as it was: when to end and what to write.
bool is_harmless(const std::string& change) {
  if (change.rfind("run.precision", 0) == 0) return false;
  return change.rfind("run.", 0) == 0 || change.rfind("output", 0) == 0;
}

void require_same_deck(const fs::path& folder, const CheckpointHead& head, const Deck& deck) {
  for (const std::string& change : deck_changes(head.provenance.deck, deck.resolved())) {
    if (is_harmless(change)) continue;
    throw UsageError(
        fmt::format("{} holds a run of another deck ({}); name another folder with --out, or have "
                    "all run again with --anew",
                    folder.string(), change));
  }
}

using Cells = std::vector<std::vector<std::string>>;

/// The labels of all rows, in the order in which they come.
std::vector<std::string> all_labels(const ScanTable& table) {
  std::vector<std::string> labels;
  for (const ScanRow& row : table.rows) {
    for (const auto& [label, value] : row.history) {
      if (std::find(labels.begin(), labels.end(), label) == labels.end()) labels.push_back(label);
    }
  }
  return labels;
}

Cells cells_of(const ScanTable& table, const std::function<std::string(double)>& number) {
  const std::vector<std::string> labels = all_labels(table);
  Cells cells;
  std::vector<std::string>& heading = cells.emplace_back();
  heading.emplace_back("run");
  heading.insert(heading.end(), table.keys.begin(), table.keys.end());
  heading.emplace_back("state");
  heading.insert(heading.end(), labels.begin(), labels.end());
  for (const ScanRow& row : table.rows) {
    std::vector<std::string>& line = cells.emplace_back();
    line.push_back(row.name);
    line.insert(line.end(), row.values.begin(), row.values.end());
    line.push_back(row.state);
    for (const std::string& label : labels) {
      const auto found = std::find_if(row.history.begin(), row.history.end(),
                                      [&](const auto& entry) { return entry.first == label; });
      line.push_back(found == row.history.end() ? "" : number(found->second));
    }
  }
  return cells;
}

/// Takes away the columns that are 0 in all rows: counters of what did not happen, components that
/// a problem does not have.
void leave_out_zeros(ScanTable& table) {
  for (const std::string& label : all_labels(table)) {
    const auto is_it = [&](const auto& entry) { return entry.first == label; };
    const bool zero = std::ranges::all_of(table.rows, [&](const ScanRow& row) {
      const auto found = std::ranges::find_if(row.history, is_it);
      return found == row.history.end() || found->second == 0;
    });
    if (!zero) continue;
    for (ScanRow& row : table.rows) std::erase_if(row.history, is_it);
  }
}

std::string csv_word(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string word = "\"";
  for (const char c : text) word += c == '"' ? std::string("\"\"") : std::string(1, c);
  return word + "\"";
}

}  // namespace

RunStanding standing_of(const fs::path& folder, const Deck& deck) {
  for (const char* ending : {".checkpoint.h5", ".checkpoint.previous.h5"}) {
    const fs::path file = folder / (deck.name() + ending);
    const std::optional<CheckpointHead> head = head_of(file);
    if (!head) continue;
    require_same_deck(folder, *head, deck);
    const double start = deck.number("run", "start_time");
    const double end = deck.number("run", "end_time");
    const long most_steps = deck.integer("run", "max_steps");
    RunStanding standing;
    standing.finished = head->time >= end || (most_steps > 0 && head->step >= most_steps);
    standing.checkpoint = file;
    standing.fraction =
        end > start ? std::clamp((head->time - start) / (end - start), 0.0, 1.0) : 1;
    return standing;
  }
  return {};
}

std::vector<std::pair<std::string, double>> last_history_row(const fs::path& folder,
                                                             const Deck& deck) {
  const std::optional<fs::path> file = history_file(folder, deck);
  if (!file || !fs::exists(*file)) return {};
  const HistoryTable table = read_history(*file);
  std::vector<std::pair<std::string, double>> row;
  for (std::size_t i = 0; i < table.labels.size(); ++i) {
    if (!table.columns[i].empty()) row.emplace_back(table.labels[i], table.columns[i].back());
  }
  return row;
}

std::string csv_text(const ScanTable& table) {
  std::string text;
  for (const auto& line :
       cells_of(table, [](double value) { return fmt::format("{:.17g}", value); })) {
    for (std::size_t i = 0; i < line.size(); ++i) text += (i == 0 ? "" : ",") + csv_word(line[i]);
    text += "\n";
  }
  return text;
}

std::string aligned_text(const ScanTable& table, int width) {
  // The name of a run says what its values are.
  ScanTable named = table;
  named.keys.clear();
  for (ScanRow& row : named.rows) row.values.clear();
  leave_out_zeros(named);
  const Cells cells = cells_of(named, [](double value) { return fmt::format("{:.6g}", value); });
  std::vector<std::string> lines(cells.size());
  for (std::size_t column = 0; column < cells[0].size(); ++column) {
    std::size_t wide = 0;
    for (const auto& line : cells) wide = std::max(wide, line[column].size());
    const std::size_t gap = column == 0 ? 0 : 2;
    // Who it is and how it went is said anyway.
    if (column >= 2 && lines[0].size() + gap + wide > std::size_t(std::max(width, 0))) break;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      lines[i] +=
          std::string(gap, ' ') + (column < 2 ? fmt::format("{:<{}}", cells[i][column], wide)
                                              : fmt::format("{:>{}}", cells[i][column], wide));
    }
  }
  std::string text;
  for (const std::string& line : lines)
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  return text;
}

}  // namespace solenoid
