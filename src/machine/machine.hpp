#pragma once
/// \file
/// The machine that the program finds itself on, and the parallel runtime on it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/cores.hpp"
#include "src/machine/devices.hpp"

namespace solenoid {

/// The device and the threads that a user asks for.
struct MachineChoice {
  std::string device;  ///< "cpu", "gpu", or empty: the GPU where there is one
  std::optional<int> threads;
  int sharing = 1;  ///< processes that share the cores, where nobody says how many threads
};

/// The parallel runtime: Kokkos, initialised while this lives, or as long as its owner keeps it
/// where it was initialised before. Create one before anything that computes. It starts once in a
/// process.
class Machine {
 public:
  /// Throws UsageError when the arguments ask for what is not there, and for other threads than
  /// those of a runtime that runs.
  explicit Machine(const MachineChoice& choice);
  ~Machine();
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// The device asked for, or the GPU where there is one, or the CPU.
  [[nodiscard]] Device device() const { return device_; }
  /// One line that says why fewer threads were taken than there are cores, or nothing: when the
  /// user chose, when these are all, and on a GPU.
  [[nodiscard]] const std::string& thread_reason() const { return thread_reason_; }
  [[nodiscard]] FreeMemory free_memory() const;
  /// "OpenMP, 2 threads, 8 lanes" or the name of the GPU.
  [[nodiscard]] static std::string device_text(Device device);
  /// Threads of the CPU.
  [[nodiscard]] static int threads();

 private:
  void start(const MachineChoice& choice);

  struct Runtime;
  std::unique_ptr<Runtime> runtime_;
  Device device_ = Device::cpu;
  std::string thread_reason_;
};

/// Hardware threads that this process may use.
int available_threads();
/// Their numbers, neighbours beside each other, as they are when the process begins.
const std::vector<int>& allowed_cores();
/// Threads that a run takes by itself, as OMP_NUM_THREADS says or else by the cores that are
/// granted and not in use.
ThreadChoice default_threads(const CoreSharing& sharing);
/// "solenoid 0.1.0 (commit abc)".
std::string version_text();
/// What `info` prints.
std::string machine_text();

}  // namespace solenoid
