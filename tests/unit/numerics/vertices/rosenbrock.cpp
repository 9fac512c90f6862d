#include "numerics/vertices/rosenbrock.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace solenoid {
namespace {

/// Of two fields that turn and one that both feed: no part of it is linear.
struct Turning {
  template <class T>
  void operator()(const T (&u)[3], T (&to)[3]) const {
    to[0] = negative(u[1]) * u[2];
    to[1] = u[0] * u[2];
    to[2] = T(0.5) * u[0] * u[1];
  }
};
constexpr StiffSystem<3> turning{{0, 0, 2}, {true, true, false}};

/// After steps of equal lengths until 1, of what begins at (1, 0, 1.5).
double after_steps(int steps, int of) {
  double u[3] = {1, 0, 1.5}, scale[3] = {2, 2, 2};
  for (int s = 0; s < steps; ++s) {
    double f[3], jacobian[3][3], to[3], error[3];
    Turning{}(u, f);
    jacobian_by_differences(Turning{}, u, f, scale, turning.is_component, jacobian);
    rosenbrock_step(Turning{}, u, f, jacobian, 1.0 / steps, to, error);
    for (int i = 0; i < 3; ++i) u[i] = to[i];
  }
  return u[of];
}

TEST(Rosenbrock, StepsAreOfThirdOrder) {
  for (int i = 0; i < 3; ++i) {
    const double ratio =
        (after_steps(160, i) - after_steps(80, i)) / (after_steps(320, i) - after_steps(160, i));
    EXPECT_NEAR(ratio, 8, 0.8) << i;
  }
}

TEST(Rosenbrock, ErrorsAreOfThirdOrderInAStep) {
  const auto error_of = [](double h) {
    double u[3] = {1, 0.2, 1.5}, scale[3] = {1, 1, 2}, f[3], jacobian[3][3], to[3], error[3];
    Turning{}(u, f);
    jacobian_by_differences(Turning{}, u, f, scale, turning.is_component, jacobian);
    rosenbrock_step(Turning{}, u, f, jacobian, h, to, error);
    return std::hypot(error[0], error[1], error[2]);
  };
  EXPECT_NEAR(error_of(0.01) / error_of(0.005), 8, 0.4);
}

struct Decay {
  double rate;
  template <class T>
  void operator()(const T (&u)[1], T (&to)[1]) const {
    to[0] = T(LaneReal<T>(-rate)) * u[0];
  }
};

TEST(Rosenbrock, AStepThatIsMuchTooLongEndsDecay) {
  for (const double rate : {1e3, 1e6, 1e12}) {
    const double u[1] = {1};
    double f[1], jacobian[1][1] = {{-rate}}, to[1], error[1];
    Decay{rate}(u, f);
    rosenbrock_step(Decay{rate}, u, f, jacobian, 1.0, to, error);
    EXPECT_NEAR(to[0], 0, 3 / rate);
    // The function of stability in the header.
    const double z = -rate;
    EXPECT_NEAR(to[0], (1 - z + z * z * z / 6) / std::pow(1 - z / 2, 4), 1e-13);
  }
}

/// Robertson's reactions (1966), whose rates differ by a factor of a billion.
struct Robertson {
  double time;
  template <class T>
  void operator()(const T (&u)[3], T (&to)[3]) const {
    using Real = LaneReal<T>;
    const T slow = T(Real(0.04 * time)) * u[0];
    const T back = T(Real(1e4 * time)) * u[1] * u[2];
    const T fast = T(Real(3e7 * time)) * u[1] * u[1];
    to[0] = back - slow;
    to[1] = slow - back - fast;
    to[2] = fast;
  }
};
constexpr StiffSystem<3> species{{0, 1, 2}, {false, false, false}};

TEST(Rosenbrock, SolvesReactionsOfVeryDifferentRates) {
  // Hairer & Wanner, Solving Ordinary Differential Equations II, 1996: at t = 40 and 4e5 (from
  // RADAU5 with a tolerance of 1e-12, in many published tables).
  const struct {
    double time, value[3];
  } known[] = {{40, {0.7158270687, 9.185534765e-6, 0.2841637457}},
               {4e5, {4.938278e-3, 1.984994e-8, 0.995061702}}};
  for (const auto& [time, value] : known) {
    double u[3] = {1, 0, 0};
    const double natural[3] = {1, 1, 1};
    EXPECT_FALSE(integrate_stiff(Robertson{time}, species, natural, 1e-6, true, 1000, u));
    const double most[3] = {1, 3.65e-5, 1};  // on the way
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(u[i], value[i], 1e-5 * most[i]) << time << " " << i;
    EXPECT_NEAR(u[0] + u[1] + u[2], 1, 1e-13) << "what species exchange stays";
  }
}

template <class Real>
void expect_lanes_alone() {
  using T = HostPack<Real>;
  constexpr int width = lane_width<T>;
  Real start[3][width];
  for (int l = 0; l < width; ++l) {
    start[0][l] = Real(1) / Real(l + 1);
    start[1][l] = Real(l) / 100;
    start[2][l] = Real(l % 3);
  }
  const int wanted = width > 1 ? width - 1 : 1;
  T u[3] = {load<T>(start[0]), load<T>(start[1]), load<T>(start[2])};
  const T natural[3] = {T(1), T(1), T(1)};
  const auto lost = integrate_stiff(Robertson{1e3}, species, natural, T(Real(1e-4)),
                                    less(lane_numbers<T>(), T(Real(wanted))), 2000, u);
  EXPECT_FALSE(any(lost));
  for (int l = 0; l < width; ++l) {
    Real alone[3] = {start[0][l], start[1][l], start[2][l]};
    const Real natural_alone[3] = {1, 1, 1};
    integrate_stiff(Robertson{1e3}, species, natural_alone, Real(1e-4), l < wanted, 2000, alone);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(lane(u[i], l), alone[i]) << l << " " << i;
  }
  if (width > 1) {
    EXPECT_EQ(lane(u[0], width - 1), start[0][width - 1]) << "not wanted";
  }
}

TEST(Rosenbrock, LanesGoTheirOwnWay) {
  expect_lanes_alone<double>();
  expect_lanes_alone<float>();
}

/// Gives up all at once where there is more than 0.25, as gas that cools to a lowest temperature.
struct Edge {
  template <class T>
  void operator()(const T (&u)[1], T (&to)[1]) const {
    to[0] = select(less(T(0.25), u[0]), T(-1e6), T(0));
  }
};
constexpr StiffSystem<1> number{{0}, {false}};

TEST(Rosenbrock, StopsAtAnEdge) {
  double u[1] = {1};
  EXPECT_FALSE(integrate_stiff(Edge{}, number, {1.0}, 1e-5, true, 2000, u));
  EXPECT_NEAR(u[0], 0.25, 1e-4);
}

TEST(Rosenbrock, SaysWhereRatesAreNoNumbers) {
  const auto rates = [](const double(&)[1], double(&to)[1]) {
    to[0] = std::numeric_limits<double>::quiet_NaN();
  };
  double u[1] = {1};
  EXPECT_TRUE(integrate_stiff(rates, number, {1.0}, 1e-5, true, 100, u));
  EXPECT_EQ(u[0], 1);
}

TEST(Rosenbrock, LeavesRestAsItIs) {
  double u[3] = {1.0 / 3, 0, 0.7};
  const auto rates = [](const double(&)[3], double(&to)[3]) { to[0] = to[1] = to[2] = 0; };
  EXPECT_FALSE(integrate_stiff(rates, turning, {1.0, 1.0, 1.0}, 1e-5, true, 1, u)) << "one step";
  EXPECT_EQ(u[0], 1.0 / 3);
  EXPECT_EQ(u[2], 0.7);
}

}  // namespace
}  // namespace solenoid
