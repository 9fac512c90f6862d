#include "src/output/spectrum_table.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <numeric>

#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

constexpr std::size_t first_shell = 2;  // behind time and dt

}  // namespace

bool is_spectrum(const HistoryTable& table) {
  for (std::size_t n = first_shell; n < table.labels.size(); ++n) {
    if (table.labels[n] != fmt::format("k={}", n - first_shell)) return false;
  }
  return table.labels.size() > first_shell;
}

SpectrumCurve read_spectrum(const HistoryTable& table, const std::string& file, int rows) {
  const std::size_t count = table.columns.front().size();
  if (count < std::size_t(rows)) {
    throw UsageError(fmt::format("{} has {} rows, not the last {}", file, count, rows));
  }
  const std::filesystem::path stem = std::filesystem::path(file).stem();
  SpectrumCurve spectrum{stem.string(), stem.extension().string(), {}};
  if (!spectrum.field.empty()) spectrum.field.erase(0, 1);
  for (std::size_t n = first_shell; n < table.columns.size(); ++n) {
    const std::vector<double>& column = table.columns[n];
    spectrum.power.push_back(std::accumulate(column.end() - rows, column.end(), 0.0) / rows);
  }
  return spectrum;
}

}  // namespace solenoid
