#include "physics/solvers/kernels/muscl_hancock_solver.hpp"

namespace solenoid {
template class MusclHancockSolver<IdealMhd, float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IdealMhd, float, DeviceSpace>;
#endif
}  // namespace solenoid
