#include "src/output/history_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

/// The labels of a header line such as "#  [1]=time  [2]=dt"; empty for another line.
std::vector<std::string> header_labels(const std::string& line) {
  std::vector<std::string> labels;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const std::size_t mark = word.find("]=");
    if (word[0] == '[' && mark != std::string::npos) labels.push_back(word.substr(mark + 2));
  }
  return labels;
}

}  // namespace

const std::vector<double>* HistoryTable::column(const std::string& label) const {
  const auto found = std::find(labels.begin(), labels.end(), label);
  return found == labels.end() ? nullptr : &columns[std::size_t(found - labels.begin())];
}

HistoryTable read_history(const std::filesystem::path& file) {
  std::ifstream stream(file);
  if (!stream) throw UsageError(fmt::format("cannot read {}", file.string()));
  HistoryTable table;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.rfind('#', 0) == 0) {
      const std::vector<std::string> labels = header_labels(line);
      if (!labels.empty()) table = {labels, std::vector<std::vector<double>>(labels.size())};
      continue;
    }
    std::istringstream row(line);
    std::vector<double> values;
    for (std::string word; row >> word;) {
      std::size_t used = 0;
      try {
        values.push_back(std::stod(word, &used));
      } catch (const std::exception&) {
        used = 0;
      }
      if (used != word.size()) {
        throw UsageError(fmt::format("{}:{}: '{}' is no number", file.string(), number, word));
      }
    }
    if (values.empty()) continue;
    if (values.size() != table.labels.size()) {
      throw UsageError(fmt::format("{}:{}: {} values; the header has {} labels", file.string(),
                                   number, values.size(), table.labels.size()));
    }
    for (std::size_t i = 0; i < values.size(); ++i) table.columns[i].push_back(values[i]);
  }
  if (table.labels.empty()) {
    throw UsageError(fmt::format("{} is no history: it has no header line", file.string()));
  }
  return table;
}

Snapshot snapshot_of(const HistoryTable& table) {
  Snapshot snapshot;
  snapshot.grid.cells = {int(table.columns.front().size()), 1, 1};
  for (std::size_t i = 0; i < table.labels.size(); ++i) {
    snapshot.fields.push_back({table.labels[i], table.columns[i]});
  }
  return snapshot;
}

}  // namespace solenoid
