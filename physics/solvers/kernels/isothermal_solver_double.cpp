#include "physics/equations/isothermal.hpp"
#include "physics/solvers/kernels/muscl_hancock_solver.hpp"

namespace solenoid {
template class MusclHancockSolver<IsothermalMhd, double, HostSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IsothermalMhd, double, DeviceSpace>;
template class MusclHancockSolver<IsothermalHydrodynamics, double, DeviceSpace>;
#endif
}  // namespace solenoid
