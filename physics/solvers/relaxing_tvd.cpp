#include "physics/solvers/relaxing_tvd.hpp"

#include "physics/solvers/make_on_device.hpp"
#include "physics/solvers/relaxing_tvd_solver.hpp"

namespace solenoid {

std::unique_ptr<Solver> make_relaxing_tvd(const Subdomain& grid, const Boundaries& boundaries,
                                          const RelaxingTvdSettings& settings, Precision precision,
                                          Device device, FixedBoundary fixed) {
  return make_on_device<RelaxingTvdSolver>(settings.magnetised, precision, device, grid, boundaries,
                                           settings, std::move(fixed));
}

std::size_t relaxing_tvd_bytes(const Grid& grid, const RelaxingTvdSettings& settings,
                               Precision precision) {
  constexpr int layers = ConstrainedTransport::reach;
  const int fields = settings.magnetised ? StaggeredFields<double>::size : Hydrodynamics::size;
  const std::size_t values_of_field =
      field_array_bytes(grid, layers, 1, precision) / bytes_of_value(precision);
  return 2 * field_array_bytes(grid, layers, fields, precision) +
         repair_bytes(grid, settings, values_of_field) +
         source_bytes(grid, settings.sources, precision) + driving_bytes(grid, settings.driving) +
         gravity_bytes(grid, settings.gravitation, precision) +
         terms_bytes(grid, settings.terms, layers, precision);
}

}  // namespace solenoid
