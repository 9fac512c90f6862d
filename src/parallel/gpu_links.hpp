#pragma once
/// \file
/// Slabs from GPU to GPU without a host in between, where there is a library for it.

#include <cstddef>
#include <memory>

#include "src/parallel/processes.hpp"

namespace solenoid {

/// Messages among GPUs of which each process has one of its own.
class GpuLinks {
 public:
  virtual ~GpuLinks() = default;

  /// Swaps slabs in memory of the GPU as Processes::swap does, queued on the default instance of
  /// the device: behind the work there and before what is queued there next. The host does not
  /// wait.
  virtual void swap(const Processes::Swap& lower, const Processes::Swap& upper,
                    std::size_t bytes) = 0;
  /// Seconds that the GPU has spent in swaps, with waiting for neighbours; waits for those queued.
  [[nodiscard]] virtual double seconds() = 0;
};

/// The library for it and its version, such as "NCCL 2.28.3"; null where the program was built
/// without.
const char* gpu_links_name();

/// Connects the GPUs of all processes, which call it together, each with the GPU that its device's
/// default instance is on. Throws std::runtime_error with what the library says where that fails,
/// and std::logic_error where gpu_links_name() is null.
std::unique_ptr<GpuLinks> link_gpus(Processes& processes);

}  // namespace solenoid
