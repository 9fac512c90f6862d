#pragma once
/// \file
/// What one process writes of a file that all have open, kept so that it is written beside the
/// steps.

#include <atomic>
#include <filesystem>
#include <thread>
#include <vector>

#include "src/output/array_in_file.hpp"
#include "src/output/shared_file.hpp"
#include "src/parallel/part_writing.hpp"

namespace solenoid {

/// Pieces of arrays, in memory of the host until they are on the disk. Called by one thread.
class KeptFile {
 public:
  KeptFile() = default;
  KeptFile(const KeptFile&) = delete;
  KeptFile& operator=(const KeptFile&) = delete;
  ~KeptFile() { finish(); }

  /// The places of the array need not be known.
  void keep(const ArrayInFile& array, KeptPieces pieces);
  /// Where all pieces of a kept array begin, and whether they have checksums. Throws
  /// std::invalid_argument for one that is not kept so.
  void place(const ArrayInFile& array);
  /// Begins to write them, on a thread of its own. One process has room made for all.
  void begin(const std::filesystem::path& file, bool makes_room);
  [[nodiscard]] bool is_done() const { return done_; }
  /// Waits for the end of it. Returns errno of the first failure, or 0.
  int finish();

 private:
  struct Kept {
    ArrayInFile array;
    KeptPieces pieces;
  };
  void write(const std::filesystem::path& path, bool makes_room);
  void write_arrays(SharedFile& file);

  std::vector<Kept> arrays_;
  std::thread thread_;
  std::atomic<bool> done_ = false;
  int failure_ = 0;  ///< of the thread, until it is done
};

}  // namespace solenoid
