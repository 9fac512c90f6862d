#pragma once
/// \file
/// The types of [[output]] blocks.

#include "numerics/named.hpp"

namespace solenoid {

enum class OutputType { hdf5, png, history, spectrum };

template <>
struct Names<OutputType> {
  static constexpr Named<OutputType> rows[] = {{OutputType::hdf5, "hdf5"},
                                               {OutputType::png, "png"},
                                               {OutputType::history, "history"},
                                               {OutputType::spectrum, "spectrum"}};
};

}  // namespace solenoid
