#include "src/output/data_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>

#include "src/text/usage_error.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

std::vector<std::string> words_of_line(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// The number that a word is.
std::optional<double> number_of(const std::string& word) {
  try {
    std::size_t used = 0;
    const double value = std::stod(word, &used);
    if (used == word.size()) return value;
  } catch (const std::logic_error&) {  // std::stod throws these for what is no number
  }
  return std::nullopt;
}

/// Reads a file line by line.
class DataTableReader {
 public:
  explicit DataTableReader(const std::filesystem::path& file) : file_(file) {}

  DataTable read() {
    std::ifstream lines(file_);
    if (!lines) throw UsageError(fmt::format("cannot read {}", file_.string()));
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      if (line.starts_with("#"))
        comment(line);
      else
        row(line);
    }
    line_ = 0;
    std::size_t rows = 1;
    for (const int count : table_.counts) rows *= std::size_t(count);
    if (table_.labels.empty() || table_.columns.front().empty()) fail("it has no rows");
    if (rows != table_.columns.front().size()) fail("rows are missing");
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw UsageError(fmt::format("{}{} is no table of a profile or a density: {}", file_.string(),
                                 line_ > 0 ? fmt::format(":{}", line_) : std::string(), what));
  }

  void comment(const std::string& line) {
    const std::vector<std::string> words = words_of_line(line.substr(1));
    if (line_ == 2) return headings(words);
    for (const std::string& word : words) {
      const std::size_t mark = word.find('=');
      if (mark == std::string::npos) continue;
      const std::string name = word.substr(0, mark), value = word.substr(mark + 1);
      if (line_ > 1)
        table_.notes[name] = value;
      else if (name == "time")
        table_.time = number(value);
      else if (name == "cycle")
        table_.step = long(number(value));
      else if (name == "variables")
        table_.kind = value;
    }
  }
  void headings(const std::vector<std::string>& words) {
    for (std::size_t n = 0; n < words.size(); ++n) {
      const bool index = (n == 0 && words[n] == "i") || (n == 2 && words[n] == "j");
      if (index)
        table_.counts.push_back(0);
      else
        table_.labels.push_back(words[n]);
    }
    if (table_.counts.empty() || table_.labels.empty()) fail("the second line has no headings");
    table_.columns.resize(table_.labels.size());
  }
  void row(const std::string& line) {
    const std::vector<std::string> words = words_of_line(line);
    if (words.empty()) return;
    if (words.size() != table_.labels.size() + table_.counts.size() || table_.labels.empty())
      fail("a row has another number of columns than there are headings");
    std::size_t column = 0;
    for (std::size_t n = 0; n < words.size(); ++n) {
      const bool second = n == 2 && table_.counts.size() > 1;
      if (n == 0 || second) {
        int& count = table_.counts[second ? 1 : 0];
        count = std::max(count, int(number(words[n])) + 1);
      } else {
        table_.columns[column++].push_back(number(words[n]));
      }
    }
  }
  [[nodiscard]] double number(const std::string& word) const {
    const auto value = number_of(word);
    if (!value) fail(fmt::format("'{}' is no number", word));
    return *value;
  }

  std::filesystem::path file_;
  int line_ = 0;
  DataTable table_;
};

}  // namespace

const std::vector<double>* DataTable::column(const std::string& label) const {
  const auto found = std::ranges::find(labels, label);
  return found == labels.end() ? nullptr : &columns[std::size_t(found - labels.begin())];
}

std::string DataTable::note(const std::string& name) const {
  const auto found = notes.find(name);
  return found == notes.end() ? std::string() : found->second;
}

std::string table_text(const DataTable& table) {
  std::string text = fmt::format("# Solenoid {} at time={:.16e} cycle={} variables={}\n#",
                                 table.kind, table.time, table.step, table.kind);
  const bool two = table.counts.size() > 1;
  for (std::size_t n = 0; n < table.labels.size(); ++n) {
    if (n == 0) text += " i";
    if (n == 1 && two) text += " j";
    text += " " + table.labels[n];
  }
  text += "\n#";
  for (const auto& [name, value] : table.notes) text += fmt::format(" {}={}", name, value);
  text += "\n";
  const std::size_t rows = table.columns.front().size(), columns = std::size_t(table.counts[0]);
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t n = 0; n < table.labels.size(); ++n) {
      if (n == 0) text += fmt::format("{}", two ? row % columns : row);
      if (n == 1 && two) text += fmt::format(" {}", row / columns);
      text += fmt::format(" {:.16e}", without_sign_of_nan(table.columns[n][row]));
    }
    text += "\n";
  }
  return text;
}

DataTable read_data_table(const std::filesystem::path& file) {
  return DataTableReader(file).read();
}

}  // namespace solenoid
