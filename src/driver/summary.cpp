#include "src/driver/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/text/words.hpp"

namespace solenoid {

double Speed::updates_per_second() const { return seconds > 0 ? cells * steps / seconds : 0; }

double Speed::percent_of_bound() const {
  if (copy_bandwidth <= 0) return 0;
  return 100 * updates_per_second() * bytes_per_update / copy_bandwidth;
}

std::map<std::string, double> conserved_totals(const HistoryRow& row,
                                               const std::vector<std::string>& conserved_labels) {
  std::map<std::string, double> totals;
  for (const auto& [label, value] : row)
    if (std::ranges::find(conserved_labels, label) != conserved_labels.end()) totals[label] = value;
  return totals;
}

void add_history(Summary& summary, const HistoryRow& row,
                 const std::vector<std::string>& conserved_labels,
                 const std::map<std::string, double>& start_totals) {
  const std::map<std::string, double> totals = conserved_totals(row, conserved_labels);
  for (const std::string& label : conserved_labels) {
    const auto start = start_totals.find(label), now = totals.find(label);
    if (now == totals.end()) continue;
    summary.totals.push_back(
        {label, start == start_totals.end() ? 0.0 : start->second, now->second});
  }
  bool standard_labels_over = false;
  for (const auto& entry : row) {
    if (entry.first == "max_divB") standard_labels_over = true;
    if (standard_labels_over) summary.others.push_back(entry);
  }
}

bool all_periodic(const Grid& grid, const Boundaries& boundaries) {
  for (int axis = 0; axis < 3; ++axis) {
    if (grid.active(axis) && boundaries.kind[axis][side_lower] != BoundaryKind::periodic) {
      return false;
    }
  }
  return true;
}

double relative_drift(const Total& total, double scale) {
  // A total this much smaller than the largest is zero but for rounding.
  constexpr double zero = 1e-10;
  const double own = std::abs(total.start);
  const double unit = own > zero * scale ? own : scale;
  return unit > 0 ? (total.now - total.start) / unit : 0;
}

namespace {

std::string speed_text(const Speed& speed) {
  if (speed.steps == 0 || speed.seconds <= 0) return "";
  std::string text =
      fmt::format("speed       {} cell updates/s ({:.3g} ns per cell and step)\n",
                  count_text(speed.updates_per_second()), 1e9 / speed.updates_per_second());
  if (speed.percent_of_bound() > 0) {
    text += fmt::format("            {:.0f}% of the bound: {:.0f} bytes moved per update at {}/s\n",
                        speed.percent_of_bound(), speed.bytes_per_update,
                        bytes_text(speed.copy_bandwidth));
  }
  return text;
}

std::string totals_text(const std::vector<Total>& totals, bool closed_box) {
  double scale = 0;
  std::size_t width = 0;
  for (const Total& total : totals) {
    scale = std::max(scale, std::abs(total.start));
    width = std::max(width, total.label.size());
  }
  std::string text;
  for (const Total& total : totals) {
    text += fmt::format("{:<11} {:<{}} {:>23.15e}  drift {:>10.3e}\n", text.empty() ? "totals" : "",
                        total.label, width, total.now, relative_drift(total, scale));
  }
  if (!closed_box && !totals.empty()) {
    text += "            (not all faces are periodic: totals may change through them)\n";
  }
  return text;
}

}  // namespace

std::string summary_text(const Summary& summary) {
  std::string text = fmt::format(
      "steps       {}, to time {:.9g}\n"
      "wall time   {}, of which start {}, outputs {}\n",
      summary.step, summary.time, duration_text(summary.wall_seconds),
      duration_text(summary.start_seconds), duration_text(summary.write_seconds));
  text += speed_text(summary.speed);
  if (summary.bytes_per_cell > 0) {
    text += fmt::format("memory      {:.0f} bytes per cell\n", summary.bytes_per_cell);
  }
  text += totals_text(summary.totals, summary.closed_box);
  for (const auto& [label, value] : summary.others) {
    // Counters of what did not happen are not worth a line.
    if (value != 0 || label == "max_divB") text += fmt::format("{:<11} {:.3e}\n", label, value);
  }
  return text;
}

}  // namespace solenoid
