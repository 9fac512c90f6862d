#pragma once
/// \file
/// [[output]] blocks of type spectrum.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "src/deck/spectra.hpp"
#include "src/driver/kept_outputs.hpp"
#include "src/driver/outputs.hpp"

namespace solenoid {

/// The power spectrum of the solver's present state, by shells, in single precision if that is
/// asked for, else in double.
std::vector<double> spectrum_of(Solver& solver, const DefinedFields& fields,
                                const SpectrumSpec& spectrum, Precision precision, double time);

/// What spectra are of and where they go.
struct SpectrumPlace {
  std::filesystem::path stem;  ///< of the block's files: folder, deck and block
  std::string deck_name;
  Grid grid;
  Precision precision = Precision::double_precision;
  std::optional<double> forcing_wave_number;  ///< k_f, where forcing is on
  OutputQueue* queue = nullptr;               ///< what takes long is left to it
  DefinedFields fields{};
};

/// A row of <stem>.<field>.hst at each output, whose columns are the shells of wave numbers, and a
/// picture of the latest, <stem>.png.
class SpectrumOutput : public Output {
 public:
  SpectrumOutput(OutputSettings settings, long count, std::optional<long> last_step,
                 SpectrumPlace place, const Solver& solver, std::optional<double> restart_time);

  void resume(Solver& solver, const Moment& moment) override;

 protected:
  void write_now(Solver& solver, const Moment& moment) override;

 private:
  void draw(const std::vector<std::vector<double>>& powers, const Moment& moment) const;

  SpectrumPlace place_;
  std::vector<SpectrumSpec> spectra_;
  std::vector<HistoryFile> tables_;  ///< as spectra_
};

}  // namespace solenoid
