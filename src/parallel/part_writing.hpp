#pragma once
/// \file
/// Writing an array that all processes hold in parts into a file that all of them have open.

#include <cstdint>
#include <functional>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/output/files_of_parts.hpp"
#include "src/output/shared_file.hpp"
#include "src/parallel/part_boxes.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// Memory that one array after the other uses: new memory costs as much as writing.
struct PartWritingMemory {
  std::vector<char> share;    ///< values of one process, box by box
  std::vector<char> portion;  ///< those of all, as in the file
};

/// Consecutive pieces of an array, whole ones.
struct KeptPieces {
  std::size_t first = 0, count = 0;
  std::vector<char> values;
};

/// Each process writes as many consecutive pieces of the array, of which it collects what other
/// parts hold: large pieces of the file at a time, whatever the layout.
class PartWriting {
 public:
  /// `gather` reads boxes of this process's part, in indices of the whole grid. The first `writers`
  /// processes write.
  PartWriting(Processes& processes, const Grid& grid, const PartLayout& layout,
              const ArrayInFile& array, Placement placement, const Gather& gather, int writers,
              PartWritingMemory& memory);

  /// All processes call it together. Failures are those of the file.
  void write(SharedFile& file);
  /// What this process would write, for later. All processes call it together.
  [[nodiscard]] KeptPieces collect();

 private:
  /// Pieces of the array that a process writes at a time, and the values in them.
  struct Portion {
    std::size_t first_piece = 0, pieces = 0;
    std::vector<Box> boxes{};
  };
  [[nodiscard]] Portion portion_of(int writer, std::size_t turn) const;
  [[nodiscard]] std::size_t bytes_of_share(int rank, const Portion& portion) const;
  void send_share(const Portion& portion, int writer);
  void receive_share(const Portion& portion, int rank);
  void put_own_share(const Portion& portion);
  void collect(const Portion& portion);
  /// Calls take(portion) with each of this process, when its values are collected.
  template <class Take>
  void for_own_portions(const Take& take);

  Processes& processes_;
  Grid grid_;
  PartLayout layout_;
  const ArrayInFile& array_;
  Placement placement_;
  const Gather& gather_;
  std::size_t writers_, value_bytes_;
  std::size_t pieces_at_a_time_, turns_;
  std::vector<char>&share_, &portion_;
};

}  // namespace solenoid
