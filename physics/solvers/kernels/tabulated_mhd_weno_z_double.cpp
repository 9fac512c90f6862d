#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Llf<TabulatedMhd>, double);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<TabulatedMhd>, double);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(HlldOf<TabulatedMhd>, double);
}  // namespace solenoid
