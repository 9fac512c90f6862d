#pragma once
/// \file
/// What repairs of all sweeps of a set of equations have in common (numerics/schemes/repair.hpp).
/// It is compiled once, with the solver of the equations, not with each Riemann solver and
/// reconstruction.

#include "numerics/device/spaces.hpp"
#include "numerics/schemes/muscl_hancock_repair.hpp"

#define SOLENOID_REPAIRS_IN_SPACE(keyword, Equations, Real, Space)                       \
  keyword template solenoid::Repair<solenoid::CellsAfterSweep<Equations, Real>>          \
  solenoid::list_repairs<solenoid::CellsAfterSweep<Equations, Real>, Space>(             \
      const Space&, const solenoid::CellsAfterSweep<Equations, Real>&,                   \
      const solenoid::RepairTask<Real, Space::memory_space>&);                           \
  keyword template void                                                                  \
  solenoid::finish_repairs<solenoid::CellsAfterSweep<Equations, Real>, Space>(           \
      const Space&, const solenoid::Repair<solenoid::CellsAfterSweep<Equations, Real>>&, \
      const solenoid::RepairStorage<Real, Space::memory_space>&)

/// Empty `keyword`: compiles them here; `extern`: they are compiled elsewhere.
#if SOLENOID_HAS_DEVICE
#define SOLENOID_REPAIRS(keyword, Equations, Real)                          \
  SOLENOID_REPAIRS_IN_SPACE(keyword, Equations, Real, solenoid::HostSpace); \
  SOLENOID_REPAIRS_IN_SPACE(keyword, Equations, Real, solenoid::DeviceSpace)
#else
#define SOLENOID_REPAIRS(keyword, Equations, Real) \
  SOLENOID_REPAIRS_IN_SPACE(keyword, Equations, Real, solenoid::HostSpace)
#endif
