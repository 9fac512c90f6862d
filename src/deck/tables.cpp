#include "src/deck/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

namespace solenoid {

namespace {

constexpr double nowhere = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> words_of(const std::string& line) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : line + " ") {
    if (c != ',' && std::isspace(static_cast<unsigned char>(c)) == 0) {
      word += c;
    } else if (!word.empty()) {
      words.push_back(word);
      word.clear();
    }
  }
  return words;
}

bool is_name_part(const std::string& word) {
  return std::ranges::all_of(word,
                             [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

/// Reads a file line by line.
class TableReader {
 public:
  explicit TableReader(const std::string& file) : file_(file) {
    std::error_code unknown;  // what is wrong with the path is what opening it says
    std::ifstream lines(file, std::ios::binary);
    if (!lines || std::filesystem::is_directory(file, unknown))
      throw TableError(fmt::format("{}: cannot read the table: {}", file,
                                   lines ? "it is a folder" : std::strerror(errno)));
    for (std::string line; std::getline(lines, line);) read(line);
    line_ = 0;
    if (columns().empty() || columns()[0].size() < 2)
      fail("expected a table of two or more rows of numbers");
    order_rows();
  }

  [[nodiscard]] const TableColumns& table() const { return table_; }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw TableError(line_ == 0 ? fmt::format("{}: {}", file_, what)
                                : fmt::format("{}:{}: {}", file_, line_, what));
  }

  void read(const std::string& line) {
    ++line_;
    const std::size_t comment = line.find('#');
    const std::vector<std::string> words = words_of(line.substr(0, comment));
    if (words.empty()) {
      if (comment != std::string::npos && columns().empty())
        table_.titles = words_of(line.substr(comment + 1));
      return;
    }
    if (columns().empty()) columns().resize(words.size());
    if (words.size() < 2) fail("expected two or more numbers in a line");
    if (words.size() != columns().size())
      fail(fmt::format("expected {} numbers as in the first row, found {}", columns().size(),
                       words.size()));
    for (std::size_t c = 0; c < words.size(); ++c) columns()[c].push_back(number(words[c]));
    table_.lines.push_back(line_);
    check_order();
  }

  [[nodiscard]] double number(const std::string& word) const {
    char* end = nullptr;
    const double value = std::strtod(word.c_str(), &end);
    if (*end != '\0' || !std::isfinite(value))
      fail(fmt::format("expected a finite number, found '{}'", word));
    return value;
  }

  /// The first column has to go up or down from row to row.
  void check_order() const {
    const std::vector<double>& at = table_.columns[0];
    const std::size_t n = at.size();
    if (n < 2) return;
    const bool up = at[1] > at[0];
    if (at[n - 1] == at[n - 2] || (at[n - 1] > at[n - 2]) != up)
      fail(
          fmt::format("the first column has to increase, or to decrease, from row to row: found "
                      "{} after {}",
                      at[n - 1], at[n - 2]));
  }

  void order_rows() {
    if (columns()[0][0] < columns()[0][1]) return;
    for (auto& column : columns()) std::ranges::reverse(column);
    std::ranges::reverse(table_.lines);
  }
  std::vector<std::vector<double>>& columns() { return table_.columns; }

  std::string file_;
  int line_ = 0;
  TableColumns table_;
};

}  // namespace

TableFunction::TableFunction(std::string name, std::string file, std::vector<double> at,
                             const std::vector<double>& values, Kind kind)
    : name_(std::move(name)),
      file_(std::move(file)),
      table_(std::make_shared<const CubicTable>(std::move(at), values, kind)),
      outside_(nowhere) {}

double TableFunction::operator()(double x) const {
  if (!table_->contains(x) && std::isnan(outside_)) outside_ = x;
  return (*table_)(x);
}

std::string TableFunction::outside(double place) const {
  return fmt::format("{}({:g}) is outside of the table {}, which goes from {:g} to {:g}", name_,
                     place, file_, table_->first(), table_->last());
}

std::optional<std::string> TableFunction::outside() const {
  const double place = outside_;
  if (std::isnan(place)) return std::nullopt;
  return outside(place);
}

void TableFunction::forget() const { outside_ = nowhere; }

TableColumns read_columns(const std::string& file) { return TableReader(file).table(); }

void refuse_row(const std::string& file, const TableColumns& table, std::size_t row,
                const std::string& what) {
  throw TableError(fmt::format("{}:{}: {}", file, table.lines[row], what));
}

TableColumns read_two_columns(const std::string& file, const std::string& names) {
  TableColumns table = read_columns(file);
  if (table.columns.size() != 2)
    refuse_row(file, table, 0,
               fmt::format("expected two columns, {}, found {}", names, table.columns.size()));
  return table;
}

TableFunctions read_table(const std::string& name, const std::string& file) {
  const auto [titles, columns, lines] = read_columns(file);
  TableFunctions found;
  const bool named = titles.size() == columns.size() && std::ranges::all_of(titles, is_name_part);
  for (std::size_t c = 1; c < columns.size(); ++c) {
    std::string column = name;
    if (columns.size() > 2) column += "_" + (named ? titles[c] : std::to_string(c + 1));
    if (found.contains(column))
      throw TableError(fmt::format("{}: two columns are called '{}'", file, titles[c]));
    for (const auto& [called, kind] :
         {std::pair(column, TableFunction::Kind::value),
          std::pair(column + "_integral", TableFunction::Kind::integral)})
      found[called] = std::make_shared<TableFunction>(called, file, columns[0], columns[c], kind);
  }
  return found;
}

}  // namespace solenoid
