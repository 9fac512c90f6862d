#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hlld, double);
SOLENOID_SHARED_SWEEPS(IdealMhd, double);
}  // namespace solenoid
