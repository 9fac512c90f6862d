#pragma once
/// \file
/// How HDF5 reaches the disk when Solenoid writes. HDF5 cannot close a file once a write has
/// failed: it keeps half of it and crashes when the program ends. This driver therefore keeps the
/// first failure to itself, drops what comes after it, and lets HDF5 finish in peace.

#include <hdf5.h>

namespace solenoid::hdf5 {

/// The first failure of a file's writes.
struct DiskFailure {
  int number = 0;  ///< errno, or 0 for none
};

/// Makes files that are created with the access properties `access` report their first failure to
/// `failure`, which has to outlive them. Returns HDF5's status.
herr_t report_disk_failures(hid_t access, DiskFailure& failure);

}  // namespace solenoid::hdf5
