#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Llf<TabulatedHydrodynamics>, float);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<TabulatedHydrodynamics>, float);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(HllcOf<TabulatedHydrodynamics>, float);
}  // namespace solenoid
