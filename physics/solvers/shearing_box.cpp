#include "physics/solvers/shearing_box.hpp"

#include <cmath>
#include <memory>

#include "numerics/lanes/lanes.hpp"
#include "physics/solvers/instantiate.hpp"

namespace solenoid {

namespace {

/// What the forces do to the cells of a fluid in a time dt, exactly where nothing else acts: the
/// velocity v' beside the flow turns on its epicycle,
///
///     d_t v_x = 2 Omega v_y,   d_t v_y = (q - 2) Omega v_x,
///
/// and the flow stretches the field, d_t B_y = -q Omega B_x. The energy changes as that of motion
/// and field, which are the whole of its source q Omega (rho v_x v_y - B_x B_y): pressure stays.
template <class Real>
struct ShearingForces {
  FluidCells<Real> fluid;
  std::array<Real*, 2> field;   ///< null where there is none
  Real along, x_of_y, y_of_x;   ///< of the turn
  Real stretch;                 ///< -q Omega dt
  double lift, lowest, height;  ///< -Omega^2 dt; of the lowest cell's centre, and from cell to cell
  int first;                    ///< layer of the part, counted in the whole grid

  template <class T>
  SOLENOID_INLINE void move(int i, int j, int k) const {
    const int at = i * fluid.stride[0] + j * fluid.stride[1] + k * fluid.stride[2];
    const T x = load<T>(fluid.momentum[0] + at), y = load<T>(fluid.momentum[1] + at);
    const T new_x = fma(T(along), x, T(x_of_y) * y), new_y = fma(T(along), y, T(y_of_x) * x);
    store(fluid.momentum[0] + at, new_x);
    store(fluid.momentum[1] + at, new_y);
    const T half(Real(0.5));
    T work = (new_x - x) * (new_x + x) + (new_y - y) * (new_y + y);
    const T mass = load<T>(fluid.density + at);
    if (lift != 0) {
      const T z = load<T>(fluid.momentum[2] + at);
      const T new_z = fma(T(Real(lift * (lowest + (first + k) * height))), mass, z);
      store(fluid.momentum[2] + at, new_z);
      work = work + (new_z - z) * (new_z + z);
    }
    T energy = half * work * reciprocal(mass);
    if (field[0] != nullptr) {
      const T b = load<T>(field[1] + at);
      const T new_b = fma(T(stretch), load<T>(field[0] + at), b);
      store(field[1] + at, new_b);
      energy = energy + half * ((new_b - b) * (new_b + b));
    }
    if (fluid.energy != nullptr) store(fluid.energy + at, load<T>(fluid.energy + at) + energy);
  }
};

/// A row of cells a work item, on the host.
template <class Real>
struct ForcesOnRow {
  ShearingForces<Real> forces;
  void operator()(const int row) const {
    using Lanes = HostPack<Real>;
    constexpr int width = lane_width<Lanes>;
    const auto& cells = forces.fluid.cells;
    const int j = row % cells[1], k = row / cells[1];
    int i = 0;
    for (; i + width <= cells[0]; i += width) forces.template move<Lanes>(i, j, k);
    for (; i < cells[0]; ++i) forces.template move<Real>(i, j, k);
  }
};

/// A cell a work item, on a device.
template <class Real>
struct ForcesOnCell {
  ShearingForces<Real> forces;
  KOKKOS_FUNCTION void operator()(const int cell) const {
    const auto& cells = forces.fluid.cells;
    const int row = cell / cells[0];
    forces.template move<Real>(cell - row * cells[0], row % cells[1], row / cells[1]);
  }
};

/// Gives the cells beside the outermost faces the mean of two fluxes in place of their own one. A
/// correction that would take more than half of a cell's density or leave it no pressure is made
/// smaller: what is between the fluxes there is not conserved.
template <class Real>
struct JoinFaces {
  static constexpr int capacity = ShiftedValues::capacity;

  std::array<CellColumns<Real>, 2> own, shifted;  ///< null where the part has no such face
  std::array<CellColumns<Real>, 2> cells;         ///< those beside the faces
  std::array<Real*, 2> mass_flux;  ///< through the faces, in rows and layers as cells
  ShiftedValues values;
  int psi, rows;
  Real ratio, damping;

  KOKKOS_FUNCTION void operator()(const int line) const {
    for (std::size_t side = 0; side < 2; ++side)
      if (own[side].first != nullptr) join(side, line % rows, line / rows);
  }

 private:
  KOKKOS_FUNCTION void join(std::size_t side, int j, int k) const {
    const Real inwards = side == side_lower ? ratio : -ratio;
    Real cell[capacity], change[capacity];
    for (int f = 0; f < values.count; ++f) {
      const Real difference = *shifted[side].at(f, 0, j, k) - *own[side].at(f, 0, j, k);
      change[f] = (f == psi ? inwards * damping : inwards) * (Real(0.5) * difference);
      cell[f] = *cells[side].at(f, 0, j, k);
    }
    const Real part = bearable(cell, change);
    for (int f = 0; f < values.count; ++f) *cells[side].at(f, 0, j, k) = cell[f] + part * change[f];
    if (mass_flux[side] == nullptr) return;
    mass_flux[side][j * cells[side].row + k * cells[side].layer] =
        *own[side].at(0, 0, j, k) + part * (change[0] / inwards);
  }
  /// How much of a change a cell can bear.
  KOKKOS_FUNCTION Real bearable(const Real (&cell)[capacity],
                                const Real (&change)[capacity]) const {
    for (Real part = 1; part > Real(0.01); part *= Real(0.5)) {
      Real next[capacity];
      for (int f = 0; f < values.count; ++f) next[f] = cell[f] + part * change[f];
      if (cell[0] < 2 * next[0] && values.is_physical(next)) return part;
    }
    return 0;
  }
};

template <class Real>
CellColumns<const Real> read_only(const CellColumns<Real>& columns) {
  return {columns.first, columns.field, columns.column, columns.row, columns.layer};
}

/// Memory of fluxes and ghosts: values of the faces normal to x of the box.
std::size_t face_cells(const std::array<int, 3>& cells) {
  return std::size_t(cells[1]) * std::size_t(cells[2]);
}

}  // namespace

std::size_t shearing_box_bytes(const Grid& grid, const ShearingBoxSettings& settings, int fields,
                               int layers, Precision precision) {
  if (!settings.slides(grid)) return 0;
  const std::size_t kept = std::size_t(grid.cells[axis_y] + 2 * periodic_rows) *
                           std::size_t(grid.cells[axis_z]) * std::size_t(layers);
  return bytes_of_value(precision) *
         (std::size_t(fields + 1) * kept + 4 * std::size_t(fields) * face_cells(grid.cells));
}

template <class R, class S>
ShearingBox<R, S>::ShearingBox(const Subdomain& part, const Layout& layout,
                               const ShearingBoxSettings& settings, const ShearedState& state,
                               Limiter limiter, const std::array<BoundaryKind, 2>& kinds)
    : part_(part),
      layout_(layout),
      settings_(settings),
      state_(state),
      limiter_(limiter),
      slides_(settings.slides(part.whole)),
      goes_on_(slides_ && kinds[side_lower] == BoundaryKind::periodic) {
  if (!goes_on_) return;
  const std::size_t layers = std::size_t(layout.ghosts[axis_x]), cells = face_cells(part.cells);
  const std::size_t kept = layers * std::size_t(part.cells[axis_y] + 2 * periodic_rows) *
                           std::size_t(part.cells[axis_z]);
  kept_ = Array("columns to shift", std::size_t(state.fields()) * kept);
  if (state.scalars > 0) ghost_mass_flux_ = Array("mass flux of ghosts", kept);
  const std::size_t values = std::size_t(state.fluid.count) * cells;
  for (const std::size_t side : {0, 1}) {
    fluxes_[side] = Array("fluxes through outermost faces", values);
    shifted_[side] = Array("shifted fluxes", values);
    if (!part.is_cut(axis_x)) continue;
    sent_[side] = Array("sent fluxes", values);
    received_[side] = Array("received fluxes", values);
  }
}

template <class R, class S>
bool ShearingBox<R, S>::is_outermost(int side) const {
  return side == side_lower
             ? part_.first[axis_x] == 0
             : part_.first[axis_x] + part_.cells[axis_x] == part_.whole.cells[axis_x];
}

template <class R, class S>
double ShearingBox<R, S>::shift_behind(int side) const {
  const double width = part_.whole.upper[axis_x] - part_.whole.lower[axis_x];
  const double moved =
      settings_.shear * settings_.angular_velocity * width * time_ / part_.spacing(axis_y);
  return side == side_lower ? moved : -moved;
}

template <class R, class S>
CellColumns<R> ShearingBox<R, S>::columns(const Array& fields, int field, int column) const {
  return {fields.data() + layout_.origin + field * layout_.field_stride + column,
          layout_.field_stride, 1, layout_.stride[axis_y], layout_.stride[axis_z]};
}

template <class R, class S>
CellColumns<R> ShearingBox<R, S>::one_column(const Array& fluxes) const {
  return {fluxes.data(), std::ptrdiff_t(face_cells(part_.cells)), 1, 1, part_.cells[axis_y]};
}

template <class R, class S>
void ShearingBox<R, S>::apply_forces(const S& space, const FluidCells<R>& fluid,
                                     const std::array<R*, 2>& field, double dt) const {
  const double omega = settings_.angular_velocity, q = settings_.shear;
  // kappa^2 = 2 (2 - q) Omega^2, and the solution with sines, or hyperbolic ones where it grows.
  const double kappa_squared = 2 * (2 - q) * omega * omega;
  const double angle = std::sqrt(std::abs(kappa_squared)) * dt;
  const bool turns = kappa_squared > 0;
  const double along = turns ? std::cos(angle) : std::cosh(angle);
  const double over_kappa =
      angle == 0 ? dt : (turns ? std::sin(angle) : std::sinh(angle)) / angle * dt;
  const bool lifts = settings_.vertical_gravity && part_.active(axis_z);
  const ShearingForces<R> forces{fluid,
                                 field,
                                 R(along),
                                 R(2 * omega * over_kappa),
                                 R((q - 2) * omega * over_kappa),
                                 R(-q * omega * dt),
                                 lifts ? -omega * omega * dt : 0.0,
                                 part_.whole.centre(axis_z, 0),
                                 part_.spacing(axis_z),
                                 part_.first[axis_z]};
  if constexpr (is_host_space<S>)
    for_each_item(space, "shearing box", part_.cells[1] * part_.cells[2], ForcesOnRow<R>{forces});
  else
    for_each_item(space, "shearing box", int(part_.cell_count()), ForcesOnCell<R>{forces});
}

template <class R, class S>
void ShearingBox<R, S>::shift_scalars(const S& space, const ShiftAlongY<R>& of_fluid,
                                      CellColumns<R> from, CellColumns<R> to) const {
  for (int s = state_.fluid.count; s < state_.fields(); ++s) {
    CellColumns<R> before = from, after = to;
    before.first = from.at(s, 0, 0, 0);
    after.first = to.at(s, 0, 0, 0);
    shift_along_y(space, ShiftScalarAlongY<R>{of_fluid.from, read_only(before), after,
                                              read_only(of_fluid.mass_flux), of_fluid.shifts,
                                              of_fluid.cells, limiter_});
  }
}

template <class R, class S>
void ShearingBox<R, S>::carry(const S& space, const Array& in, const Array& out, R* mass_flux,
                              double dt) {
  const double rate = -settings_.shear * settings_.angular_velocity * dt / part_.spacing(axis_y);
  const CellColumns<R> from = columns(in, 0, 0), to = columns(out, 0, 0);
  ShiftAlongY<R> shift{
      read_only(from),
      to,
      {},
      {0, rate, part_.whole.lower[axis_x], part_.spacing(axis_x), part_.first[axis_x]},
      part_.cells,
      state_.fluid};
  if (mass_flux != nullptr) {
    shift.mass_flux = to;
    shift.mass_flux.first = mass_flux + layout_.origin;
  }
  shift_along_y(space, shift);
  shift_scalars(space, shift, from, to);
}

template <class R, class S>
CellColumns<R> ShearingBox<R, S>::kept_columns(int count) const {
  const std::ptrdiff_t rows = part_.cells[axis_y] + 2 * periodic_rows;
  return {kept_.data() + periodic_rows, rows * count * part_.cells[axis_z], rows, 1, rows * count};
}

template <class R, class S>
template <class Columns>
ShiftColumnsAlike<R, Columns> ShearingBox<R, S>::move_columns(const S& space, int side, int fields,
                                                              const ShiftedValues& values,
                                                              const Columns& from,
                                                              const Columns& to, int count) const {
  const std::array<int, 3> cells{count, part_.cells[axis_y], part_.cells[axis_z]};
  const RowShift<R> shift = row_shift<R>(shift_behind(side), cells[1]);
  const CellColumns<R> kept = kept_columns(count);
  keep_columns(space, KeepColumns<R, Columns>{from, kept, cells, shift.whole}, fields);
  ShiftColumnsAlike<R, Columns> kernel{read_only(kept), to, {}, cells, shift.part, values};
  if (fields > values.count) {
    kernel.mass_flux = kept;
    kernel.mass_flux.first = ghost_mass_flux_.data() + periodic_rows;
  }
  shift_columns_alike(space, kernel);
  return kernel;
}

template <class R, class S>
void ShearingBox<R, S>::shift_ghosts(const S& space, const Array& fields) {
  const int layers = layout_.ghosts[axis_x];
  for (const int side : {side_lower, side_upper}) {
    if (!is_outermost(side)) continue;
    const CellColumns<R> ghosts =
        columns(fields, 0, side == side_lower ? -layers : part_.cells[axis_x]);
    const auto shift =
        move_columns(space, side, state_.fields(), state_.fluid, ghosts, ghosts, layers);
    shift_scalars(space, {shift.from, shift.to, shift.mass_flux, {}, shift.cells, shift.values},
                  kept_columns(layers), ghosts);
  }
}

template <class R, class S>
void ShearingBox<R, S>::shift_ghosts(const S& space, const std::vector<R*>& fields,
                                     const ShiftedValues& values, int layers) {
  for (const int side : {side_lower, side_upper}) {
    if (!is_outermost(side)) continue;
    SeparateColumns<R> ghosts{{}, 1, layout_.stride[axis_y], layout_.stride[axis_z]};
    for (std::size_t f = 0; f < fields.size(); ++f)
      ghosts.first[f] = fields[f] + (side == side_lower ? -layers : part_.cells[axis_x]);
    move_columns(space, side, values.count, values, ghosts, ghosts, layers);
  }
}

template <class R, class S>
std::array<R*, 2> ShearingBox<R, S>::face_flux() const {
  if (!goes_on_) return {};
  return {is_outermost(side_lower) ? fluxes_[side_lower].data() : nullptr,
          is_outermost(side_upper) ? fluxes_[side_upper].data() : nullptr};
}

template <class R, class S>
auto ShearingBox<R, S>::opposite_fluxes(const S& space) -> std::array<Array, 2> {
  if (!part_.is_cut(axis_x)) return {fluxes_[side_upper], fluxes_[side_lower]};
  // Parts without an outermost face take part, too: whoever waits for a neighbour here has not to
  // be overtaken by the ghosts of the next sweep.
  Exchange::Slabs slabs;
  slabs.bytes = fluxes_[0].size() * sizeof(R);
  for (const Side side : {side_lower, side_upper}) {
    slabs.send[side] = sent_[side].data();
    slabs.receive[side] = received_[side].data();
  }
  part_.exchange->lend(axis_x, slabs);
  using Lent = Kokkos::View<R*, typename S::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  for (const Side side : {side_lower, side_upper})
    copy(space, Lent(static_cast<R*>(slabs.send[side]), fluxes_[side].size()), fluxes_[side]);
  part_.exchange->swap(axis_x, slabs);
  for (const Side side : {side_lower, side_upper})
    copy(space, received_[side], Lent(static_cast<R*>(slabs.receive[side]), fluxes_[side].size()));
  return received_;
}

template <class R, class S>
void ShearingBox<R, S>::join_faces(const S& space, const SweptAlongX<Array>& sweep) {
  const std::array<Array, 2> opposite = opposite_fluxes(space);
  const int rows = part_.cells[axis_y], last = part_.cells[axis_x] - 1;
  const std::array<R*, 2> found = face_flux();
  JoinFaces<R> join{};
  join.values = state_.fluid;
  join.psi = state_.psi;
  join.rows = rows;
  join.ratio = R(sweep.ratio);
  join.damping = R(sweep.damping);
  ShiftedValues values;
  values.count = state_.fluid.count;
  for (const std::size_t side : {0, 1}) {
    if (found[side] == nullptr) continue;
    const CellColumns<R> to = one_column(shifted_[side]);
    move_columns(space, int(side), values.count, values, one_column(opposite[side]), to, 1);
    join.own[side] = one_column(fluxes_[side]);
    join.shifted[side] = to;
    join.cells[side] = columns(sweep.out, 0, side == side_lower ? 0 : last);
    if (sweep.mass_flux != nullptr)
      join.mass_flux[side] = sweep.mass_flux + layout_.origin + (side == side_lower ? 0 : last + 1);
  }
  if (found[side_lower] == nullptr && found[side_upper] == nullptr) return;
  for_each_item(space, "join faces", int(face_cells(part_.cells)), join);
}

SOLENOID_INSTANTIATE_FOR_FLUIDS(ShearingBox);

}  // namespace solenoid
