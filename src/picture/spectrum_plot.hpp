#pragma once
/// \file
/// Pictures of power spectra.

#include <filesystem>
#include <string>
#include <vector>

#include "src/output/spectrum_table.hpp"
#include "src/picture/picture.hpp"

namespace solenoid {

/// Draws spectra in one frame with logarithmic axes. Shell 0, the mean, has no place there; shells
/// with less than 1e-14 of the power of the largest are left out. Throws as draw_curves.
void draw_spectra(const std::filesystem::path& file, const std::string& title,
                  const std::vector<SpectrumCurve>& spectra, const std::vector<PlotMark>& marks,
                  const Sheet& sheet = {});

}  // namespace solenoid
