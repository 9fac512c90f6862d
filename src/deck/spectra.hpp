#pragma once
/// \file
/// What a deck may ask spectra of: energies, vectors and single fields.

#include <optional>
#include <string>
#include <vector>

namespace solenoid {

/// A spectrum: `factor` times the power of the components, added up.
struct SpectrumSpec {
  std::string name;
  std::vector<std::string> components;  ///< names of fields
  double factor = 1;
};

/// Names of spectra of a solver that has the fields `known`: `kinetic` and `magnetic` where there
/// is a velocity or a magnetic field, vectors such as `velocity`, and every field.
std::vector<std::string> spectrum_names(const std::vector<std::string>& known);
/// The spectrum of that name: `kinetic` of v^2/2, `magnetic` of B^2/2, others of the square of the
/// field. Nothing if there is none.
std::optional<SpectrumSpec> find_spectrum(const std::string& name,
                                          const std::vector<std::string>& known);
/// The energies among the spectra, or where there are none the fields `primitive`.
std::vector<std::string> default_spectra(const std::vector<std::string>& known,
                                         const std::vector<std::string>& primitive);

}  // namespace solenoid
