#include "physics/solvers/kernels/relaxing_tvd_fluid.hpp"

namespace solenoid {
template void RelaxingTvdSolver<IdealMhd, double, HostSpace>::advance_fluid(Axis, double, bool,
                                                                            bool);
#if SOLENOID_HAS_DEVICE
template void RelaxingTvdSolver<IdealMhd, double, DeviceSpace>::advance_fluid(Axis, double, bool,
                                                                              bool);
#endif
}  // namespace solenoid
