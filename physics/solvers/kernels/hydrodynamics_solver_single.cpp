#include "physics/solvers/kernels/muscl_hancock_solver.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"

namespace solenoid {
template class MusclHancockSolver<Hydrodynamics, float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<Hydrodynamics, float, DeviceSpace>;
#endif
SOLENOID_REPAIRS(, Hydrodynamics, float);
}  // namespace solenoid
