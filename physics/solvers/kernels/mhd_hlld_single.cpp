#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hlld, float);
SOLENOID_SHARED_SWEEPS(IdealMhd, float);
}  // namespace solenoid
