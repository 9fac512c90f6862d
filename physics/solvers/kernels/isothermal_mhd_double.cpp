#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hll<IsothermalMhd>, double);
SOLENOID_INSTANTIATE_SWEEPS(IsothermalHlld, double);
SOLENOID_SHARED_SWEEPS(IsothermalMhd, double);
}  // namespace solenoid
