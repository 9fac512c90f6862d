#include "physics/kernels/muscl_hancock_exchange.hpp"

namespace solenoid {
template class MusclHancockSolver<IdealMhd, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class MusclHancockSolver<IdealMhd, double, DeviceSpace>;
#endif
}  // namespace solenoid
