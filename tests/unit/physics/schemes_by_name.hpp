#pragma once
/// \file
/// Solvers of several schemes as tests make them, by name, and that restarts go on.

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "physics/solvers/relaxing_tvd.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {

struct NamedMake {
  std::string name;
  bool staggered;
  Make make;
};

/// Both schemes of fluids in a periodic box, MHD and hydrodynamics, muscl-hancock with every
/// splitting; `set` changes the settings of each.
template <class Set>
std::vector<NamedMake> both_schemes(Precision precision, const Set& set) {
  const Boundaries periodic = everywhere(BoundaryKind::periodic);
  std::vector<NamedMake> all;
  for (const bool magnetised : {false, true})
    for (const Splitting splitting : {Splitting::strang, Splitting::merged, Splitting::symmetric}) {
      MusclHancockSettings settings = both_equations()[magnetised ? 3 : 2].settings();
      settings.splitting = splitting;
      set(settings);
      all.push_back({std::string(name_of(splitting)) + (magnetised ? " mhd" : ""), false,
                     [=](const Subdomain& part) {
                       return make_muscl_hancock(part, periodic, settings, precision, Device::cpu,
                                                 {});
                     }});
    }
  for (const bool magnetised : {false, true}) {
    RelaxingTvdSettings settings;
    settings.magnetised = magnetised;
    set(settings);
    all.push_back(
        {std::string("relaxing") + (magnetised ? " mhd" : ""), true, [=](const Subdomain& part) {
           return make_relaxing_tvd(part, periodic, settings, precision, Device::cpu, {});
         }});
  }
  return all;
}

/// A smooth state of a scheme.
inline FieldMap smooth_start(const NamedMake& scheme, const Grid& grid) {
  return scheme.staggered ? sample_staggered(grid, smooth_fluid, smooth_potential)
                          : sample(*scheme.make(grid), grid, smooth);
}

inline std::map<std::string, double> numbers_of(Solver& solver) {
  const auto row = solver.history();
  return {row.begin(), row.end()};
}

/// Six steps, and the last three of them from what is saved after three, give the same bits.
/// `interlude` happens between steps of the first solver, and is to change nothing.
inline void expect_restart_goes_on(
    const NamedMake& scheme, const Grid& grid, const FieldMap& start,
    const std::function<void(Solver&)>& interlude = [](Solver&) {}) {
  const auto straight = scheme.make(grid), restarted = scheme.make(grid);
  straight->set_primitive(start, 0);
  double time = 0;
  for (int step = 0; step < 6; ++step) {
    if (step == 3) restarted->restore(straight->save(), time);
    const double dt = straight->stable_step();
    if (step == 2) interlude(*straight);
    straight->advance(time, dt);
    if (step >= 3) {
      EXPECT_EQ(restarted->stable_step(), dt) << scheme.name;
      restarted->advance(time, dt);
    }
    time += dt;
  }
  EXPECT_EQ(straight->save().arrays, restarted->save().arrays) << scheme.name;
  EXPECT_EQ(straight->history(), restarted->history()) << scheme.name;
}

}  // namespace solenoid::testing_physics
