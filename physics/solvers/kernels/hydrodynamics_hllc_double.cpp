#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hllc, double);
SOLENOID_SHARED_SWEEPS(Hydrodynamics, double);
}  // namespace solenoid
