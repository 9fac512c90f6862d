/// \file
/// Sweeps while layers of other parts are on their way: a grid in two parts has the bits of the
/// same grid in one.

#include <gtest/gtest.h>

#include <functional>

#include "tests/precisions.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

/// Smooth, also of a scalar.
double smooth_with_dye(const std::string& name, double x, double y, double z) {
  return smooth(name == "dye" ? "density" : name, x, y, z);
}

/// `change` makes settings of its own of those of a scheme.
void expect_same_swept_by_layers(
    const Scheme& scheme, bool mixes, Splitting splitting, Layers layers,
    const std::function<void(MusclHancockSettings&)>& change = [](MusclHancockSettings&) {}) {
  MusclHancockSettings settings = scheme.settings();
  settings.splitting = splitting;
  settings.gravity = {0.1, -0.2, 0.05};
  change(settings);
  for (const Grid& grid : longer_grids()) {
    const Make make = [&](const Subdomain& part) {
      return make_muscl_hancock(part, mixes ? mixed() : everywhere(BoundaryKind::periodic),
                                settings, scheme.precision, Device::cpu,
                                moving_behind_faces(smooth_with_dye));
    };
    expect_same_in_parts(
        make, grid, sample(*make(grid), grid, smooth_with_dye),
        text_of(grid, name(scheme), scheme.precision, mixes) + ", " + name_of(splitting),
        {"pressure"}, {last_axis(grid)}, layers);
  }
}

TEST(Parts, SweepInnerCellsWhileLayersAreOnTheirWay) {
  for (Scheme scheme : all_equations())
    for (const Precision precision : tested_precisions)
      for (const bool mixes : {false, true})
        for (const Splitting splitting : {Splitting::strang, Splitting::merged}) {
          scheme.precision = precision;
          scheme.reconstruction = mixes == (splitting == Splitting::merged)
                                      ? Reconstruction::weno_z
                                      : Reconstruction::primitive;
          if (!sanitized || splitting == Splitting::merged)
            expect_same_swept_by_layers(scheme, mixes, splitting, Layers::taken);
        }
}

TEST(Parts, SweepAllCellsFirstWhereTheyMayChangeBeforeTheNextSweep) {
  const Scheme scheme = both_equations()[1];
  const auto expect = [&](Splitting splitting, Layers layers, const auto& change) {
    expect_same_swept_by_layers(scheme, true, splitting, layers, change);
  };
  const auto repairs = [](MusclHancockSettings& s) { s.first_order_fallback = true; };
  const auto scalars = [](MusclHancockSettings& s) { s.scalars = {"dye"}; };
  expect(Splitting::merged, Layers::of_no_use, repairs);
  expect(Splitting::merged, Layers::of_no_use, scalars);
  expect(Splitting::merged, Layers::of_no_use, [](MusclHancockSettings& s) {
    s.sources.given[heating_term] = true;
    s.sources.evaluate = [](int, const Box& cells, double, double* values) {
      for (std::size_t n = 0; n < cells.values(); ++n) values[n] = 0.1 * cells.at(n)[1];
    };
  });
  expect(Splitting::symmetric, Layers::of_no_use, [](MusclHancockSettings&) {});
  // Before the middle sweep of every other step, or not between sweeps at all.
  const auto driven = [](MusclHancockSettings& s) {
    s.driving.acceleration = 0.3;
    s.driving.correlation_time = 0.2;
    s.driving.wave_numbers = {1, 2};
  };
  expect(Splitting::merged, Layers::taken, driven);
  expect(Splitting::strang, Layers::taken, driven);
}

}  // namespace
}  // namespace solenoid::testing_physics
