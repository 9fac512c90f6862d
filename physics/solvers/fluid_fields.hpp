#pragma once
/// \file
/// The fields of a fluid's state on a grid of cells.

#include <string>
#include <vector>

#include "physics/equations/equation_of_state.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// The fields of a form of the state in the order in which solvers number them: density, velocity
/// or momentum, pressure or total energy, the magnetic field of magnetised fluids, at the centres
/// of cells or, `staggered`, on their faces, and psi, which only the stored form has, and only at
/// the centres of cells. An isothermal gas has neither pressure nor total energy. Behind them come
/// the concentrations of passive scalars, by their names, the same in both forms.
std::vector<StateField> fluid_fields(StateForm form, bool magnetised, bool staggered,
                                     EquationOfState gas = EquationOfState::ideal,
                                     const std::vector<std::string>& scalars = {});

}  // namespace solenoid
