#include "physics/equations/forcing/random_forcing.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "numerics/fourier/wave_numbers.hpp"
#include "physics/equations/forcing/random_numbers.hpp"

namespace solenoid {

namespace {

using Vector = std::array<double, 3>;
using std::numbers::pi;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + (a[1] * b[1] + a[2] * b[2]); }

/// A direction, all being equally likely.
Vector direction(RandomNumbers& random) {
  const double z = 2 * random() - 1;
  const double angle = 2 * pi * random();
  const double rho = std::sqrt(1 - z * z);
  return {rho * std::cos(angle), rho * std::sin(angle), z};
}

/// Brandenburg (2001), eq. 7: R f = (f - i sigma f x k/|k|) / sqrt(1 + sigma^2), whose real part
/// times exp(i angle) has a sine, too, and puts as much energy into the flow.
void give_helicity(ForcingWave& wave, double sigma) {
  const Vector f = wave.amplitude;
  const Vector& k = wave.wave_vector;
  const double norm = 1 / std::sqrt(1 + sigma * sigma);
  const double length = std::sqrt(dot(k, k));
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t l = (i + 2) % 3;
    wave.amplitude[i] = norm * f[i];
    wave.sine_amplitude[i] = norm * sigma * (f[j] * k[l] - f[l] * k[j]) / length;
  }
}

}  // namespace

RandomForcing::RandomForcing(const Grid& grid, const RandomForcingSettings& settings)
    : settings_(settings), unit_(wave_number_unit(grid)) {
  const Vector longest = longest_waves(grid);
  const auto [least, most] = settings.wave_numbers;
  const auto reach = [&, most = most](std::size_t axis) {
    return longest[axis] > 0 ? int(most / longest[axis]) : 0;
  };
  for (int l = -reach(2); l <= reach(2); ++l)
    for (int m = -reach(1); m <= reach(1); ++m)
      for (int n = -reach(0); n <= reach(0); ++n) {
        const Vector k{n * longest[0], m * longest[1], l * longest[2]};
        const double number = std::sqrt(dot(k, k));
        if (least <= number && number <= most && number > 0)
          wave_vectors_.push_back({unit_ * k[0], unit_ * k[1], unit_ * k[2]});
      }
  if (wave_vectors_.empty())
    throw std::invalid_argument("no wave that fits the box has a wave number in this range");
}

ForcingWave RandomForcing::wave(std::uint64_t step, double time_step) const {
  RandomNumbers random(settings_.seed, step);
  ForcingWave wave;
  const double chosen = random() * double(wave_vectors_.size());
  wave.wave_vector = wave_vectors_[std::size_t(chosen)];
  wave.phase = pi * (2 * random() - 1);
  const Vector& k = wave.wave_vector;
  const double square = dot(k, k);
  Vector e{};
  double across = 0;
  // A direction along k has no perpendicular: the next one does.
  while (across < 1e-6 * square) {
    e = direction(random);
    across = square - dot(k, e) * dot(k, e);
  }
  const double c = settings_.sound_speed;
  const double norm = settings_.amplitude * c * std::sqrt(std::sqrt(square) * c / time_step);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t l = (i + 2) % 3;
    wave.amplitude[i] = norm * (k[j] * e[l] - k[l] * e[j]) / std::sqrt(across);
  }
  if (settings_.helicity != 0) give_helicity(wave, settings_.helicity);
  return wave;
}

double RandomForcing::mean_wave_number() const {
  double sum = 0;
  for (const Vector& k : wave_vectors_) sum += std::sqrt(dot(k, k));
  return sum / double(wave_vectors_.size()) / unit_;
}

}  // namespace solenoid
