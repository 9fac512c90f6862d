#pragma once
/// \file
/// How MusclHancockSolver lets terms of stencil programs and driving act, and what terms and
/// scalars have in histories, for muscl_hancock_solver.hpp.

#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::apply_terms(double time, double dt, bool before) {
  if (!before) carry_along(time, dt);
  if (before) this->cool(dt);
  const auto drive = [&] {
    if (driving_.active())
      driving_.apply(space_, this->fluid(), time + dt / 2, dt, this->neighbours_);
  };
  if (before) drive();
  if (terms_ != nullptr) {
    terms_->advance(space_, *this, state_.data(), spare_.data(), time, dt);
    this->density_changed();
  }
  if (!before) drive();
  if (!before) this->cool(dt);
  if (before) carry_along(time, dt);
}

template <class E, class R, class S>
std::vector<std::string> MusclHancockSolver<E, R, S>::history_labels() const {
  std::vector<std::string> labels = Base::history_labels();
  for (const std::string& scalar : scalars_) labels.push_back(scalar_mass_label(scalar));
  if (terms_ != nullptr)
    for (const std::string& label : terms_->labels()) labels.push_back(label);
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
  if (terms_ == nullptr) return row;
  const std::vector<double> numbers = terms_->numbers(space_, *this, shown_state().data(), time_);
  const std::vector<std::string> labels = terms_->labels();
  for (std::size_t n = 0; n < labels.size(); ++n) row.emplace_back(labels[n], numbers[n]);
  return row;
}

}  // namespace solenoid
