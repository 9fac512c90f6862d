#pragma once
/// \file
/// Slabs of a device on their way to and from other processes whose messages take memory of the
/// host alone.

#include <cstddef>
#include <memory>

namespace solenoid {

/// Memory of the host for slabs that go out and that come in, by number, which the device copies at
/// full speed, behind the work on its default instance. Only where there is a device. Who uses a
/// slab again has waited for the device (wait_for_device) since.
class SlabStaging {
 public:
  SlabStaging();
  ~SlabStaging();

  /// Copies from the device; returns where the values are once the device has been waited for.
  void* bring(std::size_t number, const void* from, std::size_t bytes);
  /// Where a slab is to arrive for send().
  void* arrival(std::size_t number, std::size_t bytes);
  /// Copies what has arrived to the device.
  void send(std::size_t number, void* to, std::size_t bytes);

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
