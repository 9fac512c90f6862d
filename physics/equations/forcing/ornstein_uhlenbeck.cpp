#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "numerics/fourier/wave_numbers.hpp"
#include "physics/equations/forcing/random_numbers.hpp"

namespace solenoid {

namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + (a[1] * b[1] + a[2] * b[2]); }

/// Mean square per unit of wave number.
double spectrum_at(const DrivingSettings& settings, double k) {
  const auto [least, most] = settings.wave_numbers;
  switch (settings.spectrum) {
    case DrivingSpectrum::parabola: {
      const double place = (2 * k - (least + most)) / (most - least);
      return std::max(1 - place * place, 0.0);
    }
    case DrivingSpectrum::flat:
      return 1;
    case DrivingSpectrum::power_law:
      break;
  }
  return std::pow(k, settings.exponent);
}

/// One of k and -k.
bool is_first_of_pair(const std::array<int, 3>& waves) {
  if (waves[0] != 0) return waves[0] > 0;
  if (waves[1] != 0) return waves[1] > 0;
  return waves[2] > 0;
}

}  // namespace

OrnsteinUhlenbeck::OrnsteinUhlenbeck(const Grid& grid, const DrivingSettings& settings)
    : settings_(settings), factor_(std::exp(-1.0 / steps_of_correlation)) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    active_[axis] = grid.active(int(axis));
    dimensions_ += active_[axis] ? 1 : 0;
  }
  find_modes(grid);
  normalise();
  begin();
}

void OrnsteinUhlenbeck::find_modes(const Grid& grid) {
  const Vector longest = longest_waves(grid);
  std::array<int, 3> reach{};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (active_[axis]) {
      reach[axis] = int(settings_.wave_numbers[1] / longest[axis]);
      if (2 * reach[axis] >= grid.cells[axis])
        throw std::invalid_argument("the shortest waves have less than two cells");
    }
  for (int n = 0; n <= reach[0]; ++n)
    for (int m = -reach[1]; m <= reach[1]; ++m)
      for (int l = -reach[2]; l <= reach[2]; ++l) {
        DrivingMode mode;
        mode.waves = {n, m, l};
        if (!is_first_of_pair(mode.waves)) continue;
        const Vector k{n * longest[0], m * longest[1], l * longest[2]};
        const double number = std::sqrt(dot(k, k));
        if (number < settings_.wave_numbers[0] || number > settings_.wave_numbers[1]) continue;
        // There are |k|^(d - 1) as many waves in a shell.
        mode.weight = std::sqrt(spectrum_at(settings_, number) * std::pow(number, 1 - dimensions_));
        for (std::size_t axis = 0; axis < 3; ++axis) mode.direction[axis] = k[axis] / number;
        if (mode.weight > 0) modes_.push_back(mode);
      }
  if (modes_.empty())
    throw std::invalid_argument(settings_.spectrum == DrivingSpectrum::parabola
                                    ? "no wave that fits the box has a wave number between these "
                                      "two, at which a parabola is 0"
                                    : "no wave that fits the box has a wave number in this range");
}

void OrnsteinUhlenbeck::normalise() {
  const double zeta = settings_.solenoidal_weight;
  const double kept = zeta * zeta * (dimensions_ - 1) + (1 - zeta) * (1 - zeta);
  if (!(kept > 0))
    throw std::invalid_argument("along one direction there are no waves without divergence");
  double sum = 0;
  for (const DrivingMode& mode : modes_) sum += mode.weight * mode.weight * kept;
  for (DrivingMode& mode : modes_) mode.weight /= std::sqrt(sum);
}

void OrnsteinUhlenbeck::begin() {
  number_ = 0;
  before_ = following(Processes(modes_.size()), 0);
  behind_ = following(before_, 1);
}

void OrnsteinUhlenbeck::step() {
  ++number_;
  before_ = std::move(behind_);
  behind_ = following(before_, number_ + 1);
}

auto OrnsteinUhlenbeck::following(const Processes& last, std::uint64_t number) const -> Processes {
  RandomNumbers random(settings_.seed, number);
  Processes next(modes_.size());
  const double noise = number == 0 ? 1 : std::sqrt(1 - factor_ * factor_);
  for (std::size_t mode = 0; mode < modes_.size(); ++mode)
    for (std::size_t c = 0; c < 6; ++c)
      if (active_[c % 3]) next[mode][c] = factor_ * last[mode][c] + noise * random.normal();
  return next;
}

const std::vector<DrivingMode>& OrnsteinUhlenbeck::at(double time) {
  const double steps = std::max((time - settings_.start_time) / settings_.correlation_time, 0.0) *
                       steps_of_correlation;
  const auto number = std::uint64_t(steps);
  if (number < number_) begin();
  while (number_ < number) step();
  const double s = steps - double(number);
  // The variance of the mean of two numbers that are correlated by f.
  const double norm = 1 / std::sqrt((1 - s) * (1 - s) + s * s + 2 * s * (1 - s) * factor_);
  const double zeta = settings_.solenoidal_weight;
  for (std::size_t m = 0; m < modes_.size(); ++m) {
    DrivingMode& mode = modes_[m];
    const auto projected = [&](std::size_t first) {
      Vector x;
      for (std::size_t c = 0; c < 3; ++c)
        x[c] = norm * ((1 - s) * before_[m][first + c] + s * behind_[m][first + c]);
      const double along = dot(x, mode.direction);
      Vector kept{};
      for (std::size_t c = 0; c < 3; ++c)
        kept[c] = mode.weight * (zeta * x[c] + (1 - 2 * zeta) * along * mode.direction[c]);
      return kept;
    };
    mode.cosine = projected(0);
    mode.sine = projected(3);
  }
  return modes_;
}

}  // namespace solenoid
