#pragma once
/// \file
/// A file that all processes have open and write together.

#include "src/output/placed_file.hpp"

namespace solenoid {

/// What write() is given is kept until all processes write what they have. All call these functions
/// together; after a failure in one of them it writes no more, but takes part.
class CollectiveFile : public PlacedFile {
 public:
  virtual void write_together() = 0;
  /// Waits until all that all of them wrote is on the disk.
  virtual void sync() = 0;
};

}  // namespace solenoid
