#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<IsothermalHydrodynamics>, float);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(IsothermalHllc, float);
SOLENOID_SHARED_WENO_Z_SWEEPS(IsothermalHydrodynamics, float);
}  // namespace solenoid
