#include "src/machine/machine.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <sstream>
#include <thread>

#include "numerics/lanes/lanes.hpp"
#include "src/machine/version.hpp"
#include "src/text/usage_error.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

int checked_threads(const MachineChoice& choice) {
  const int available = available_threads();
  const int threads = choice.threads.value_or(0);
  if (choice.threads && (threads < 1 || threads > available)) {
    throw UsageError(
        fmt::format("--threads is {}; this process may use 1 to {} threads", threads, available));
  }
#ifdef KOKKOS_ENABLE_SERIAL
  if (threads > 1 && std::is_same_v<Host, Kokkos::Serial>) {
    throw UsageError("--threads: this program was built without OpenMP and runs on one thread");
  }
#endif
  return threads;
}

Kokkos::InitializationSettings settings(int threads) {
  Kokkos::InitializationSettings chosen;
  // Kokkos warns of unbound threads; binding them would make runs side by side share one core.
  chosen.set_disable_warnings(true);
  if (threads > 0) chosen.set_num_threads(threads);
  return chosen;
}

}  // namespace

struct Machine::Runtime {
  explicit Runtime(int threads) : kokkos(settings(threads)) {}
  Kokkos::ScopeGuard kokkos;
};

Machine::Machine(const MachineChoice& choice) {
  const int threads = checked_threads(choice);
  try {
    runtime_ = std::make_unique<Runtime>(threads);
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("the parallel runtime does not start here ({}); a program built "
                    "for GPUs needs one: use a build for CPUs on this machine",
                    error.what()));
  }
  if (choice.device == "gpu" && !gpu_available()) {
    throw UsageError(
        "--device gpu: this program was built without GPU support, or there is no "
        "GPU; see 'solenoid info'");
  }
  device_ = choice.device != "cpu" && gpu_available() ? Device::gpu : Device::cpu;
}

Machine::~Machine() = default;

FreeMemory Machine::free_memory() const {
  return {solenoid::free_memory(device_), solenoid::free_memory(Device::cpu)};
}

std::string Machine::device_text(Device device) {
  if (device == Device::gpu) return device_name(device);
  const int threads = Host().concurrency();
  return fmt::format("{}, {} {}, {} lanes", Host::name(), threads,
                     threads == 1 ? "thread" : "threads", lane_width<HostPack<double>>);
}

int available_threads() { return std::max(1, int(std::thread::hardware_concurrency())); }

std::string version_text() {
  return fmt::format("solenoid {} (commit {})", build_info().version, build_info().commit);
}

std::string machine_text() {
  const BuildInfo& build = build_info();
  std::string text = version_text() + "\n";
  text += fmt::format("compiler    {}, {}\n", build.compiler, build.build_type);
  text += fmt::format("flags       {}\n", build.flags);
  text += fmt::format("kokkos      {}.{}.{}\n", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100,
                      KOKKOS_VERSION % 100);
  text += fmt::format("cpu         {}; {} threads available, {} free\n",
                      Machine::device_text(Device::cpu), available_threads(),
                      bytes_text(double(free_memory(Device::cpu))));
  text += fmt::format("simd        {} lanes in double, {} in single precision\n",
                      lane_width<HostPack<double>>, lane_width<HostPack<float>>);
  if (gpu_available()) {
    text += fmt::format("gpu         {}; {} free\n", Machine::device_text(Device::gpu),
                        bytes_text(double(free_memory(Device::gpu))));
  } else {
    text += "gpu         none, or this program was built without GPU support\n";
  }
  std::ostringstream configuration;
  Kokkos::print_configuration(configuration, false);
  return text + "\n" + configuration.str();
}

}  // namespace solenoid
