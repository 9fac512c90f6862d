#include "src/deck/fields.hpp"

#include <algorithm>

namespace solenoid {

namespace {

constexpr bool magnetic = true;
constexpr bool fluid = false;
constexpr bool primitive = true;
constexpr bool derived = false;

constexpr FieldSpec field_specs[] = {
    {"density", fluid, primitive, "mass density rho"},
    {"velocity_x", fluid, primitive, "velocity v, x component"},
    {"velocity_y", fluid, primitive, "velocity v, y component"},
    {"velocity_z", fluid, primitive, "velocity v, z component"},
    {"pressure", fluid, primitive, "gas pressure p; of an isothermal gas derived, c^2 rho"},
    {"magnetic_field_x", magnetic, primitive, "magnetic field B, x component"},
    {"magnetic_field_y", magnetic, primitive, "magnetic field B, y component"},
    {"magnetic_field_z", magnetic, primitive, "magnetic field B, z component"},
    {"psi", magnetic, derived, "divergence-cleaning field", centred_field_schemes},
    {"magnetic_field_face_x", magnetic, derived, "B_x on the lower x face of each cell",
     face_field_schemes},
    {"magnetic_field_face_y", magnetic, derived, "B_y on the lower y face of each cell",
     face_field_schemes},
    {"magnetic_field_face_z", magnetic, derived, "B_z on the lower z face of each cell",
     face_field_schemes},
    {"velocity_magnitude", fluid, derived, "|v|"},
    {"momentum_x", fluid, derived, "rho v, x component"},
    {"momentum_y", fluid, derived, "rho v, y component"},
    {"momentum_z", fluid, derived, "rho v, z component"},
    {"kinetic_energy", fluid, derived, "rho v^2 / 2"},
    {"internal_energy",
     fluid,
     derived,
     "internal energy density, of an ideal gas p / (gamma - 1)",
     {},
     gases_with_energy},
    {"total_energy",
     fluid,
     derived,
     "internal, kinetic and magnetic energy density",
     {},
     gases_with_energy},
    {"temperature", fluid, derived, "p / rho"},
    {"entropy", fluid, derived, "p / rho^gamma", {}, {EquationOfState::ideal}},
    {"mach_number", fluid, derived, "|v| over the sound speed"},
    {"velocity_divergence", fluid, derived, "div v"},
    {"vorticity_x", fluid, derived, "curl v, x component"},
    {"vorticity_y", fluid, derived, "curl v, y component"},
    {"vorticity_z", fluid, derived, "curl v, z component"},
    {"vorticity_magnitude", fluid, derived, "|curl v|"},
    {"magnetic_field_magnitude", magnetic, derived, "|B|"},
    {"magnetic_pressure", magnetic, derived, "B^2 / 2"},
    {"divergence_b", magnetic, derived,
     "div B: by central differences, with relaxing-tvd of the field on faces"},
    {"current_density_x", magnetic, derived, "curl B, x component"},
    {"current_density_y", magnetic, derived, "curl B, y component"},
    {"current_density_z", magnetic, derived, "curl B, z component"},
    {"current_density_magnitude", magnetic, derived, "|curl B|"},
    {"alfven_mach_number", magnetic, derived, "|v| over the Alfven speed"},
    {"gravitational_potential",
     fluid,
     derived,
     "of the gas and from outside",
     fluid_schemes,
     {},
     true},
};

}  // namespace

std::span<const FieldSpec> field_table() { return field_specs; }

const FieldSpec* find_field(std::string_view name) {
  const auto* found = std::ranges::find(field_specs, name, &FieldSpec::name);
  return found == std::end(field_specs) ? nullptr : found;
}

std::vector<std::string> field_names(EquationSet equations, std::optional<Scheme> scheme,
                                     EquationOfState gas, bool gravity) {
  std::vector<std::string> names;
  for (const FieldSpec& field : field_specs) {
    if (field.of_gravity && scheme && !gravity) continue;
    if (field.magnetic && equations != EquationSet::mhd) continue;
    if (!field.gases.empty() && !field.gases.contains(gas)) continue;
    if (scheme && !field.schemes.empty() && !field.schemes.contains(*scheme)) continue;
    names.emplace_back(field.name);
  }
  return names;
}

}  // namespace solenoid
