#pragma once
/// \file
/// Files that all processes write together: what each of them does with its part.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "physics/fields/block_means.hpp"
#include "physics/fields/defined_fields.hpp"
#include "physics/fields/field_memory.hpp"
#include "physics/solvers/solver.hpp"
#include "src/output/array_in_file.hpp"
#include "src/output/shared_file.hpp"
#include "src/parallel/collective_file.hpp"
#include "src/parallel/kept_file.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/part_writing.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// All processes call the same functions in the same order.
class PartFiles {
 public:
  PartFiles(Processes& processes, Solver& part, const Grid& grid, const PartLayout& layout)
      : processes_(processes), part_(part), grid_(grid), layout_(layout) {}

  /// Fields by formula, of the state at `time`, that arrays may be of from now on.
  void define(DefinedFields fields, double time);

  /// \name A file whose arrays are written one after the other, at once
  /// @{
  /// `collectively`: by all processes in calls of MPI-IO, where all see it and there is MPI.
  void open(const std::filesystem::path& path, bool collectively = false);
  void write(const ArrayInFile& array);
  void close();
  /// Whether all could open the last one.
  [[nodiscard]] bool all_see() const { return all_see_; }
  /// @}

  /// \name Files by number whose arrays are kept, to be written beside the steps
  /// @{
  /// The places of the array are not known yet.
  void keep(int file, ArrayInFile array);
  void place(int file, const ArrayInFile& array);
  /// When all arrays have their places.
  void begin(int file, const std::filesystem::path& path);
  /// Whether this process has written its share.
  [[nodiscard]] bool is_written(int file) const { return kept_.at(file).is_done(); }
  /// Waits for all of them and forgets it.
  void end(int file);
  /// @}

  /// Why the last file that was closed or ended is not written; else nothing.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  [[nodiscard]] Placement placement_of(const ArrayInFile& array) const;
  /// The grid whose cells are blocks of cells, no block in two parts.
  [[nodiscard]] Grid grid_of_blocks(const BlockOfCells& block) const;
  /// The part's values of an array that are made of cells, by a formula or as means over blocks, in
  /// memory of the host. Parts may make together what they are of, whenever they are asked for
  /// cells: all of them do so as often.
  [[nodiscard]] std::unique_ptr<FieldMemory> values_made_of_cells(const ArrayInFile& array) const;
  /// Calls use(writing) with what collects an array for so many writers.
  template <class Use>
  void with_writing(const ArrayInFile& array, int writers, const Use& use);
  /// Agrees on the first of the processes' failures, errno or 0.
  void agree_on_failure(int own);

  Processes& processes_;
  Solver& part_;
  Grid grid_;
  PartLayout layout_;
  DefinedFields defined_;
  double defined_time_ = 0;
  std::optional<SharedFile> file_;
  std::unique_ptr<CollectiveFile> together_;  ///< where it is written collectively
  bool all_see_ = false;
  PartWritingMemory memory_;
  std::map<int, KeptFile> kept_;
  std::string problem_;
};

}  // namespace solenoid
