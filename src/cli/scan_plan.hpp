#pragma once
/// \file
/// Which runs a scan consists of, and how they share a machine: pure functions.

#include <string>
#include <vector>

namespace solenoid {

/// One --set of a scan: a key of the deck and the values that it takes.
struct ScanAxis {
  std::string key;  ///< section.key
  std::vector<std::string> values;
};

/// Reads "section.key=value,value,...". Values are separated by commas outside of quotes and of
/// brackets of any kind, so that lists ([64,64]) and formulas (max(x,0)) stay whole. Throws
/// UsageError for what has no key, an empty or doubled value, or a bracket or quote that is not
/// closed.
ScanAxis scan_axis(const std::string& text);

/// One run of a scan.
struct ScanPoint {
  std::string name;                    ///< of its folder: "B=0.1,nu=0.002"
  std::vector<std::string> overrides;  ///< "section.key=value" of every axis
  std::vector<std::string> values;     ///< of the axes of several values
};

/// The axes that differ from run to run.
std::vector<ScanAxis> varied(const std::vector<ScanAxis>& axes);

/// All combinations, the last axis varying fastest. Throws UsageError for a key that is given
/// twice, where nothing varies, and beyond 10000 runs.
std::vector<ScanPoint> scan_points(const std::vector<ScanAxis>& axes);

/// `total` shared out among so many: as equal as whole numbers allow, at least one each.
std::vector<int> shared_out(int total, int among);

/// Where a scan stands.
struct ScanProgress {
  int finished = 0;
  int failed = 0;
  int running = 0;
  int waiting = 0;
  double fraction = 0;       ///< done of everything, from 0 to 1
  double seconds_left = -1;  ///< negative: not yet known
  /// What runs just now and which part of it is done.
  std::vector<std::pair<std::string, double>> runs;
};

/// One line of at most `width` characters; runs that do not fit are left out, then the rest from
/// the right.
std::string scan_progress_line(const ScanProgress& progress, int width);

}  // namespace solenoid
