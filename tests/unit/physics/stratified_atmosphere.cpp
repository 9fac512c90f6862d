/// Sound in an isothermal atmosphere, rho_0 = p_0 = exp(-x) with the gravity 1 along -x: waves
/// above the cut-off rise and grow, those below it stay where they are made.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <test_stratified.hpp>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/program_state.hpp"

namespace solenoid {
namespace {

using testing_physics::Values;
using Atmosphere = testing_physics::ProgramState<programs::test_stratified>;
using Amplitude = std::complex<double>;

constexpr double gamma_of_gas = 5.0 / 3;  // the speed of sound squared, too
const double cut_off = std::sqrt(gamma_of_gas) / 2;

/// Linear theory (docs/stratified.md), of the amplitude 1e-6 at the foot.
class VerticalWave {
 public:
  explicit VerticalWave(double omega)
      : omega_(omega),
        k_(std::sqrt(Amplitude(omega * omega - cut_off * cut_off) / gamma_of_gas)),
        pressure_((gamma_of_gas * k_ - Amplitude(0, gamma_of_gas / 2 - 1)) / omega),
        density_((k_ + Amplitude(0, 0.5)) / omega) {}

  [[nodiscard]] double value(const std::string& field, double x, double t) const {
    const Amplitude momentum =
        1e-6 * std::exp(-x / 2) * std::exp(Amplitude(0, 1) * (k_ * x - omega_ * t));
    if (field == "momentum_x") return momentum.real();
    if (field == "density_perturbation") return (density_ * momentum).real();
    if (field == "energy_perturbation") return (pressure_ * momentum).real() / (gamma_of_gas - 1);
    return field.starts_with("background_density") || field.starts_with("background_pressure")
               ? std::exp(-x)
               : 0;
  }

 private:
  double omega_;
  Amplitude k_, pressure_, density_;
};

/// The largest error of the velocity over four scale heights, over what a wave that neither grows
/// nor dies out with height would have there, exp(x/2) 1e-6. Behind both faces the wave goes on.
double error_of_wave(double omega, double periods) {
  const VerticalWave wave(omega);
  Boundaries fixed;
  fixed.kind[0] = {BoundaryKind::fixed, BoundaryKind::fixed};
  FixedBoundary behind;
  behind.depends_on_time = true;
  behind.values = [=](const std::string& field, double x, double, double, double t) {
    return wave.value(field, x, t);
  };
  Atmosphere state(Grid{{128, 1, 1}, {0, 0, 0}, {4, 1, 1}}, fixed, behind);
  state.set_uniform("gamma", gamma_of_gas);
  state.set_uniform("gravity_x", -1);
  for (const char* field : {"background_density", "background_pressure", "momentum_x",
                            "density_perturbation", "energy_perturbation"})
    state.set(field, [=](double x, double, double) { return wave.value(field, x, 0); });
  const double end = periods * 2 * std::numbers::pi / omega;
  const int steps = int(std::ceil(end / 0.019));
  for (int step = 0; step < steps; ++step) state.advance(end * step / steps, end / steps);
  const Values momentum = state.values("momentum_x");
  double largest = 0;
  for (int i = 0; i < 128; ++i) {
    const double x = state.grid().centre(0, i);
    const double error = momentum[std::size_t(i)] - wave.value("momentum_x", x, end);
    largest = std::max(largest, std::abs(error) * std::exp(x / 2) / 1e-6);
  }
  return largest;
}

TEST(StratifiedAtmosphere, SoundAboveTheCutOffGrowsAsItRises) {
  SOLENOID_SKIP_IF_SANITIZED();
  // Over 3 periods, the time in which it rises by four scale heights.
  EXPECT_LT(error_of_wave(2 * std::numbers::pi, 3), 4e-3);
}

TEST(StratifiedAtmosphere, SoundBelowTheCutOffDoesNotRise) {
  SOLENOID_SKIP_IF_SANITIZED();
  EXPECT_LT(error_of_wave(0.6 * cut_off, 2), 2e-3);
}

}  // namespace
}  // namespace solenoid
