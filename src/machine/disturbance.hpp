#pragma once
/// \file
/// Whether others took the cores from a measurement.

#include <filesystem>
#include <string>

namespace solenoid {

/// Seconds since some fixed moments.
struct LostTime {
  double waited = 0;  ///< that threads of this process, summed, could have run but had no core
  double stolen = 0;  ///< that the host took a core of this virtual machine, on average
};

/// As Linux counts it; zero where it does not. Files are read below `root`.
LostTime lost_time(const std::filesystem::path& root = "/");

/// The part of `seconds` of wall time that each of `threads` threads lost, from 0 to 1.
double lost_part(const LostTime& before, const LostTime& after, double seconds, int threads);

/// A line that says so where that part is worth a word; else nothing.
std::string disturbance_text(double lost_part);

}  // namespace solenoid
