#pragma once
/// \file
/// Which outputs of two runs hold the same moment.

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace solenoid {

/// An output that the other run has no counterpart of.
struct UnpairedFile {
  std::filesystem::path file;
  double time = 0;
  /// Whether it lies outside of the times that the other run's outputs of this name span, so that
  /// more than how often they were written differs.
  bool beyond = false;
};

struct PairedFiles {
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> pairs;
  std::vector<UnpairedFile> only_in_a, only_in_b;
};

/// Pairs the .athdf files of two folders output by output, in the order of time: by their names
/// where both folders have the same, unless files of other numbers hold the same times; else by
/// their times, which may differ by a tenth of the least time between two. Outputs belong together
/// if they differ in their numbers only or, where none does, if their blocks have the same name.
/// Throws OutputError where a file cannot be read or a folder has none.
PairedFiles pair_outputs(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace solenoid
