/// The programs of physics/ on plane waves: rates of change converge with the declared order.

#include <gtest/gtest.h>

#include <complex>
#include <functional>

#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

using Precise = long double;
using Complex = std::complex<Precise>;
using Vec = std::array<Precise, 3>;
using ComplexVec = std::array<Complex, 3>;

template <class A, class B>
auto dot(const std::array<A, 3>& a, const std::array<B, 3>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class A, class B>
auto cross(const std::array<A, 3>& a, const std::array<B, 3>& b) {
  return std::array<decltype(a[0] * b[0]), 3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                                              a[0] * b[1] - a[1] * b[0]};
}

/// A state plus a wave: field(x) = mean + slope . x + Re(amplitude exp(i k . x)), whose rates of
/// change are constant_rate + Re(-i omega amplitude exp(i k . x)), omega being complex where the
/// wave is damped.
struct Wave {
  struct Part {
    Precise mean = 0;
    Vec slope{};
    Complex amplitude = 0;
    Precise constant_rate = 0;
  };
  Vec k;
  Complex omega;
  std::map<std::string, Part> parts;
};

/// The largest error of the rates of change, relative to the largest rate, at eight phases of the
/// wave, which has `vertices` vertices a wavelength along each axis.
Precise error_of_rates(const Kernels& kernels, const Wave& wave,
                       const std::map<std::string, Precise>& uniforms, int vertices) {
  Surroundings<Precise> around;
  for (std::size_t axis = 0; axis < 3; ++axis)
    around.spacing[axis] = Precise(2 * M_PI) / (std::abs(wave.k[axis]) * vertices);
  around.time_step = 1;
  around.substep_weight = 1;
  for (const Uniform& uniform : kernels.uniforms) {
    const auto given = uniforms.find(uniform.name);
    around.uniforms.push_back(given == uniforms.end() ? uniform.value.in_extended : given->second);
  }
  const auto part = [&](int field) {
    const auto found = wave.parts.find(kernels.fields[std::size_t(field)].name);
    return found == wave.parts.end() ? Wave::Part{} : found->second;
  };
  Precise worst = 0, scale = 0;
  for (int phase = 0; phase < 8; ++phase) {
    const Vec x{Precise(0.1) + Precise(phase) / 8 * Precise(2 * M_PI) / wave.k[0], Precise(0.2),
                Precise(-0.3)};
    const auto factor = [&](const Vec& at) {
      return Complex(std::cos(dot(wave.k, at)), std::sin(dot(wave.k, at)));
    };
    around.load = [&](int field, const std::array<int, 3>& offset) {
      Vec at = x;
      for (std::size_t axis = 0; axis < 3; ++axis)
        at[axis] += Precise(offset[axis]) * around.spacing[axis];
      const Wave::Part p = part(field);
      return p.mean + dot(p.slope, at) + (p.amplitude * factor(at)).real();
    };
    around.previous = [&](int field) { return around.load(field, {0, 0, 0}); };
    const Pass& pass = kernels.passes.front();
    const std::vector<Precise> values = interpret(pass.graph, around);
    for (const Pass::Output& output : pass.outputs) {
      const Wave::Part p = part(output.field);
      const Precise rate =
          values[std::size_t(output.node)] - around.load(output.field, {0, 0, 0}) - p.constant_rate;
      const Precise exact = (Complex(0, -1) * wave.omega * p.amplitude * factor(x)).real();
      worst = std::max(worst, std::abs(rate - exact));
      scale = std::max(scale, std::abs(exact));
    }
  }
  return worst / scale;
}

/// Checks all orders of a program on a wave.
void expect_orders(const std::vector<std::string>& files, const Wave& wave,
                   const std::map<std::string, Precise>& uniforms) {
  for (const int order : {2, 4, 6, 8}) {
    const Kernels kernels = compile(files_of(files), {order, false});
    const Precise coarse = error_of_rates(kernels, wave, uniforms, 16);
    const Precise fine = error_of_rates(kernels, wave, uniforms, 32);
    EXPECT_NEAR(double(std::log2(coarse / fine)), order, 0.3)
        << "order " << order << ", errors " << double(coarse) << " and " << double(fine);
  }
}

constexpr Precise amplitude = 1e-9L;  // between what is not linear and rounding

/// Where the waves of MHD are: density, sound speed and c_p are 1.
const Vec mean_field{0.6L, -0.4L, 0.5L}, mean_flow{0.3L, 0.2L, -0.4L}, wave_vector{1, 2, -1};

/// A wave of ideal MHD from the frequency in the frame of the gas, the velocity, and the entropy
/// with the density that balances it. With the flow u_0, d_t A = u x B is a constant, besides.
Wave mhd_wave(Precise frequency, const Vec& velocity, Precise entropy) {
  const Precise k_u0 = dot(wave_vector, mean_flow);
  Wave wave{wave_vector, frequency + k_u0, {}};
  const Precise density = frequency == 0 ? -entropy : dot(wave_vector, velocity) / frequency;
  wave.parts["log_density"].amplitude = amplitude * density;
  wave.parts["entropy"].amplitude = amplitude * entropy;
  ComplexVec electric{};
  if (frequency != 0) {
    // i k x A = B' = -k x (u x B_0) / frequency, and -i omega A = u x B_0 + u_0 x B'.
    Vec field = cross(wave_vector, cross(velocity, mean_field));
    for (Precise& b : field) b /= -frequency;
    const Vec moved = cross(velocity, mean_field), carried = cross(mean_flow, field);
    for (std::size_t i = 0; i < 3; ++i)
      electric[i] = Complex(0, 1) / (frequency + k_u0) * (moved[i] + carried[i]);
  }
  const Vec constant = cross(mean_flow, mean_field);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    wave.parts["velocity_" + axis] = {mean_flow[i], {}, amplitude * velocity[i], 0};
    // The mean field is the curl of B_0 x r / 2.
    Vec slope{};
    slope[(i + 2) % 3] = mean_field[(i + 1) % 3] / 2;
    slope[(i + 1) % 3] = -mean_field[(i + 2) % 3] / 2;
    wave.parts["vector_potential_" + axis] = {0, slope, amplitude * electric[i], constant[i]};
  }
  return wave;
}

/// The fast (sign 1) or slow (sign -1) wave: its velocity solves
/// omega^2 u = (1 + B^2) (k.u) k + (k.B) ((k.B) u - (B.u) k - (k.u) B) with k.u = 1.
Wave magnetosonic_wave(int sign) {
  const Precise k2 = dot(wave_vector, wave_vector), b2 = dot(mean_field, mean_field);
  const Precise kb = dot(wave_vector, mean_field);
  const Precise sum = (1 + b2) * k2;
  const Precise squared = (sum + sign * std::sqrt(sum * sum - 4 * k2 * kb * kb)) / 2;
  const Precise bu = kb / squared;
  Vec velocity{};
  for (std::size_t i = 0; i < 3; ++i)
    velocity[i] = ((1 + b2 - kb * bu) * wave_vector[i] - kb * mean_field[i]) / (squared - kb * kb);
  return mhd_wave(std::sqrt(squared), velocity, 0);
}

const std::vector<std::string> mhd = {"physics/equations/mhd.stencil"};

TEST(StencilOrders, FastWave) { expect_orders(mhd, magnetosonic_wave(1), {}); }

TEST(StencilOrders, SlowWave) { expect_orders(mhd, magnetosonic_wave(-1), {}); }

TEST(StencilOrders, AlfvenWave) {
  expect_orders(mhd, mhd_wave(dot(wave_vector, mean_field), cross(wave_vector, mean_field), 0), {});
}

TEST(StencilOrders, EntropyWave) {
  // It is exactly linear, and may stand out of the rounding of the mean field's current.
  expect_orders(mhd, mhd_wave(0, {}, 1000), {});
}

TEST(StencilOrders, MagneticDecay) {
  // At rest, without a mean field: A transverse, damped as eta k^2.
  const Precise eta = 0.3L;
  Wave wave{wave_vector, Complex(0, -eta * dot(wave_vector, wave_vector)), {}};
  const Vec across = cross(wave_vector, mean_field);
  for (std::size_t i = 0; i < 3; ++i)
    wave.parts["vector_potential_" + std::string(1, "xyz"[i])].amplitude = amplitude * across[i];
  expect_orders(mhd, wave, {{"resistivity", eta}});
}

TEST(StencilOrders, ShearDecaysAndSoundIsDamped) {
  const std::vector<std::string> isothermal = {"physics/equations/isothermal.stencil",
                                               "physics/equations/forcing/none.stencil"};
  const Precise nu = 0.2L, k2 = dot(wave_vector, wave_vector);
  Wave shear{wave_vector, Complex(0, -nu * k2), {}};
  const Vec across = cross(wave_vector, mean_field);
  for (std::size_t i = 0; i < 3; ++i)
    shear.parts["velocity_" + std::string(1, "xyz"[i])].amplitude = amplitude * across[i];
  expect_orders(isothermal, shear, {{"viscosity", nu}});

  // omega^2 + i (4/3) nu k^2 omega = k^2 for sound.
  const Precise damping = 2 * nu * k2 / 3;
  Wave sound{wave_vector, Complex(std::sqrt(k2 - damping * damping), -damping), {}};
  sound.parts["log_density"].amplitude = amplitude * k2 / sound.omega;
  for (std::size_t i = 0; i < 3; ++i)
    sound.parts["velocity_" + std::string(1, "xyz"[i])].amplitude = amplitude * wave_vector[i];
  expect_orders(isothermal, sound, {{"viscosity", nu}});
}

}  // namespace
}  // namespace solenoid::stencil
