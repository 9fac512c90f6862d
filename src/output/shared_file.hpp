#pragma once
/// \file
/// A file into which several processes write, each at places of its own.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "src/output/placed_file.hpp"

namespace solenoid {

/// What one of them does with it. The first failure is kept, what comes after it is dropped.
class SharedFile final : public PlacedFile {
 public:
  /// The file has to be there.
  explicit SharedFile(const std::filesystem::path& file);
  ~SharedFile() override;

  /// Has the system reserve all of the file on the disk, where it can do so without writing: so a
  /// disk that is full is noticed before anything is written, and pieces lie side by side. By one
  /// process.
  void reserve();
  void write(std::uint64_t begin, std::vector<Bytes> pieces) override;
  /// Waits until all that this process wrote is on the disk.
  void sync();

  [[nodiscard]] int failure() const override { return failure_; }

 private:
  /// Has the system begin to bring to the disk what has been written.
  void begin_to_sync(std::size_t written);

  int descriptor_;
  std::size_t to_sync_ = 0;  ///< bytes written since it was asked to
  int failure_ = 0;
};

}  // namespace solenoid
