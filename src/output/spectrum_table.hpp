#pragma once
/// \file
/// Tables of power spectra, which outputs of type spectrum write.

#include <string>
#include <vector>

#include "src/output/history_table.hpp"

namespace solenoid {

/// One spectrum: power by shells of wave numbers, from shell 0 on.
struct SpectrumCurve {
  std::string label;
  std::string field;  ///< `kinetic`, `magnetic` or another
  std::vector<double> power;
};

/// Whether the columns after time and dt are shells of wave numbers, "k=0", "k=1", ...
bool is_spectrum(const HistoryTable& table);

/// The mean of the last `rows` rows. The field is what the file's name ends with. Throws
/// UsageError, naming the file, if it has fewer rows.
SpectrumCurve read_spectrum(const HistoryTable& table, const std::string& file, int rows);

}  // namespace solenoid
