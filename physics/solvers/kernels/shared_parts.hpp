#pragma once
/// \file
/// What solvers of all fluids have in common that does not know the equations: it is compiled once
/// for a precision, not with each of them.

#include "numerics/device/spaces.hpp"
#include "numerics/grid/neighbour_ghosts.hpp"
#include "numerics/schemes/monitor.hpp"
#include "physics/solvers/fixed_values.hpp"
#include "physics/solvers/repairs.hpp"

#define SOLENOID_SHARED_PARTS_IN_SPACE(keyword, Real, Space)                                     \
  keyword template class solenoid::NeighbourGhosts<Real, Space>;                                 \
  keyword template class solenoid::FixedValues<Real, Space>;                                     \
  keyword template struct solenoid::RepairStorage<Real, Space::memory_space>;                    \
  keyword template class solenoid::Repairs<Real, Space>;                                         \
  keyword template struct solenoid::MonitorStorage<Real, Space::memory_space>;                   \
  keyword template solenoid::MonitorStorage<Real, Space::memory_space>::Records                  \
  solenoid::MonitorStorage<Real, Space::memory_space>::take<Space>(const Space&) const;          \
  keyword template void solenoid::fill_ghosts<Space, Real>(                                      \
      const Space&, const solenoid::GhostFields<Real>&, const solenoid::Layout&, solenoid::Axis, \
      const solenoid::GhostRange&, const std::array<solenoid::BoundaryKind, 2>&,                 \
      const solenoid::GhostRange&, const std::array<const Real*, 2>&,                            \
      const std::array<const Real*, 2>&)

/// Empty `keyword`: compiles them here; `extern`: they are compiled elsewhere.
#if SOLENOID_HAS_DEVICE
#define SOLENOID_SHARED_PARTS(keyword, Real)                          \
  SOLENOID_SHARED_PARTS_IN_SPACE(keyword, Real, solenoid::HostSpace); \
  SOLENOID_SHARED_PARTS_IN_SPACE(keyword, Real, solenoid::DeviceSpace)
#else
#define SOLENOID_SHARED_PARTS(keyword, Real) \
  SOLENOID_SHARED_PARTS_IN_SPACE(keyword, Real, solenoid::HostSpace)
#endif
