#include "physics/equations/isothermal.hpp"
#include "physics/solvers/kernels/muscl_hancock_solver.hpp"

namespace solenoid {
template class MusclHancockSolver<IsothermalMhd, float, HostSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IsothermalMhd, float, DeviceSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, float, DeviceSpace>;
#endif
}  // namespace solenoid
