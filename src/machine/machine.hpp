#pragma once
/// \file
/// The machine that the program finds itself on, and the parallel runtime on it.

#include <memory>
#include <optional>
#include <string>

#include "src/machine/devices.hpp"

namespace solenoid {

/// The device and the threads that a user asks for.
struct MachineChoice {
  std::string device;  ///< "cpu", "gpu", or empty: the GPU where there is one
  std::optional<int> threads;
};

/// The parallel runtime: Kokkos, initialised while this lives. Create one before anything that
/// computes; only one can live, and only once in a process.
class Machine {
 public:
  /// Throws UsageError when the arguments ask for what is not there.
  explicit Machine(const MachineChoice& choice);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// The device asked for, or the GPU where there is one, or the CPU.
  [[nodiscard]] Device device() const { return device_; }
  [[nodiscard]] FreeMemory free_memory() const;
  /// "OpenMP, 2 threads, 8 lanes" or the name of the GPU.
  [[nodiscard]] static std::string device_text(Device device);

 private:
  struct Runtime;
  std::unique_ptr<Runtime> runtime_;
  Device device_ = Device::cpu;
};

/// Hardware threads that this process may use.
int available_threads();
/// "solenoid 0.1.0 (commit abc)".
std::string version_text();
/// What `info` prints.
std::string machine_text();

}  // namespace solenoid
