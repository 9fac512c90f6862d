#pragma once
/// \file
/// Tables of numbers at one time, .tab files in Athena++'s layout: profiles, probability densities,
/// joint densities.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "numerics/named.hpp"

namespace solenoid {

/// What tables are of, as their files say.
enum class TableKind { profile, pdf, histogram };

template <>
struct Names<TableKind> {
  static constexpr Named<TableKind> rows[] = {{TableKind::profile, "profile"},
                                              {TableKind::pdf, "pdf"},
                                              {TableKind::histogram, "histogram"}};
};

/// Of bins.
enum class BinSpacing { linear, logarithmic };

template <>
struct Names<BinSpacing> {
  static constexpr Named<BinSpacing> rows[] = {{BinSpacing::linear, "linear"},
                                               {BinSpacing::logarithmic, "log"}};
};

/// Rows by one index, i, or by two, i and j, of which i is the faster one. With two, the first
/// column is the coordinate of i and the second that of j.
struct DataTable {
  std::string kind;  ///< the name of a TableKind
  double time = 0;
  long step = 0;
  std::vector<int> counts;                   ///< of i, and of j
  std::map<std::string, std::string> notes;  ///< what else there is to say; no blanks
  std::vector<std::string> labels;
  std::vector<std::vector<double>> columns;  ///< as labels

  /// The column of `label`, or nullptr.
  [[nodiscard]] const std::vector<double>* column(const std::string& label) const;
  [[nodiscard]] bool is_profile() const {
    return choice_named<TableKind>(kind) == TableKind::profile;
  }
  /// A note, or nothing.
  [[nodiscard]] std::string note(const std::string& name) const;
};

/// The text of a file: three lines of comment, with time, step (cycle) and kind (variables), with
/// the headings and with the notes, `name=value`, then a row a line with 17 significant digits.
std::string table_text(const DataTable& table);

/// Reads one back. Throws UsageError, naming the file, for what is no such table.
DataTable read_data_table(const std::filesystem::path& file);

}  // namespace solenoid
