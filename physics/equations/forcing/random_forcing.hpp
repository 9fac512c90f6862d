#pragma once
/// \file
/// A force that stirs a periodic box with a plane wave, another one in each step: Pekkila et al.
/// (2017), eqs. 24 and 25; with helicity Brandenburg (2001, ApJ 550, 824), eqs. 6 to 8.

#include <array>
#include <cstdint>
#include <vector>

#include "numerics/grid/grid.hpp"

namespace solenoid {

struct RandomForcingSettings {
  double amplitude = 0;  ///< f_0
  /// Smallest and largest |k|, in units of 2 pi over the largest extent of the box.
  std::array<double, 2> wave_numbers{1, 2};
  double sound_speed = 1;
  std::uint64_t seed = 0;
  /// sigma, from -1 to 1: with 1 the curl of the force is |k| times the force, with 0 they are
  /// perpendicular.
  double helicity = 0;
};

/// amplitude cos(angle) + sine_amplitude sin(angle), angle = wave_vector . x + phase.
struct ForcingWave {
  std::array<double, 3> amplitude{};
  std::array<double, 3> sine_amplitude{};  ///< 0 without helicity
  std::array<double, 3> wave_vector{};
  double phase = 0;
};

class RandomForcing {
 public:
  /// Throws std::invalid_argument if no wave that fits the box has such a wave number.
  RandomForcing(const Grid& grid, const RandomForcingSettings& settings);

  /// The wave of a step, the same whatever was asked for before, on every device.
  [[nodiscard]] ForcingWave wave(std::uint64_t step, double time_step) const;

  /// The mean of |k| in those units.
  [[nodiscard]] double mean_wave_number() const;

 private:
  RandomForcingSettings settings_;
  double unit_;  ///< of wave numbers
  std::vector<std::array<double, 3>> wave_vectors_;
};

}  // namespace solenoid
