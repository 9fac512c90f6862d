#include "physics/solvers/muscl_hancock.hpp"

#include "physics/equations/general_gas.hpp"
#include "physics/equations/isothermal.hpp"
#include "physics/solvers/make_on_device.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

namespace {

/// Throws std::invalid_argument for what an isothermal gas does not have.
void require_isothermal(const MusclHancockSettings& settings) {
  if (settings.reconstruction == Reconstruction::conserved)
    throw std::invalid_argument("an isothermal gas has no reconstruction of conserved variables");
  if (settings.sources.given[heating_term])
    throw std::invalid_argument("an isothermal gas has no heating");
  if (settings.cooling.given()) throw std::invalid_argument("an isothermal gas does not cool");
  if (settings.pressure_floor > 0)
    throw std::invalid_argument("an isothermal gas has no floor of the pressure");
}

/// The same for a tabulated gas.
void require_tabulated(const MusclHancockSettings& settings) {
  if (settings.cooling.given()) throw std::invalid_argument("a tabulated gas does not cool");
  if (settings.driving.mach_number > 0)
    throw std::invalid_argument("a tabulated gas is not driven to a Mach number");
  require_table(settings.caloric_table);
}

/// The name of a gas before that of equations: nothing for an ideal one.
std::string kind_of(EquationOfState gas) {
  return gas == EquationOfState::ideal ? "" : std::string(name_of(gas)) + " ";
}

}  // namespace

std::unique_ptr<Solver> make_muscl_hancock(const Subdomain& grid, const Boundaries& boundaries,
                                           const MusclHancockSettings& settings,
                                           Precision precision, Device device,
                                           FixedBoundary fixed) {
  const EquationOfState gas = settings.equation_of_state;
  if (!riemann_solvers(settings.magnetised, gas).contains(settings.riemann))
    throw std::invalid_argument(std::string(name_of(settings.riemann)) +
                                " is no Riemann solver of " + kind_of(gas) +
                                (settings.magnetised ? "mhd" : "hydrodynamics"));
  if (gas == EquationOfState::isothermal) {
    require_isothermal(settings);
    return make_on_device<MusclHancockSolver, IsothermalMhd, IsothermalHydrodynamics>(
        settings.magnetised, precision, device, grid, boundaries, settings, std::move(fixed));
  }
  if (gas == EquationOfState::tabulated) {
    require_tabulated(settings);
    return make_on_device<MusclHancockSolver, TabulatedMhd, TabulatedHydrodynamics>(
        settings.magnetised, precision, device, grid, boundaries, settings, std::move(fixed));
  }
  return make_on_device<MusclHancockSolver>(settings.magnetised, precision, device, grid,
                                            boundaries, settings, std::move(fixed));
}

std::size_t muscl_hancock_bytes(const Grid& grid, const MusclHancockSettings& settings,
                                Precision precision) {
  const int energies = has_energy(settings.equation_of_state) ? 1 : 0;
  const int scalars = int(settings.scalars.size());
  const int fields = (settings.magnetised ? IsothermalMhd::size : IsothermalHydrodynamics::size) +
                     energies + scalars;
  const int layers = muscl_hancock_ghosts(settings).layers;
  const auto bytes = [&](int count) { return field_array_bytes(grid, layers, count, precision); };
  const std::size_t sources =
      source_bytes(grid, settings.sources, precision) + driving_bytes(grid, settings.driving) +
      gravity_bytes(grid, settings.gravitation, precision) +
      repair_bytes(grid, settings, bytes(1) / bytes_of_value(precision)) +
      shearing_box_bytes(grid, settings.shearing_box, fields, layers, precision) +
      terms_bytes(grid, settings.terms, layers, precision) + (scalars > 0 ? bytes(1) : 0);
  const bool splits = grid.dimensions() > 1;
  if (splits && settings.splitting == Splitting::symmetric) return 4 * bytes(fields) + sources;
  return 2 * bytes(fields) + sources;
}

}  // namespace solenoid
