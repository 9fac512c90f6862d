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

}  // namespace

void draw_spectra(const std::filesystem::path& file, const std::string& title,
                  const std::vector<SpectrumCurve>& spectra, const std::vector<PlotMark>& marks) {
  std::vector<Curve> curves;
  bool energies = true;
  for (const SpectrumCurve& spectrum : spectra) {
    curves.push_back(curve_of(spectrum));
    energies = energies && (spectrum.field == "kinetic" || spectrum.field == "magnetic");
  }
  PlotLabels labels;
  labels.title = title;
  labels.x = "wave number k, in units of 2π / longest side";
  labels.y = energies ? "energy per shell, E(k)" : "mean square per shell";
  labels.logarithmic_x = labels.logarithmic_y = labels.mark_points = true;
  labels.marks = marks;
  draw_curves(file, curves, labels);
}

}  // namespace solenoid
