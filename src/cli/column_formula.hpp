#pragma once
/// \file
/// Columns of a history, or fields of a file, by formulas of their names.

#include <functional>
#include <string>
#include <vector>

namespace solenoid {

/// Columns of one length by their names, which may hold any character but blanks.
struct Columns {
  std::vector<std::string> names;
  std::size_t rows = 0;
  std::function<std::vector<double>(const std::string& name)> values;
  /// What else a name may be called; the name itself where it has no other.
  std::function<std::string(const std::string& name)> alias = [](const std::string& n) {
    return n;
  };
};

/// The names in a formula that are no column and no function, in its order. A formula is read from
/// the left; where a value may stand, the longest name of a column that fits is that column, so
/// that `1-ME+2-ME` is the sum of the columns 1-ME and 2-ME, and `1 - ME`, with blanks, a
/// difference. `first(f)` and `last(f)` are the value of a formula in the first and the last row.
std::vector<std::string> unknown_names(const std::string& formula, const Columns& columns);

/// The value of a formula in each row. Throws UsageError for one that cannot be read, with `where`
/// (an option or a file) in the message.
std::vector<double> column_values(const std::string& formula, const Columns& columns,
                                  const std::string& where);

/// The one column that a formula is, or an empty text.
std::string column_named(const std::string& formula, const Columns& columns);

}  // namespace solenoid
