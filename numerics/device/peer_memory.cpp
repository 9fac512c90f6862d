#include "numerics/device/peer_memory.hpp"

#include <cstring>
#include <stdexcept>

#include "numerics/device/cuda_calls.hpp"

namespace solenoid {

#if SOLENOID_CUDA_CALLS

static_assert(sizeof(cudaIpcMemHandle_t) == sizeof(PeerMemoryName));

// Not by Kokkos, which may take several arrays from one allocation: a name is that of the whole.
PeerMemory::PeerMemory(std::size_t bytes) {
  void* memory = nullptr;
  check_cuda(cudaMalloc(&memory, bytes));
  data_ = static_cast<std::byte*>(memory);
  check_cuda(cudaMemset(data_, 0, bytes));
}

PeerMemory::~PeerMemory() { cudaFree(data_); }

PeerMemoryName PeerMemory::name() const {
  cudaIpcMemHandle_t handle{};
  check_cuda(cudaIpcGetMemHandle(&handle, data_));
  PeerMemoryName name;
  std::memcpy(name.data(), &handle, sizeof handle);
  return name;
}

std::shared_ptr<std::byte> open_peer_memory(const PeerMemoryName& name) {
  cudaIpcMemHandle_t handle;
  std::memcpy(&handle, name.data(), sizeof handle);
  void* memory = nullptr;
  check_cuda(cudaIpcOpenMemHandle(&memory, handle, cudaIpcMemLazyEnablePeerAccess));
  return {static_cast<std::byte*>(memory), [](std::byte* of) { cudaIpcCloseMemHandle(of); }};
}

namespace {

/// One thread, that of the only work item.
struct RaiseAndAwait {
  std::uint64_t* raised[2];
  const std::uint64_t* awaited[2];
  std::uint64_t number;

  KOKKOS_FUNCTION void operator()(int) const {
    KOKKOS_IF_ON_DEVICE((
        __threadfence_system(); for (std::uint64_t* flag
                                     : raised) {
          if (flag != nullptr) *static_cast<volatile std::uint64_t*>(flag) = number;
        } for (const std::uint64_t* flag
               : awaited) {
          if (flag == nullptr) continue;
          while (*static_cast<const volatile std::uint64_t*>(flag) < number) {
            __nanosleep(20);
          }
        } __threadfence_system();))
  }
};

}  // namespace

void raise_and_await(const std::array<std::uint64_t*, 2>& of_others,
                     const std::array<const std::uint64_t*, 2>& own, std::uint64_t number) {
  Kokkos::parallel_for("meet neighbours", Kokkos::RangePolicy<DeviceSpace>(DeviceSpace(), 0, 1),
                       RaiseAndAwait{{of_others[0], of_others[1]}, {own[0], own[1]}, number});
}

#else

namespace {

[[noreturn]] void no_device() { throw std::logic_error("there is no device for other processes"); }

}  // namespace

PeerMemory::PeerMemory(std::size_t) { no_device(); }
PeerMemory::~PeerMemory() = default;
PeerMemoryName PeerMemory::name() const { return {}; }
std::shared_ptr<std::byte> open_peer_memory(const PeerMemoryName&) { no_device(); }
void raise_and_await(const std::array<std::uint64_t*, 2>&,
                     const std::array<const std::uint64_t*, 2>&, std::uint64_t) {
  no_device();
}

#endif

}  // namespace solenoid
