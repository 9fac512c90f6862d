#pragma once
/// \file
/// The equations of state of fluids that decks name: what the pressure of a gas depends on.

#include "numerics/named.hpp"
#include "physics/equations/caloric_table.hpp"

namespace solenoid {

enum class EquationOfState {
  ideal,       ///< p = (gamma - 1) times the internal energy, which the equations carry along
  isothermal,  ///< p = c^2 rho with one speed of sound c: there is no equation of energy
  tabulated    ///< internal energy over mass is a function of p/rho that decks give as a table
};

template <>
struct Names<EquationOfState> {
  static constexpr Named<EquationOfState> rows[] = {{EquationOfState::ideal, "ideal"},
                                                    {EquationOfState::isothermal, "isothermal"},
                                                    {EquationOfState::tabulated, "tabulated"}};
};

/// Those with an equation of energy.
inline constexpr ChoiceSet<EquationOfState> gases_with_energy = {EquationOfState::ideal,
                                                                 EquationOfState::tabulated};
constexpr bool has_energy(EquationOfState gas) { return gases_with_energy.contains(gas); }

/// The numbers of a gas, of which its equations read those that they have.
struct Gas {
  double gamma = 5.0 / 3.0;      ///< ratio of specific heats of an ideal gas
  double sound_speed = 1;        ///< of an isothermal one
  CaloricTable caloric_table{};  ///< of a tabulated one
};

/// Constants of the equations of an ideal gas; those that others set are 0.
template <class Parameters>
Parameters ideal_gas_parameters(const Gas& gas) {
  using Real = decltype(Parameters::gamma);
  Parameters c{};
  c.gamma = Real(gas.gamma);
  c.gamma_minus_1 = Real(gas.gamma - 1.0);
  c.inverse_gamma_minus_1 = Real(1.0 / (gas.gamma - 1.0));
  return c;
}

}  // namespace solenoid
