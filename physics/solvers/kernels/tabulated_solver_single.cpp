#include "physics/equations/general_gas.hpp"
#include "physics/solvers/kernels/muscl_hancock_solver.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"

namespace solenoid {
template class MusclHancockSolver<TabulatedMhd, float, HostSpace>;
template class MusclHancockSolver<TabulatedHydrodynamics, float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<TabulatedMhd, float, DeviceSpace>;
template class MusclHancockSolver<TabulatedHydrodynamics, float, DeviceSpace>;
#endif
SOLENOID_REPAIRS(, TabulatedMhd, float);
SOLENOID_REPAIRS(, TabulatedHydrodynamics, float);
}  // namespace solenoid
