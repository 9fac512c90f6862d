#pragma once
/// \file
/// Reading .hst files back.

#include <filesystem>
#include <string>
#include <vector>

#include "src/output/snapshot.hpp"

namespace solenoid {

/// The columns of a history, `time` first.
struct HistoryTable {
  std::vector<std::string> labels;
  std::vector<std::vector<double>> columns;  ///< as labels; all of one length

  /// The column of `label`, or nullptr.
  [[nodiscard]] const std::vector<double>* column(const std::string& label) const;
};

/// Reads the last table of a .hst file. Throws UsageError when there is none, or when a row has
/// another number of columns or something that is no number.
HistoryTable read_history(const std::filesystem::path& file);

/// The columns as fields on a line of as many cells as there are rows.
Snapshot snapshot_of(const HistoryTable& table);

}  // namespace solenoid
