#pragma once
/// \file
/// The types of [[output]] blocks.

#include <stdexcept>

#include "numerics/named.hpp"
#include "src/output/data_table.hpp"

namespace solenoid {

enum class OutputType { hdf5, png, history, spectrum, profile, pdf, histogram, sac, smaug, gdf };

template <>
struct Names<OutputType> {
  static constexpr Named<OutputType> rows[] = {
      {OutputType::hdf5, "hdf5"},
      {OutputType::png, "png"},
      {OutputType::history, "history"},
      {OutputType::spectrum, "spectrum"},
      {OutputType::profile, name_of(TableKind::profile)},
      {OutputType::pdf, name_of(TableKind::pdf)},
      {OutputType::histogram, name_of(TableKind::histogram)},
      {OutputType::sac, "sac"},
      {OutputType::smaug, "smaug"},
      {OutputType::gdf, "gdf"}};
};

/// What one output of this type is called in the summary. (No default: a new type without a word
/// is a warning of the compiler, as in the constructor of Outputs (src/driver).)
constexpr const char* noun(OutputType type) {
  switch (type) {
    case OutputType::history:
      return "history rows";
    case OutputType::spectrum:
      return "spectra";
    case OutputType::profile:
      return "profiles";
    case OutputType::pdf:
      return "pdfs";
    case OutputType::histogram:
      return "histograms";
    case OutputType::hdf5:
    case OutputType::png:
    case OutputType::sac:
    case OutputType::smaug:
    case OutputType::gdf:
      return name_of(type);
  }
  throw std::logic_error("an output of no type");
}

/// What outputs of tables are of: planes normal to an axis, or bins of values.
inline constexpr ChoiceSet<OutputType> table_outputs = {OutputType::profile, OutputType::pdf,
                                                        OutputType::histogram};
inline constexpr ChoiceSet<OutputType> density_outputs = {OutputType::pdf, OutputType::histogram};

/// Of the values in a file.
enum class FilePrecision { of_run, single_precision };

template <>
struct Names<FilePrecision> {
  static constexpr Named<FilePrecision> rows[] = {{FilePrecision::of_run, "run"},
                                                  {FilePrecision::single_precision, "single"}};
};

}  // namespace solenoid
