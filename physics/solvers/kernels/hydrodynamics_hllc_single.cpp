#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hllc, float);
SOLENOID_SHARED_SWEEPS(Hydrodynamics, float);
}  // namespace solenoid
