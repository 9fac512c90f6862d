#include "physics/equations/isothermal.hpp"
#include "physics/solvers/kernels/muscl_hancock_solver.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"

namespace solenoid {
template class MusclHancockSolver<IsothermalMhd, float, HostSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IsothermalMhd, float, DeviceSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, float, DeviceSpace>;
#endif
SOLENOID_REPAIRS(, IsothermalMhd, float);
SOLENOID_REPAIRS(, IsothermalHydrodynamics, float);
}  // namespace solenoid
