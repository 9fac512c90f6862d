#pragma once
/// \file
/// Slabs of a device on their way to and from other processes whose messages take memory of the
/// host alone.

#include <array>
#include <cstddef>
#include <memory>

namespace solenoid {

/// Memory of the host for two slabs that go out and two that come in, which the device copies at
/// full speed. Only where there is a device.
class SlabStaging {
 public:
  SlabStaging();
  ~SlabStaging();

  /// Copies slabs, which may be null, from the device behind the work on its default instance, and
  /// waits; returns where they are.
  std::array<void*, 2> bring(const std::array<void*, 2>& slabs, std::size_t bytes);
  /// Where slabs are to arrive for send(); null where these are.
  std::array<void*, 2> arrivals(const std::array<void*, 2>& slabs, std::size_t bytes);
  /// Copies what has arrived to the device, before what is queued on its default instance next.
  void send(const std::array<void*, 2>& slabs, std::size_t bytes);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// The stream (cudaStream_t) of the device's default instance. Only where there is a device.
void* device_stream();

/// Waits for all work on the device's default instance; nothing where there is no device.
void wait_for_device();

/// Copies bytes of the device, which may be of different devices, behind the work on its default
/// instance.
void copy_on_device(void* to, const void* from, std::size_t bytes);

/// Memory of the device, until the last owner is gone. Only where there is a device.
std::shared_ptr<void> device_memory(std::size_t bytes);

}  // namespace solenoid
