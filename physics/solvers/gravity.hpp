#pragma once
/// \file
/// How gravity acts on the state of a fluid: by differences of a potential, that of the gas itself
/// and one that the problem gives.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "numerics/fourier/even_convolution.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/grid/subdomain.hpp"
#include "physics/solvers/cell_sums.hpp"
#include "physics/solvers/fluid_cells.hpp"
#include "physics/solvers/gravity_settings.hpp"

namespace solenoid {

/// A potential in the cells of a part, and one beyond them along each active axis.
template <class Real>
struct Potential {
  const Real* values = nullptr;  ///< in the part's first cell; null: none
  std::array<std::ptrdiff_t, 3> stride{};
  /// From the last cell of the whole grid to the one behind it: the first, where a part is periodic
  /// in itself; else the stride.
  std::array<std::ptrdiff_t, 3> round{};
  std::array<int, 3> first{};  ///< the part's first cell in the whole grid
  std::array<int, 3> whole{};  ///< cells of the whole grid

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t place(int i, int j, int k) const {
    return i * stride[0] + j * stride[1] + k * stride[2];
  }
  /// Steps to the neighbours of cell number `cell` along an axis.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t below(std::size_t axis, int cell) const {
    return first[axis] + cell == 0 ? -round[axis] : -stride[axis];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t above(std::size_t axis, int cell) const {
    return first[axis] + cell == whole[axis] - 1 ? round[axis] : stride[axis];
  }
};

/// Gravity in one precision on one device.
///
/// Acceleration is -(phi_{i+1} - phi_{i-1}) / (2 dx). The potential of the gas itself is phi = G *
/// rho with an even G, hence the force on it all, the sum of rho times an odd kernel times rho, is
/// zero, but for rounding.
template <class Real, class Space>
class Gravity {
 public:
  Gravity(const Subdomain& part, const GravitySettings& settings);
  ~Gravity();

  [[nodiscard]] bool active() const { return settings_.given(); }
  /// Brings the potential that is given to `time`. To be called before all that follows.
  void update(double time);
  /// The density is another one than before.
  void forget() { known_ = false; }
  /// Moves cells for a time dt: velocity grows by a dt, density stays, and the energy grows by what
  /// that does to the kinetic one.
  void kick(const Space& space, const FluidCells<Real>& fluid, double dt);
  /// The potential energy of all parts: the sum of rho (phi/2 + given phi) times the volume of
  /// cells. `parts` joins sums (numerics/grid/neighbour_ghosts.hpp).
  template <class Parts>
  double energy(const Space& space, const FluidCells<Real>& fluid, const Parts& parts);
  /// Fills memory of the device with boxes of the potential of a state.
  [[nodiscard]] Gather gather(const Space& space, const FluidCells<Real>& fluid);

 private:
  using Array = Kokkos::View<Real*, typename Space::memory_space>;
  using EnergySums = ReproducibleSums<1>;

  /// Makes the potential that of the fluid.
  void solve(const Space& space, const FluidCells<Real>& fluid);
  [[nodiscard]] Potential<Real> own() const;
  [[nodiscard]] Potential<Real> given() const;
  [[nodiscard]] EnergySums energy_sums(const Space& space, const FluidCells<Real>& fluid);

  Subdomain part_;
  GravitySettings settings_;
  std::unique_ptr<EvenConvolution<Real, Space>> convolution_;
  bool known_ = false;  ///< whether the potential is that of the present density
  Array given_;
  std::array<int, 3> given_cells_{};
  std::optional<double> given_at_;  ///< the time of which given_ is
  std::vector<double> on_host_;
  std::unique_ptr<CellSums<1, Space>> sums_;
};

template <class Real, class Space>
template <class Parts>
double Gravity<Real, Space>::energy(const Space& space, const FluidCells<Real>& fluid,
                                    const Parts& parts) {
  EnergySums sums = energy_sums(space, fluid);
  sums.join_parts(parts);
  return sums.total(0) * part_.cell_volume();
}

}  // namespace solenoid
