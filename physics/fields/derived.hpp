#pragma once
/// \file
/// Fields for outputs and diagnostics, computed cell by cell from the conserved state and, for
/// derivatives, from its neighbours by central differences.

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "numerics/grid/layout.hpp"
#include "numerics/lanes/logarithm.hpp"
#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"
#include "physics/fields/stored_fields.hpp"

namespace solenoid {

/// What Derive can compute; vectors count as x, y, z.
enum class DerivedField {
  density,
  velocity_x,
  velocity_y,
  velocity_z,
  pressure,
  momentum_x,
  momentum_y,
  momentum_z,
  total_energy,
  kinetic_energy,
  internal_energy,
  temperature,
  entropy,
  velocity_magnitude,
  mach_number,
  velocity_divergence,
  vorticity_x,
  vorticity_y,
  vorticity_z,
  vorticity_magnitude,
  magnetic_field_x,
  magnetic_field_y,
  magnetic_field_z,
  psi,
  magnetic_field_face_x,
  magnetic_field_face_y,
  magnetic_field_face_z,
  magnetic_field_magnitude,
  magnetic_pressure,
  alfven_mach_number,
  divergence_b,
  current_density_x,
  current_density_y,
  current_density_z,
  current_density_magnitude
};

/// Names of the fields that exist for an equation set. A staggered magnetic field has values on
/// faces, a cell-centred one has psi; an isothermal gas has no energy and no entropy, and a
/// tabulated one no entropy of that form.
const std::map<std::string, DerivedField>& derived_fields(
    bool magnetised, bool staggered, EquationOfState gas = EquationOfState::ideal);

/// Whether computing the field needs ghost cells.
constexpr bool needs_neighbours(DerivedField field) {
  return (field >= DerivedField::velocity_divergence &&
          field <= DerivedField::vorticity_magnitude) ||
         field >= DerivedField::divergence_b;
}

/// Value of one field in one cell. `stored` reads the stored fields
/// (physics/fields/stored_fields.hpp).
template <class Equations, class Real, class Stored>
struct Derive {
  using P = typename Equations::P;
  using C = typename Equations::C;
  using Number = Real;
  static constexpr int magnetic_x = first_magnetic<Equations>;
  Stored stored;
  Layout layout;
  Real inverse_twice_spacing[3];  ///< zero in inactive directions
  typename Equations::template Parameters<Real> equations;

  KOKKOS_FUNCTION Real velocity(int component, int offset) const {
    return stored(1 + component, offset) / stored(0, offset);
  }
  /// d/d(axis) of a component of velocity or of the magnetic field.
  KOKKOS_FUNCTION Real derivative(bool magnetic, int component, int axis, int offset) const {
    const int step = layout.ghosts[axis] > 0 ? layout.stride[axis] : 0;
    const Real above = magnetic ? stored(magnetic_x + component, offset + step)
                                : velocity(component, offset + step);
    const Real below = magnetic ? stored(magnetic_x + component, offset - step)
                                : velocity(component, offset - step);
    return (above - below) * inverse_twice_spacing[axis];
  }
  KOKKOS_FUNCTION Real divergence(bool magnetic, int offset) const {
    return derivative(magnetic, 0, 0, offset) + derivative(magnetic, 1, 1, offset) +
           derivative(magnetic, 2, 2, offset);
  }
  /// What leaves a cell through its faces, per volume.
  KOKKOS_FUNCTION Real divergence_of_faces(int offset) const {
    Real sum = 0;
    for (int d = 0; d < 3; ++d)
      sum += (stored.face(d, offset + stored.step[d]) - stored.face(d, offset)) *
             (Real(2) * inverse_twice_spacing[d]);
    return sum;
  }
  KOKKOS_FUNCTION Real curl(bool magnetic, int component, int offset) const {
    const int a = (component + 1) % 3;
    const int b = (component + 2) % 3;
    return derivative(magnetic, b, a, offset) - derivative(magnetic, a, b, offset);
  }
  KOKKOS_FUNCTION static Real norm(Real x, Real y, Real z) {
    return Kokkos::sqrt(x * x + y * y + z * z);
  }

  KOKKOS_FUNCTION Real operator()(DerivedField field, int offset) const {
    if (field >= DerivedField::magnetic_field_x) {
      if constexpr (Equations::magnetised) return magnetic(field, offset);
      return Real(0);
    }
    return fluid(field, offset);
  }

  /// \name On a host: fields in a pack of cells, to the bits of single cells
  /// @{
  template <class T>
  struct Cells {
    typename Equations::template Conserved<T> stored;
    typename Equations::template Primitive<T> primitive;
  };
  template <class T>
  SOLENOID_INLINE Cells<T> cells(int offset) const {
    Cells<T> found;
    for (int f = 0; f < Equations::size; ++f)
      found.stored.values[f] = stored.template in<T>(f, offset);
    found.primitive = Equations::primitive(found.stored, equations);
    return found;
  }
  /// Whether value_in() has the field: density, velocity, pressure, momentum, total energy,
  /// magnetic field and psi at the centres of cells.
  static constexpr bool is_in_packs(DerivedField field) {
    using D = DerivedField;
    if (field >= D::magnetic_field_x) return Equations::magnetised && field <= D::psi;
    return field <= D::momentum_z || (Equations::has_energy && field == D::total_energy);
  }
  template <class T>
  SOLENOID_INLINE T value_in(DerivedField field, const Cells<T>& cells) const {
    using D = DerivedField;
    const auto stored_from = [&](int first, D first_field) {
      return cells.stored.values[first + int(field) - int(first_field)];
    };
    if constexpr (Equations::magnetised)
      if (field >= D::magnetic_field_x) return stored_from(magnetic_x, D::magnetic_field_x);
    if constexpr (Equations::has_energy)
      if (field == D::total_energy) return cells.stored.values[int(C::e)];
    if (field >= D::momentum_x) return stored_from(1, D::momentum_x);
    if (field == D::pressure) return Equations::pressure(cells.primitive, equations);
    return cells.primitive.values[int(P::rho) + int(field) - int(D::density)];
  }
  /// The same of cells of which nothing else is wanted: reads what the field is made of.
  template <class T>
  SOLENOID_INLINE T value_at(DerivedField field, int offset) const {
    using D = DerivedField;
    const auto is_among = [&](D first, D last) { return field >= first && field <= last; };
    if (field == D::density) return stored.template in<T>(0, offset);
    if (is_among(D::momentum_x, D::momentum_z))
      return stored.template in<T>(1 + int(field) - int(D::momentum_x), offset);
    if constexpr (Equations::magnetised)
      if (is_among(D::magnetic_field_x, D::psi))
        return stored.template in<T>(magnetic_x + int(field) - int(D::magnetic_field_x), offset);
    // The search in a table is of the whole state.
    if constexpr (Equations::gas != EquationOfState::tabulated)
      if (is_among(D::velocity_x, D::velocity_z)) {
        const int component = 1 + int(field) - int(D::velocity_x);
        typename Equations::template Conserved<T> moving{};
        moving.values[0] = stored.template in<T>(0, offset);
        moving.values[component] = stored.template in<T>(component, offset);
        return Equations::primitive(moving, equations).values[component];
      }
    return value_in(field, cells<T>(offset));
  }
  /// |div B|.
  template <class T>
  SOLENOID_INLINE T divergence_in(int offset) const {
    T sum(Real(0));
    for (int d = 0; d < 3; ++d) {
      const int step = layout.ghosts[d] > 0 ? layout.stride[d] : 0;
      T part;
      if constexpr (Stored::staggered)
        part = (stored.template face_in<T>(d, offset + stored.step[d]) -
                stored.template face_in<T>(d, offset)) *
               T(Real(2) * inverse_twice_spacing[d]);
      else
        part = (stored.template in<T>(magnetic_x + d, offset + step) -
                stored.template in<T>(magnetic_x + d, offset - step)) *
               T(inverse_twice_spacing[d]);
      sum = d == 0 ? part : sum + part;
    }
    return abs(sum);
  }
  /// @}

 private:
  KOKKOS_FUNCTION typename Equations::template Primitive<Real> primitive(int offset) const {
    typename Equations::template Conserved<Real> u;
    for (int f = 0; f < Equations::size; ++f) u.values[f] = stored(f, offset);
    return Equations::primitive(u, equations);
  }

  KOKKOS_FUNCTION Real fluid(DerivedField field, int offset) const {
    const auto w = primitive(offset);
    const Real rho = w[P::rho];
    const Real p = Equations::pressure(w, equations);
    const Real v = norm(w[P::vn], w[P::vt1], w[P::vt2]);
    switch (field) {
      case DerivedField::density:
        return rho;
      case DerivedField::velocity_x:
        return w[P::vn];
      case DerivedField::velocity_y:
        return w[P::vt1];
      case DerivedField::velocity_z:
        return w[P::vt2];
      case DerivedField::pressure:
        return p;
      case DerivedField::momentum_x:
        return stored(1, offset);
      case DerivedField::momentum_y:
        return stored(2, offset);
      case DerivedField::momentum_z:
        return stored(3, offset);
      case DerivedField::kinetic_energy:
        return Real(0.5) * rho * v * v;
      case DerivedField::temperature:
        return p / rho;
      case DerivedField::velocity_magnitude:
        return v;
      case DerivedField::mach_number:
        return v / sound_speed(rho, p);
      case DerivedField::velocity_divergence:
        return divergence(false, offset);
      case DerivedField::vorticity_x:
        return curl(false, 0, offset);
      case DerivedField::vorticity_y:
        return curl(false, 1, offset);
      case DerivedField::vorticity_z:
        return curl(false, 2, offset);
      case DerivedField::vorticity_magnitude:
        return norm(curl(false, 0, offset), curl(false, 1, offset), curl(false, 2, offset));
      default:
        return energetic(field, rho, p, offset);
    }
  }

  KOKKOS_FUNCTION Real sound_speed(Real rho, Real p) const {
    if constexpr (Equations::has_energy)
      return Kokkos::sqrt(Equations::stiffness(rho, p, equations) / rho);
    else
      return equations.sound_speed;
  }

  /// What a gas with an equation of energy has beside.
  KOKKOS_FUNCTION Real energetic(DerivedField field, Real rho, Real p, int offset) const {
    if constexpr (Equations::has_energy) {
      if (field == DerivedField::total_energy) return stored(int(C::e), offset);
      if (field == DerivedField::internal_energy)
        return Equations::internal_energy(rho, p, equations);
    }
    if constexpr (Equations::gas == EquationOfState::ideal)
      if (field == DerivedField::entropy) return p / power(rho, equations.gamma);
    return Real(0);
  }

  KOKKOS_FUNCTION Real magnetic(DerivedField field, int offset) const {
    const Real b = norm(stored(magnetic_x, offset), stored(magnetic_x + 1, offset),
                        stored(magnetic_x + 2, offset));
    switch (field) {
      case DerivedField::magnetic_field_x:
        return stored(magnetic_x, offset);
      case DerivedField::magnetic_field_y:
        return stored(magnetic_x + 1, offset);
      case DerivedField::magnetic_field_z:
        return stored(magnetic_x + 2, offset);
      case DerivedField::psi:
        return stored(magnetic_x + 3, offset);
      case DerivedField::magnetic_field_magnitude:
        return b;
      case DerivedField::magnetic_pressure:
        return Real(0.5) * b * b;
      case DerivedField::alfven_mach_number:
        return norm(velocity(0, offset), velocity(1, offset), velocity(2, offset)) *
               Kokkos::sqrt(stored(0, offset)) / b;
      case DerivedField::magnetic_field_face_x:
      case DerivedField::magnetic_field_face_y:
      case DerivedField::magnetic_field_face_z:
        if constexpr (Stored::staggered)
          return stored.face(int(field) - int(DerivedField::magnetic_field_face_x), offset);
        return Real(0);
      case DerivedField::divergence_b:
        if constexpr (Stored::staggered) return divergence_of_faces(offset);
        return divergence(true, offset);
      case DerivedField::current_density_x:
        return curl(true, 0, offset);
      case DerivedField::current_density_y:
        return curl(true, 1, offset);
      case DerivedField::current_density_z:
        return curl(true, 2, offset);
      case DerivedField::current_density_magnitude:
        return norm(curl(true, 0, offset), curl(true, 1, offset), curl(true, 2, offset));
      default:
        return Real(0);
    }
  }
};

}  // namespace solenoid
