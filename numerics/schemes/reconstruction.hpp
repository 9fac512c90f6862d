#pragma once
/// \file
/// What MUSCL-Hancock reconstructs at faces.

#include "numerics/named.hpp"

namespace solenoid {

/// The variables whose slopes are limited.
enum class Reconstruction { primitive, conserved };

template <>
struct Names<Reconstruction> {
  static constexpr Named<Reconstruction> rows[] = {{Reconstruction::primitive, "primitive"},
                                                   {Reconstruction::conserved, "conserved"}};
};

}  // namespace solenoid
