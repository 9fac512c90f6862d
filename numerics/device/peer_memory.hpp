#pragma once
/// \file
/// Memory of a GPU that other processes of the host read and write from their GPUs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace solenoid {

/// By which another process opens such memory.
using PeerMemoryName = std::array<std::byte, 64>;

/// Memory of this process's device, full of zeros. Others have to let go of it before it ends.
/// Functions throw std::runtime_error where the device cannot do it; without one, std::logic_error.
class PeerMemory {
 public:
  explicit PeerMemory(std::size_t bytes);
  ~PeerMemory();
  PeerMemory(const PeerMemory&) = delete;
  PeerMemory& operator=(const PeerMemory&) = delete;

  [[nodiscard]] std::byte* data() const { return data_; }
  [[nodiscard]] PeerMemoryName name() const;

 private:
  std::byte* data_ = nullptr;
};

/// Memory of that name of another process, as kernels of this one reach it, until the last owner
/// is gone.
std::shared_ptr<std::byte> open_peer_memory(const PeerMemoryName& name);

/// Behind the work on the device's default instance: sets the flags of others to `number`, then
/// waits until others have set one's own to at least `number`, after which what they wrote before
/// is there. Null where there is no flag.
void raise_and_await(const std::array<std::uint64_t*, 2>& of_others,
                     const std::array<const std::uint64_t*, 2>& own, std::uint64_t number);

/// Copies to memory of others beside the work on the device's default instance: by the device's
/// copy engines, so that kernels keep all of its multiprocessors. Functions throw as PeerMemory's.
class PeerCopies {
 public:
  PeerCopies();
  ~PeerCopies();
  PeerCopies(const PeerCopies&) = delete;
  PeerCopies& operator=(const PeerCopies&) = delete;

  /// What is queued here from now on comes behind the work on the default instance.
  void begin();
  /// Copies pieces, one of `bytes` behind the other.
  void gather(void* to, std::size_t bytes, const std::vector<const void*>& pieces);
  /// Sets a flag, behind the copies before it.
  void set(std::uint64_t* flag, std::uint64_t number);
  /// Work on the default instance comes behind what was queued here.
  void end();

 private:
  struct Queue;
  std::unique_ptr<Queue> queue_;
};

/// Copies what lies one behind the other to pieces of so many bytes, behind the work on the
/// device's default instance.
void scatter_pieces(const std::vector<void*>& pieces, std::size_t bytes, const void* from);

}  // namespace solenoid
