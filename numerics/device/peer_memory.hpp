#pragma once
/// \file
/// Memory of a GPU that other processes of the host read and write from their GPUs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

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

}  // namespace solenoid
