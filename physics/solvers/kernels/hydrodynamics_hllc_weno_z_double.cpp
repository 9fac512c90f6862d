#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hllc, double);
SOLENOID_SHARED_WENO_Z_SWEEPS(Hydrodynamics, double);
}  // namespace solenoid
