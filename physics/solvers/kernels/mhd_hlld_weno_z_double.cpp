#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hlld, double);
SOLENOID_SHARED_WENO_Z_SWEEPS(IdealMhd, double);
}  // namespace solenoid
