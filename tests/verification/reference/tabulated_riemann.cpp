#include "tests/verification/reference/tabulated_riemann.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace solenoid::reference {

namespace {

/// Where an increasing function passes zero between two places.
template <class Function>
double root_between(double low, double high, const Function& function) {
  for (int step = 0; step < 64; ++step) {
    const double middle = 0.5 * (low + high);
    (function(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

GasOfCurve mirrored(GasOfCurve gas) {
  gas.velocity = -gas.velocity;
  return gas;
}

}  // namespace

CaloricCurve::CaloricCurve(std::vector<double> temperature, std::vector<double> energy)
    : temperature_(std::move(temperature)), energy_(std::move(energy)) {
  temperature_.insert(temperature_.begin(), 0.0);
  energy_.insert(energy_.begin(), 0.0);
  for (std::size_t i = 1; i < temperature_.size(); ++i)
    slopes_.push_back((energy_[i] - energy_[i - 1]) / (temperature_[i] - temperature_[i - 1]));
}

std::size_t CaloricCurve::line(double temperature) const {
  const auto after = std::ranges::upper_bound(temperature_, temperature) - temperature_.begin();
  return std::size_t(std::clamp<std::ptrdiff_t>(after - 1, 0, std::ptrdiff_t(slopes_.size()) - 1));
}

double CaloricCurve::energy(double temperature) const {
  const std::size_t i = line(temperature);
  return energy_[i] + slopes_[i] * (temperature - temperature_[i]);
}

double CaloricCurve::sound_speed(double temperature) const {
  return std::sqrt(temperature * (1 + 1 / slope(temperature)));
}

CaloricCurve::Change CaloricCurve::at_constant_entropy(double from, double to) const {
  Change change;
  const double low = std::min(from, to), high = std::max(from, to);
  for (std::size_t i = line(low); i <= line(high); ++i) {
    const double begin = std::max(low, temperature_[i]);
    const double end = i == line(high) ? high : temperature_[i + 1];
    const double s = slopes_[i];
    change.log_density += s * std::log(end / begin);
    change.velocity += 2 * std::sqrt(s * (s + 1)) * (std::sqrt(end) - std::sqrt(begin));
  }
  if (to < from) change = {-change.log_density, -change.velocity};
  return change;
}

TabulatedRiemann::TabulatedRiemann(const GasOfCurve& left, const GasOfCurve& right,
                                   const CaloricCurve& curve)
    : left_(left), right_(right), curve_(curve) {
  const double least = 1e-12 * std::min(left.pressure, right.pressure);
  const double most = 1e6 * std::max(left.pressure, right.pressure);
  // By its logarithm, since it may be anything.
  const double pressure = std::exp(root_between(std::log(least), std::log(most), [&](double log) {
    const double p = std::exp(log);
    return -behind(left_, p).velocity - behind(mirrored(right_), p).velocity;
  }));
  middle_ = {behind(left_, pressure), mirrored(behind(mirrored(right_), pressure))};
}

GasOfCurve TabulatedRiemann::behind(const GasOfCurve& gas, double pressure) const {
  if (gas.pressure < pressure) return behind_shock(gas, pressure);
  const double density = std::log(gas.density);
  const double least = gas.temperature() * std::min(1.0, pressure / gas.pressure) * 1e-3;
  return expanded(gas, root_between(least, gas.temperature(), [&](double temperature) {
                    const auto change = curve_.at_constant_entropy(gas.temperature(), temperature);
                    return density + change.log_density + std::log(temperature / pressure);
                  }));
}

GasOfCurve TabulatedRiemann::behind_shock(const GasOfCurve& gas, double pressure) const {
  // Rankine and Hugoniot: eps rises by the mean pressure times the loss of volume.
  const double mean = 0.5 * (gas.pressure + pressure);
  const double temperature = root_between(0, pressure / gas.density, [&](double t) {
    return curve_.energy(t) - curve_.energy(gas.temperature()) -
           mean * (1 / gas.density - t / pressure);
  });
  const double density = pressure / temperature;
  const double loss = std::sqrt((pressure - gas.pressure) * (1 / gas.density - 1 / density));
  return {density, gas.velocity - loss, pressure};
}

GasOfCurve TabulatedRiemann::expanded(const GasOfCurve& gas, double temperature) const {
  const auto change = curve_.at_constant_entropy(gas.temperature(), temperature);
  const double density = gas.density * std::exp(change.log_density);
  return {density, gas.velocity - change.velocity, density * temperature};
}

GasOfCurve TabulatedRiemann::at(double speed) const {
  if (speed < middle_[0].velocity) return on_left(left_, middle_[0], speed);
  return mirrored(on_left(mirrored(right_), mirrored(middle_[1]), -speed));
}

GasOfCurve TabulatedRiemann::on_left(const GasOfCurve& gas, const GasOfCurve& middle,
                                     double speed) const {
  if (gas.pressure < middle.pressure) {
    const double shock = (middle.density * middle.velocity - gas.density * gas.velocity) /
                         (middle.density - gas.density);
    return speed < shock ? gas : middle;
  }
  const auto head = [&](const GasOfCurve& w) {
    return w.velocity - curve_.sound_speed(w.temperature());
  };
  if (speed < head(gas)) return gas;
  if (!(speed < head(middle))) return middle;
  return expanded(gas, root_between(middle.temperature(), gas.temperature(),
                                    [&](double t) { return speed - head(expanded(gas, t)); }));
}

}  // namespace solenoid::reference
