#pragma once
/// \file
/// Instantiation of what solvers of fluids are made of.

#include "numerics/device/spaces.hpp"

/// Instantiates a class template of a precision and a space for all that this build has of either
/// (physics/solvers/compiled_precisions.hpp).
#ifdef SOLENOID_WITHOUT_SINGLE_PRECISION
#define SOLENOID_INSTANTIATE_ON(Class, Space) template class Class<double, Space>
#else
#define SOLENOID_INSTANTIATE_ON(Class, Space) \
  template class Class<double, Space>;        \
  template class Class<float, Space>
#endif
#if SOLENOID_HAS_DEVICE
#define SOLENOID_INSTANTIATE_FOR_FLUIDS(Class) \
  SOLENOID_INSTANTIATE_ON(Class, HostSpace);   \
  SOLENOID_INSTANTIATE_ON(Class, DeviceSpace)
#else
#define SOLENOID_INSTANTIATE_FOR_FLUIDS(Class) SOLENOID_INSTANTIATE_ON(Class, HostSpace)
#endif
