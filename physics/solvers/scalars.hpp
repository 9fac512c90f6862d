#pragma once
/// \file
/// The passive scalars of a fluid: concentrations that its mass carries along
/// (numerics/schemes/scalars.hpp).

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "numerics/grid/subdomain.hpp"
#include "numerics/lines/lines.hpp"
#include "numerics/schemes/limiter.hpp"
#include "physics/solvers/cell_sums.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// What histories call the mass of a scalar, the integral of rho s.
inline std::string scalar_mass_label(const std::string& scalar) { return scalar + "_mass"; }

/// Scalars in one precision on one device. Their concentrations are the fields of a state from
/// number `first` on; its field 0 is the density.
template <class Real, class Space>
class Scalars {
 public:
  using Array = FieldArray<Real, Space>;

  Scalars(const Space& space, const Layout& layout, int first, std::size_t count, Limiter limiter);

  [[nodiscard]] bool active() const { return count_ > 0; }
  /// The memory of a field for the mass fluxes of a sweep through the lower faces of cells; null
  /// where there are no scalars.
  [[nodiscard]] Real* mass_flux() const { return mass_flux_.data(); }
  /// Updates them after a sweep along `axis` that has left its mass fluxes, from the state `in`,
  /// with their ghosts along the axis, to the state `out`. `ratio` is dt/dx of the sweep. Lines
  /// that repeat need no ghosts: `period` is theirs, as that of the sweep (Lines::period).
  void update(const Space& space, Axis axis, const Array& in, const Array& out, double ratio,
              int period) const;
  /// Takes the scalars of another state into the mean by mass of those before it: `sum` holds that
  /// mean and the sum of their densities, to which that of `more` is not yet added.
  void join_mean(const Space& space, const Array& sum, const Array& more) const;
  /// Copies them from one state to another.
  void copy_to(const Space& space, const Array& to, const Array& from) const;
  /// The integral of rho s over all parts, for each scalar, divided by the volume of a cell.
  /// `parts` joins sums (numerics/grid/neighbour_ghosts.hpp).
  template <class Parts>
  [[nodiscard]] std::vector<double> masses(const Space& space, const Array& state,
                                           const Parts& parts) {
    std::vector<double> sums;
    for (std::size_t s = 0; s < count_; ++s) {
      ReproducibleSums<1> sum = mass(space, state, s);
      sum.join_parts(parts);
      sums.push_back(sum.total(0));
    }
    return sums;
  }

 private:
  /// Updates `count` of them from number `first` on, along these lines.
  template <int count>
  void update_some(const Space& space, Axis axis, const Array& in, const Array& out, double ratio,
                   const Lines& lines, std::size_t first) const;
  [[nodiscard]] ReproducibleSums<1> mass(const Space& space, const Array& state,
                                         std::size_t scalar);
  [[nodiscard]] Real* values(const Array& state, std::size_t scalar) const {
    return state.data() + (first_ + std::ptrdiff_t(scalar)) * layout_.field_stride;
  }

  Layout layout_;
  std::ptrdiff_t first_;
  std::size_t count_;
  Limiter limiter_;
  Array mass_flux_;
  std::unique_ptr<CellSums<1, Space>> sums_;
};

}  // namespace solenoid
