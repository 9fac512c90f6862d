#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<IsothermalMhd>, double);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(IsothermalHlld, double);
SOLENOID_SHARED_WENO_Z_SWEEPS(IsothermalMhd, double);
}  // namespace solenoid
