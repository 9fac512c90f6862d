#pragma once
/// \file
/// Calls of CUDA's runtime that Kokkos has no function for, where the device is an NVIDIA GPU. For
/// sources alone.

#include "numerics/device/spaces.hpp"

#if SOLENOID_CUDA_CALLS

#include <cuda_runtime_api.h>

#include <stdexcept>
#include <string>

namespace solenoid {

/// Throws std::runtime_error with what CUDA says of a call that failed.
inline void check_cuda(cudaError_t result) {
  if (result != cudaSuccess)
    throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(result));
}

}  // namespace solenoid

#endif
