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
  const int layers = muscl_hancock_ghosts(settings.reconstruction).layers;
  const auto bytes = [&](int count) { return field_array_bytes(grid, layers, count, precision); };
  const std::size_t sources = source_bytes(grid, settings.sources, precision) +
                              driving_bytes(grid, settings.driving) +
                              (settings.terms.fields > 0 ? bytes(settings.terms.fields) : 0);
  const bool splits = grid.dimensions() > 1;
  if (splits && settings.splitting == Splitting::symmetric) return 4 * bytes(fields) + sources;
  return 2 * bytes(fields) + sources;
}

}  // namespace solenoid
