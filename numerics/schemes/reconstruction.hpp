#pragma once
/// \file
/// How MUSCL-Hancock reconstructs states at faces.

#include "numerics/named.hpp"

namespace solenoid {

enum class Reconstruction {
  primitive,  ///< limited slopes of the primitive variables
  conserved,  ///< limited slopes of the stored ones
  weno_z      ///< parabolas of the primitive variables, with edges of fifth order
};

/// Cells on either side of a cell that its face states depend on.
constexpr int stencil_of(Reconstruction reconstruction) {
  return reconstruction == Reconstruction::weno_z ? 2 : 1;
}

template <>
struct Names<Reconstruction> {
  static constexpr Named<Reconstruction> rows[] = {{Reconstruction::primitive, "primitive"},
                                                   {Reconstruction::conserved, "conserved"},
                                                   {Reconstruction::weno_z, "weno-z"}};
};

}  // namespace solenoid
