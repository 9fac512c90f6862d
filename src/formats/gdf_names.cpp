#include "src/formats/gdf_names.hpp"

#include <fmt/format.h>

namespace solenoid {

namespace {

struct NamePair {
  const char *ours, *theirs;
};
/// Those that yt and pysac know under another name; a trailing underscore stands for components.
constexpr NamePair name_table[] = {{"magnetic_field_", "mag_field_"},
                                   {"density_perturbation", "density_pert"},
                                   {"background_density", "density_bg"},
                                   {"energy_perturbation", "internal_energy_pert"},
                                   {"background_energy", "internal_energy_bg"}};

bool ends_with_component(const std::string& name, std::size_t length) {
  return name.size() == length + 1 && name.back() >= 'x' && name.back() <= 'z';
}

std::string renamed(const std::string& name, const char* NamePair::*from,
                    const char* NamePair::*to) {
  for (const NamePair& pair : name_table) {
    const std::string known = pair.*from;
    if (name == known) return pair.*to;
    if (known.ends_with('_') && name.starts_with(known) && ends_with_component(name, known.size()))
      return std::string(pair.*to) + name.back();
  }
  return name;
}

/// The component of a vector between `front` and `back`, or 0.
char component_between(const std::string& name, const std::string& front, const std::string& back) {
  if (name.size() != front.size() + 1 + back.size() || !name.starts_with(front) ||
      !name.ends_with(back))
    return 0;
  return name[front.size()];
}

}  // namespace

std::string gdf_name(const std::string& field) {
  if (const char c = component_between(field, "magnetic_field_perturbation_", ""))
    return fmt::format("mag_field_{}_pert", c);
  if (const char c = component_between(field, "background_magnetic_field_", ""))
    return fmt::format("mag_field_{}_bg", c);
  return renamed(field, &NamePair::ours, &NamePair::theirs);
}

std::string our_field_name(const std::string& name) {
  if (const char c = component_between(name, "mag_field_", "_pert"))
    return fmt::format("magnetic_field_perturbation_{}", c);
  if (const char c = component_between(name, "mag_field_", "_bg"))
    return fmt::format("background_magnetic_field_{}", c);
  return renamed(name, &NamePair::theirs, &NamePair::ours);
}

}  // namespace solenoid
