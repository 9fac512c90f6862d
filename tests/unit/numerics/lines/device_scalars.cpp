/// \file
/// Updates of passive scalars as a device does them, bit for bit what a host computes, and what the
/// update of a single cell is.

#include "numerics/schemes/scalars.hpp"
#include "tests/precisions.hpp"
#include "tests/unit/numerics/lines/device_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_device;

template <class Real>
class DeviceScalars : public testing::Test {
 protected:
  static void expect_same_as_host(const std::array<int, 3>& cells, Axis axis) {
    for (const auto& [limiter, limiter_name] : Names<Limiter>::rows) {
      SCOPED_TRACE(testing::Message() << cells[0] << " x " << cells[1] << " x " << cells[2]
                                      << " cells along axis " << axis << ", " << limiter_name);
      expect_same<1>(cells, axis, limiter);
    }
    expect_same<2>(cells, axis, Limiter::van_leer);
    expect_same<3>(cells, axis, Limiter::minmod);
  }

 private:
  /// With ghosts, and in lines that repeat without them, as a host does it across x.
  template <int count>
  static void expect_same(const std::array<int, 3>& cells, Axis axis, Limiter limiter) {
    expect_same<count>(cells, axis, limiter, false);
    if (cells[axis] >= 2 * ScalarUpdate<Real, count>::reach && axis != axis_x)
      expect_same<count>(cells, axis, limiter, true);
  }
  template <int count>
  static void expect_same(const std::array<int, 3>& cells, Axis axis, Limiter limiter,
                          bool around) {
    using Update = ScalarUpdate<Real, count>;
    const Layout layout =
        make_layout(Grid{cells}, Update::reach, int(sizeof(Real)), lane_width<HostPack<Real>>);
    Fields<Real> in(layout, Update::inputs), out(layout, count), expected(layout, count);
    std::mt19937 random(11);
    for (int k = 0; k < Update::inputs; ++k) in.set_random(k, random, -1, 1);
    in.set_random(Update::density, random, 0.5, 2);
    in.set_random(Update::mass_flux, random, -2, 2);
    if (around) set_ghosts(in, axis, Ghosts::periodic);
    Update update{};
    update.lines = make_lines(layout, axis);
    update.ratio = Real(0.6);
    update.limiter = limiter;
    for (int k = 0; k < Update::inputs; ++k) update.in[k] = in.at_origin(k);
    for (int s = 0; s < count; ++s) update.out[s] = expected.at_origin(s);
    update_lines(HostSpace(), axis, "scalars", update);
    SCOPED_TRACE(testing::Message() << count << " scalars" << (around ? ", around" : ""));
    const auto again = [&] {
      out = Fields<Real>(layout, count);
      for (int s = 0; s < count; ++s) update.out[s] = out.at_origin(s);
      return update;
    };
    if (around) {
      set_ghosts(in, axis, Ghosts::poisoned);
      update.lines.period = cells[axis];
      update_lines(HostSpace(), axis, "scalars", again());
      expect_same_cells(out, expected);
    }
    for_all_device_forms(axis, again, [&] { expect_same_cells(out, expected); });
  }
};

TYPED_TEST_SUITE(DeviceScalars, TestedPrecisions);

TYPED_TEST(DeviceScalars, AlongX) {
  this->expect_same_as_host({5, 3, 2}, axis_x);
  this->expect_same_as_host({71, 3, 5}, axis_x);
  this->expect_same_as_host({2500, 2, 1}, axis_x);  // rows in segments
}
TYPED_TEST(DeviceScalars, AlongY) {
  this->expect_same_as_host({3, 5, 2}, axis_y);
  this->expect_same_as_host({37, 230, 1}, axis_y);  // lines in segments
}
TYPED_TEST(DeviceScalars, AlongZ) { this->expect_same_as_host({33, 3, 17}, axis_z); }

/// The cell or the face with this number in a line; k as the functions below count.
auto from(const std::vector<double>& numbers, int cell) {
  return [&numbers, cell](int k) { return numbers[std::size_t(cell + k)]; };
}
double passing(const std::vector<double>& s, const std::vector<double>& density, int face,
               double flux) {
  return passing_scalar(passage(from(density, face), flux), from(s, face), MonotonisedCentral());
}
double updated(const std::vector<double>& s, const std::vector<double>& density, int cell,
               const double (&flux)[2]) {
  return updated_scalar(mass_change(from(density, cell), flux[0], flux[1], 1.0), from(s, cell),
                        passing(s, density, cell, flux[0]), passing(s, density, cell + 1, flux[1]));
}

TEST(PassingScalar, IsTheMeanOfThePartOfTheMassThatPasses) {
  const std::vector<double> s{0, 1, 2, 3, 4, 5};
  // A linear profile: all of the mass of a cell, half of it, next to nothing of it.
  const std::vector<double> below{9, 9, 0.5, 9, 9, 9}, above{9, 9, 9, 0.5, 9, 9};
  EXPECT_EQ(passing(s, below, 3, 0.5), 2);
  EXPECT_EQ(passing(s, below, 3, 0.25), 2.25);
  EXPECT_NEAR(passing(s, below, 3, 1e-12), 2.5, 1e-11);
  EXPECT_EQ(passing(s, above, 3, -0.5), 3);
  EXPECT_EQ(passing(s, above, 3, -0.25), 2.75);
  EXPECT_NEAR(passing(s, above, 3, -1e-12), 2.5, 1e-11);
}

TEST(PassingScalar, ReachesIntoTheCellBehindWhereMoreThanACellPasses) {
  const std::vector<double> s{0, 1, 2, 3, 4, 5}, density{1, 1, 1, 1, 1, 1};
  EXPECT_EQ(passing(s, density, 3, 1.5), 1.75);
  EXPECT_EQ(passing(s, density, 3, 2), 1.5);
  EXPECT_EQ(passing(s, density, 3, -1.5), 3.25);
  EXPECT_EQ(passing(s, density, 3, -2), 3.5);
}

std::vector<double> numbers_from(std::mt19937& random, double least, double most) {
  std::vector<double> numbers(12);
  for (double& number : numbers)
    number = std::uniform_real_distribution<double>(least, most)(random);
  return numbers;
}

TEST(PassingScalar, IsTheMirrorImageInAMirror) {
  std::mt19937 random(3);
  for (int n = 0; n < 1000; ++n) {
    auto s = numbers_from(random, -1, 1), density = numbers_from(random, 0.5, 2);
    const double flux = numbers_from(random, -3, 3)[0];
    const double found = passing(s, density, 6, flux);
    std::ranges::reverse(s);
    std::ranges::reverse(density);
    EXPECT_EQ(passing(s, density, 6, -flux), found);
  }
}

/// Whatever the fluxes are that leave mass in a cell and take no more than two cells through a
/// face, it has a mean of what is around it, and what it gains is what passes its faces.
TEST(UpdatedScalar, StaysWithinBoundsAndIsConservativeForAllFluxesThatLeaveMass) {
  std::mt19937 random(5);
  int squeezed = 0;
  for (int n = 0; n < 20000; ++n) {
    const auto s = numbers_from(random, -1, 1), density = numbers_from(random, 0.5, 2);
    const double first = numbers_from(random, -3, 3)[0];
    const double flux[2] = {first, first + numbers_from(random, -1, density[5])[0]};
    const auto fits = [&](std::size_t face, double f) {
      return f > 0 ? f < density[face - 1] + density[face - 2]
                   : -f < density[face] + density[face + 1];
    };
    if (!fits(5, flux[0]) || !fits(6, flux[1])) continue;
    squeezed += flux[0] > density[4] || -flux[1] > density[6] ? 1 : 0;
    const double next = updated(s, density, 5, flux);
    const double mass = density[5] - (flux[1] - flux[0]);
    EXPECT_NEAR(next * mass,
                s[5] * density[5] + flux[0] * passing(s, density, 5, flux[0]) -
                    flux[1] * passing(s, density, 6, flux[1]),
                1e-14);
    EXPECT_LE(next, *std::max_element(&s[2], &s[9]));
    EXPECT_GE(next, *std::min_element(&s[2], &s[9]));
  }
  EXPECT_GT(squeezed, 1000);
}

TEST(UpdatedScalar, KeepsAConstantWhateverTheFluxesAre) {
  std::mt19937 random(5);
  for (int n = 0; n < 1000; ++n) {
    const double constant = numbers_from(random, -1, 1)[0];
    const auto fluxes = numbers_from(random, -3, 3), density = numbers_from(random, 0.5, 2);
    const double flux[2] = {fluxes[0], fluxes[1]};
    EXPECT_EQ(updated(std::vector<double>(12, constant), density, 5, flux), constant);
  }
}

TEST(UpdatedScalar, StaysWhereTheSweepLeavesNoMass) {
  const std::vector<double> s{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  EXPECT_EQ(updated(s, std::vector<double>(9, 1.5), 4, {-1, 1}), 0.5);
}

}  // namespace
}  // namespace solenoid
