#include "tests/verification/reference/isothermal_riemann.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace solenoid::reference {

namespace {

/// By how much a wave changes the velocity where the density becomes `density`: a shock by
/// c (rho* - rho) / sqrt(rho* rho), a rarefaction by c ln(rho* / rho).
double velocity_change(double density, double before, double c) {
  return density > before ? c * (density - before) / std::sqrt(density * before)
                          : c * std::log(density / before);
}

}  // namespace

IsothermalRiemann::IsothermalRiemann(const IsothermalState& left, const IsothermalState& right,
                                     double sound_speed)
    : left_(left), right_(right), sound_speed_(sound_speed) {
  const auto excess = [&](double logarithm) {
    const double density = std::exp(logarithm);
    return velocity_change(density, left.density, sound_speed) +
           velocity_change(density, right.density, sound_speed) + right.velocity - left.velocity;
  };
  double low = -700, high = 700;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (excess(middle) < 0 ? low : high) = middle;
  }
  middle_.density = std::exp(0.5 * (low + high));
  middle_.velocity = left.velocity - velocity_change(middle_.density, left.density, sound_speed);
}

IsothermalState IsothermalRiemann::at(double speed) const {
  const double c = sound_speed_;
  // Seen in a mirror the right wave is a left one.
  const bool from_right = speed > middle_.velocity;
  const double sign = from_right ? -1 : 1;
  const IsothermalState& outer = from_right ? right_ : left_;
  const double s = sign * speed, v = sign * outer.velocity, v_middle = sign * middle_.velocity;
  if (middle_.density > outer.density) {
    const double shock = v - c * std::sqrt(middle_.density / outer.density);
    return s < shock ? outer : middle_;
  }
  if (s < v - c) return outer;
  if (s > v_middle - c) return middle_;
  return {outer.density * std::exp((v - c - s) / c), sign * (s + c)};
}

namespace {

using State = IsothermalMhdState;

/// The state behind a wave that gas crosses with the mass flux j, positive from the left to the
/// right.
State behind(const State& before, double density, std::complex<double> field, double j,
             double normal_field) {
  State after;
  after.density = density;
  after.transverse_field = field;
  after.velocity = before.velocity + j * (1 / density - 1 / before.density);
  after.transverse_velocity =
      before.transverse_velocity + normal_field * (field - before.transverse_field) / j;
  return after;
}

/// The waves of one side from the outermost one on; `direction` is 1 to the left and -1 to the
/// right.
struct Side {
  std::vector<State> states;
  std::vector<double> speeds;
  std::vector<double> residuals;

  Side(const State& outer, const IsothermalMhdShocks::Waves& waves, double direction,
       double normal_field, double c)
      : states{outer} {
    shock(waves.fast_density, waves.fast_growth, direction, normal_field, c);
    rotation(waves.angle, direction, normal_field);
    shock(waves.slow_density, waves.slow_growth, direction, normal_field, c);
  }

 private:
  void shock(double density, double growth, double direction, double normal_field, double c) {
    const State before = states.back();
    const double volume = 1 / density, volume_before = 1 / before.density;
    const double field_squared = std::norm(before.transverse_field);
    const double j_squared =
        (c * c * (density - before.density) + 0.5 * (growth * growth - 1) * field_squared) /
        (volume_before - volume);
    residuals.push_back(j_squared * (volume * growth - volume_before) -
                        normal_field * normal_field * (growth - 1));
    add(behind(before, density, growth * before.transverse_field, direction * std::sqrt(j_squared),
               normal_field),
        direction * std::sqrt(j_squared));
  }
  void rotation(double angle, double direction, double normal_field) {
    const State before = states.back();
    const double j = direction * std::sqrt(before.density) * std::abs(normal_field);
    add(behind(before, before.density, before.transverse_field * std::polar(1.0, angle), j,
               normal_field),
        j);
  }
  void add(const State& after, double j) {
    speeds.push_back(states.back().velocity - j / states.back().density);
    states.push_back(after);
  }
};

constexpr std::size_t unknowns = 10;
using Vector = std::array<double, unknowns>;

/// Solves A x = b by elimination with pivots.
Vector solve(std::array<Vector, unknowns> a, Vector b) {
  for (std::size_t k = 0; k < unknowns; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < unknowns; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < unknowns; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < unknowns; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = unknowns; k-- > 0;) {
    for (std::size_t j = k + 1; j < unknowns; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

double largest(const Vector& v) {
  double most = 0;
  for (const double value : v) most = std::isnan(value) ? value : std::max(most, std::abs(value));
  return most;
}

}  // namespace

IsothermalMhdShocks::IsothermalMhdShocks(const State& left, const State& right, double normal_field,
                                         double sound_speed, const Waves& left_guess,
                                         const Waves& right_guess) {
  const auto sides = [&](const Vector& x) {
    return std::array<Side, 2>{
        Side(left, {x[0], x[1], x[2], x[3], x[4]}, 1, normal_field, sound_speed),
        Side(right, {x[5], x[6], x[7], x[8], x[9]}, -1, normal_field, sound_speed)};
  };
  const auto residual = [&](const Vector& x) {
    const auto [l, r] = sides(x);
    const State &a = l.states.back(), &b = r.states.back();
    const auto field = a.transverse_field - b.transverse_field;
    const auto velocity = a.transverse_velocity - b.transverse_velocity;
    return Vector{l.residuals[0],        l.residuals[1],          r.residuals[0], r.residuals[1],
                  a.density - b.density, a.velocity - b.velocity, field.real(),   field.imag(),
                  velocity.real(),       velocity.imag()};
  };
  const Waves &l = left_guess, &r = right_guess;
  Vector x{l.fast_density, l.fast_growth, l.angle, l.slow_density, l.slow_growth,
           r.fast_density, r.fast_growth, r.angle, r.slow_density, r.slow_growth};
  Vector f = residual(x);
  for (int iteration = 0; iteration < 100 && largest(f) > 1e-14; ++iteration) {
    std::array<Vector, unknowns> jacobian{};
    for (std::size_t j = 0; j < unknowns; ++j) {
      Vector shifted = x;
      shifted[j] += 1e-7;
      const Vector g = residual(shifted);
      for (std::size_t i = 0; i < unknowns; ++i) jacobian[i][j] = (g[i] - f[i]) / 1e-7;
    }
    const Vector step = solve(jacobian, f);
    double part = 1;
    Vector next = x;
    Vector g = f;
    do {
      for (std::size_t i = 0; i < unknowns; ++i) next[i] = x[i] - part * step[i];
      g = residual(next);
      part *= 0.5;
    } while (!(largest(g) < largest(f)) && part > 1e-6);
    if (!(largest(g) < largest(f))) break;
    x = next;
    f = g;
  }
  if (!(largest(f) < 1e-10)) throw std::runtime_error("the Riemann problem was not solved");
  const auto [to_left, to_right] = sides(x);
  states_ = to_left.states;
  speeds_ = to_left.speeds;
  for (std::size_t n = to_right.speeds.size(); n-- > 0;) {
    speeds_.push_back(to_right.speeds[n]);
    states_.push_back(to_right.states[n]);
  }
}

const IsothermalMhdState& IsothermalMhdShocks::at(double speed) const {
  const auto wave = std::ranges::lower_bound(speeds_, speed);
  return states_[std::size_t(wave - speeds_.begin())];
}

}  // namespace solenoid::reference
