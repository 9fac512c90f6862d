/// The integrals that kernels of Poisson's equation are made of, and periodic ones.

#include "numerics/fourier/poisson.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace solenoid {
namespace {

/// By the midpoint rule with n points a side.
double summed(const std::array<double, 3>& h, const std::array<double, 3>& at, int n, bool plane) {
  double sum = 0;
  const auto place = [&](std::size_t d, int i) { return at[d] + h[d] * ((i + 0.5) / n - 0.5); };
  for (int k = 0; k < (plane ? 1 : n); ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double z = plane ? 0 : place(2, k);
        const double r = std::hypot(place(0, i), place(1, j), z);
        sum += plane ? std::log(r) : 1 / r;
      }
  return sum * h[0] * h[1] * (plane ? 1 : h[2]) / std::pow(n, plane ? 2 : 3);
}

TEST(Poisson, IntegratesOverBoxes) {
  const std::array<double, 3> h{0.2, 0.3, 0.25};
  for (const auto& at :
       {std::array<double, 3>{0, 0, 0}, {0.2, 0, 0}, {0, 0.6, 0.25}, {1, 0.9, 2}}) {
    const double coarse = summed(h, at, 20, false), fine = summed(h, at, 40, false);
    EXPECT_NEAR(inverse_distance_over_box(h, at), fine + (fine - coarse) / 3, 1e-5 * fine);
    const double flat = summed(h, {at[0], at[1], 0}, 400, true);
    EXPECT_NEAR(logarithm_over_rectangle({h[0], h[1]}, {at[0], at[1]}), flat,
                2e-5 * std::abs(flat));
  }
}

TEST(Poisson, GoesOverFromCornersToMoments) {
  // On both sides of the distance where it does, r times the integral is nearly the same.
  const std::array<double, 3> h{0.2, 0.3, 0.25};
  const double side = 0.3 * 24;
  const auto scaled = [&](double x) {
    return x * inverse_distance_over_box(h, {x, 0, 0}) / (0.2 * 0.3 * 0.25);
  };
  EXPECT_NEAR(scaled(side * (1 + 1e-9)), scaled(side * (1 - 1e-9)), 1e-7);
  EXPECT_NEAR(logarithm_over_rectangle({0.2, 0.3}, {side * (1 + 1e-9), 0}),
              logarithm_over_rectangle({0.2, 0.3}, {side * (1 - 1e-9), 0}), 1e-8);
}

/// For a wave along an axis the difference over two cells of the potential is that of the exact
/// potential's gradient, to fourth order.
TEST(Poisson, HasForcesOfFourthOrder) {
  double before = 0;
  for (const int cells : {16, 32, 64}) {
    const Grid grid{{cells, cells, 1}};
    EvenConvolution<double, HostSpace> convolution(periodic_poisson(grid, 1));
    std::vector<double> rho;
    const double k = 2 * std::numbers::pi;
    for (int j = 0; j < cells; ++j)
      for (int i = 0; i < cells; ++i)
        rho.push_back(3 + std::cos(k * (grid.centre(0, i) + grid.centre(1, j))));
    convolution.apply(HostSpace(), rho.data(), {1, cells, cells * cells});
    const double* const phi = convolution.values();
    double worst = 0;
    for (int j = 0; j < cells; ++j)
      for (int i = 1; i + 1 < cells; ++i) {
        const double gradient =
            (phi[i + 1 + cells * j] - phi[i - 1 + cells * j]) / (2 * grid.spacing(0));
        // phi = -rho'/(2 k^2)
        const double exact = std::sin(k * (grid.centre(0, i) + grid.centre(1, j))) / (2 * k);
        worst = std::max(worst, std::abs(gradient - exact) * 2 * k);
      }
    EXPECT_LT(worst, 0.2 * std::pow(k / cells, 4));
    if (before > 0) {
      EXPECT_NEAR(std::log2(before / worst), 4, 0.1);
    }
    before = worst;
  }
}

}  // namespace
}  // namespace solenoid
