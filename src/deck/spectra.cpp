#include "src/deck/spectra.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace solenoid {

namespace {

/// Energies and the vectors whose squares they are.
constexpr std::array<std::pair<const char*, const char*>, 2> energies{
    {{"kinetic", "velocity"}, {"magnetic", "magnetic_field"}}};

std::vector<std::string> components_of(const std::string& vector) {
  return {vector + "_x", vector + "_y", vector + "_z"};
}

bool has(const std::vector<std::string>& known, const std::vector<std::string>& names) {
  return std::ranges::all_of(names, [&](const std::string& name) {
    return std::ranges::find(known, name) != known.end();
  });
}

}  // namespace

std::vector<std::string> spectrum_names(const std::vector<std::string>& known) {
  std::vector<std::string> names;
  for (const auto& [energy, vector] : energies)
    if (has(known, components_of(vector))) names.emplace_back(energy);
  for (const std::string& field : known) {
    if (!field.ends_with("_x")) continue;
    const std::string vector = field.substr(0, field.size() - 2);
    if (has(known, components_of(vector))) names.push_back(vector);
  }
  names.insert(names.end(), known.begin(), known.end());
  return names;
}

std::optional<SpectrumSpec> find_spectrum(const std::string& name,
                                          const std::vector<std::string>& known) {
  if (has(known, {name})) return SpectrumSpec{name, {name}, 1};
  for (const auto& [energy, vector] : energies)
    if (name == energy && has(known, components_of(vector)))
      return SpectrumSpec{name, components_of(vector), 0.5};
  if (has(known, components_of(name))) return SpectrumSpec{name, components_of(name), 1};
  return std::nullopt;
}

std::vector<std::string> default_spectra(const std::vector<std::string>& known,
                                         const std::vector<std::string>& primitive) {
  std::vector<std::string> names;
  for (const auto& [energy, vector] : energies)
    if (find_spectrum(energy, known)) names.emplace_back(energy);
  return names.empty() ? primitive : names;
}

}  // namespace solenoid
