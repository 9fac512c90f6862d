#include "physics/solvers/kernels/relaxing_tvd_field.hpp"

namespace solenoid {
template void RelaxingTvdSolver<IdealMhd, double, HostSpace>::advance_field(Axis, double, bool);
#if SOLENOID_HAS_DEVICE
template void RelaxingTvdSolver<IdealMhd, double, DeviceSpace>::advance_field(Axis, double, bool);
#endif
}  // namespace solenoid
