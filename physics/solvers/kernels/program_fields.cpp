#include "physics/solvers/kernels/program_fields.hpp"

namespace solenoid {

template class ProgramFields<double, HostSpace>;
template class ProgramFields<float, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class ProgramFields<double, DeviceSpace>;
template class ProgramFields<float, DeviceSpace>;
#endif
template class ProgramFields<Extended, SequentialSpace>;

void link_program_fields() {}

}  // namespace solenoid
