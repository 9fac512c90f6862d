#pragma once
/// \file
/// Values from GPU to GPU without a host in between.

#include <memory>
#include <vector>

#include "numerics/grid/exchange.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// Slabs in memory of the GPUs of processes. Work is queued on the default instance of the device:
/// behind what is there and before what is queued there next. The host does not wait.
class GpuLinks {
 public:
  virtual ~GpuLinks() = default;

  /// As Exchange::lend.
  virtual void lend(Axis, const NeighbourRanks&, Exchange::Slabs&) {}
  /// As Exchange::swap.
  virtual void swap(Axis axis, const NeighbourRanks& with, const Exchange::Slabs& slabs) = 0;
  /// As Exchange::takes_layers, begin_layers and end_layers.
  [[nodiscard]] virtual bool take_layers() const { return false; }
  virtual void begin_layers(Axis, const NeighbourRanks&, const Exchange::Layers&) {}
  virtual void end_layers(Axis, const Exchange::Layers&) {}
  /// As Exchange::trade; false where these links only swap slabs, and nothing was done.
  virtual bool trade(const std::vector<Exchange::Sent>&, const std::vector<Exchange::Received>&) {
    return false;
  }
  /// Seconds that the GPU has spent in swaps and trades, from lend() on where that does something,
  /// with waiting for neighbours; waits for those queued.
  [[nodiscard]] virtual double seconds() = 0;
};

/// NCCL and its version, such as "NCCL 2.28.3"; null where the program was built without.
const char* nccl_name();

/// Links the GPUs of all processes by NCCL, each with the GPU that its device's default instance is
/// on. All processes call it together. Throws std::runtime_error with what NCCL says where that
/// fails, and std::logic_error where nccl_name() is null.
std::unique_ptr<GpuLinks> link_by_nccl(Processes& processes);

/// Links GPUs of one host that reach each other's memory: a part's kernels write to the memory of
/// its neighbours. All processes call it together. Throws std::runtime_error where that is not
/// possible.
std::unique_ptr<GpuLinks> link_by_peer_memory(Processes& processes, const PartLayout& layout);

}  // namespace solenoid
