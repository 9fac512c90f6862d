#pragma once
/// \file
/// What devices there are, and how much memory they have.

#include <cstddef>
#include <string>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Free memory in bytes.
struct FreeMemory {
  std::size_t device = 0;  ///< of the device that the run is for
  std::size_t host = 0;
};

/// Whether this executable was built for a GPU and one is there.
bool gpu_available();
/// Whether this executable was built for a GPU.
bool has_gpu_support();
/// The name of a device: "NVIDIA H200", or what the processor calls itself.
std::string device_name(Device device);
/// What tells the GPU that this process uses from all others of all hosts; "" on a CPU.
std::string device_identity(Device device);
/// Free memory of a device in bytes.
std::size_t free_memory(Device device);

}  // namespace solenoid
