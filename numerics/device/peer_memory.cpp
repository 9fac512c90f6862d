#include "numerics/device/peer_memory.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
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

namespace {

/// Of CUDA's copies.
constexpr std::intptr_t most_pitch = std::numeric_limits<std::int32_t>::max();

/// Calls body(first, count, pitch) for pieces that lie evenly spaced in memory, so that one call
/// copies them.
template <class Pointer, class Body>
void each_run(const std::vector<Pointer>& pieces, std::size_t bytes, const Body& body) {
  const auto apart = [&](std::size_t n) {
    return reinterpret_cast<std::intptr_t>(pieces[n + 1]) -
           reinterpret_cast<std::intptr_t>(pieces[n]);
  };
  for (std::size_t first = 0, count = 1; first < pieces.size(); first += count, count = 1) {
    const bool follows = first + 1 < pieces.size() && apart(first) >= std::intptr_t(bytes) &&
                         apart(first) <= most_pitch;
    const std::size_t pitch = follows ? std::size_t(apart(first)) : bytes;
    while (follows && first + count < pieces.size() &&
           apart(first + count - 1) == std::intptr_t(pitch))
      ++count;
    body(first, count, pitch);
  }
}

}  // namespace

struct PeerCopies::Queue {
  using Numbers = Kokkos::View<std::uint64_t*, Kokkos::SharedHostPinnedSpace>;
  /// That may be on their way to flags; who sets more waits for the device.
  static constexpr std::size_t most_numbers = 1024;

  cudaStream_t stream{};
  cudaEvent_t begun{}, done{};
  Numbers numbers{"numbers for flags", most_numbers};
  std::size_t set = 0;

  Queue() {
    check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (cudaEvent_t* const event : {&begun, &done})
      check_cuda(cudaEventCreateWithFlags(event, cudaEventDisableTiming));
  }
  ~Queue() {
    cudaStreamSynchronize(stream);
    cudaEventDestroy(begun);
    cudaEventDestroy(done);
    cudaStreamDestroy(stream);
  }
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;
};

PeerCopies::PeerCopies() : queue_(std::make_unique<Queue>()) {}
PeerCopies::~PeerCopies() = default;

void PeerCopies::begin() {
  check_cuda(cudaEventRecord(queue_->begun, DeviceSpace().cuda_stream()));
  check_cuda(cudaStreamWaitEvent(queue_->stream, queue_->begun, 0));
}

void PeerCopies::gather(void* to, std::size_t bytes, const std::vector<const void*>& pieces) {
  each_run(pieces, bytes, [&](std::size_t first, std::size_t count, std::size_t pitch) {
    check_cuda(cudaMemcpy2DAsync(static_cast<std::byte*>(to) + first * bytes, bytes, pieces[first],
                                 pitch, bytes, count, cudaMemcpyDefault, queue_->stream));
  });
}

void PeerCopies::set(std::uint64_t* flag, std::uint64_t number) {
  if (queue_->set == Queue::most_numbers) {
    check_cuda(cudaStreamSynchronize(queue_->stream));
    queue_->set = 0;
  }
  std::uint64_t* const here = queue_->numbers.data() + queue_->set++;
  *here = number;
  check_cuda(cudaMemcpyAsync(flag, here, sizeof number, cudaMemcpyDefault, queue_->stream));
}

void PeerCopies::end() {
  check_cuda(cudaEventRecord(queue_->done, queue_->stream));
  check_cuda(cudaStreamWaitEvent(DeviceSpace().cuda_stream(), queue_->done, 0));
}

namespace {

/// Copies pieces of so many words, one a work item.
template <class Word>
struct ScatterWords {
  static constexpr std::size_t most_pieces = 64;
  Word* to[most_pieces];
  const Word* from;
  int words;  ///< of a piece

  KOKKOS_FUNCTION void operator()(const std::int64_t n) const {
    const auto piece = n / words;
    to[piece][n - piece * words] = from[n];
  }
};

template <class Word>
void scatter_words(const std::vector<void*>& pieces, std::size_t bytes, const void* from) {
  using Scatter = ScatterWords<Word>;
  for (std::size_t first = 0; first < pieces.size(); first += Scatter::most_pieces) {
    const std::size_t count = std::min(pieces.size() - first, Scatter::most_pieces);
    Scatter scatter{};
    for (std::size_t n = 0; n < count; ++n) scatter.to[n] = static_cast<Word*>(pieces[first + n]);
    scatter.words = int(bytes / sizeof(Word));
    scatter.from = static_cast<const Word*>(from) + first * std::size_t(scatter.words);
    Kokkos::parallel_for("scatter pieces",
                         Kokkos::RangePolicy<DeviceSpace, Kokkos::IndexType<std::int64_t>>(
                             DeviceSpace(), 0, std::int64_t(count) * scatter.words),
                         scatter);
  }
}

}  // namespace

// By one kernel: a copy a piece cost MHD of order 6 on four GPUs 0.7 percent of a step.
void scatter_pieces(const std::vector<void*>& pieces, std::size_t bytes, const void* from) {
  const auto are_aligned = [&](std::size_t word) {
    const auto is = [&](const void* at) {
      return reinterpret_cast<std::uintptr_t>(at) % word == 0;
    };
    return bytes % word == 0 && is(from) && std::ranges::all_of(pieces, is);
  };
  if (are_aligned(sizeof(double2)))
    scatter_words<double2>(pieces, bytes, from);
  else if (are_aligned(sizeof(float)))
    scatter_words<float>(pieces, bytes, from);
  else
    throw std::logic_error("pieces are not made of numbers");
}

#else

namespace {

[[noreturn]] void no_device_to_share() {
  throw std::logic_error("there is no device for other processes");
}

}  // namespace

PeerMemory::PeerMemory(std::size_t) { no_device_to_share(); }
PeerMemory::~PeerMemory() = default;
PeerMemoryName PeerMemory::name() const { return {}; }
std::shared_ptr<std::byte> open_peer_memory(const PeerMemoryName&) { no_device_to_share(); }
void raise_and_await(const std::array<std::uint64_t*, 2>&,
                     const std::array<const std::uint64_t*, 2>&, std::uint64_t) {
  no_device_to_share();
}

struct PeerCopies::Queue {};
PeerCopies::PeerCopies() { no_device_to_share(); }
PeerCopies::~PeerCopies() = default;
void PeerCopies::begin() { no_device_to_share(); }
void PeerCopies::gather(void*, std::size_t, const std::vector<const void*>&) {
  no_device_to_share();
}
void PeerCopies::set(std::uint64_t*, std::uint64_t) { no_device_to_share(); }
void PeerCopies::end() { no_device_to_share(); }
void scatter_pieces(const std::vector<void*>&, std::size_t, const void*) { no_device_to_share(); }

#endif

}  // namespace solenoid
