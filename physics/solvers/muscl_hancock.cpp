#include "physics/solvers/muscl_hancock.hpp"

#include "physics/solvers/make_on_device.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

std::unique_ptr<Solver> make_muscl_hancock(const Subdomain& grid, const Boundaries& boundaries,
                                           const MusclHancockSettings& settings,
                                           Precision precision, Device device,
                                           FixedBoundary fixed) {
  if (settings.magnetised && settings.riemann == RiemannSolver::hllc)
    throw std::invalid_argument("hllc is a Riemann solver for hydrodynamics; use hlld or hll");
  if (!settings.magnetised && (settings.riemann == RiemannSolver::hlld ||
                               settings.riemann == RiemannSolver::hll_bard_dorelli))
    throw std::invalid_argument("this is a Riemann solver for mhd; use hllc or hll");
  return make_on_device<MusclHancockSolver>(settings.magnetised, precision, device, grid,
                                            boundaries, settings, std::move(fixed));
}

std::size_t muscl_hancock_bytes(const Grid& grid, const MusclHancockSettings& settings,
                                Precision precision) {
  const int fields = settings.magnetised ? IdealMhd::size : Hydrodynamics::size;
  const bool several = settings.splitting == Splitting::symmetric && grid.dimensions() > 1;
  return field_array_bytes(grid, 2, fields, precision) * (several ? 4 : 2);
}

}  // namespace solenoid
