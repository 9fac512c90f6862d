#include "src/picture/spectrum_plot.hpp"

#include <algorithm>

namespace solenoid {

namespace {

/// Shells with less than this part of the largest one's power, the corners of the box of wave
/// vectors most of all, would squeeze the others.
constexpr double least_part = 1e-14;

Curve curve_of(const SpectrumCurve& spectrum) {
  Curve curve{spectrum.label, {}, {}};
  const std::vector<double>& power = spectrum.power;
  const double least = power.empty() ? 0 : least_part * *std::ranges::max_element(power);
  for (std::size_t shell = 1; shell < power.size(); ++shell) {
    if (power[shell] < least) continue;
    curve.x.push_back(double(shell));
    curve.y.push_back(power[shell]);
  }
  return curve;
}

bool is_energy(const SpectrumCurve& spectrum) {
  return spectrum.field == "kinetic" || spectrum.field == "magnetic";
}

std::string ordinate(const std::vector<SpectrumCurve>& spectra) {
  if (std::ranges::all_of(spectra, is_energy)) return "energy per shell, E(k)";
  if (std::ranges::none_of(spectra, is_energy)) return "mean square per shell";
  return "energy or mean square per shell";
}

}  // namespace

void draw_spectra(const std::filesystem::path& file, const std::string& title,
                  const std::vector<SpectrumCurve>& spectra, const std::vector<PlotMark>& marks,
                  const Sheet& sheet) {
  std::vector<Curve> curves;
  for (const SpectrumCurve& spectrum : spectra) curves.push_back(curve_of(spectrum));
  PlotLabels labels;
  labels.title = title;
  labels.x = "wave number k, in units of 2π / longest side";
  labels.y = ordinate(spectra);
  labels.logarithmic_x = labels.logarithmic_y = labels.mark_points = true;
  labels.marks = marks;
  labels.sheet = sheet;
  draw_curves(file, curves, labels);
}

}  // namespace solenoid
