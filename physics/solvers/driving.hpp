#pragma once
/// \file
/// How an acceleration of random waves acts on the state of a fluid: evaluated on the device,
/// without net force, and with the power that is asked for.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "numerics/device/copies.hpp"
#include "numerics/grid/neighbour_ghosts.hpp"
#include "physics/equations/equation_of_state.hpp"
#include "physics/equations/forcing/mach_control.hpp"
#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"
#include "physics/solvers/driving_sums.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// Numbers of a row of cells and a wave number along x: the acceleration is the sum over n of
/// A_n cos(k_n x) + B_n sin(k_n x), with vectors A_n and B_n of each row.
inline constexpr int numbers_of_row_and_wave = 6;

/// Driving in one precision on one device.
template <class Real, class Space>
class Driving {
 public:
  Driving(const Subdomain& part, const DrivingSettings& settings, const Gas& gas);

  [[nodiscard]] bool active() const { return process_ != nullptr; }
  /// Numbers of a history and a checkpoint, with the energy that was put in so far.
  using Counts = std::vector<std::pair<std::string, double>>;
  [[nodiscard]] Counts with_energy(Counts counts) const {
    if (active()) counts.emplace_back("driving_energy", energy_);
    return counts;
  }
  /// Those of a checkpoint alone: the density and the power on which the longest step depends, and
  /// what a control of the power has learned.
  [[nodiscard]] Counts with_checkpoint_numbers(Counts numbers) const {
    if (density_ > 0) numbers.emplace_back("driving_density", density_);
    if (control_ == nullptr) return numbers;
    numbers.emplace_back("driving_power", power_);
    numbers.emplace_back("driving_feedback", control_->feedback());
    return numbers;
  }
  /// Goes on from what a checkpoint holds of it, or from nothing.
  void go_on(const std::map<std::string, double>& numbers) {
    const auto number = [&](const char* name) {
      const auto found = numbers.find(name);
      return found == numbers.end() ? 0 : found->second;
    };
    energy_ = number("driving_energy");
    density_ = number("driving_density");
    if (control_ == nullptr) return;
    power_ = number("driving_power");
    control_->set_feedback(number("driving_feedback"));
  }

  /// The longest step whose push moves gas that was at rest by no more than a narrowest cell of the
  /// grid: with a power that is given the first pushes are strong, and the second step of a pair
  /// is as long as the first, which knew nothing of them. Infinite without driving.
  [[nodiscard]] double longest_step(const Space& space, const FluidCells<Real>& fluid,
                                    const MagneticCells<Real>& magnetic,
                                    const NeighbourGhosts<Real, Space>& parts);

  /// Lets the waves of `time` act for `dt`; `parts` joins sums.
  void apply(const Space& space, const FluidCells<Real>& fluid, const MagneticCells<Real>& magnetic,
             double time, double dt, const NeighbourGhosts<Real, Space>& parts);

 private:
  using Numbers = Kokkos::View<double*, typename Space::memory_space>;
  using Integers = Kokkos::View<int*, typename Space::memory_space>;

  void make_tables();
  void list_waves(const std::vector<DrivingMode>& modes);
  void send(const std::vector<DrivingMode>& modes);
  void sum_waves_of_rows(const Space& space) const;
  [[nodiscard]] StirredGas measure(const Space& space, const FluidCells<Real>& fluid,
                                   const MagneticCells<Real>& magnetic,
                                   const NeighbourGhosts<Real, Space>& parts);

  Subdomain part_;
  DrivingSettings settings_;
  std::unique_ptr<OrnsteinUhlenbeck> process_;
  std::array<int, 3> wave_counts_{};  ///< along each axis, with 0
  std::array<Numbers, 3> tables_;     ///< cosines and sines of each wave number along each axis
  Numbers modes_, rows_;
  Integers waves_, first_mode_;
  CellSums<driving_sum_count, Space> sums_;
  CellSums<3, Space> speeds_;
  double heat_ratio_, sound_speed_squared_;
  std::unique_ptr<MachControl> control_;  ///< where the power follows from a Mach number
  double energy_ = 0;
  double density_ = 0;  ///< the mean one of the gas when it was first asked for; 0 before
  double power_;        ///< of the last push; before, with a control, 0
};

/// Bytes of what that needs on the device, rows being most of it.
inline std::size_t driving_bytes(const Grid& grid, const DrivingSettings& settings) {
  if (!settings.given()) return 0;
  const std::size_t waves = std::size_t(settings.wave_numbers[1]) + 1;
  return std::size_t(grid.cells[1]) * std::size_t(grid.cells[2]) * waves * numbers_of_row_and_wave *
         sizeof(double);
}

}  // namespace solenoid
