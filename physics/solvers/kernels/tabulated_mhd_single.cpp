#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Llf<TabulatedMhd>, float);
SOLENOID_INSTANTIATE_SWEEPS(Hll<TabulatedMhd>, float);
SOLENOID_INSTANTIATE_SWEEPS(HlldOf<TabulatedMhd>, float);
}  // namespace solenoid
