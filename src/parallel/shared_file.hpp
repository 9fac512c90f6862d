#pragma once
/// \file
/// A file into which several processes write, each at places of its own.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace solenoid {

/// What one of them does with it. The first failure is kept, what comes after it is dropped.
class SharedFile {
 public:
  /// The file has to be there.
  explicit SharedFile(const std::filesystem::path& file);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  struct Bytes {
    const void* data = nullptr;
    std::size_t count = 0;
  };
  /// Writes pieces of memory, one behind the other, from a byte of the file on.
  void write(std::uint64_t begin, std::vector<Bytes> pieces);
  /// Waits until all that this process wrote is on the disk.
  void sync();

  /// errno of the first failure, or 0.
  [[nodiscard]] int failure() const { return failure_; }

 private:
  int descriptor_;
  int failure_ = 0;
};

}  // namespace solenoid
