#include "physics/solvers/kernels/relaxing_tvd_field.hpp"

namespace solenoid {
template void RelaxingTvdSolver<IdealMhd, float, HostSpace>::advance_field(Axis, double, bool);
#if SOLENOID_HAS_DEVICE
template void RelaxingTvdSolver<IdealMhd, float, DeviceSpace>::advance_field(Axis, double, bool);
#endif
}  // namespace solenoid
