#pragma once
/// \file
/// Definitions of MusclHancockSolver: what goes between device and host.

#include "physics/kernels/muscl_hancock_solver.hpp"

namespace solenoid {

/// Writes a derived field of the interior cells into the first field of another array.
template <class Equations, class Real>
struct WriteField {
  Derive<Equations, Real> derive;
  DerivedField field;
  Real* to;

  KOKKOS_FUNCTION void operator()(const int line) const {
    const Layout& layout = derive.layout;
    const int start = layout.offset(0, line % layout.cells[1], line / layout.cells[1]);
    for (int i = 0; i < layout.cells[0]; ++i) to[start + i] = derive(field, start + i);
  }
};

template <class E, class R, class S>
std::vector<std::string> MusclHancockSolver<E, R, S>::primitive_names() const {
  std::vector<std::string> names;
  for (int f = 0; f < size; ++f)
    if (!E::is_psi(f)) names.emplace_back(E::primitive_names[f]);
  return names;
}

template <class E, class R, class S>
std::vector<std::string> MusclHancockSolver<E, R, S>::derived_names() const {
  const auto primitive = primitive_names();
  std::vector<std::string> names;
  for (const auto& [name, field] : derived_fields(E::magnetised))
    if (std::find(primitive.begin(), primitive.end(), name) == primitive.end())
      names.push_back(name);
  return names;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::set_primitive(const FieldMap& fields, double time) {
  for (int f = 0; f < size; ++f) {
    const auto target = field_of(spare_, layout_, f);
    if (E::is_psi(f)) {
      Kokkos::deep_copy(target, R(0));
      continue;
    }
    const auto given = fields.find(E::primitive_names[f]);
    if (given == fields.end() || given->second.size() != grid_.cell_count())
      throw std::invalid_argument(std::string("the initial state needs ") + E::primitive_names[f] +
                                  " in every cell");
    set_interior(target, layout_, given->second.data());
  }
  Kokkos::parallel_for(
      "to conserved",
      Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space_, 0, int(layout_.field_stride)),
      ConvertToConserved<E, R>{spare_.data(), state_.data(), layout_.field_stride, constants_});
  space_.fence();
  time_ = time;
  second_half_ = signal_known_ = signal_pending_ = false;
  signal_ = -1;
  first_unphysical_ = -1;
  repairs_ = {};
}

template <class E, class R, class S>
Derive<E, R> MusclHancockSolver<E, R, S>::derive() const {
  Derive<E, R> derive{state_.data(), layout_, {0, 0, 0}, constants_};
  for (int d = 0; d < 3; ++d)
    if (grid_.active(d)) derive.inverse_twice_spacing[d] = R(0.5 / grid_.spacing(d));
  return derive;
}

template <class E, class R, class S>
FieldValues MusclHancockSolver<E, R, S>::field(const std::string& name) {
  const auto& known = derived_fields(E::magnetised);
  const auto found = known.find(name);
  if (found == known.end())
    throw std::invalid_argument("the scheme muscl-hancock has no field " + name);
  if (needs_neighbours(found->second)) fill_all_ghosts();
  const int lines = layout_.cells[1] * layout_.cells[2];
  Kokkos::parallel_for("write field",
                       Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space_, 0, lines),
                       WriteField<E, R>{derive(), found->second, spare_.data()});
  space_.fence();
  return interior<double>(field_of(spare_, layout_, 0), layout_);
}

template <class E, class R, class S>
std::optional<UnphysicalCell> MusclHancockSolver<E, R, S>::unphysical_cell() {
  // Within a pair of steps nothing is read back, so that the device is not held up.
  if (!second_half_) read_watch();
  if (first_unphysical_ < 0) return std::nullopt;
  const int from_origin = first_unphysical_ - layout_.origin;
  UnphysicalCell bad;
  const int plane = layout_.stride[2];
  const int row = layout_.stride[1];
  bad.cell = {from_origin % plane % row, from_origin % plane / row, from_origin / plane};
  for (int d = 0; d < 3; ++d) bad.position[d] = grid_.centre(d, bad.cell[d]);
  for (int f = 0; f < size; ++f) {
    const auto at =
        std::size_t(f) * std::size_t(layout_.field_stride) + std::size_t(first_unphysical_);
    const auto value = Kokkos::create_mirror_view_and_copy(
        Kokkos::HostSpace{}, Kokkos::subview(state_, Kokkos::make_pair(at, at + 1)));
    bad.state.emplace_back(E::stored_names[f], double(value(0)));
  }
  return bad;
}

template <class E, class R, class S>
std::vector<std::pair<std::string, double>> MusclHancockSolver<E, R, S>::history() {
  fill_all_ghosts();
  auto row = standard_history(diagnostics_, derive(), grid_.cell_volume());
  read_watch();
  read_repairs();
  row.emplace_back("flattened_cells", repairs_.flattened_cells);
  row.emplace_back("fallback_cells", repairs_.fallback_cells);
  row.emplace_back("floored_cells", repairs_.floored_cells);
  row.emplace_back("floor_energy", repairs_.floor_energy);
  return row;
}

template <class E, class R, class S>
std::vector<std::string> MusclHancockSolver<E, R, S>::conserved_labels() const {
  return conserved_history_labels();
}

template <class E, class R, class S>
SolverState MusclHancockSolver<E, R, S>::save() {
  read_watch();
  read_repairs();
  SolverState saved;
  saved.precision =
      sizeof(R) == sizeof(float) ? Precision::single_precision : Precision::double_precision;
  for (int f = 0; f < size; ++f) {
    const std::vector<R> values = interior<R>(field_of(state_, layout_, f), layout_);
    auto& bytes = saved.arrays[E::stored_names[f]];
    bytes.resize(values.size() * sizeof(R));
    std::memcpy(bytes.data(), values.data(), bytes.size());
  }
  saved.scalars = {{"signal", signal_},
                   {"signal_known", signal_known_ ? 1.0 : 0.0},
                   {"second_half", second_half_ ? 1.0 : 0.0},
                   {"flattened_cells", repairs_.flattened_cells},
                   {"fallback_cells", repairs_.fallback_cells},
                   {"floored_cells", repairs_.floored_cells},
                   {"floor_energy", repairs_.floor_energy}};
  return saved;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::restore(const SolverState& state, double time) {
  const bool single = state.precision == Precision::single_precision;
  if (single != (sizeof(R) == sizeof(float)))
    throw std::invalid_argument("the checkpoint holds another precision than the run asks for");
  std::vector<R> values(grid_.cell_count());
  for (int f = 0; f < size; ++f) {
    const auto found = state.arrays.find(E::stored_names[f]);
    if (found == state.arrays.end() || found->second.size() != values.size() * sizeof(R))
      throw std::invalid_argument(std::string("the checkpoint lacks ") + E::stored_names[f] +
                                  " on this grid");
    std::memcpy(values.data(), found->second.data(), found->second.size());
    set_interior(field_of(state_, layout_, f), layout_, values.data());
  }
  const auto scalar = [&](const char* name) {
    const auto found = state.scalars.find(name);
    if (found == state.scalars.end())
      throw std::invalid_argument(std::string("the checkpoint lacks the number ") + name);
    return found->second;
  };
  signal_ = scalar("signal");
  signal_known_ = scalar("signal_known") != 0;
  second_half_ = scalar("second_half") != 0;
  repairs_ = {scalar("flattened_cells"), scalar("fallback_cells"), scalar("floored_cells"),
              scalar("floor_energy")};
  signal_pending_ = false;
  time_ = time;
  set_constants();
}

template <class E, class R, class S>
TrafficModel MusclHancockSolver<E, R, S>::traffic() const {
  return {2.0 * size * double(active_axes().size()), double(sizeof(R))};
}

template <class E, class R, class S>
double MusclHancockSolver<E, R, S>::copy_bandwidth() {
  return measure_copy_bandwidth(space_, std::size_t(is_host_space<S> ? 256 : 2048) << 20);
}

}  // namespace solenoid
