#pragma once
/// \file
/// Differences between two outputs, field by field. Norms come from Kokkos Kernels' BLAS.

#include <filesystem>
#include <string>
#include <vector>

#include "src/output/pair_outputs.hpp"
#include "src/output/snapshot.hpp"

namespace solenoid {

/// How far field b is from field a.
struct FieldDifference {
  std::string name;
  double max_abs = 0;
  double l1 = 0;        ///< mean of |a - b|
  double l2 = 0;        ///< root of the mean of (a - b)^2
  double relative = 0;  ///< max_abs over the largest |a|
  double max_ulp = 0;   ///< in units in the last place of the coarser precision of the two
};

/// Compares the fields that both hold. A field with a value that is not finite, on either side,
/// is infinitely far. Throws std::invalid_argument when the grids differ or no field is in both.
std::vector<FieldDifference> compare(const Snapshot& a, const Snapshot& b);

struct ComparedFile {
  std::string name;
  std::vector<FieldDifference> fields;
  std::vector<std::string> only_in_a, only_in_b;  ///< fields that were not compared
  double time_a = 0, time_b = 0;
  std::string note{};  ///< what else there is to say, such as what was left out
};
/// The same, with what compare() leaves out.
ComparedFile compare_as(const std::string& name, const Snapshot& a, const Snapshot& b);
/// What was compared of two paths.
struct ComparedPaths {
  std::vector<ComparedFile> files;
  std::vector<UnpairedFile> only_in_a, only_in_b;  ///< files that were not compared
};
/// Compares two .athdf files, two checkpoints (as they are stored), or the .athdf files of two run
/// folders that hold the same moments (src/output/pair_outputs.hpp).
/// Throws OutputError when a file cannot be read, a folder holds none, no moment is in both, or two
/// files cannot be compared. With `coarsen` the one of two .athdf files with more cells is averaged
/// over the cells of the other.
ComparedPaths compare_paths(const std::filesystem::path& a, const std::filesystem::path& b,
                            bool coarsen = false);

}  // namespace solenoid
