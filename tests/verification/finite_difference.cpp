/// The scheme finite-difference: Pekkila et al. (2017) and what linear theory says. Each deck
/// compiles its stencil program when it is run for the first time.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <vector>

#include "numerics/vertices/runge_kutta.hpp"
#include "physics/fields/power_spectrum.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

using std::numbers::pi;

/// Root mean square of f - exact(i) along x.
template <class Exact>
double rms_difference(const FieldValues& f, const Exact& exact) {
  double sum = 0;
  for (std::size_t i = 0; i < f.size(); ++i) sum += (f[i] - exact(i)) * (f[i] - exact(i));
  return std::sqrt(sum / double(f.size()));
}

/// The error of the decaying sine wave at t = 1.5, eq. 22, with `cells` vertices.
double error_of_sine(int cells) {
  ShippedDeck run("sine-decay", {"grid.cells=[" + std::to_string(cells) + "]"});
  run.run();
  const double k = 13, nu = 5e-3;
  return rms_difference(run.field("velocity_y"), [&](std::size_t i) {
    return std::exp(-nu * k * k * 1.5) * std::sin(k * run.grid().centre(0, int(i)));
  });
}

TEST(FiniteDifferenceVerification, SineDecaysWithSixthOrder) {
  // Figure 5 of Pekkila et al. (2017): the error falls by 2^5.7 there.
  const double coarse = error_of_sine(64), middle = error_of_sine(128), fine = error_of_sine(256);
  report("sine decay, error with 256 vertices", fine);
  report("sine decay, order", order_of_convergence(middle, fine));
  EXPECT_GT(order_of_convergence(coarse, middle), 5.4);
  EXPECT_NEAR(order_of_convergence(middle, fine), 6, 0.15);
}

/// Integrals along the three axes and the four diagonals of the box, figure 6's measure of
/// symmetry.
struct DirectionIntegrals {
  double axes[3];
  double diagonals[4];
};

/// Of `f` on a cube of `n` vertices a side, one of which is the middle, at distances `spacing`.
DirectionIntegrals integrals_of(const FieldValues& f, int n, double spacing) {
  const auto at = [&](int i, int j, int k) {
    return f[std::size_t(i) + std::size_t(n) * (std::size_t(j) + std::size_t(n) * std::size_t(k))];
  };
  DirectionIntegrals sums{};
  for (int i = 0; i < n; ++i) {
    sums.axes[0] += spacing * at(i, n / 2, n / 2);
    sums.axes[1] += spacing * at(n / 2, i, n / 2);
    sums.axes[2] += spacing * at(n / 2, n / 2, i);
    const int m = n - 1 - i;
    const double diagonal = std::sqrt(3.0) * spacing;
    sums.diagonals[0] += diagonal * at(i, i, i);
    sums.diagonals[1] += diagonal * at(m, i, i);
    sums.diagonals[2] += diagonal * at(i, m, i);
    sums.diagonals[3] += diagonal * at(i, i, m);
  }
  return sums;
}

TEST(FiniteDifferenceVerification, ExplosionIsSymmetric) {
  ShippedDeck run("radial-explosion", {"grid.cells=[47,47,47]", "run.end_time=0.5"});
  run.run();
  // |u| itself has kinks, where so few vertices on a diagonal say little about an integral.
  FieldValues squared = run.field("velocity_magnitude"), excess = run.field("density");
  for (double& u : squared) u *= u;
  for (double& rho : excess) rho -= 1;
  for (const auto& [name, values, bound] : {std::tuple{"velocity squared", &squared, 5e-3},
                                            std::tuple{"excess of density", &excess, 5e-4}}) {
    const DirectionIntegrals sums = integrals_of(*values, 47, run.grid().spacing(0));
    for (const double axis : sums.axes) EXPECT_NEAR(axis / sums.axes[0], 1, 1e-10);
    for (const double diagonal : sums.diagonals)
      EXPECT_NEAR(diagonal / sums.diagonals[0], 1, 1e-10);
    report(std::string(name) + ", diagonals to axes", sums.diagonals[0] / sums.axes[0]);
    EXPECT_NEAR(sums.diagonals[0] / sums.axes[0], 1, bound) << name;
  }
}

TEST(FiniteDifferenceVerification, MagneticFieldDecaysAsResistivitySays) {
  const std::string k = "4";
  ShippedDeck run(
      "orszag-tang-viscous",
      {"grid.cells=[32,4]", "run.end_time=1", "physics.resistivity=0.02", "initial.velocity_x=0",
       "initial.velocity_y=0", "initial.vector_potential_z=1e-6*sin(" + k + "*x)"});
  run.run();
  const double exact = 1e-6 * std::exp(-0.02 * 16 * 1);
  const FieldValues a = run.field("vector_potential_z");
  const double error = rms_difference(
      a, [&](std::size_t i) { return exact * std::sin(4 * run.grid().centre(0, int(i % 32))); });
  report("magnetic decay, relative error", error / exact);
  EXPECT_LT(error / exact, 1e-4);
}

/// A standing sound wave of wave number 4 at t = 2, density a cos(4 x) and velocity b sin(4 x):
/// the largest difference to density amplitude `amplitude(a_0, dt, cells)`, relative to a_0.
template <class Amplitude>
double error_of_sound(int cells, const Amplitude& amplitude,
                      Integrator integrator = Integrator::rk3) {
  ShippedDeck run("sine-decay", {"grid.cells=[" + std::to_string(cells) + "]", "run.end_time=2",
                                 "solver.time_step=0.0078125", "physics.viscosity=0.02",
                                 "initial.velocity_y=0", "initial.log_density=1e-8*cos(4*x)",
                                 std::string("solver.integrator=") + name_of(integrator)});
  run.run();
  const double expected = amplitude(1e-8, 0.0078125);
  return rms_difference(
             run.field("log_density"),
             [&](std::size_t i) { return expected * std::cos(4 * run.grid().centre(0, int(i))); }) /
         1e-8;
}

TEST(FiniteDifferenceVerification, SoundIsDampedAsViscositySays) {
  // Frequency and damping are the roots of s^2 + (4/3) nu k^2 s + k^2 c^2 = 0; the rate of change
  // of the density vanishes at t = 0.
  const double error = error_of_sound(96, [](double a, double) {
    const double damping = 0.02 * 16 * 2.0 / 3.0, omega = std::sqrt(16 - damping * damping);
    return a * std::exp(-damping * 2) *
           (std::cos(omega * 2) + damping / omega * std::sin(omega * 2));
  });
  report("sound, relative error", error);
  EXPECT_LT(error, 2e-5);
}

/// Its amplitude with the wave numbers k' and k'' that central differences of sixth order give to
/// first and second derivatives and the polynomial of the integrator: no error is left but rounding
/// and what is not linear.
double amplitude_of_scheme(Integrator integrator, int cells, double a, double dt) {
  const double h = 2 * pi / cells, angle = 4 * h;
  const double first =
      (45 * std::sin(angle) - 9 * std::sin(2 * angle) + std::sin(3 * angle)) / (30 * h);
  const double second =
      (490 - 540 * std::cos(angle) + 54 * std::cos(2 * angle) - 4 * std::cos(3 * angle)) /
      (180 * h * h);
  // d_t (a, b) = M (a, b); a step multiplies by 1 + M dt + (M dt)^2/2 + (M dt)^3/6 and so on.
  double b = 0;
  for (int step = 0; step < int(std::lround(2 / dt)); ++step) {
    double term_a = a, term_b = b;
    for (int power = 1; power <= order_of(integrator); ++power) {
      const double next_a = -first * term_b;
      const double next_b = first * term_a - 4.0 / 3.0 * 0.02 * second * term_b;
      term_a = dt / power * next_a;
      term_b = dt / power * next_b;
      a += term_a;
      b += term_b;
    }
  }
  return a;
}

TEST(FiniteDifferenceVerification, SoundObeysTheDispersionOfTheScheme) {
  const int cells = 48;
  for (const Integrator integrator : integrators) {
    const auto amplitude = [&](double a, double dt) {
      return amplitude_of_scheme(integrator, cells, a, dt);
    };
    const double error = error_of_sound(cells, amplitude, integrator);
    report(
        std::string("sound, relative error to the scheme's own solution, ") + name_of(integrator),
        error);
    EXPECT_LT(error, 1e-7) << name_of(integrator);
  }
}

TEST(FiniteDifferenceVerification, RobertsFlowIsADynamoAboveItsCriticalReynoldsNumber) {
  // Growth rates of fields with k_z = 1 are the largest real eigenvalues of the induction equation
  // for B(x, y) exp(i z), computed with all Fourier modes in x and y up to wave number 12 whose sum
  // is even, the class to which the mean field belongs. They vanish at
  // R_m = u_rms/(eta k_0) = 5.5214; Brandenburg et al. (2008) have 5.52.
  struct Case {
    double resistivity, eigenvalue;
  };
  for (const auto& [resistivity, eigenvalue] :
       {Case{0.2, -0.022959}, Case{0.15, 0.038378}, Case{0.1, 0.100486}}) {
    ShippedDeck run("roberts-dynamo", {"grid.cells=[24,24,16]", "run.end_time=26",
                                       "physics.resistivity=" + std::to_string(resistivity)});
    run.run_until(18);
    const double before = run.history().at("magnetic_field_rms"), since = run.time();
    run.run();
    const double rate =
        std::log(run.history().at("magnetic_field_rms") / before) / (run.time() - since);
    report("growth rate at resistivity " + std::to_string(resistivity), rate);
    EXPECT_NEAR(rate, eigenvalue, 5e-4);
  }
}

/// The mean growth rate of the field in the ABC flow from `start` on, over `periods` of its swings:
/// the rms of a mode exp((rate + i frequency) t) is the same up to its growth half a period later.
double growth_in_abc_flow(const std::string& resistivity, double start, double frequency,
                          int periods) {
  const double end = start + periods * pi / frequency;
  ShippedDeck run("abc-dynamo",
                  {"run.end_time=" + std::to_string(end), "physics.resistivity=" + resistivity});
  run.run_until(start);
  const double before = run.history().at("magnetic_field_rms"), since = run.time();
  run.run();
  const double rate =
      std::log(run.history().at("magnetic_field_rms") / before) / (run.time() - since);
  report("ABC flow, growth rate at resistivity " + resistivity, rate);
  return rate;
}

TEST(FiniteDifferenceVerification, AbcFlowIsADynamoInWindowsOfReynoldsNumbers) {
  // Galloway & Frisch (1986): fields grow for 8.9 < R_m < 17.5, and not between there and 27.
  // Growth rates and frequencies are eigenvalues of perf/abc_dynamo.py.
  EXPECT_NEAR(growth_in_abc_flow("1/12", 20, 0.617730, 4), 0.008070, 5e-4);
  EXPECT_NEAR(growth_in_abc_flow("1/20", 30, 0.564350, 4), -0.003031, 1e-3);
}

/// The kinetic energy of a flow by shells: half the power of the velocity.
std::vector<double> kinetic_spectrum(const ShippedDeck& run) {
  PowerSpectrum spectrum(run.grid(), Precision::double_precision, Device::cpu);
  for (const char* component : {"velocity_x", "velocity_y", "velocity_z"})
    spectrum.add(run.gather(component));
  std::vector<double> energy = spectrum.power();
  for (double& shell : energy) shell *= 0.5;
  return energy;
}

/// Spectra in the last half of a run: their mean, and what the energy gained in that time, per
/// time.
struct SaturatedFlow {
  std::vector<double> energy;
  double gain = 0;
};

SaturatedFlow saturated_flow(ShippedDeck& run, double end) {
  constexpr int samples = 10;
  run.run_until(end / 2);
  const auto total = [&] {
    const double speed = run.history().at("velocity_rms");
    return speed * speed / 2;
  };
  const double before = total();
  SaturatedFlow flow{std::vector<double>(kinetic_spectrum(run).size())};
  for (int sample = 1; sample <= samples; ++sample) {
    run.run_until(end / 2 * (1 + double(sample) / samples));
    const std::vector<double> energy = kinetic_spectrum(run);
    for (std::size_t shell = 0; shell < energy.size(); ++shell)
      flow.energy[shell] += energy[shell] / samples;
  }
  flow.gain = (total() - before) / (end / 2);
  return flow;
}

TEST(FiniteDifferenceVerification, ForcedTurbulencePeaksAtTheWaveNumberOfTheForce) {
  // Figure 7 of Pekkila et al. (2017) at 32^3.
  struct Case {
    std::string waves;
    double forcing, viscosity, end;
    std::size_t lowest_peak, highest_peak;
    double tail;  // E(16) by E(peak), at most
  };
  for (const auto& [waves, forcing, viscosity, end, lowest_peak, highest_peak, tail] :
       {Case{"[1,2]", 1.53, 0.01, 14, 1, 2, 1e-8}, Case{"[2.5,3.5]", 3.13, 0.01, 14, 3, 3, 1e-5},
        Case{"[9.5,10.4]", 10.01, 0.004, 4, 10, 10, 0.05}}) {
    SCOPED_TRACE(waves);
    ShippedDeck run("forced-turbulence",
                    {"grid.cells=[32,32,32]", "physics.forcing_wave_numbers=" + waves,
                     "physics.viscosity=" + std::to_string(viscosity)});
    const auto [energy, gain] = saturated_flow(run, end);
    const std::size_t peak =
        std::size_t(std::max_element(energy.begin(), energy.end()) - energy.begin());
    report("shell with the most energy, waves " + waves, double(peak));
    EXPECT_GE(peak, lowest_peak);
    EXPECT_LE(peak, highest_peak);
    const double beyond = *std::max_element(energy.begin() + long(highest_peak) + 1, energy.end());
    report("largest shell beyond, by the peak", beyond / energy[peak]);
    report("E(16), the shortest waves along a side, by the peak", energy[16] / energy[peak]);
    EXPECT_LT(beyond, 0.15 * energy[peak]);
    EXPECT_LT(energy[16], tail * energy[peak]);
    // What the waves put in, f_0^2 c_s^3 k_f/4 by eqs. 24 and 25, viscosity takes or the flow
    // keeps.
    double dissipation = 0;
    for (std::size_t shell = 0; shell < energy.size(); ++shell)
      dissipation += 2 * viscosity * double(shell * shell) * energy[shell];
    const double balance = (dissipation + gain) / (0.05 * 0.05 * forcing / 4);
    report("dissipation and gain by the power of the force, waves " + waves, balance);
    EXPECT_NEAR(balance, 1, 0.25);
  }
}

/// <u . curl u> / (k_f <u^2>) of a flow in a periodic box, by differences of second order.
double relative_helicity(const ShippedDeck& run, double forced) {
  const Grid grid = run.grid();
  const std::array<FieldValues, 3> u{run.field("velocity_x"), run.field("velocity_y"),
                                     run.field("velocity_z")};
  const auto n = grid.cells;
  const auto at = [&](int i, int j, int k) {
    const auto wrapped = [](int index, int count) { return std::size_t((index + count) % count); };
    return wrapped(i, n[0]) +
           std::size_t(n[0]) * (wrapped(j, n[1]) + std::size_t(n[1]) * wrapped(k, n[2]));
  };
  double helicity = 0, square = 0;
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        const auto difference = [&](std::size_t component, int axis) {
          const FieldValues& f = u[component];
          const int x = axis == 0, y = axis == 1, z = axis == 2;
          return (f[at(i + x, j + y, k + z)] - f[at(i - x, j - y, k - z)]) /
                 (2 * grid.spacing(axis));
        };
        const std::size_t here = at(i, j, k);
        helicity += u[0][here] * (difference(2, 1) - difference(1, 2)) +
                    u[1][here] * (difference(0, 2) - difference(2, 0)) +
                    u[2][here] * (difference(1, 0) - difference(0, 1));
        for (const FieldValues& f : u) square += f[here] * f[here];
      }
  return helicity / (forced * square);
}

TEST(FiniteDifferenceVerification, HelicalForcingGivesItsHelicityAndWaveNumberToAFlow) {
  struct Case {
    std::string forcing;
    double helicity, in_shell;
  };
  for (const auto& [forcing, expected, in_shell] :
       {Case{"forcing=helical", 1, 0.8}, Case{"forcing_helicity=-1", -1, 0.8},
        Case{"forcing=random", 0, 0.5}}) {
    SCOPED_TRACE(forcing);
    ShippedDeck run("forced-mhd", {"grid.cells=[24,24,24]", "physics." + forcing});
    run.run_until(5);
    const std::vector<double> energy = kinetic_spectrum(run);
    double total = 0;
    for (const double shell : energy) total += shell;
    report("part of the kinetic energy in shell 3, " + forcing, energy[3] / total);
    EXPECT_GT(energy[3], in_shell * total);
    const double helicity = relative_helicity(run, 3.13);
    report("relative helicity, " + forcing, helicity);
    EXPECT_NEAR(helicity, expected, 0.25);
  }
}

}  // namespace
}  // namespace solenoid::verification
