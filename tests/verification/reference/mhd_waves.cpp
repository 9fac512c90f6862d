#include "tests/verification/reference/mhd_waves.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace solenoid::reference {
namespace {

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Vector sum(double a, const Vector& u, double b, const Vector& v) {
  return {a * u[0] + b * v[0], a * u[1] + b * v[1], a * u[2] + b * v[2]};
}

double length(const Vector& a) { return std::sqrt(dot(a, a)); }

double largest_component(const MhdState& state) {
  double largest = std::max(std::abs(state.density), std::abs(state.pressure));
  for (int i = 0; i < 3; ++i) {
    largest = std::max({largest, std::abs(state.velocity[i]), std::abs(state.magnetic_field[i])});
  }
  return largest;
}

MhdState combined(const MhdState& a, double factor, const MhdState& b) {
  return {a.density + factor * b.density, sum(1, a.velocity, factor, b.velocity),
          a.pressure + factor * b.pressure, sum(1, a.magnetic_field, factor, b.magnetic_field)};
}

/// What the eigenvectors are made of: directions, speeds and the weights of P. L. Roe and
/// D. S. Balsara, SIAM J. Appl. Math. 56, 57 (1996).
struct Characteristics {
  Vector normal, along_field, across_field;  ///< of the wave, and of the transverse field
  double sign;                               ///< of the normal field
  double sound, alfven, fast, slow;
  double fast_weight, slow_weight;
};

Characteristics characteristics_of(const MhdState& state, double gamma, const Vector& normal) {
  const double normal_field = dot(state.magnetic_field, normal);
  const Vector transverse = sum(1, state.magnetic_field, -normal_field, normal);
  if (std::abs(normal_field) < 1e-12 || length(transverse) < 1e-12) {
    throw std::invalid_argument("a linear wave needs a field both along and across its direction");
  }
  Characteristics c{};
  c.normal = normal;
  c.along_field = sum(1 / length(transverse), transverse, 0, transverse);
  c.across_field = cross(normal, c.along_field);
  c.sign = normal_field > 0 ? 1 : -1;
  const double sound2 = gamma * state.pressure / state.density;
  const double alfven2 = normal_field * normal_field / state.density;
  const double total = sound2 + dot(state.magnetic_field, state.magnetic_field) / state.density;
  const double root = std::sqrt(total * total - 4 * sound2 * alfven2);
  const double fast2 = 0.5 * (total + root), slow2 = sound2 * alfven2 / fast2;
  c.sound = std::sqrt(sound2);
  c.alfven = std::sqrt(alfven2);
  c.fast = std::sqrt(fast2);
  c.slow = std::sqrt(slow2);
  c.fast_weight = std::sqrt((sound2 - slow2) / root);
  c.slow_weight = std::sqrt((fast2 - sound2) / root);
  return c;
}

/// Eigenvector of the wave of a family that runs along the normal.
MhdState eigenvector_of(const MhdState& state, double gamma, const Characteristics& c,
                        WaveFamily family) {
  const double field = std::sqrt(state.density) * c.sound;
  switch (family) {
    case WaveFamily::fast:
      return {
          c.fast_weight * state.density,
          sum(c.fast_weight * c.fast, c.normal, -c.slow_weight * c.slow * c.sign, c.along_field),
          c.fast_weight * gamma * state.pressure,
          sum(c.slow_weight * field, c.along_field, 0, c.normal)};
    case WaveFamily::slow:
      return {c.slow_weight * state.density,
              sum(c.slow_weight * c.slow, c.normal, c.fast_weight * c.fast * c.sign, c.along_field),
              c.slow_weight * gamma * state.pressure,
              sum(-c.fast_weight * field, c.along_field, 0, c.normal)};
    case WaveFamily::alfven:
      return {0, c.across_field, 0,
              sum(-c.sign * std::sqrt(state.density), c.across_field, 0, c.normal)};
    case WaveFamily::entropy:
      break;
  }
  return {1, {}, 0, {}};
}

double speed_of(const Characteristics& c, WaveFamily family) {
  switch (family) {
    case WaveFamily::fast:
      return c.fast;
    case WaveFamily::slow:
      return c.slow;
    case WaveFamily::alfven:
      return c.alfven;
    case WaveFamily::entropy:
      break;
  }
  return 0;
}

}  // namespace

LinearWave::LinearWave(const MhdState& background, double gamma, const Vector& wave_vector,
                       WaveFamily family, int direction)
    : background_(background), wave_vector_(wave_vector) {
  const double cycles = length(wave_vector);
  if (!(cycles > 0) || (direction != 1 && direction != -1)) {
    throw std::invalid_argument("a linear wave needs a wave vector and a direction of 1 or -1");
  }
  const Vector normal = sum(1 / cycles, wave_vector, 0, wave_vector);
  const Characteristics c = characteristics_of(background, gamma, normal);
  eigenvector_ = eigenvector_of(background, gamma, c, family);
  // The wave that runs the other way has the opposite velocities.
  for (double& component : eigenvector_.velocity) component *= direction;
  eigenvector_ = combined({}, 1 / largest_component(eigenvector_), eigenvector_);
  speed_ = dot(background.velocity, normal) + direction * speed_of(c, family);
}

MhdState LinearWave::at(const Vector& position, double time, double amplitude) const {
  const double phase = dot(wave_vector_, position) - length(wave_vector_) * speed_ * time;
  return combined(background_, amplitude * std::cos(2 * std::numbers::pi * phase), eigenvector_);
}

MhdState CircularAlfvenWave::at(const Vector& position, double time) const {
  const double x1 = cosine * position[0] + sine * position[1] - (flow + direction) * time;
  const double second = amplitude * std::sin(2 * std::numbers::pi * x1);
  const double third = amplitude * std::cos(2 * std::numbers::pi * x1);
  const auto turned = [&](double first, double transverse, double z) {
    return Vector{first * cosine - transverse * sine, first * sine + transverse * cosine, z};
  };
  return {1, turned(flow, -direction * second, -direction * third), 0.1, turned(1, second, third)};
}

}  // namespace solenoid::reference
