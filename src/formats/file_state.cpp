#include "src/formats/file_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace solenoid {

namespace {

const FieldValues* find(const FileState& state, const std::string& name) {
  const auto found = std::ranges::find(state.snapshot.fields, name, &NamedField::name);
  return found == state.snapshot.fields.end() ? nullptr : &found->values;
}

FieldValues zeros(const FileState& state) {
  return FieldValues(state.snapshot.grid.cell_count(), 0.0);
}

FieldValues sum(FieldValues a, const FieldValues& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

/// Adds factor a_i b_i to each value.
void add_products(FieldValues& to, double factor, const FieldValues& a, const FieldValues& b) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += factor * a[i] * b[i];
}

bool holds_whole(const FileState& state) { return find(state, "density") != nullptr; }

/// What field_of() does not find in the file.
class Derivation {
 public:
  Derivation(const FileState& state, const std::string& name) : state_(state), name_(name) {}

  FieldValues operator()() const {
    const bool component = name_.size() > 2 && name_[name_.size() - 2] == '_' &&
                           name_.back() >= 'x' && name_.back() <= 'z';
    if (component) {
      const std::string vector = name_.substr(0, name_.size() - 1);
      const auto of_vector = [&](const NamedField& field) {
        return field.name.starts_with(vector) && field.name.size() == name_.size();
      };
      if (std::ranges::any_of(state_.snapshot.fields, of_vector)) return zeros(state_);
    }
    if (holds_perturbations(state_)) return of_perturbations();
    if (holds_whole(state_)) return of_whole();
    missing("which is neither there nor follows from what is");
  }

 private:
  [[noreturn]] void missing(const std::string& why) const {
    std::string held;
    for (const NamedField& field : state_.snapshot.fields)
      held += (held.empty() ? "" : ", ") + field.name;
    throw MissingField(fmt::format("'{}', {}; it holds {}", name_, why, held));
  }
  [[nodiscard]] double gamma() const {
    if (!state_.parameters.gamma) missing("which needs gamma, and the file does not say it");
    return *state_.parameters.gamma;
  }
  [[nodiscard]] FieldValues get(const std::string& name) const { return field_of(state_, name); }
  [[nodiscard]] bool is_component_of(std::string_view vector) const {
    return name_.size() == vector.size() + 2 && name_.starts_with(vector);
  }
  [[nodiscard]] std::string component_of(const std::string& vector) const {
    return vector + "_" + name_.back();
  }
  /// Half the sum of the squares of a vector's components, or that of products of two.
  [[nodiscard]] FieldValues half_product(const std::string& a, const std::string& b) const {
    FieldValues values = zeros(state_);
    for (const char c : {'x', 'y', 'z'})
      add_products(values, 0.5, get(a + "_" + c), get(b + "_" + c));
    return values;
  }
  /// m^2/(2 rho), and 0 where there is no mass.
  [[nodiscard]] FieldValues kinetic_energy() const {
    FieldValues energy = half_product("momentum", "momentum");
    const FieldValues density = get("density");
    for (std::size_t i = 0; i < energy.size(); ++i)
      energy[i] = density[i] == 0 ? 0.0 : energy[i] / density[i];
    return energy;
  }

  [[nodiscard]] FieldValues of_perturbations() const;
  [[nodiscard]] FieldValues whole_pressure() const;
  [[nodiscard]] FieldValues background() const;
  [[nodiscard]] FieldValues of_whole() const;

  const FileState& state_;
  const std::string& name_;
};

FieldValues Derivation::of_perturbations() const {
  if (name_ == "density") return sum(get("background_density"), get("density_perturbation"));
  if (is_component_of("magnetic_field"))
    return sum(get(component_of("background_magnetic_field")),
               get(component_of("magnetic_field_perturbation")));
  if (is_component_of("velocity")) {
    FieldValues velocity = get(component_of("momentum"));
    const FieldValues density = get("density");
    for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] /= density[i];
    return velocity;
  }
  if (is_component_of("momentum") && find(state_, component_of("velocity")) != nullptr) {
    FieldValues momentum = zeros(state_);
    add_products(momentum, 1.0, get("density"), get(component_of("velocity")));
    return momentum;
  }
  if (name_ == "pressure") return whole_pressure();
  if (name_.starts_with("background_")) return background();
  missing("which does not follow from perturbations");
}

/// p_0 + (gamma - 1) (e' - m^2/(2 rho) - b.B_0 - b^2/2).
FieldValues Derivation::whole_pressure() const {
  FieldValues pressure = get("energy_perturbation");
  const FieldValues kinetic = kinetic_energy();
  const FieldValues own =
      half_product("magnetic_field_perturbation", "magnetic_field_perturbation");
  const FieldValues mixed =
      half_product("magnetic_field_perturbation", "background_magnetic_field");
  const FieldValues background = get("background_pressure");
  for (std::size_t i = 0; i < pressure.size(); ++i)
    pressure[i] =
        background[i] + (gamma() - 1) * (pressure[i] - kinetic[i] - (2 * mixed[i] + own[i]));
  return pressure;
}

/// Of a background: energy from pressure or the other way round, and nothing where there is none.
FieldValues Derivation::background() const {
  const bool energy = name_ == "background_energy";
  if (!energy && name_ != "background_pressure") {
    if (name_ != "background_density" && !is_component_of("background_magnetic_field"))
      missing("which does not follow from perturbations");
    return zeros(state_);
  }
  const std::string other = energy ? "background_pressure" : "background_energy";
  if (find(state_, other) == nullptr) return zeros(state_);
  FieldValues values = get(other);
  const FieldValues magnetic =
      half_product("background_magnetic_field", "background_magnetic_field");
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = energy ? values[i] / (gamma() - 1) + magnetic[i]
                       : (gamma() - 1) * (values[i] - magnetic[i]);
  return values;
}

FieldValues Derivation::of_whole() const {
  if (name_ == "density_perturbation") return get("density");
  if (name_.starts_with("background_")) return zeros(state_);
  // A fluid without a magnetic field.
  if (is_component_of("magnetic_field")) return zeros(state_);
  if (is_component_of("magnetic_field_perturbation")) return get(component_of("magnetic_field"));
  if (is_component_of("momentum")) {
    FieldValues momentum = zeros(state_);
    add_products(momentum, 1.0, get("density"), get(component_of("velocity")));
    return momentum;
  }
  if (name_ == "energy_perturbation") {
    FieldValues energy = get("pressure");
    const FieldValues kinetic = half_product("velocity", "momentum");
    const FieldValues magnetic = half_product("magnetic_field", "magnetic_field");
    for (std::size_t i = 0; i < energy.size(); ++i)
      energy[i] = energy[i] / (gamma() - 1) + kinetic[i] + magnetic[i];
    return energy;
  }
  missing("which does not follow from density, velocity, pressure and magnetic field");
}

}  // namespace

bool holds_perturbations(const FileState& state) {
  return find(state, "density_perturbation") != nullptr;
}

FieldValues field_of(const FileState& state, const std::string& name) {
  const FieldValues* held = find(state, name);
  return held != nullptr ? *held : Derivation(state, name)();
}

}  // namespace solenoid
