#include "physics/solvers/kernels/muscl_hancock_solver.hpp"

namespace solenoid {
template class MusclHancockSolver<IdealMhd, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IdealMhd, double, DeviceSpace>;
#endif
}  // namespace solenoid
