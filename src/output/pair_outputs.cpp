#include "src/output/pair_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "src/output/athdf_layout.hpp"
#include "src/output/files.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// Two runs of one deck reach a time with rounding of their own.
constexpr double rounding = 1e-9;
constexpr double largest_part_of_spacing = 0.1;

struct TimedFile {
  fs::path file;
  double time = 0;
};
/// The files of one output block, in the order of time.
using Series = std::vector<TimedFile>;

bool same_time(double a, double b) {
  return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

/// "blast.fields" of blast.fields.00001.athdf.
std::string series_name(const fs::path& file) { return file.stem().stem().string(); }
/// "fields" of it.
std::string block_name(const std::string& series) { return series.substr(series.rfind('.') + 1); }

std::map<std::string, Series> series_in(const fs::path& folder) {
  std::map<std::string, Series> found;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() != ".athdf") continue;
    found[series_name(entry.path())].push_back({entry.path(), read_layout(entry.path()).time});
  }
  if (error) {
    throw OutputError(fmt::format("cannot read {}: {}", folder.string(), error.message()));
  }
  if (found.empty()) {
    throw OutputError(fmt::format("the folder {} holds no .athdf file", folder.string()));
  }
  for (auto& [name, series] : found) {
    std::ranges::sort(series, [](const TimedFile& x, const TimedFile& y) {
      return std::pair(x.time, x.file) < std::pair(y.time, y.file);
    });
  }
  return found;
}

/// The series under the names of their blocks, where each has another.
std::map<std::string, Series> by_block(const std::map<std::string, Series>& all) {
  std::map<std::string, Series> blocks;
  for (const auto& [name, series] : all) blocks[block_name(name)] = series;
  return blocks.size() == all.size() ? blocks : all;
}

double least_spacing(const Series& series) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t n = 1; n < series.size(); ++n) {
    least = std::min(least, series[n].time - series[n - 1].time);
  }
  return least;
}

/// Whether names say which files belong together: both have the same, and no time of one is that of
/// another number of the other.
bool paired_by_name(const Series& a, const Series& b) {
  if (a.size() != b.size()) return false;
  const auto number = [](const TimedFile& timed) { return timed.file.stem().extension(); };
  for (const TimedFile& timed : b) {
    const auto namesake = std::ranges::find(a, number(timed), number);
    if (namesake == a.end()) return false;
    if (same_time(namesake->time, timed.time)) continue;
    if (std::ranges::any_of(a,
                            [&](const auto& other) { return same_time(other.time, timed.time); }))
      return false;
  }
  return true;
}

void pair_series(const Series& a, const Series& b, PairedFiles& result) {
  if (paired_by_name(a, b)) {
    for (const TimedFile& timed : a) {
      const auto namesake =
          std::ranges::find(b, timed.file.stem().extension(),
                            [](const auto& other) { return other.file.stem().extension(); });
      result.pairs.emplace_back(timed.file, namesake->file);
    }
    return;
  }
  const double spacing = std::min(least_spacing(a), least_spacing(b));
  const double tolerance = std::isfinite(spacing) ? largest_part_of_spacing * spacing : 0;
  std::set<std::size_t> taken;
  const auto is_beyond = [](double time, const Series& other) {
    return (time < other.front().time && !same_time(time, other.front().time)) ||
           (time > other.back().time && !same_time(time, other.back().time));
  };
  for (const TimedFile& timed : a) {
    const auto nearest = std::ranges::min_element(
        b, {}, [&](const TimedFile& other) { return std::abs(other.time - timed.time); });
    const auto place = std::size_t(nearest - b.begin());
    const bool near =
        same_time(nearest->time, timed.time) || std::abs(nearest->time - timed.time) <= tolerance;
    if (near && taken.insert(place).second) {
      result.pairs.emplace_back(timed.file, nearest->file);
    } else {
      result.only_in_a.push_back({timed.file, timed.time, is_beyond(timed.time, b)});
    }
  }
  for (std::size_t n = 0; n < b.size(); ++n) {
    if (!taken.contains(n))
      result.only_in_b.push_back({b[n].file, b[n].time, is_beyond(b[n].time, a)});
  }
}

}  // namespace

PairedFiles pair_outputs(const fs::path& a, const fs::path& b) {
  std::map<std::string, Series> in_a = series_in(a);
  std::map<std::string, Series> in_b = series_in(b);
  const bool any_common =
      std::ranges::any_of(in_a, [&](const auto& entry) { return in_b.contains(entry.first); });
  if (!any_common) {
    in_a = by_block(in_a);
    in_b = by_block(in_b);
  }
  PairedFiles result;
  for (const auto& [name, series] : in_a) {
    if (const auto other = in_b.find(name); other != in_b.end()) {
      pair_series(series, other->second, result);
    } else {
      for (const TimedFile& timed : series)
        result.only_in_a.push_back({timed.file, timed.time, true});
    }
  }
  for (const auto& [name, series] : in_b) {
    if (in_a.contains(name)) continue;
    for (const TimedFile& timed : series)
      result.only_in_b.push_back({timed.file, timed.time, true});
  }
  return result;
}

}  // namespace solenoid
