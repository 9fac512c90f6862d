#pragma once
/// \file
/// Writing an array that all processes hold in parts into a file that all of them have open.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/output/files_of_parts.hpp"
#include "src/output/placed_file.hpp"
#include "src/parallel/collective_file.hpp"
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
  std::unique_ptr<char[]> values;
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
  void write(PlacedFile& file);
  void write(CollectiveFile& file);
  /// What this process would write, for later. All processes call it together.
  [[nodiscard]] KeptPieces collect();

 private:
  /// Pieces of the array that a process writes at a time, and the values in them.
  struct Portion {
    std::size_t first_piece = 0, pieces = 0;
    std::vector<Box> boxes{};
  };
  /// The part of a writer's pieces from its number `from` on, at most `most`.
  [[nodiscard]] Portion portion_of(int writer, std::size_t from, std::size_t most) const;
  [[nodiscard]] std::size_t bytes_of_piece() const { return array_.values_of_piece * value_bytes_; }
  [[nodiscard]] std::size_t bytes_of_share(int rank, const Portion& portion) const;
  void send_share(const Portion& portion, int writer);
  void receive_share(const Portion& portion, int rank, char* to);
  void put_own_share(const Portion& portion, char* to);
  /// Collects all values of a portion.
  void collect(const Portion& portion, char* to);
  /// Writes portions, and calls after_each() behind each, also behind those with nothing.
  template <class AfterEach>
  void write_portions(PlacedFile& file, const AfterEach& after_each);
  /// Has each of this process, of so many values, collected in memory(portion), and calls
  /// take(portion). All processes do so as often, the last time some with a portion of no pieces.
  template <class Memory, class Take>
  void for_own_portions(std::size_t values_at_a_time, const Memory& memory, const Take& take);

  Processes& processes_;
  Grid grid_;
  PartLayout layout_;
  const ArrayInFile& array_;
  Placement placement_;
  const Gather& gather_;
  std::size_t writers_, value_bytes_;
  std::vector<char>&share_, &portion_;
};

}  // namespace solenoid
