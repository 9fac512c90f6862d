#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<IsothermalMhd>, float);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(IsothermalHlld, float);
SOLENOID_SHARED_WENO_Z_SWEEPS(IsothermalMhd, float);
}  // namespace solenoid
