#pragma once
/// \file
/// The types of [[output]] blocks.

#include "numerics/named.hpp"

namespace solenoid {

enum class OutputType { hdf5, png, history, spectrum, sac, smaug, gdf };

template <>
struct Names<OutputType> {
  static constexpr Named<OutputType> rows[] = {
      {OutputType::hdf5, "hdf5"},       {OutputType::png, "png"},
      {OutputType::history, "history"}, {OutputType::spectrum, "spectrum"},
      {OutputType::sac, "sac"},         {OutputType::smaug, "smaug"},
      {OutputType::gdf, "gdf"}};
};

/// Of the values in a file.
enum class FilePrecision { of_run, single_precision };

template <>
struct Names<FilePrecision> {
  static constexpr Named<FilePrecision> rows[] = {{FilePrecision::of_run, "run"},
                                                  {FilePrecision::single_precision, "single"}};
};

}  // namespace solenoid
