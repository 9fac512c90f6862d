#pragma once
/// \file
/// A file into which others than HDF5 write.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace solenoid {

/// It is there, and as long as it will be; pieces of memory are written at their places.
class PlacedFile {
 public:
  PlacedFile() = default;
  virtual ~PlacedFile() = default;
  PlacedFile(const PlacedFile&) = delete;
  PlacedFile& operator=(const PlacedFile&) = delete;

  struct Bytes {
    const void* data = nullptr;
    std::size_t count = 0;
  };
  /// Writes pieces of memory, one behind the other, from a byte of the file on.
  virtual void write(std::uint64_t begin, std::vector<Bytes> pieces) = 0;
  /// errno of the first failure, or 0.
  [[nodiscard]] virtual int failure() const = 0;
};

}  // namespace solenoid
