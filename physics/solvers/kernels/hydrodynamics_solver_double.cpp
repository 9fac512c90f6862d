#include "physics/solvers/kernels/muscl_hancock_solver.hpp"

namespace solenoid {
template class MusclHancockSolver<Hydrodynamics, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<Hydrodynamics, double, DeviceSpace>;
#endif
}  // namespace solenoid
