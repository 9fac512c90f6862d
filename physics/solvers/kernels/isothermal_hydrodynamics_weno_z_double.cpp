#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<IsothermalHydrodynamics>, double);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(IsothermalHllc, double);
SOLENOID_SHARED_WENO_Z_SWEEPS(IsothermalHydrodynamics, double);
}  // namespace solenoid
