#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Llf<TabulatedHydrodynamics>, float);
SOLENOID_INSTANTIATE_SWEEPS(Hll<TabulatedHydrodynamics>, float);
SOLENOID_INSTANTIATE_SWEEPS(HllcOf<TabulatedHydrodynamics>, float);
}  // namespace solenoid
