#include "physics/solvers/kernels/relaxing_tvd_field.hpp"
#include "physics/solvers/kernels/relaxing_tvd_fluid.hpp"
#include "physics/solvers/kernels/relaxing_tvd_solver.hpp"

namespace solenoid {
template class RelaxingTvdSolver<Hydrodynamics, double, HostSpace>;
#if SOLENOID_HAS_DEVICE
template class RelaxingTvdSolver<Hydrodynamics, double, DeviceSpace>;
#endif
}  // namespace solenoid
