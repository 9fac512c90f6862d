#pragma once
/// \file
/// Files of which all processes keep what they will write: what rank 0 knows of them.

#include <memory>
#include <vector>

#include "src/output/array_in_file.hpp"
#include "src/parallel/part_orders.hpp"

namespace solenoid {

/// Threads that write files ask for the values of their arrays; the thread of the run, which alone
/// talks to the other processes, has these write them.
class KeptFiles {
 public:
  explicit KeptFiles(PartOrders& orders) : orders_(orders) {}
  KeptFiles(const KeptFiles&) = delete;
  KeptFiles& operator=(const KeptFiles&) = delete;
  /// Whoever still waits for a file is told that it is not written.
  ~KeptFiles();

  /// As FilesOfParts::keep_parts and attend.
  [[nodiscard]] WriteArrays keep(const std::vector<ArrayInFile>& arrays);
  void attend();

 private:
  struct File;
  void begin(File& file);
  void end(File& file);
  void forget(int file);

  PartOrders& orders_;
  int next_ = 0;
  struct Known {
    int number;
    std::weak_ptr<File> file;  ///< that of whoever is to write it
  };
  std::vector<Known> files_;
};

}  // namespace solenoid
