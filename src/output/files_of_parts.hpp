#pragma once
/// \file
/// Files that the processes of a run read and write together, each the values of its part.

#include <filesystem>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "src/output/array_in_file.hpp"

namespace solenoid {

/// A solver whose parts are in several processes is this, too.
class FilesOfParts {
 public:
  virtual ~FilesOfParts() = default;
  /// Sets the state from a checkpoint of the whole grid: each process reads that of its part.
  /// Throws as CheckpointFile does; what fails in another process, as UsageError.
  virtual void restore_parts(const std::filesystem::path& checkpoint) = 0;
  /// Fields by formula, of the state at `time`, that arrays may be of from now on.
  virtual void define_fields(const DefinedFields& fields, double time) = 0;
  /// Whether no block of cells lies in two parts, so that arrays may be of means over them.
  [[nodiscard]] virtual bool has_whole_blocks(const BlockOfCells& block) const = 0;
  /// Writes the present values of arrays into a file that has all but these: all processes at a
  /// time, or the first one alone where others cannot open it. When it returns they are on the
  /// disk. Throws std::runtime_error.
  virtual void write_parts(const std::filesystem::path& file,
                           const std::vector<ArrayInFile>& arrays) = 0;
  /// Has each process keep what it will write of the present values of arrays, whose places are not
  /// known yet, in memory of its host. What it returns writes them, called once by any thread but
  /// that of the solver, which has to attend() meanwhile; null where they have to be written at
  /// once. Throws as write_parts does.
  [[nodiscard]] virtual WriteArrays keep_parts(const std::vector<ArrayInFile>& arrays) = 0;
  /// Has the processes write what other threads wait for, beside what they do. To be called again
  /// and again, by the thread of the solver.
  virtual void attend() = 0;
};

}  // namespace solenoid
