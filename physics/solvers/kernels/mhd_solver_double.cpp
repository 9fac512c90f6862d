#include "physics/solvers/kernels/muscl_hancock_solver.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"

namespace solenoid {
template class MusclHancockSolver<IdealMhd, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IdealMhd, double, DeviceSpace>;
#endif
SOLENOID_REPAIRS(, IdealMhd, double);
}  // namespace solenoid
