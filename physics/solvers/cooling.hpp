#pragma once
/// \file
/// How optically thin cooling (physics/equations/cooling/cooling_curve.hpp) acts on the state of a
/// fluid: exactly in time for as long as a step is, in turns with the sweeps.

#include <Kokkos_Core.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/neighbour_ghosts.hpp"
#include "numerics/schemes/monitor.hpp"
#include "physics/equations/cooling/cooling_curve.hpp"
#include "physics/solvers/cell_sums.hpp"
#include "physics/solvers/fluid_cells.hpp"

namespace solenoid {

template <class Real>
struct CoolingCells;

/// What histories call the energy that was radiated so far.
inline constexpr const char* radiated_energy_label = "radiated_energy";

/// Cooling in one precision on one device.
template <class Real, class Space>
class Cooling {
 public:
  /// Throws std::invalid_argument for settings that are no cooling curve.
  Cooling(const Subdomain& part, const CoolingSettings& settings, double gamma);

  [[nodiscard]] bool active() const { return sums_ != nullptr; }

  /// Lets the gas cool for `dt`; `parts` joins sums.
  void apply(const Space& space, const FluidCells<Real>& fluid, const MagneticCells<Real>& magnetic,
             double dt, const NeighbourGhosts<Real, Space>& parts);
  /// The longest step that is at most `step` and in which no cell loses much more than the part of
  /// its thermal energy that the settings allow: of the gas as it is, where a pair of steps
  /// `begins`, or as it was then.
  [[nodiscard]] double limited(double step, bool begins, const Space& space,
                               const FluidCells<Real>& fluid, const MagneticCells<Real>& magnetic,
                               const NeighbourGhosts<Real, Space>& parts);

  /// What all parts have radiated.
  [[nodiscard]] double radiated_energy() const { return energy_; }
  /// Numbers of a checkpoint, and how to go on from these, or from nothing.
  [[nodiscard]] std::map<std::string, double> numbers() const;
  void go_on(const std::map<std::string, double>& numbers);

 private:
  using Pieces = Kokkos::View<CoolingPiece*, typename Space::memory_space>;
  using Integers = Kokkos::View<int*, typename Space::memory_space>;

  [[nodiscard]] CoolingCells<Real> cells(const FluidCells<Real>& fluid,
                                         const MagneticCells<Real>& magnetic, double dt,
                                         double coldest) const;

  double cell_volume_, gamma_, courant_number_, lowest_ = 0;
  Pieces pieces_;
  Integers first_pieces_;
  CoolingCurve curve_{};
  std::unique_ptr<CellSums<1, Space>> sums_;
  std::unique_ptr<MonitorStorage<double, typename Space::memory_space>> speeds_;
  double energy_ = 0;
  double speed_ = -1;  ///< 1 over the shortest thermal time where the pair of steps began, or -1
};

}  // namespace solenoid
