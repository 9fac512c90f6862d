#include "physics/solvers/kernels/relaxing_tvd_solver.hpp"

namespace solenoid {
template class RelaxingTvdSolver<IdealMhd, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class RelaxingTvdSolver<IdealMhd, double, DeviceSpace>;
#endif
}  // namespace solenoid
