#include "src/view/state_feed.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

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
                              const std::vector<std::vector<double>>& rows_before) const {
  std::vector<std::vector<double>> rows;
  std::vector<std::string> shown = labels;
  {
    const std::lock_guard lock(mutex_);
    if (shown.empty()) shown = labels_;
    for (const std::vector<double>& row : rows_before)
      if (rows_.empty() || row.at(0) < rows_.front().at(0)) rows.push_back(row);
    thin(rows, most_rows);
    if (labels_ == shown) rows.insert(rows.end(), rows_.begin(), rows_.end());
  }
  std::string text;
  for (const std::string& label : shown) text += (text.empty() ? "" : ",") + json_text(label);
  text = "{\"labels\":[" + text + "],\"rows\":[";
  for (std::size_t n = 0; n < rows.size(); ++n) text += (n == 0 ? "" : ",") + row_text(rows[n]);
  return text + "]}";
}

}  // namespace solenoid
