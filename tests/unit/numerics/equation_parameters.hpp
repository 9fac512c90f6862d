#pragma once
/// \file
/// Parameters of equations for tests of schemes.

namespace solenoid {

/// gamma = 1.4, or a speed of sound of 0.8, and, for MHD, the cleaning speed 2.
template <class Equations, class Real>
typename Equations::template Parameters<Real> equation_parameters() {
  typename Equations::template Parameters<Real> p{};
  if constexpr (Equations::has_energy) {
    p.gamma = Real(1.4);
    p.gamma_minus_1 = Real(0.4);
    p.inverse_gamma_minus_1 = Real(2.5);
  } else {
    p.sound_speed = Real(0.8);
    p.sound_speed_squared = Real(0.64);
  }
  if constexpr (Equations::magnetised) {
    p.cleaning_speed = Real(2);
    p.cleaning_speed_squared = Real(4);
    p.inverse_cleaning_speed = Real(0.5);
  }
  return p;
}

}  // namespace solenoid
