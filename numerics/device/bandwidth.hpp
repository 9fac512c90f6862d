#pragma once
/// \file
/// The yardstick of all performance figures: how fast large arrays are copied.

namespace solenoid {

/// Bytes read and written per second by a copy of an array too large for caches, the median of
/// seven after one warm-up. Allocates two such arrays for the time of the call, of 256 MiB on a
/// host, of 2 GiB on a device. For HostSpace and DeviceSpace.
template <class Space>
double measure_copy_bandwidth(const Space& space);

}  // namespace solenoid
