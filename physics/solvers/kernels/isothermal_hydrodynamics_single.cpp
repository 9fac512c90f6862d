#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hll<IsothermalHydrodynamics>, float);
SOLENOID_INSTANTIATE_SWEEPS(IsothermalHllc, float);
SOLENOID_SHARED_SWEEPS(IsothermalHydrodynamics, float);
}  // namespace solenoid
