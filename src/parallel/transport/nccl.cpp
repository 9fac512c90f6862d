// Values from GPU to GPU by NCCL: the one source that knows it.

#include <fmt/format.h>
#include <nccl.h>

#include <stdexcept>
#include <string>

#include "numerics/device/slab_staging.hpp"
#include "numerics/device/stream_clock.hpp"
#include "src/parallel/gpu_links.hpp"

namespace solenoid {

namespace {

void check(ncclResult_t result) {
  if (result != ncclSuccess)
    throw std::runtime_error(
        fmt::format("NCCL: {} ({})", ncclGetErrorString(result), ncclGetLastError(nullptr)));
}

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

  void swap(Axis, const NeighbourRanks& with, const Exchange::Slabs& slabs) override {
    auto* const stream = static_cast<cudaStream_t>(device_stream());
    const auto send = [&](Side side) {
      if (slabs.send[side] != nullptr)
        check(ncclSend(slabs.send[side], slabs.bytes, ncclInt8, with[side], links_, stream));
    };
    const auto receive = [&](Side side) {
      if (slabs.send[side] != nullptr)
        check(ncclRecv(slabs.receive[side], slabs.bytes, ncclInt8, with[side], links_, stream));
    };
    clock_.begin();
    check(ncclGroupStart());
    // Between two processes messages are told apart by their order alone: what one sends through
    // its lower face is what the other receives first, behind its upper one.
    send(side_lower);
    send(side_upper);
    receive(side_upper);
    receive(side_lower);
    check(ncclGroupEnd());
    clock_.end();
  }
  bool trade(const std::vector<Exchange::Sent>& sent,
             const std::vector<Exchange::Received>& received) override {
    auto* const stream = static_cast<cudaStream_t>(device_stream());
    clock_.begin();
    check(ncclGroupStart());
    for (const Exchange::Sent& message : sent)
      check(ncclSend(message.values, message.bytes, ncclInt8, message.to, links_, stream));
    for (const Exchange::Received& message : received)
      check(ncclRecv(message.values, message.bytes, ncclInt8, message.from, links_, stream));
    check(ncclGroupEnd());
    clock_.end();
    return true;
  }
  [[nodiscard]] double seconds() override { return clock_.seconds(); }

 private:
  ncclComm_t links_ = nullptr;
  StreamClock clock_;
};

}  // namespace

const char* nccl_name() {
  static const std::string name = [] {
    int version = 0;
    if (ncclGetVersion(&version) != ncclSuccess) return std::string("NCCL");
    return fmt::format("NCCL {}.{}.{}", version / 10000, version / 100 % 100, version % 100);
  }();
  return name.c_str();
}

std::unique_ptr<GpuLinks> link_by_nccl(Processes& processes) {
  return std::make_unique<ByNccl>(processes);
}

}  // namespace solenoid
