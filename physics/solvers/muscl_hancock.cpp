#include "physics/solvers/muscl_hancock.hpp"

#include "physics/solvers/make_on_device.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

std::unique_ptr<Solver> make_muscl_hancock(const Subdomain& grid, const Boundaries& boundaries,
                                           const MusclHancockSettings& settings,
                                           Precision precision, Device device,
                                           FixedBoundary fixed) {
  if (!riemann_solvers(settings.magnetised).contains(settings.riemann))
    throw std::invalid_argument(std::string(name_of(settings.riemann)) +
                                " is no Riemann solver of " +
                                (settings.magnetised ? "mhd" : "hydrodynamics"));
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
