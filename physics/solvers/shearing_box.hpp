#pragma once
/// \file
/// How the flow of a shearing box carries a fluid along, what is behind its faces, and its forces.
///
/// The flow v_K = -q Omega x e_y moves columns of cells along y
/// (numerics/schemes/shift_along_y.hpp). Behind the periodic faces normal to x lies the same box,
/// which has moved by q Omega L_x t: ghosts are shifted by so much, where t is the time to which
/// the flow has carried the state. The fluxes that the two faces find for themselves differ by the
/// error of that shift. Both get the mean of their own and the shifted other one, so that what
/// leaves through one face enters through the other.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <vector>

#include "numerics/grid/layout.hpp"
#include "numerics/grid/subdomain.hpp"
#include "numerics/schemes/limiter.hpp"
#include "numerics/schemes/shift_columns_alike.hpp"
#include "numerics/schemes/shift_scalar_along_y.hpp"
#include "physics/solvers/fluid_cells.hpp"
#include "physics/solvers/shearing_box_settings.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// The fields of a state in their order: those of a fluid, then passive scalars.
struct ShearedState {
  ShiftedValues fluid;
  int scalars = 0;
  int psi = -1;  ///< of the fluid's fields, if it has one

  [[nodiscard]] int fields() const { return fluid.count + scalars; }
};

/// A sweep along x whose outermost fluxes are to be made one.
template <class Array>
struct SweptAlongX {
  Array out;
  typename Array::value_type* mass_flux;  ///< through the lower faces of cells, or null
  double ratio;                           ///< dt/dx
  double damping;                         ///< of psi, after the sweep
};

/// A shearing box in one precision on one device.
template <class Real, class Space>
class ShearingBox {
 public:
  using Array = FieldArray<Real, Space>;

  /// `kinds` are those of the whole grid's faces normal to x.
  ShearingBox(const Subdomain& part, const Layout& layout, const ShearingBoxSettings& settings,
              const ShearedState& state, Limiter limiter, const std::array<BoundaryKind, 2>& kinds);

  [[nodiscard]] bool active() const { return settings_.given(); }
  /// Whether the flow moves anything along y.
  [[nodiscard]] bool slides() const { return slides_; }
  /// Whether the box goes on behind the faces normal to x, having moved.
  [[nodiscard]] bool goes_on() const { return goes_on_; }
  /// Says to which time the flow has carried the state.
  void begin(double time) { time_ = time; }

  /// Lets Coriolis' force, the shear of the flow and vertical gravity act for `dt`. `field` is the
  /// memory of the magnetic field's x and y components at interior cell (0, 0, 0), or null.
  void apply_forces(const Space& space, const FluidCells<Real>& fluid,
                    const std::array<Real*, 2>& field, double dt) const;
  /// Carries a state along for `dt`, from `in` to `out`. `mass_flux` is memory for those through
  /// the lower faces of cells, where there are scalars.
  void carry(const Space& space, const Array& in, const Array& out, Real* mass_flux, double dt);
  /// Shifts the ghosts behind the faces normal to x, which are filled as if these were periodic.
  void shift_ghosts(const Space& space, const Array& fields);
  /// The same of the first `layers` of them, of fields that are apart, each at interior cell
  /// (0, 0, 0), no more of them than the fluid has, which move together as `values` says.
  void shift_ghosts(const Space& space, const std::vector<Real*>& fields,
                    const ShiftedValues& values, int layers);
  /// Memory for the fluxes through the outermost faces that a sweep along x has found, [field][z]
  /// [y], by side; null where the part has no such face.
  [[nodiscard]] std::array<Real*, 2> face_flux() const;
  /// Makes these the same for both faces, and corrects the cells beside them. All parts call it.
  void join_faces(const Space& space, const SweptAlongX<Array>& sweep);

 private:
  [[nodiscard]] bool is_outermost(int side) const;
  /// By how many cells the box behind a face has moved up.
  [[nodiscard]] double shift_behind(int side) const;
  [[nodiscard]] CellColumns<Real> columns(const Array& fields, int field, int column) const;
  [[nodiscard]] CellColumns<Real> one_column(const Array& fluxes) const;
  /// Memory of `count` columns that go on periodically.
  [[nodiscard]] CellColumns<Real> kept_columns(int count) const;
  /// Moves `count` columns of fields as the box behind a face, and keeps all of them before.
  template <class Columns>
  ShiftColumnsAlike<Real, Columns> move_columns(const Space& space, int side, int fields,
                                                const ShiftedValues& values, const Columns& from,
                                                const Columns& to, int count) const;
  /// Shifts scalars beside the density; `mass_flux` is that of its shift.
  void shift_scalars(const Space& space, const ShiftAlongY<Real>& of_fluid, CellColumns<Real> from,
                     CellColumns<Real> to) const;
  /// The fluxes that the parts with the opposite faces have found, by side.
  [[nodiscard]] std::array<Array, 2> opposite_fluxes(const Space& space);

  Subdomain part_;
  Layout layout_;
  ShearingBoxSettings settings_;
  ShearedState state_;
  Limiter limiter_;
  bool slides_, goes_on_;
  double time_ = 0;
  Array kept_, ghost_mass_flux_;
  std::array<Array, 2> fluxes_, shifted_, received_, sent_;
};

}  // namespace solenoid
