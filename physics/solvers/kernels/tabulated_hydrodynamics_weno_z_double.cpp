#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Llf<TabulatedHydrodynamics>, double);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<TabulatedHydrodynamics>, double);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(HllcOf<TabulatedHydrodynamics>, double);
}  // namespace solenoid
