#pragma once

namespace solenoid {

/// What to do about cells that a sweep leaves unphysical or below a floor
/// (numerics/schemes/repair.hpp).
template <class Real>
struct RepairSettings {
  bool first_order_fallback = false;
  Real density_floor = 0;   ///< 0: none
  Real pressure_floor = 0;  ///< 0: none

  [[nodiscard]] bool active() const {
    return first_order_fallback || density_floor > 0 || pressure_floor > 0;
  }
  template <class Other>
  [[nodiscard]] RepairSettings<Other> in_precision() const {
    return {first_order_fallback, Other(density_floor), Other(pressure_floor)};
  }
};

}  // namespace solenoid
