#pragma once
/// \file
/// Files that the processes of a run read and write together, each the values of its part.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Where the values of an array lie in a file: in pieces, one value after the other in each.
struct ArrayInFile {
  std::string field;
  bool stored = false;  ///< whether it is a field of the state, not one of outputs
  Box box;              ///< all its values, in the whole grid
  Precision precision = Precision::double_precision;
  std::size_t values_of_piece = 0;  ///< of each but the last, which may have fewer
  /// Whether each piece has its checksum (src/output/fletcher32.hpp) behind it, the last being
  /// filled up with zeros.
  bool checksummed = false;
  std::vector<std::uint64_t> pieces;  ///< the bytes of the file where they begin
};

/// Writes the values of arrays into a file that has all but these. Throws std::runtime_error.
using WriteArrays =
    std::function<void(const std::filesystem::path& file, const std::vector<ArrayInFile>& arrays)>;

/// A solver whose parts are in several processes is this, too.
class FilesOfParts {
 public:
  virtual ~FilesOfParts() = default;
  /// Sets the state from a checkpoint of the whole grid: each process reads that of its part.
  /// Throws as CheckpointFile does; what fails in another process, as UsageError.
  virtual void restore_parts(const std::filesystem::path& checkpoint) = 0;
  /// Writes the present values of arrays into a file that has all but these: all processes at a
  /// time, or the first one alone where others cannot open it. When it returns they are on the
  /// disk. Throws std::runtime_error.
  virtual void write_parts(const std::filesystem::path& file,
                           const std::vector<ArrayInFile>& arrays) = 0;
};

}  // namespace solenoid
