#pragma once
/// \file
/// How HDF5 reaches the disk when Solenoid writes. HDF5 cannot close a file once a write has
/// failed: it keeps half of it and crashes when the program ends. This driver therefore keeps the
/// first failure to itself, drops what comes after it, and lets HDF5 finish in peace.

#include <hdf5.h>

#include <cstdint>
#include <vector>

namespace solenoid::hdf5 {

/// The first failure of a file's writes.
struct DiskFailure {
  int number = 0;  ///< errno, or 0 for none
};

/// Makes files that are created with the access properties `access` report their first failure to
/// `failure`, which has to outlive them. Returns HDF5's status.
herr_t report_disk_failures(hid_t access, DiskFailure& failure);

/// While it lives, values that are written to datasets of such a file do not reach the disk: others
/// will write them. What HDF5 keeps of them in memory has to be written before or after.
class LeftOut {
 public:
  /// Of the file that holds this dataset. Throws Failure for another file.
  explicit LeftOut(hid_t dataset);
  ~LeftOut();
  LeftOut(const LeftOut&) = delete;
  LeftOut& operator=(const LeftOut&) = delete;
  /// The bytes of the file where they would have begun, write by write.
  [[nodiscard]] const std::vector<std::uint64_t>& begins() const { return begins_; }

 private:
  std::vector<std::uint64_t> begins_;
  void* file_ = nullptr;
};

}  // namespace solenoid::hdf5
