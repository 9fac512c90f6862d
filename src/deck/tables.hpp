#pragma once
/// \file
/// Tables of numbers whose columns are functions of the first one in expressions of a deck.

#include <atomic>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "physics/fields/cubic_table.hpp"

namespace solenoid {

/// What is wrong with a table's file; the message says where: file:line: what.
class TableError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The numbers of a file: two or more rows and columns, the first column increasing.
struct TableColumns {
  std::vector<std::string> titles;           ///< words of the last comment above the numbers
  std::vector<std::vector<double>> columns;  ///< by row
  std::vector<int> lines;                    ///< of the file, by row
};

/// Reads them. Rows of a file in which the first column decreases are turned round. Throws
/// TableError.
TableColumns read_columns(const std::string& file);
/// The same of a file of two columns, which `names` tells whoever gave others.
TableColumns read_two_columns(const std::string& file, const std::string& names);
/// Throws TableError: what is wrong with a row of a file.
[[noreturn]] void refuse_row(const std::string& file, const TableColumns& table, std::size_t row,
                             const std::string& what);

/// One column as a function of the first, or its integral.
class TableFunction {
 public:
  using Kind = CubicTable::Kind;
  /// As CubicTable; `name` and `file` are for messages.
  TableFunction(std::string name, std::string file, std::vector<double> at,
                const std::vector<double>& values, Kind kind = Kind::value);

  [[nodiscard]] const std::shared_ptr<const CubicTable>& table() const { return table_; }

  /// The value at x, or the integral up to there; outside of the table NaN, which is noted.
  double operator()(double x) const;
  /// What is to be said of a place outside of the table.
  [[nodiscard]] std::string outside(double place) const;
  /// The same if it was asked there since it was made or forget().
  [[nodiscard]] std::optional<std::string> outside() const;
  void forget() const;

 private:
  std::string name_, file_;
  std::shared_ptr<const CubicTable> table_;
  mutable std::atomic<double> outside_;  ///< a place outside, or NaN
};

/// By the names that expressions call them by.
using TableFunctions = std::map<std::string, std::shared_ptr<const TableFunction>>;

/// The columns of a file of numbers but the first, in which they are functions: `name_column`, the
/// columns being named by the last line of comment (#) above the numbers, or `name_2`, `name_3`,
/// ...; a single one is `name`. The integral of each is `name_column_integral`. Throws TableError.
TableFunctions read_table(const std::string& name, const std::string& file);

}  // namespace solenoid
