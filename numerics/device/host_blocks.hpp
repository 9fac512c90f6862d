#pragma once
/// \file
/// Loops on the host over blocks that take different times.

#include "numerics/device/spaces.hpp"

namespace solenoid {

/// Calls block(kernel, n) for all n from 0 below `count` on the threads of a space of the host, of
/// which each takes the next block when it is done with one, and waits for them. It is compiled
/// for HostSpace and SequentialSpace, once for all kernels.
template <class Space>
void run_blocks(const Space& space, const char* label, int count,
                void (*block)(const void* kernel, int n), const void* kernel);

/// The same of kernel(n).
template <class Space, class Kernel>
void run_blocks(const Space& space, const char* label, int count, const Kernel& kernel) {
  run_blocks(
      space, label, count, [](const void* of, int n) { (*static_cast<const Kernel*>(of))(n); },
      static_cast<const void*>(&kernel));
}

}  // namespace solenoid
