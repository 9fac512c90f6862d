#include "src/view/state_feed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>

#include "src/text/words.hpp"

namespace solenoid {

namespace {

std::string row_text(const std::vector<double>& row) {
  std::string text;
  for (const double value : row) text += (text.empty() ? "[" : ",") + json_number(value);
  return text + "]";
}

/// Leaves every second row out, until there are no more than that.
void thin(std::vector<std::vector<double>>& rows, std::size_t most) {
  while (rows.size() > most) {
    std::vector<std::vector<double>> kept;
    for (std::size_t n = 0; n < rows.size(); n += 2) kept.push_back(std::move(rows[n]));
    rows = std::move(kept);
  }
}

/// The row with its values in the places of other labels. A value that it has not is no number.
std::vector<double> under(const std::vector<std::string>& shown,
                          const std::vector<std::string>& labels, const std::vector<double>& row) {
  std::vector<double> values{row.at(0)};
  for (const std::string& label : shown) {
    const auto n = std::size_t(std::ranges::find(labels, label) - labels.begin());
    values.push_back(n < labels.size() ? row.at(1 + n) : std::numeric_limits<double>::quiet_NaN());
  }
  return values;
}

double time_of(const std::vector<double>& row) { return row.front(); }

}  // namespace

void StateFeed::publish(std::string text, bool last) {
  {
    const std::lock_guard lock(mutex_);
    if (news_.last) return;
    news_ = {news_.number + 1, std::move(text), last};
  }
  changed_.notify_all();
}

std::optional<StateFeed::News> StateFeed::newer_than(long number, double seconds) {
  std::unique_lock lock(mutex_);
  const bool came = changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                                      [&] { return news_.number > number; });
  return came ? std::optional(news_) : std::nullopt;
}

std::string state_text(const Progress& progress, bool paused, const std::string& how) {
  std::string text = fmt::format(
      "{{\"step\":{},\"time\":{},\"end_time\":{},\"dt\":{},\"fraction\":{},\"seconds_left\":{},"
      "\"updates_per_second\":{},\"paused\":{}",
      progress.step, json_number(progress.time), json_number(progress.end_time),
      json_number(progress.dt), json_number(progress.fraction), json_number(progress.seconds_left),
      json_number(progress.updates_per_second), paused);
  if (!how.empty()) text += ",\"ended\":" + json_text(how);
  return text + "}";
}

void HistoryRows::add(double time, const std::vector<std::pair<std::string, double>>& row) {
  const std::lock_guard lock(mutex_);
  std::vector<double> values{time};
  labels_.clear();
  for (const auto& [label, value] : row) {
    labels_.push_back(label);
    values.push_back(value);
  }
  rows_.push_back(std::move(values));
  thin(rows_, most_rows);
}

std::string HistoryRows::text(const std::vector<std::string>& labels,
                              const std::vector<std::vector<double>>& table) const {
  std::vector<std::string> shown = labels;
  std::vector<std::vector<double>> from_table = table, added;
  {
    const std::lock_guard lock(mutex_);
    for (const std::string& label : labels_)
      if (std::ranges::find(shown, label) == shown.end()) shown.push_back(label);
    for (const std::vector<double>& row : rows_) added.push_back(under(shown, labels_, row));
  }
  // Each on its own: of rows that take turns, every second one would be all those of one kind.
  thin(from_table, most_rows);
  for (std::vector<double>& row : from_table) row = under(shown, labels, row);
  std::vector<std::vector<double>> rows;
  std::ranges::merge(from_table, added, std::back_inserter(rows), {}, time_of, time_of);
  std::string text;
  for (const std::string& label : shown) text += (text.empty() ? "" : ",") + json_text(label);
  text = "{\"labels\":[" + text + "],\"rows\":[";
  for (std::size_t n = 0; n < rows.size(); ++n) text += (n == 0 ? "" : ",") + row_text(rows[n]);
  return text + "]}";
}

}  // namespace solenoid
