#include "physics/equations/general_gas.hpp"
#include "physics/solvers/kernels/muscl_hancock_solver.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"

namespace solenoid {
template class MusclHancockSolver<TabulatedMhd, double, HostSpace>;
template class MusclHancockSolver<TabulatedHydrodynamics, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<TabulatedMhd, double, DeviceSpace>;
template class MusclHancockSolver<TabulatedHydrodynamics, double, DeviceSpace>;
#endif
SOLENOID_REPAIRS(, TabulatedMhd, double);
SOLENOID_REPAIRS(, TabulatedHydrodynamics, double);
}  // namespace solenoid
