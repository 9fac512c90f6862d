#include "src/machine/devices.hpp"

#include <Kokkos_Core.hpp>
#include <fstream>
#include <stdexcept>

#include "src/machine/host_memory.hpp"

namespace solenoid {

namespace {

/// What this machine's processor calls itself.
std::string processor_name() {
  std::ifstream lines("/proc/cpuinfo");
  std::string line;
  while (std::getline(lines, line))
    if (line.rfind("model name", 0) == 0 && line.find(": ") != std::string::npos)
      return line.substr(line.find(": ") + 2);
  return "CPU";
}

}  // namespace

bool gpu_available() {
#ifdef KOKKOS_ENABLE_CUDA
  return Kokkos::num_devices() > 0;
#else
  return false;
#endif
}

bool has_gpu_support() {
#ifdef KOKKOS_ENABLE_CUDA
  return true;
#else
  return false;
#endif
}

std::string device_name(Device device) {
#ifdef KOKKOS_ENABLE_CUDA
  if (device == Device::gpu) return Kokkos::Cuda().cuda_device_prop().name;
#endif
  return device == Device::gpu ? "GPU" : processor_name();
}

std::string device_identity([[maybe_unused]] Device device) {
#ifdef KOKKOS_ENABLE_CUDA
  if (device == Device::gpu) {
    const auto& id = Kokkos::Cuda().cuda_device_prop().uuid.bytes;
    return {id, id + sizeof id};
  }
#endif
  return {};
}

std::size_t free_memory(Device device) {
#ifdef KOKKOS_ENABLE_CUDA
  if (device == Device::gpu) {
    std::size_t available = 0;
    std::size_t total = 0;
    if (cudaMemGetInfo(&available, &total) != cudaSuccess)
      throw std::runtime_error("the GPU does not say how much memory is free");
    return available;
  }
#endif
  if (device == Device::gpu) return 0;
  return free_host_memory();
}

}  // namespace solenoid
