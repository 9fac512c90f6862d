#pragma once
/// \file
/// Files that the processes of a run read and write together, each the values of its part.

#include <filesystem>
#include <vector>

#include "src/output/array_in_file.hpp"

namespace solenoid {

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
