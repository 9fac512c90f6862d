#include "physics/solvers/kernels/muscl_hancock_solver.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"

namespace solenoid {
template class MusclHancockSolver<IdealMhd, float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IdealMhd, float, DeviceSpace>;
#endif
SOLENOID_REPAIRS(, IdealMhd, float);
}  // namespace solenoid
