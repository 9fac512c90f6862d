#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hllcm, double);
}  // namespace solenoid
