/// Auxiliary fields that read no neighbours are, behind faces and cuts as well, what their
/// expressions are there: the same bits as of a program that computes them anew wherever it reads
/// them.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <test_pointwise_anew.hpp>
#include <test_pointwise_held.hpp>
#include <test_warmth_held.hpp>

#include "physics/solvers/finite_difference_solver.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/terms_helpers.hpp"
#include "tests/unit/physics/terms_maker.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

/// Numbers between 0 and 1 without a pattern.
class Noise {
 public:
  explicit Noise(unsigned seed) : state_(seed * 2654435761U + 1U) {}
  double operator()() {
    state_ = 1664525U * state_ + 1013904223U;
    return double(state_ >> 8U) / double(1U << 24U);
  }
  int below(int n) { return int(double(n) * (*this)()); }

 private:
  unsigned state_;
};

/// A grid with boundaries for all fields, and other ones for some.
struct Case {
  Grid grid;
  Boundaries boundaries;
  std::map<std::string, Boundaries> own;
  FieldMap initial;
};

Boundaries any_boundaries(Noise& noise, const std::array<bool, 3>& periodic) {
  Boundaries boundaries;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (BoundaryKind& kind : boundaries.kind[axis]) {
      constexpr BoundaryKind walls[] = {
          BoundaryKind::fixed,     BoundaryKind::outflow,       BoundaryKind::reflecting,
          BoundaryKind::symmetric, BoundaryKind::antisymmetric, BoundaryKind::vertex_symmetric};
      kind = periodic[axis] ? BoundaryKind::periodic : walls[noise.below(6)];
    }
  return boundaries;
}

/// Half of them has a mirror about its outermost vertex, beyond which fourth order reads two.
constexpr int fewest_cells = 7;

Case any_case(unsigned seed) {
  Noise noise(seed);
  const int dimensions = 1 + int(seed % 3);
  Case made;
  std::array<bool, 3> periodic{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool active = int(axis) < dimensions;
    made.grid.cells[axis] = active ? fewest_cells + noise.below(axis == 0 ? 30 : 8) : 1;
    made.grid.lower[axis] = active ? -0.3 : 0;
    made.grid.upper[axis] = active ? (0.2 + 0.1 * noise()) * made.grid.cells[axis] : 1;
    periodic[axis] = noise() < 0.3;
  }
  made.boundaries = any_boundaries(noise, periodic);
  for (const char* name : {"density", "energy", "momentum_x", "momentum_y", "momentum_z"})
    if (noise() < 0.3) made.own[name] = any_boundaries(noise, periodic);
  for (const char* name :
       {"density", "energy", "momentum_x", "momentum_y", "momentum_z", "background"})
    for (std::size_t i = 0; i < made.grid.cell_count(); ++i)
      made.initial[name].push_back(noise() - 0.5);
  return made;
}

/// What stands behind fixed faces.
double behind(const std::string& field, double x, double y, double z, double t) {
  return 0.3 * std::sin(double(field.size()) + 3 * x - 2 * y + z + 5 * t);
}

double smooth_behind(const std::string& field, double x, double y, double z, double t) {
  return smooth(field, x + 0.1 * t, y, z);
}

template <class Program>
Make maker(const Case& of) {
  return [of](const Subdomain& part) {
    FiniteDifferenceSettings settings;
    settings.time_step = 1e-4;
    settings.field_boundaries = of.own;
    return std::make_unique<FiniteDifferenceSolver<Program, double, HostSpace>>(
        part, of.boundaries, settings, FixedBoundary{behind, true});
  };
}

using Held = programs::test_pointwise_held;
using Anew = programs::test_pointwise_anew;

TEST(PointwiseAuxiliaries, AreWhatTheirExpressionsAreWhereverTheyAreRead) {
  for (unsigned seed = 0; int(seed) < cases_of(36); ++seed) {
    const Case any = any_case(seed);
    const Outcome held = outcome(maker<Held>(any), any.grid, any.initial, {"whirl"});
    const Outcome anew = outcome(maker<Anew>(any), any.grid, any.initial, {"whirl"});
    expect_same_bits(anew, held, any.grid, "case " + std::to_string(seed));
  }
}

TEST(PointwiseAuxiliaries, OfPartsHaveTheBitsOfTheWhole) {
  for (unsigned seed = 300; int(seed) < 300 + cases_of(6); ++seed) {
    const Case any = any_case(seed);
    expect_same_in_parts(maker<Held>(any), any.grid, any.initial, "case " + std::to_string(seed),
                         {"whirl"});
  }
}

/// Of a fluid with diffusing terms, in one precision.
Make fluid_maker(const Case& of, const TermsSettings& terms) {
  return [of, terms](const Subdomain& part) {
    MusclHancockSettings settings;
    settings.magnetised = false;
    settings.riemann = RiemannSolver::hllc;
    settings.reconstruction = Reconstruction::primitive;
    settings.terms = terms;
    return make_muscl_hancock(part, of.boundaries, settings, Precision::double_precision,
                              Device::cpu, FixedBoundary{smooth_behind, true});
  };
}

TEST(PointwiseAuxiliaries, OfTermsAreWhatTheirExpressionsAre) {
  for (unsigned seed = 0; int(seed) < cases_of(12); ++seed) {
    Case any = any_case(seed);
    for (auto& axis : any.boundaries.kind)
      for (BoundaryKind& kind : axis)
        if (kind != BoundaryKind::periodic)
          kind = std::array{BoundaryKind::fixed, BoundaryKind::outflow,
                            BoundaryKind::reflecting}[std::size_t(kind) % 3];
    const TermsSettings read_anew = far_terms(Precision::double_precision);
    TermsSettings in_memory = read_anew;
    in_memory.make = make_terms<programs::test_warmth_held, double>;
    in_memory.reach = programs::test_warmth_held::radius;
    const Make held = fluid_maker(any, in_memory), anew = fluid_maker(any, read_anew);
    const FieldMap initial = sample(*held(any.grid), any.grid, smooth);
    expect_same_bits(outcome(anew, any.grid, initial, {"pressure"}),
                     outcome(held, any.grid, initial, {"pressure"}), any.grid,
                     "case " + std::to_string(seed));
  }
}

TEST(PointwiseAuxiliaries, PartsHaveRoomForMirrorsAboutVertices) {
  Case small = any_case(1);
  small.grid = {{5, 1, 1}};
  small.own.clear();
  for (const BoundaryKind kind : {BoundaryKind::symmetric, BoundaryKind::vertex_symmetric}) {
    small.boundaries.kind[axis_x] = {kind, kind};
    const auto table = std::make_shared<MeetingTable>();
    const Subdomain upper(small.grid, {{{0, 3}, {0}, {0}}}, 1,
                          std::make_shared<WithOtherThreads>(table, 0));
    if (kind == BoundaryKind::symmetric)
      EXPECT_NO_THROW(static_cast<void>(maker<Held>(small)(upper)));
    else
      EXPECT_THROW(static_cast<void>(maker<Held>(small)(upper)), std::invalid_argument);
  }
}

}  // namespace
}  // namespace solenoid::testing_physics
