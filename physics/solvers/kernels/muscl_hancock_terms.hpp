#pragma once
/// \file
/// How MusclHancockSolver lets terms of stencil programs and driving act, and what terms and
/// scalars have in histories, for muscl_hancock_solver.hpp.

#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::apply_terms(double time, double dt, bool before) {
  const auto carry = [&] { carry_along(time, dt); };
  const auto add_terms = [&] { this->advance_terms(time, dt, repairs_.has_floors()); };
  const auto drive = [&] {
    if (driving_.active())
      driving_.apply(space_, this->fluid(), this->magnetic_cells(), time + dt / 2, dt,
                     this->neighbours_);
  };
  const auto cool = [&] { this->cool(dt); };
  in_turn(before, carry, add_terms, drive, cool);
}

template <class E, class R, class S>
std::vector<std::string> MusclHancockSolver<E, R, S>::history_labels() const {
  std::vector<std::string> labels = Base::history_labels();
  for (const std::string& scalar : scalars_) labels.push_back(scalar_mass_label(scalar));
  this->add_terms(labels);
  return labels;
}

template <class E, class R, class S>
std::vector<std::string> MusclHancockSolver<E, R, S>::conserved_labels() const {
  // What else flows through the faces of a shearing box changes on the way, or has sources.
  if (shearing_.active()) return {"mass"};
  std::vector<std::string> labels = Base::conserved_labels();
  for (const std::string& scalar : scalars_) labels.push_back(scalar_mass_label(scalar));
  return labels;
}

template <class E, class R, class S>
std::vector<std::pair<std::string, double>> MusclHancockSolver<E, R, S>::history() {
  auto row = Base::history();
  const std::vector<double> masses = carried_.masses(space_, shown_state(), this->neighbours_);
  for (std::size_t s = 0; s < masses.size(); ++s)
    row.emplace_back(scalar_mass_label(scalars_[s]), masses[s] * grid_.cell_volume());
  // A state that has not made a step yet is where its time says, too.
  shearing_.begin(time_);
  this->add_terms(row);
  return row;
}

}  // namespace solenoid
