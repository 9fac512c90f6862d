#include "physics/solvers/fluid_fields.hpp"

#include <array>

#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/isothermal.hpp"

namespace solenoid {

namespace {

constexpr std::array<const char*, 3> face_names{"magnetic_field_face_x", "magnetic_field_face_y",
                                                "magnetic_field_face_z"};

template <class Equations>
std::vector<StateField> fields_of(StateForm form, bool staggered) {
  std::vector<StateField> fields;
  for (int f = 0; f < Equations::size; ++f) {
    const bool psi = Equations::is_psi(f);
    if (psi && (staggered || form == StateForm::primitive)) continue;
    const int component = f - first_magnetic<Equations>;
    const bool on_faces = staggered && component >= 0;
    StateField field;
    if (on_faces) field.placement = faces_normal_to(component);
    if (form == StateForm::primitive) {
      field.name = Equations::primitive_names[std::size_t(f)];
      field.positive = field.name == "density" || field.name == "pressure";
    } else {
      field.name =
          on_faces ? face_names[std::size_t(component)] : Equations::stored_names[std::size_t(f)];
    }
    fields.push_back(field);
  }
  return fields;
}

}  // namespace

std::vector<StateField> fluid_fields(StateForm form, bool magnetised, bool staggered,
                                     EquationOfState gas, const std::vector<std::string>& scalars) {
  std::vector<StateField> fields;
  if (gas == EquationOfState::isothermal)
    fields = magnetised ? fields_of<IsothermalMhd>(form, staggered)
                        : fields_of<IsothermalHydrodynamics>(form, staggered);
  else
    fields = magnetised ? fields_of<IdealMhd>(form, staggered)
                        : fields_of<Hydrodynamics>(form, staggered);
  for (const std::string& scalar : scalars) fields.push_back({scalar});
  return fields;
}

}  // namespace solenoid
