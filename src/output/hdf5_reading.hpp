#pragma once
/// \file
/// What reading an HDF5 file tells whoever asked for it.

#include <fmt/format.h>

#include <string>

#include "src/output/files.hpp"
#include "src/output/hdf5.hpp"

namespace solenoid::hdf5 {

/// What body() returns, while HDF5 is quiet and nobody else calls it. A failure in it is one of
/// reading a file, which `what` names: it throws OutputError.
template <class Body>
auto reading(const std::string& what, const Body& body) {
  const QuietErrors quiet;
  try {
    return body();
  } catch (const Failure& failure) {
    throw OutputError(fmt::format("cannot read {}: {}", what, failure.what()));
  }
}

}  // namespace solenoid::hdf5
