#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hll<IsothermalMhd>, float);
SOLENOID_INSTANTIATE_SWEEPS(IsothermalHlld, float);
SOLENOID_SHARED_SWEEPS(IsothermalMhd, float);
}  // namespace solenoid
