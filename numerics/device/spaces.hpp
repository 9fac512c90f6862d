#pragma once
/// \file
/// Where kernels run: the CPU, and the GPU of a build that has one.

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA)
#define SOLENOID_HAS_DEVICE 1
#else
#define SOLENOID_HAS_DEVICE 0
#endif

// Whether kernels call functions that only CUDA has, or those of plain Kokkos in their place.
#if defined(KOKKOS_ENABLE_CUDA) && !defined(SOLENOID_PORTABLE_KERNELS)
#define SOLENOID_CUDA_CALLS 1
#else
#define SOLENOID_CUDA_CALLS 0
#endif

namespace solenoid {

using HostSpace = Kokkos::DefaultHostExecutionSpace;
#if SOLENOID_HAS_DEVICE
using DeviceSpace = Kokkos::Cuda;
#endif

/// One thread of the CPU, where Kokkos was built with it.
#if defined(KOKKOS_ENABLE_SERIAL)
using SequentialSpace = Kokkos::Serial;
#else
using SequentialSpace = HostSpace;
#endif

/// Whether kernels of a space run on the CPU; of a view or a memory, whether its values are there.
template <class Space>
inline constexpr bool is_host_space =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, typename Space::memory_space>::accessible;

}  // namespace solenoid
