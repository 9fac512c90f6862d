#include "src/machine/machine.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstdlib>
#include <sstream>
#ifdef KOKKOS_ENABLE_OPENMP
#include <omp.h>
#endif
#include <unistd.h>

#include "numerics/lanes/lanes.hpp"
#include "src/machine/version.hpp"
#include "src/text/usage_error.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

int checked_threads(const MachineChoice& choice) {
  const int available = available_threads();
  const int threads = *choice.threads;
  if (threads < 1 || threads > available) {
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
  // Kokkos warns of unbound threads.
  chosen.set_disable_warnings(true);
  chosen.set_num_threads(threads);
  return chosen;
}

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

/// Whether the environment says where threads have to stay.
bool binds_by_environment() {
  return environment("OMP_PROC_BIND") || environment("OMP_PLACES") ||
         environment("GOMP_CPU_AFFINITY");
}

/// Keeps each thread on a core of its own where the threads take all cores: memory that a thread
/// was the first to touch stays near it. Fewer threads go where there is room, since runs side by
/// side would choose the same cores. The first thread, from which processes and other threads
/// inherit their cores, begins on its core, and is free to leave.
void bind_threads() {
#ifdef KOKKOS_ENABLE_OPENMP
  const std::vector<int>& cores = allowed_cores();
  const auto threads = std::size_t(Host().concurrency());
  if (threads < 2 || threads != cores.size() || binds_by_environment()) return;
#pragma omp parallel num_threads(int(threads))
  stay_on({cores[std::size_t(omp_get_thread_num())]});
  stay_on(cores);
#endif
}

/// A runtime that runs keeps its threads.
void require_threads_there(const MachineChoice& choice) {
  const int there = Host().concurrency();
  if (!choice.threads || *choice.threads == there) return;
  throw UsageError(
      fmt::format("--threads is {}; the parallel runtime of this process was started with {} "
                  "threads and keeps them",
                  *choice.threads, there));
}

}  // namespace

/// Of a runtime that runs already nothing is kept.
struct Machine::Runtime {
  explicit Runtime(int threads) : kokkos(settings(threads)) {}
  Kokkos::ScopeGuard kokkos;
};

Machine::Machine(const MachineChoice& choice) {
  if (Kokkos::is_initialized())
    require_threads_there(choice);
  else
    start(choice);
  if (choice.device == "gpu" && !gpu_available()) {
    throw UsageError(
        "--device gpu: this program was built without GPU support, or there is no "
        "GPU; see 'solenoid info'");
  }
  device_ = choice.device != "cpu" && gpu_available() ? Device::gpu : Device::cpu;
}

void Machine::start(const MachineChoice& choice) {
  const bool with_gpu = choice.device != "cpu" && gpu_available();
  const ThreadChoice threads = choice.threads ? ThreadChoice{checked_threads(choice), ""}
                                              : default_threads({choice.sharing, with_gpu});
  try {
    runtime_ = std::make_unique<Runtime>(threads.threads);
  } catch (const std::runtime_error& error) {
    throw UsageError(
        fmt::format("the parallel runtime does not start here ({}); a program built "
                    "for GPUs needs one: use a build for CPUs on this machine",
                    error.what()));
  }
  thread_reason_ = threads.reason;
  bind_threads();
}

Machine::~Machine() = default;

FreeMemory Machine::free_memory() const {
  return {solenoid::free_memory(device_), solenoid::free_memory(Device::cpu)};
}

std::string Machine::device_text(Device device) {
  if (device == Device::gpu) return device_name(device);
  return fmt::format("{}, {} {}, {} lanes", Host::name(), threads(),
                     threads() == 1 ? "thread" : "threads", lane_width<HostPack<double>>);
}

int Machine::threads() { return Host().concurrency(); }

int available_threads() { return int(allowed_cores().size()); }

ThreadChoice default_threads([[maybe_unused]] const CoreSharing& sharing) {
#ifdef KOKKOS_ENABLE_OPENMP
  for (const char* name : {"KOKKOS_NUM_THREADS", "OMP_NUM_THREADS"}) {
    const std::optional<std::string> value = environment(name);
    const int number = value ? std::atoi(value->c_str()) : 0;
    if (number > 0) return {number, ""};
  }
  const int machine = std::max(available_threads(), int(sysconf(_SC_NPROCESSORS_ONLN)));
  // What keeps cores busy while several processes start are these themselves.
  const auto busy = [&] { return sharing.processes > 1 ? 0 : busy_cores(own_nice_value()); };
  return choose_threads(count_cores(machine, available_threads(), "/", environment, busy), sharing);
#else
  return {1, ""};
#endif
}

const std::vector<int>& allowed_cores() {
  static const std::vector<int> cores = [] {
    std::vector<int> found = cores_of_this_thread();
#ifdef KOKKOS_ENABLE_OPENMP
    // A runtime that binds threads has bound this one already, before main().
    std::vector<int> places;
    for (int place = 0; place < omp_get_num_places(); ++place) {
      std::vector<int> ids(std::size_t(omp_get_place_num_procs(place)));
      omp_get_place_proc_ids(place, ids.data());
      places.insert(places.end(), ids.begin(), ids.end());
    }
    if (places.size() > found.size()) found = places;
#endif
    return by_neighbourhood(found);
  }();
  return cores;
}

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
