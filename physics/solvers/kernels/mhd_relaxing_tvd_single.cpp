#include "physics/solvers/kernels/relaxing_tvd_solver.hpp"

namespace solenoid {
template class RelaxingTvdSolver<IdealMhd, float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class RelaxingTvdSolver<IdealMhd, float, DeviceSpace>;
#endif
}  // namespace solenoid
