#include "src/cli/spectrum_table.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "src/cli/command.hpp"
#include "src/picture/axes.hpp"

namespace solenoid {

namespace {

constexpr std::size_t first_shell = 2;  // behind time and dt

/// The rows that `times` asks for.
std::vector<std::size_t> rows_of(const HistoryTable& table, const Times& times) {
  const std::vector<double>& time = table.columns.front();
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < time.size(); ++row) {
    if (times && time[row] >= (*times)[0] && time[row] <= (*times)[1]) rows.push_back(row);
  }
  if (!times && !time.empty()) rows.push_back(time.size() - 1);
  return rows;
}

}  // namespace

bool is_spectrum(const HistoryTable& table) {
  for (std::size_t n = first_shell; n < table.labels.size(); ++n) {
    if (table.labels[n] != fmt::format("k={}", n - first_shell)) return false;
  }
  return table.labels.size() > first_shell;
}

SpectrumCurve read_spectrum(const HistoryTable& table, const std::string& file,
                            const Times& times) {
  const std::vector<std::size_t> rows = rows_of(table, times);
  if (rows.empty()) {
    throw UsageError(
        times ? fmt::format("{} has no row between t = {} and {}", file, (*times)[0], (*times)[1])
              : fmt::format("{} has no row", file));
  }
  const std::filesystem::path stem = std::filesystem::path(file).stem();
  SpectrumCurve spectrum{stem.string(), stem.extension().string(), {}};
  if (!spectrum.field.empty()) spectrum.field.erase(0, 1);
  for (std::size_t column = first_shell; column < table.columns.size(); ++column) {
    double sum = 0;
    for (const std::size_t row : rows) sum += table.columns[column][row];
    spectrum.power.push_back(sum / double(rows.size()));
  }
  return spectrum;
}

std::string words_of(const Times& times, const HistoryTable& table) {
  if (times) return fmt::format("mean of t = {:g} to {:g}", (*times)[0], (*times)[1]);
  return table.columns.front().empty() ? "" : time_in_words(table.columns.front().back());
}

}  // namespace solenoid
