#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Llf<TabulatedHydrodynamics>, double);
SOLENOID_INSTANTIATE_SWEEPS(Hll<TabulatedHydrodynamics>, double);
SOLENOID_INSTANTIATE_SWEEPS(HllcOf<TabulatedHydrodynamics>, double);
}  // namespace solenoid
