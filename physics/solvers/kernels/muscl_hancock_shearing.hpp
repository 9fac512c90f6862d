#pragma once
/// \file
/// How MusclHancockSolver lets a shearing box act, for muscl_hancock_solver.hpp.

#include <algorithm>
#include <map>
#include <vector>

#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
ShearedState MusclHancockSolver<E, R, S>::sheared_state(int scalars) {
  ShearedState state;
  state.fluid.count = size;
  state.fluid.fluid = true;
  state.fluid.energy = E::has_energy;
  state.fluid.field = E::magnetised;
  for (int f = 0; f < size; ++f)
    if (E::is_psi(f)) state.psi = f;
  state.scalars = scalars;
  return state;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::carry_along(double time, double dt) {
  if (!shearing_.slides()) return;
  shearing_.carry(space_, state_, spare_, carried_.mass_flux(), dt);
  std::swap(state_, spare_);
  this->density_changed();
  shearing_.begin(time + dt);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::apply_shearing_forces(double dt) {
  std::array<R*, 2> field{};
  if constexpr (E::magnetised)
    for (int d = 0; d < 2; ++d)
      field[std::size_t(d)] = field_of(state_, layout_, E::vectors[1] + d).data() + layout_.origin;
  shearing_.apply_forces(space_, this->fluid(), field, dt);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::ask_for_outermost_fluxes(SweepTask<E, R, S>& task) const {
  if (task.axis != axis_x || !shearing_.goes_on()) return;
  const std::array<R*, 2> fluxes = shearing_.face_flux();
  task.outermost = {{fluxes[side_lower], fluxes[side_upper]},
                    layout_.cells[axis_y] * layout_.cells[axis_z]};
  // Where this part has none of the two, it has neighbours of its own.
  task.apart = {fluxes[side_lower] != nullptr, fluxes[side_upper] != nullptr};
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::join_outermost_fluxes(const SweepTask<E, R, S>& task,
                                                        const Array& out) {
  if (task.axis != axis_x || !shearing_.goes_on()) return;
  shearing_.join_faces(space_, {out, task.mass_flux, task.dt / task.spacing, task.damping});
}

/// What terms read of the fluid moves together, as behind the faces of a sweep: where all of it is
/// there density and pressure stay positive, else the density.
template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::ghosts_along_x_filled(const std::vector<TermsField<R>>& fields,
                                                        int layers) {
  if (!shearing_.goes_on()) return;
  std::map<int, R*> of_fluid;
  std::vector<R*> own;
  for (const TermsField<R>& field : fields)
    if (field.stored < 0)
      own.push_back(field.values);
    else
      of_fluid[field.stored] = field.values;
  const auto shift = [&](const std::vector<R*>& together, ShiftedValues values) {
    values.count = int(together.size());
    if (values.count > 0) shearing_.shift_ghosts(space_, together, values, layers);
  };
  std::vector<R*> in_order;
  for (const auto& [number, values] : of_fluid) in_order.push_back(values);
  const bool whole = of_fluid.size() == std::size_t(size - (E::magnetised ? 1 : 0));
  ShiftedValues values = sheared_state(0).fluid;
  values.fluid = of_fluid.contains(0);
  values.energy = values.energy && whole;
  shift(in_order, values);
  for (std::size_t first = 0; first < own.size(); first += size)
    shift({own.begin() + std::ptrdiff_t(first),
           own.begin() + std::ptrdiff_t(std::min(first + size, own.size()))},
          {});
}

}  // namespace solenoid
