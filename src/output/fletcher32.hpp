#pragma once
/// \file
/// The checksum of HDF5's Fletcher32 filter.

#include <cstddef>
#include <cstdint>

namespace solenoid::hdf5 {

inline constexpr std::size_t checksum_bytes = 4;

/// Of an even number of bytes, at most 4 MiB.
std::uint32_t fletcher32(const void* data, std::size_t bytes);

/// Writes the checksum of so many bytes to `there`, as the filter puts it behind them.
void put_checksum(const void* data, std::size_t bytes, std::byte* there);

}  // namespace solenoid::hdf5
