/// The programs of physics/ against transcriptions of their equations by hand.

#include <gtest/gtest.h>

#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

using Precise = long double;
using Vec = std::array<Precise, 3>;
using Mat = std::array<Vec, 3>;

/// Differences of sixth order as Pekkila (2019) writes them: eqs. 3.17 and 3.19, and 3.18 with the
/// square of the spacing, which it lacks.
struct Derivatives {
  const Box<Precise>& box;
  std::array<int, 3> at;

  [[nodiscard]] Precise f(int field, int a, int i, int b = 0, int j = 0) const {
    std::array<int, 3> p = at;
    p[std::size_t(a)] += i;
    p[std::size_t(b)] += j;
    return box.at(field, p[0], p[1], p[2]);
  }
  [[nodiscard]] Precise h(int a) const { return box.spacing[std::size_t(a)]; }
  [[nodiscard]] Precise value(int field) const { return f(field, 0, 0); }
  [[nodiscard]] Precise d(int field, int a) const {
    return ((f(field, a, 3) - f(field, a, -3)) - 9 * (f(field, a, 2) - f(field, a, -2)) +
            45 * (f(field, a, 1) - f(field, a, -1))) /
           (60 * h(a));
  }
  [[nodiscard]] Precise d(int field, int a, int b) const {
    if (a == b)
      return (2 * (f(field, a, 3) + f(field, a, -3)) - 27 * (f(field, a, 2) + f(field, a, -2)) +
              270 * (f(field, a, 1) + f(field, a, -1)) - 490 * value(field)) /
             (180 * h(a) * h(a));
    const auto corners = [&](int k) {
      return f(field, a, k, b, k) - f(field, a, -k, b, k) + f(field, a, -k, b, -k) -
             f(field, a, k, b, -k);
    };
    return (270 * corners(1) - 27 * corners(2) + 2 * corners(3)) / (720 * h(a) * h(b));
  }
  [[nodiscard]] Vec gradient(int field) const { return {d(field, 0), d(field, 1), d(field, 2)}; }
  [[nodiscard]] Precise laplacian(int field) const {
    return d(field, 0, 0) + d(field, 1, 1) + d(field, 2, 2);
  }
  [[nodiscard]] Precise divergence(int v) const { return d(v, 0) + d(v + 1, 1) + d(v + 2, 2); }
  [[nodiscard]] Precise gradient_of_divergence(int v, int i) const {
    return d(v, 0, i) + d(v + 1, 1, i) + d(v + 2, 2, i);
  }
  [[nodiscard]] Vec curl(int v) const {
    return {d(v + 2, 1) - d(v + 1, 2), d(v, 2) - d(v + 2, 0), d(v + 1, 0) - d(v, 1)};
  }
  [[nodiscard]] Mat shear(int v) const {
    Mat s{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        s[std::size_t(i)][std::size_t(j)] =
            (d(v + i, j) + d(v + j, i) - (i == j ? 2 * divergence(v) / 3 : 0)) / 2;
    return s;
  }
};

Precise dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Relative to the size of the terms, which are of order one to a hundred.
void expect_equal(Precise a, Precise b, const std::string& what) {
  EXPECT_NEAR(double(a - b), 0.0, 1e-16 * (50 + std::abs(double(b)))) << what;
}

const std::vector<std::array<int, 3>> some_vertices = {{0, 0, 0}, {3, 1, 6}, {7, 5, 2}};

TEST(StencilEquations, IsothermalHydrodynamics) {
  const Kernels kernels = compile(
      files_of({"physics/equations/isothermal.stencil", "physics/equations/forcing/wave.stencil"}),
      {});
  EXPECT_EQ(kernels.radius, 3);
  const Precise cs = 1.3L, nu = 0.07L, phase = 0.4L;
  const Vec k = {1, 2, -1}, amplitude = {0.3L, 0.1L, 0.5L};
  const Box<Precise> box(4);
  for (const auto& at : some_vertices) {
    const Derivatives D{box, at};
    const auto found = rates<Precise>(kernels, box,
                                      {{"sound_speed", double(cs)},
                                       {"viscosity", double(nu)},
                                       {"forcing_amplitude_x", double(amplitude[0])},
                                       {"forcing_amplitude_y", double(amplitude[1])},
                                       {"forcing_amplitude_z", double(amplitude[2])},
                                       {"forcing_wave_vector_x", double(k[0])},
                                       {"forcing_wave_vector_y", double(k[1])},
                                       {"forcing_wave_vector_z", double(k[2])},
                                       {"forcing_phase", double(phase)}},
                                      at[0], at[1], at[2]);
    const Vec u = {D.value(1), D.value(2), D.value(3)};
    const Mat S = D.shear(1);
    const Vec position = {at[0] * D.h(0), at[1] * D.h(1), at[2] * D.h(2)};
    expect_equal(found.at("log_density"), -dot(u, D.gradient(0)) - D.divergence(1), "log_density");
    for (int i = 0; i < 3; ++i) {
      const std::size_t c = std::size_t(i);
      const Precise expected =
          -dot(u, D.gradient(1 + i)) - double(cs) * double(cs) * D.d(0, i) +
          double(nu) * (D.laplacian(1 + i) + D.gradient_of_divergence(1, i) / 3 +
                        2 * dot(S[c], D.gradient(0))) +
          double(amplitude[c]) * std::cos(dot(k, position) + double(phase));
      expect_equal(found.at(std::string("velocity_") + "xyz"[i]), expected, "velocity");
    }
  }
}

TEST(StencilEquations, MagnetohydrodynamicsWithEntropy) {
  const Kernels kernels = compile(files_of({"physics/equations/mhd.stencil"}), {});
  EXPECT_EQ(kernels.radius, 3);
  const double cs0 = 1.1, gamma = 1.4, cp = 0.9, lnrho0 = 0.2, lnT0 = -0.1, mu0 = 1.3, nu = 0.05,
               zeta = 0.02, eta = 0.03, K = 0.04, H = 0.6, C = 0.25;
  const Box<Precise> box(8);  // log_density, entropy, velocity, vector_potential
  for (const auto& at : some_vertices) {
    const Derivatives D{box, at};
    const auto found = rates<Precise>(kernels, box,
                                      {{"sound_speed", cs0},
                                       {"gamma", gamma},
                                       {"heat_capacity", cp},
                                       {"log_density_0", lnrho0},
                                       {"log_temperature_0", lnT0},
                                       {"permeability", mu0},
                                       {"viscosity", nu},
                                       {"bulk_viscosity", zeta},
                                       {"resistivity", eta},
                                       {"conductivity", K},
                                       {"heating", H},
                                       {"cooling", C}},
                                      at[0], at[1], at[2]);
    const Precise lnrho = D.value(0), s = D.value(1), rho = std::exp(lnrho);
    const Vec u = {D.value(2), D.value(3), D.value(4)};
    const Vec B = D.curl(5);
    Vec j{};
    for (int i = 0; i < 3; ++i)
      j[std::size_t(i)] = (D.gradient_of_divergence(5, i) - D.laplacian(5 + i)) / mu0;
    const Mat S = D.shear(2);
    const Precise cs2 = cs0 * cs0 * std::exp(gamma * s / cp + (gamma - 1) * (lnrho - lnrho0));
    const Precise T = std::exp(lnT0 + gamma * s / cp + (gamma - 1) * (lnrho - lnrho0));
    expect_equal(found.at("log_density"), -dot(u, D.gradient(0)) - D.divergence(2), "log_density");
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t y = (i + 1) % 3, z = (i + 2) % 3;
      const int a = int(i);
      const std::string axis(1, "xyz"[i]);
      expect_equal(found.at("velocity_" + axis),
                   -dot(u, D.gradient(2 + a)) - cs2 * (D.d(1, a) / cp + D.d(0, a)) +
                       (j[y] * B[z] - j[z] * B[y]) / rho +
                       nu * (D.laplacian(2 + a) + D.gradient_of_divergence(2, a) / 3 +
                             2 * dot(S[i], D.gradient(0))) +
                       zeta * D.gradient_of_divergence(2, a),
                   "velocity_" + axis);
      expect_equal(found.at("vector_potential_" + axis),
                   u[y] * B[z] - u[z] * B[y] - eta * mu0 * j[i], "vector_potential_" + axis);
    }
    // Conduction as eq. 3.9 has it, with chi = K / (rho c_p) and grad ln chi = -grad ln rho.
    const Precise chi = K / (rho * cp);
    Precise shear = 0, conduction = gamma * D.laplacian(1) / cp + (gamma - 1) * D.laplacian(0);
    for (std::size_t i = 0; i < 3; ++i) {
      const Precise ds = D.d(1, int(i)), dlnrho = D.d(0, int(i));
      shear += dot(S[i], S[i]);
      conduction +=
          (gamma * ds / cp + (gamma - 1) * dlnrho) * (gamma * (ds / cp + dlnrho) - dlnrho);
    }
    expect_equal(found.at("entropy"),
                 -dot(u, D.gradient(1)) +
                     (H - C + eta * mu0 * dot(j, j) + 2 * rho * nu * shear +
                      zeta * rho * D.divergence(2) * D.divergence(2)) /
                         (rho * T) +
                     cp * chi * conduction,
                 "entropy");
  }
}

}  // namespace
}  // namespace solenoid::stencil
