#pragma once
/// \file
/// How the stored fields of a solver are read cell by cell: as cell-centred values in the order
/// density, momentum (x, y, z), total energy, magnetic field (x, y, z), psi.

#include <Kokkos_Core.hpp>
#include <cstddef>

#include "numerics/grid/layout.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Fields that are all stored at cell centres, one after the other.
template <class Real>
struct CellCentredFields {
  static constexpr bool staggered = false;
  const Real* values;
  std::ptrdiff_t stride;  ///< from a field to the next

  KOKKOS_FUNCTION Real operator()(int field, int offset) const {
    return values[field * stride + offset];
  }
  /// That of a cell or of a pack from there on.
  template <class T>
  SOLENOID_INLINE T in(int field, int offset) const {
    return load<T>(values + field * stride + offset);
  }
};

/// Fluid at cell centres, the magnetic field on faces: entry (i, j, k) of its component along a
/// direction is on the lower face of the cell in that direction (Wong et al. 2011, eq. 19). There
/// is no psi.
template <class Real>
struct StaggeredFields {
  static constexpr bool staggered = true;
  static constexpr int size = 8;
  const Real* values[size];
  int step[3];  ///< from a face to the next; zero in inactive directions

  /// The field component on the lower face of a cell.
  KOKKOS_FUNCTION Real face(int component, int offset) const {
    return values[5 + component][offset];
  }
  /// The mean over both faces, which is of second order.
  KOKKOS_FUNCTION Real operator()(int field, int offset) const {
    if (field < 5) return values[field][offset];
    if (field == size) return Real(0);
    return Real(0.5) * (face(field - 5, offset) + face(field - 5, offset + step[field - 5]));
  }
  template <class T>
  SOLENOID_INLINE T face_in(int component, int offset) const {
    return load<T>(values[5 + component] + offset);
  }
  template <class T>
  SOLENOID_INLINE T in(int field, int offset) const {
    if (field < 5) return load<T>(values[field] + offset);
    if (field == size) return T(Real(0));
    const int component = field - 5;
    return T(Real(0.5)) *
           (face_in<T>(component, offset) + face_in<T>(component, offset + step[component]));
  }
};

}  // namespace solenoid
