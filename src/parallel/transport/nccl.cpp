// Slabs from GPU to GPU by NCCL: the one source that knows it.

#include <cuda_runtime_api.h>
#include <fmt/format.h>
#include <nccl.h>

#include <array>
#include <stdexcept>
#include <string>

#include "numerics/device/slab_staging.hpp"
#include "src/parallel/gpu_links.hpp"

namespace solenoid {

namespace {

void check(ncclResult_t result) {
  if (result != ncclSuccess)
    throw std::runtime_error(
        fmt::format("NCCL: {} ({})", ncclGetErrorString(result), ncclGetLastError(nullptr)));
}
void check(cudaError_t result) {
  if (result != cudaSuccess)
    throw std::runtime_error(fmt::format("CUDA: {}", cudaGetErrorString(result)));
}

/// Time on a stream between begin() and end(), of any number of such intervals.
class StreamClock {
 public:
  StreamClock() {
    for (auto& pair : pairs_)
      for (cudaEvent_t& event : pair) check(cudaEventCreate(&event));
  }
  ~StreamClock() {
    for (auto& pair : pairs_)
      for (cudaEvent_t event : pair) cudaEventDestroy(event);
  }
  StreamClock(const StreamClock&) = delete;
  StreamClock& operator=(const StreamClock&) = delete;

  void begin(cudaStream_t stream) {
    if (queued_ == pairs_.size()) take_oldest();
    check(cudaEventRecord(next()[0], stream));
  }
  void end(cudaStream_t stream) {
    check(cudaEventRecord(next()[1], stream));
    ++queued_;
  }
  /// Waits for what is queued.
  double seconds() {
    while (queued_ > 0) take_oldest();
    return seconds_;
  }

 private:
  using Pair = std::array<cudaEvent_t, 2>;
  Pair& next() { return pairs_[(oldest_ + queued_) % pairs_.size()]; }
  void take_oldest() {
    const Pair& pair = pairs_[oldest_];
    float milliseconds = 0;
    check(cudaEventSynchronize(pair[1]));
    check(cudaEventElapsedTime(&milliseconds, pair[0], pair[1]));
    seconds_ += 1e-3 * double(milliseconds);
    oldest_ = (oldest_ + 1) % pairs_.size();
    --queued_;
  }

  // More than a host queues ahead, so that it seldom waits for one.
  std::array<Pair, 256> pairs_{};
  std::size_t oldest_ = 0, queued_ = 0;
  double seconds_ = 0;
};

class ByNccl final : public GpuLinks {
 public:
  explicit ByNccl(Processes& processes) {
    ncclUniqueId id{};
    // The others wait for what process 0 says: it has to say that it failed, too.
    const ncclResult_t named = processes.rank() == 0 ? ncclGetUniqueId(&id) : ncclSuccess;
    processes.broadcast(&id, sizeof id);
    if (processes.largest(named == ncclSuccess ? 0 : 1) > 0) check(ncclSystemError);
    check(ncclCommInitRank(&links_, processes.count(), id, processes.rank()));
  }
  ~ByNccl() override { ncclCommDestroy(links_); }
  ByNccl(const ByNccl&) = delete;
  ByNccl& operator=(const ByNccl&) = delete;

  void swap(const Processes::Swap& lower, const Processes::Swap& upper,
            std::size_t bytes) override {
    auto* const stream = static_cast<cudaStream_t>(device_stream());
    const auto send = [&](const Processes::Swap& side) {
      if (side.send != nullptr)
        check(ncclSend(side.send, bytes, ncclInt8, side.with, links_, stream));
    };
    const auto receive = [&](const Processes::Swap& side) {
      if (side.send != nullptr)
        check(ncclRecv(side.receive, bytes, ncclInt8, side.with, links_, stream));
    };
    clock_.begin(stream);
    check(ncclGroupStart());
    // Between two processes messages are told apart by their order alone: what one sends through
    // its lower face is what the other receives first, behind its upper one.
    send(lower);
    send(upper);
    receive(upper);
    receive(lower);
    check(ncclGroupEnd());
    clock_.end(stream);
  }
  [[nodiscard]] double seconds() override { return clock_.seconds(); }

 private:
  ncclComm_t links_ = nullptr;
  StreamClock clock_;
};

}  // namespace

const char* gpu_links_name() {
  static const std::string name = [] {
    int version = 0;
    if (ncclGetVersion(&version) != ncclSuccess) return std::string("NCCL");
    return fmt::format("NCCL {}.{}.{}", version / 10000, version / 100 % 100, version % 100);
  }();
  return name.c_str();
}

std::unique_ptr<GpuLinks> link_gpus(Processes& processes) {
  return std::make_unique<ByNccl>(processes);
}

}  // namespace solenoid
