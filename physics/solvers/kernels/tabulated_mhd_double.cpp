#include "physics/solvers/kernels/run_sweep.hpp"

namespace solenoid {
SOLENOID_INSTANTIATE_SWEEPS(Llf<TabulatedMhd>, double);
SOLENOID_INSTANTIATE_SWEEPS(Hll<TabulatedMhd>, double);
SOLENOID_INSTANTIATE_SWEEPS(HlldOf<TabulatedMhd>, double);
}  // namespace solenoid
