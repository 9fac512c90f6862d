#include "src/driver/spectrum_output.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "physics/fields/power_spectrum.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/spectrum_plot.hpp"

namespace solenoid {

namespace {

std::vector<SpectrumSpec> spectra_of(const OutputSettings& settings, const Solver& solver,
                                     const DefinedFields& fields) {
  const std::vector<std::string> known = fields.names_with(solver);
  const std::vector<std::string> names =
      settings.fields.empty() ? default_spectra(known, solver.primitive_names()) : settings.fields;
  std::vector<SpectrumSpec> spectra;
  for (const std::string& name : names) {
    const auto spectrum = find_spectrum(name, known);
    if (!spectrum) throw std::logic_error("no spectrum is named " + name);
    spectra.push_back(*spectrum);
  }
  return spectra;
}

std::vector<std::string> shell_labels(const Grid& grid) {
  std::vector<std::string> labels;
  for (int shell = 0; shell < shell_count(grid); ++shell)
    labels.push_back(fmt::format("k={}", shell));
  return labels;
}

}  // namespace

std::vector<double> spectrum_of(Solver& solver, const DefinedFields& fields,
                                const SpectrumSpec& spectrum, Precision precision, double time) {
  std::vector<double> power = power_of(solver, fields, {spectrum.components, precision}, time);
  for (double& shell : power) shell *= spectrum.factor;
  return power;
}

SpectrumOutput::SpectrumOutput(OutputSettings settings, long count, std::optional<long> last_step,
                               SpectrumPlace place, const Solver& solver,
                               std::optional<double> restart_time)
    : Output(std::move(settings), count, last_step),
      place_(std::move(place)),
      spectra_(spectra_of(this->settings(), solver, place_.fields)) {
  for (const SpectrumSpec& spectrum : spectra_) {
    tables_.emplace_back(place_.stem.string() + "." + spectrum.name + ".hst",
                         shell_labels(place_.grid), restart_time);
  }
}

void SpectrumOutput::resume(Solver& solver, const Moment& moment) {
  Output::resume(solver, moment);
  // Opening the tables dropped the rows of this very moment together with later ones.
  if (last_step() == moment.step) write_now(solver, moment);
}

void SpectrumOutput::write_now(Solver& solver, const Moment& moment) {
  std::vector<std::vector<double>> powers;
  for (const SpectrumSpec& spectrum : spectra_)
    powers.push_back(spectrum_of(solver, place_.fields, spectrum, place_.precision, moment.time));
  for (std::size_t n = 0; n < tables_.size(); ++n)
    tables_[n].append(moment.time, moment.dt, powers[n]);
  draw(powers, moment);
}

void SpectrumOutput::draw(const std::vector<std::vector<double>>& powers,
                          const Moment& moment) const {
  std::vector<SpectrumCurve> curves;
  for (std::size_t n = 0; n < powers.size(); ++n)
    curves.push_back({field_in_words(spectra_[n].name), spectra_[n].name, powers[n]});
  std::vector<PlotMark> marks;
  if (const auto forcing = place_.forcing_wave_number)
    marks.push_back({*forcing, fmt::format("k_f = {:.3g}", *forcing)});
  const std::string title =
      fmt::format("{}: power spectrum, {}", place_.deck_name, time_in_words(moment.time));
  const std::string file = place_.stem.string() + "." + name_of(settings().format);
  place_.queue->add({[file, title, curves, marks, sheet = settings().picture.sheet] {
    draw_spectra(file, title, curves, marks, sheet);
  }});
}

}  // namespace solenoid
