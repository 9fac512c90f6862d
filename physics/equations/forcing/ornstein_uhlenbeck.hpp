#pragma once
/// \file
/// An acceleration that stirs a box: waves whose amplitudes are Ornstein-Uhlenbeck processes, as in
/// C. Federrath et al., A&A 512, A81 (2010), sect. 2.1.
///
/// Of each wave k with the amplitudes x_n of a cosine and a sine,
///
///   x_{n+1} = f x_n + sqrt(1 - f^2) xi,   f = exp(-h / T),
///
/// xi being of mean 0 and variance 1 and h = T / 32, T the correlation time. This is the exact
/// solution of the process at the times n h. Between them x is linear, times a factor that keeps
/// its variance. So x follows from the seed and the time alone, whatever the steps of a scheme are:
/// nothing has to be stored, and grids and schemes can be compared under one and the same force.

#include <array>
#include <cstdint>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "numerics/named.hpp"

namespace solenoid {

/// The mean square of the acceleration by wave number, per unit of it.
enum class DrivingSpectrum {
  parabola,  ///< 1 in the middle of the range, 0 at both ends
  flat,
  power_law
};

template <>
struct Names<DrivingSpectrum> {
  static constexpr Named<DrivingSpectrum> rows[] = {{DrivingSpectrum::parabola, "parabola"},
                                                    {DrivingSpectrum::flat, "flat"},
                                                    {DrivingSpectrum::power_law, "power-law"}};
};

struct DrivingSettings {
  /// Smallest and largest |k|, in units of 2 pi over the largest extent of the box.
  std::array<double, 2> wave_numbers{1, 3};
  DrivingSpectrum spectrum = DrivingSpectrum::parabola;
  double exponent = -2;  ///< of the power law
  /// zeta of the projection zeta P_perpendicular + (1 - zeta) P_parallel (eq. 6): 1 leaves a force
  /// without divergence, 0 one without curl.
  double solenoidal_weight = 1;
  double correlation_time = 1;
  std::uint64_t seed = 1;
  double start_time = 0;  ///< where the process begins
  /// One of these is positive; none: there is no driving.
  double acceleration = 0;  ///< rms
  double power = 0;         ///< energy per time and volume
  double mach_number = 0;   ///< rms, for which the power is found (MachControl)

  [[nodiscard]] bool given() const { return acceleration > 0 || power > 0 || mach_number > 0; }
};

/// cosine cos(k.x) + sine sin(k.x), k.x being 2 pi waves.(x - lower)/(upper - lower).
struct DrivingMode {
  std::array<int, 3> waves{};
  std::array<double, 3> direction{};  ///< k / |k|
  double weight = 0;                  ///< of the two processes, before the projection
  std::array<double, 3> cosine{};
  std::array<double, 3> sine{};
};

/// The waves at times that are asked for.
class OrnsteinUhlenbeck {
 public:
  /// Throws std::invalid_argument if no wave that fits the box has such a wave number, or what the
  /// projection leaves is nothing.
  OrnsteinUhlenbeck(const Grid& grid, const DrivingSettings& settings);

  /// One of each pair k and -k, in the order of waves[0], which is not negative. The mean square of
  /// all together over the box, averaged over time, is 1.
  [[nodiscard]] const std::vector<DrivingMode>& at(double time);

  /// How many steps of the process a correlation time has.
  static constexpr int steps_of_correlation = 32;

 private:
  using Processes = std::vector<std::array<double, 6>>;  ///< of the cosine and of the sine

  void find_modes(const Grid& grid);
  void normalise();
  void begin();
  void step();
  /// The processes at the time of this number, `last` being those before.
  [[nodiscard]] Processes following(const Processes& last, std::uint64_t number) const;

  DrivingSettings settings_;
  int dimensions_ = 0;
  std::array<bool, 3> active_{};
  double factor_;  ///< f
  std::vector<DrivingMode> modes_;
  Processes before_, behind_;  ///< at the times n h and (n + 1) h
  std::uint64_t number_ = 0;   ///< n
};

}  // namespace solenoid
