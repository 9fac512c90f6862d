#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Hll<IsothermalHydrodynamics>, double);
SOLENOID_INSTANTIATE_SWEEPS(IsothermalHllc, double);
SOLENOID_SHARED_SWEEPS(IsothermalHydrodynamics, double);
}  // namespace solenoid
