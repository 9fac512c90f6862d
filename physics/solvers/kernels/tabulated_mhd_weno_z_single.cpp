#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Llf<TabulatedMhd>, float);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Hll<TabulatedMhd>, float);
SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(HlldOf<TabulatedMhd>, float);
}  // namespace solenoid
