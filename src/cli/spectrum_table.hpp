#pragma once
/// \file
/// Tables of power spectra, which outputs of type spectrum write.

#include <array>
#include <optional>
#include <string>

#include "src/cli/history_table.hpp"
#include "src/picture/spectrum_plot.hpp"

namespace solenoid {

/// Whether the columns after time and dt are shells of wave numbers, "k=0", "k=1", ...
bool is_spectrum(const HistoryTable& table);

/// Rows of a table whose times lie between two, both included.
using Times = std::optional<std::array<double, 2>>;

/// The spectrum of the last row, or the mean of the rows of `times`. The field is what the file's
/// name ends with. Throws UsageError, naming the file, if there is no such row.
SpectrumCurve read_spectrum(const HistoryTable& table, const std::string& file, const Times& times);

/// "t = 0.2000", that of the last row; or "mean of t = 10 to 20".
std::string words_of(const Times& times, const HistoryTable& table);

}  // namespace solenoid
