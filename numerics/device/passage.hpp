#pragma once
/// \file
/// Memory through which values go between host and device: what the host has of it the device
/// copies at full speed, and while one piece is on its way the one before goes to its place.

#include <array>
#include <cstddef>

#include "numerics/device/spaces.hpp"

#if SOLENOID_HAS_DEVICE

namespace solenoid {

class Passage {
 public:
  /// Bytes of a piece.
  static constexpr std::size_t bytes = std::size_t(1) << 24;

  Passage();
  /// That of the thread which steps; made when it is first needed.
  static const Passage& of_process();

  /// The memory of a piece, which the next but one shares.
  [[nodiscard]] void* there(std::size_t piece) const { return there_[piece % 2].data(); }
  [[nodiscard]] void* here(std::size_t piece) const { return here_[piece % 2].data(); }

 private:
  template <class Memory>
  using Bytes = Kokkos::View<std::byte*, Memory>;
  std::array<Bytes<DeviceSpace::memory_space>, 2> there_;
  std::array<Bytes<Kokkos::SharedHostPinnedSpace>, 2> here_;
};

/// Copies bytes to page-locked memory of the host, or from there, behind the work on `space`.
void bring(const DeviceSpace& space, void* here, const void* there, std::size_t count);
void send(const DeviceSpace& space, void* there, const void* here, std::size_t count);

/// Whether all of some memory of the host is page-locked, so that a device copies it at full speed.
bool is_page_locked(const void* memory, std::size_t bytes);

}  // namespace solenoid

#endif
