#include "physics/fields/derived.hpp"

namespace solenoid {

namespace {

using Fields = std::map<std::string, DerivedField>;

/// The fields of one gas.
struct FieldsOfGas {
  Fields fluid, centred, on_faces;

  [[nodiscard]] const Fields& of(bool magnetised, bool staggered) const {
    return !magnetised ? fluid : staggered ? on_faces : centred;
  }
};

/// Those of an ideal gas without some.
FieldsOfGas ideal_fields_without(const std::vector<const char*>& names) {
  const auto rest = [&](Fields fields) {
    for (const char* name : names) fields.erase(name);
    return fields;
  };
  return {rest(derived_fields(false, false)), rest(derived_fields(true, false)),
          rest(derived_fields(true, true))};
}

}  // namespace

const std::map<std::string, DerivedField>& derived_fields(bool magnetised, bool staggered,
                                                          EquationOfState gas) {
  if (gas == EquationOfState::isothermal) {
    static const FieldsOfGas isothermal =
        ideal_fields_without({"total_energy", "internal_energy", "entropy"});
    return isothermal.of(magnetised, staggered);
  }
  if (gas == EquationOfState::tabulated) {
    static const FieldsOfGas tabulated = ideal_fields_without({"entropy"});
    return tabulated.of(magnetised, staggered);
  }
  using D = DerivedField;
  static const Fields fluid = {{"density", D::density},
                               {"velocity_x", D::velocity_x},
                               {"velocity_y", D::velocity_y},
                               {"velocity_z", D::velocity_z},
                               {"pressure", D::pressure},
                               {"momentum_x", D::momentum_x},
                               {"momentum_y", D::momentum_y},
                               {"momentum_z", D::momentum_z},
                               {"total_energy", D::total_energy},
                               {"kinetic_energy", D::kinetic_energy},
                               {"internal_energy", D::internal_energy},
                               {"temperature", D::temperature},
                               {"entropy", D::entropy},
                               {"velocity_magnitude", D::velocity_magnitude},
                               {"mach_number", D::mach_number},
                               {"velocity_divergence", D::velocity_divergence},
                               {"vorticity_x", D::vorticity_x},
                               {"vorticity_y", D::vorticity_y},
                               {"vorticity_z", D::vorticity_z},
                               {"vorticity_magnitude", D::vorticity_magnitude}};
  static const Fields magnetic = {{"magnetic_field_x", D::magnetic_field_x},
                                  {"magnetic_field_y", D::magnetic_field_y},
                                  {"magnetic_field_z", D::magnetic_field_z},
                                  {"magnetic_field_magnitude", D::magnetic_field_magnitude},
                                  {"magnetic_pressure", D::magnetic_pressure},
                                  {"alfven_mach_number", D::alfven_mach_number},
                                  {"divergence_b", D::divergence_b},
                                  {"current_density_x", D::current_density_x},
                                  {"current_density_y", D::current_density_y},
                                  {"current_density_z", D::current_density_z},
                                  {"current_density_magnitude", D::current_density_magnitude}};
  const auto all_with = [&](Fields fields) {
    fields.insert(fluid.begin(), fluid.end());
    fields.insert(magnetic.begin(), magnetic.end());
    return fields;
  };
  static const Fields centred = all_with({{"psi", D::psi}});
  static const Fields on_faces = all_with({{"magnetic_field_face_x", D::magnetic_field_face_x},
                                           {"magnetic_field_face_y", D::magnetic_field_face_y},
                                           {"magnetic_field_face_z", D::magnetic_field_face_z}});
  if (!magnetised) return fluid;
  return staggered ? on_faces : centred;
}

}  // namespace solenoid
