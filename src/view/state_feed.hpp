#pragma once
/// \file
/// What pages are told of a run without asking: where it stands, and the rows of its history.

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "src/driver/progress.hpp"

namespace solenoid {

/// The latest text, for any number of readers that each want it once.
class StateFeed {
 public:
  struct News {
    long number = 0;
    std::string text;
    bool last = false;  ///< nothing more comes
  };
  void publish(std::string text, bool last = false);
  /// The text, if it is newer than `number`, or once it is, waiting at most so many seconds.
  std::optional<News> newer_than(long number, double seconds);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  News news_;
};

/// JSON of where a run stands; `how` it ended, if it did.
std::string state_text(const Progress& progress, bool paused, const std::string& how = "");

/// Rows of a history while someone looks, at most so many: of more every second one is left out.
class HistoryRows {
 public:
  static constexpr std::size_t most_rows = 2048;

  void add(double time, const std::vector<std::pair<std::string, double>>& row);
  /// JSON: labels, and rows in the order of time, of time and values: those of a table and those
  /// that were added. Either may have labels that the others lack, whose values are null in these.
  [[nodiscard]] std::string text(const std::vector<std::string>& labels,
                                 const std::vector<std::vector<double>>& table) const;

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> labels_;
  std::vector<std::vector<double>> rows_;  // time and values
};

}  // namespace solenoid
