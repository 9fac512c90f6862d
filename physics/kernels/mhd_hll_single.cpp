#include "physics/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hll<IdealMhd>, float);
}  // namespace solenoid
