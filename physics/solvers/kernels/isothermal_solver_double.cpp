#include "physics/equations/isothermal.hpp"
#include "physics/solvers/kernels/muscl_hancock_solver.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"

namespace solenoid {
template class MusclHancockSolver<IsothermalMhd, double, HostSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IsothermalMhd, double, DeviceSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, double, DeviceSpace>;
#endif
SOLENOID_REPAIRS(, IsothermalMhd, double);
SOLENOID_REPAIRS(, IsothermalHydrodynamics, double);
}  // namespace solenoid
