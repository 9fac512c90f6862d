/// \file
/// What tells shocks from smooth flow, and Courant numbers that follow it.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "numerics/lanes/lanes.hpp"
#include "physics/equations/shock.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

constexpr double gas_gamma = 5.0 / 3.0;

struct Gas1D {
  double density, pressure, velocity;
};

/// What is behind a shock of a Mach number that runs to the right into rho = 1.3, p = 0.7, v = 0.2
/// (Rankine & Hugoniot).
constexpr Gas1D ahead{1.3, 0.7, 0.2};
Gas1D behind_shock(double mach) {
  const double sound = std::sqrt(gas_gamma * ahead.pressure / ahead.density);
  const double m2 = mach * mach;
  return {ahead.density * (gas_gamma + 1) * m2 / ((gas_gamma - 1) * m2 + 2),
          ahead.pressure * (1 + 2 * gas_gamma / (gas_gamma + 1) * (m2 - 1)),
          ahead.velocity + 2 * sound / (gas_gamma + 1) * (mach - 1 / mach)};
}

Gas1D between(const Gas1D& a, const Gas1D& b, double part) {
  return {std::lerp(a.density, b.density, part), std::lerp(a.pressure, b.pressure, part),
          std::lerp(a.velocity, b.velocity, part)};
}

template <class T>
CellBesideShock<T> lanes_of(const Gas1D& gas) {
  using Real = LaneReal<T>;
  return {T(Real(gas.density)), T(Real(gas.pressure)), T(Real(gas.velocity))};
}

/// Whether there is a shock, in all lanes of T alike.
template <class T>
bool found(const Gas1D& left, const Gas1D& right) {
  const auto mask = is_shock(lanes_of<T>(left), lanes_of<T>(right));
  for (int i = 0; i < lane_width<T>; ++i) EXPECT_EQ(lane(mask, i), lane(mask, 0));
  return lane(mask, 0);
}

Gas1D mirrored(const Gas1D& gas) { return {gas.density, gas.pressure, -gas.velocity}; }

template <class T>
class IsShock : public testing::Test {};
using LaneTypes = testing::Types<float, double, HostPack<float>, HostPack<double>>;
TYPED_TEST_SUITE(IsShock, LaneTypes);

TYPED_TEST(IsShock, FindsShocksThatAreSpreadOverAFewCells) {
  for (const double mach : {1.15, 1.5, 3.0, 30.0}) {
    const Gas1D behind = behind_shock(mach);
    for (const int faces : {1, 2, 3}) {
      if (mach < 1.2 && faces == 3) continue;
      bool any = false;
      for (int face = 0; face < faces; ++face) {
        const Gas1D left = between(behind, ahead, double(face) / faces);
        const Gas1D right = between(behind, ahead, double(face + 1) / faces);
        const bool one = found<TypeParam>(left, right);
        EXPECT_EQ(found<TypeParam>(mirrored(right), mirrored(left)), one) << mach;
        EXPECT_FALSE(found<TypeParam>(right, left)) << "a gas that parts, " << mach;
        any = any || one;
      }
      EXPECT_TRUE(any) << mach << " over " << faces << " faces";
    }
  }
}

TYPED_TEST(IsShock, TakesContactsShearAndWavesForNone) {
  EXPECT_FALSE(found<TypeParam>({1, 1, 0.3}, {10, 1, 0.3}));
  EXPECT_FALSE(found<TypeParam>({1, 1, 0.3}, {1, 1, 0.3}));
  EXPECT_FALSE(found<TypeParam>({1, 1, 0}, {0.1, 0.1, 0})) << "an atmosphere at rest";
  EXPECT_FALSE(found<TypeParam>({1, 1, 1e-3}, {0.8, 0.8, 0})) << "an atmosphere with small waves";
  EXPECT_FALSE(found<TypeParam>({1, 1, 0.3}, {1, 1.05, 0.1})) << "a slow stream that is stopped";
  for (const int cells : {16, 64}) {
    const double amplitude = 0.1, sound = std::sqrt(gas_gamma);
    const auto wave = [&](int i) {
      const double s = amplitude * std::sin(2 * pi * i / cells);
      return Gas1D{1 + s, 1 + gas_gamma * s, sound * s};
    };
    for (int i = 0; i < cells; ++i)
      EXPECT_FALSE(found<TypeParam>(wave(i), wave(i + 1))) << i << " of " << cells;
  }
}

TYPED_TEST(IsShock, IsFalseWhereAValueIsNone) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Gas1D behind = behind_shock(3);
  for (const Gas1D& broken : {Gas1D{none, none, none}, Gas1D{ahead.density, none, ahead.velocity},
                              Gas1D{ahead.density, ahead.pressure, none}})
    EXPECT_FALSE(found<TypeParam>(behind, broken));
}

/// Streams that meet in the middle along an axis, and elsewhere hardly move.
InitialState meeting(Axis axis) {
  return [axis](const std::string& name, double x, double y, double z) {
    const double along = std::array<double, 3>{x, y, z}[axis];
    const bool moves = name == std::string("velocity_") + "xyz"[axis];
    if (moves) return 1.5 * std::sin(2 * pi * along);
    if (name == "density") return 1.0;
    if (name == "pressure") return 0.3;
    return name == "magnetic_field_z" ? 0.1 : 0.0;
  };
}

/// Waves that stay waves.
double waves(const std::string& name, double x, double y, double z) {
  if (name == "density") return 1 + 0.01 * std::sin(2 * pi * (x + y));
  if (name == "pressure") return 0.6;
  if (name == "velocity_x") return 0.02 * std::cos(2 * pi * (y + z));
  return name == "magnetic_field_y" ? 0.5 : 0.0;
}

MusclHancockSettings following(const Scheme& scheme, Splitting splitting) {
  MusclHancockSettings settings = scheme.settings();
  settings.splitting = splitting;
  settings.courant_number = 0.5;
  settings.courant_number_with_shocks = 0.8;
  return settings;
}

/// The steps that a solver takes.
std::vector<double> steps_of(Solver& solver, int count, double time = 0) {
  std::vector<double> steps;
  for (int step = 0; step < count; ++step) {
    steps.push_back(solver.stable_step());
    solver.advance(time, steps.back());
    time += steps.back();
  }
  return steps;
}

constexpr int steps_between_looks = 16;  // of pairs, on few cells

class Following : public testing::TestWithParam<Scheme> {};

TEST_P(Following, TakesLongerStepsFromTheLookThatFindsShocks) {
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    Grid grid{{1, 1, 1}};
    grid.cells[axis] = 40;
    if (axis != axis_x) grid.cells[axis_x] = 6;
    auto fixed = following(GetParam(), Splitting::merged);
    const auto solver = start(GetParam(), grid, all_periodic, meeting(axis), fixed);
    fixed.courant_number_with_shocks.reset();
    const auto same = start(GetParam(), grid, all_periodic, meeting(axis), fixed);
    EXPECT_EQ(steps_of(*solver, steps_between_looks), steps_of(*same, steps_between_looks));
    EXPECT_NEAR(solver->stable_step() / same->stable_step(), 0.8 / 0.5, 1e-6) << axis;
    EXPECT_FALSE(same->state_numbers().contains("shocks"));
    EXPECT_EQ(solver->state_numbers().at("shocks"), 1);
  }
}

TEST_P(Following, KeepsShortStepsWhileTheFlowIsSmooth) {
  const Grid grid{{16, 12, 4}};
  auto settings = following(GetParam(), Splitting::strang);
  const auto solver = start(GetParam(), grid, all_periodic, waves, settings);
  settings.courant_number_with_shocks.reset();
  const auto same = start(GetParam(), grid, all_periodic, waves, settings);
  EXPECT_EQ(steps_of(*solver, steps_between_looks + 3), steps_of(*same, steps_between_looks + 3));
}

INSTANTIATE_TEST_SUITE_P(All, Following, testing::ValuesIn(all_equations()), name_of_case);

TEST(CourantNumbers, FollowShocksWhateverOutputsAndRestartsThereAre) {
  const Scheme scheme = both_equations()[3];
  const Grid grid{{24, 18, 1}};
  for (const Splitting splitting : {Splitting::strang, Splitting::merged, Splitting::symmetric}) {
    const auto settings = following(scheme, splitting);
    const auto solver = start(scheme, grid, all_periodic, meeting(axis_y), settings);
    const auto watched = start(scheme, grid, all_periodic, meeting(axis_y), settings);
    std::unique_ptr<Solver> restarted;
    double time = 0;
    for (int step = 0; step < 2 * steps_between_looks + 2; ++step) {
      watched->complete_step();
      static_cast<void>(watched->history());
      static_cast<void>(watched->field("vorticity_z"));
      const auto saved = watched->save();
      if (step % 5 == 0) {
        restarted = make_muscl_hancock(grid, all_periodic, settings, scheme.precision, Device::cpu);
        restarted->restore(saved, time);
      }
      const double dt = solver->stable_step();
      for (Solver* other : {watched.get(), restarted.get()}) {
        EXPECT_EQ(other->stable_step(), dt) << step;
        other->advance(time, dt);
      }
      solver->advance(time, dt);
      time += dt;
    }
    EXPECT_EQ(solver->state_numbers().at("shocks"), 1);
    EXPECT_EQ(solver->save().arrays, watched->save().arrays);
    EXPECT_EQ(solver->save().arrays, restarted->save().arrays);
  }
}

TEST(CourantNumbers, AreTheSameInAllPartsThoughTheShockIsInOne) {
  const Scheme scheme = both_equations()[1];
  const auto settings = following(scheme, Splitting::merged);
  const Grid grid{{40, 9, 1}};
  const auto make = [&](const Subdomain& part) {
    return make_muscl_hancock(part, all_periodic, settings, scheme.precision, Device::cpu);
  };
  const auto whole = make(grid);
  const FieldMap initial = sample(*whole, grid, meeting(axis_x));
  whole->set_primitive(initial, 0);
  const std::vector<double> steps = steps_of(*whole, steps_between_looks + 4);
  EXPECT_EQ(whole->state_numbers().at("shocks"), 1);
  for (const int cut : {4, 20}) {
    const auto table = std::make_shared<MeetingTable>();
    on_threads(2, [&](std::size_t p) {
      const Subdomain part(grid, {{{0, cut}, {0}, {0}}}, int(p),
                           std::make_shared<WithOtherThreads>(table, p));
      const auto solver = make(part);
      set_part_of(*solver, part, initial);
      EXPECT_EQ(steps_of(*solver, int(steps.size())), steps) << cut;
    });
  }
}

/// Gas that parts all along an axis, and meets itself in the lower face of one of 20 cells.
InitialState meeting_in_one_face(Axis axis, int face) {
  return [axis, face](const std::string& name, double x, double y, double z) {
    const double cells = 20 * std::array<double, 3>{x, y, z}[axis] - face;
    const double part = cells / 20 + (cells < 0 ? 1 : 0);
    if (name == "density" || name == "pressure") return 1 + part;
    return name == std::string("velocity_") + "xyz"[axis] ? part - 0.5 : 0.0;
  };
}

/// Whether a look at the flow finds shocks in a state, after two steps of hardly any length.
bool sees_shocks(Solver& solver) {
  static_cast<void>(solver.stable_step());
  std::map<std::string, double> numbers = solver.state_numbers();
  numbers["pairs_since_look"] = steps_between_looks / 2 - 1;
  const auto fields = solver.state_fields(StateForm::stored);
  std::vector<FieldValues> values;
  for (const StateField& field : fields) {
    const Box box = whole_field(solver.part(), field.placement);
    values.emplace_back(box.values());
    solver.get_part(field.name, box, {Precision::double_precision, values.back().data()});
  }
  solver.begin_state(StateForm::stored);
  for (std::size_t f = 0; f < fields.size(); ++f)
    solver.set_part(fields[f].name, whole_field(solver.part(), fields[f].placement),
                    {Precision::double_precision, values[f].data()});
  solver.finish_state(0, numbers);
  for (const double time : {0.0, 1e-9}) {
    static_cast<void>(solver.stable_step());
    solver.advance(time, 1e-9);
  }
  return solver.state_numbers().at("shocks") == 1;
}

TEST(CourantNumbers, KnowAllFacesBetweenPartsAndAtTheEndsOfAPeriodicGridToo) {
  for (const Scheme& scheme : both_equations())
    for (const Axis axis : {axis_x, axis_y, axis_z}) {
      Grid grid{{6, 6, 6}};
      grid.cells[axis] = 20;
      const auto make = [&](const Subdomain& part, BoundaryKind kind) {
        return make_muscl_hancock(part, everywhere(kind), following(scheme, Splitting::merged),
                                  scheme.precision, Device::cpu);
      };
      for (const int face : {0, 1, 7, 13, 19}) {
        SCOPED_TRACE(name(scheme) + " along " + "xyz"[axis] + " in face " + std::to_string(face));
        const auto state = meeting_in_one_face(axis, face);
        const auto whole = make(grid, BoundaryKind::periodic);
        const FieldMap initial = sample(*whole, grid, state);
        whole->set_primitive(initial, 0);
        EXPECT_TRUE(sees_shocks(*whole));
        const auto open = make(grid, BoundaryKind::outflow);
        open->set_primitive(initial, 0);
        EXPECT_EQ(sees_shocks(*open), face != 0);
        std::array<std::vector<int>, 3> cuts{{{0}, {0}, {0}}};
        cuts[axis].push_back(13);
        const auto table = std::make_shared<MeetingTable>();
        on_threads(2, [&](std::size_t p) {
          const Subdomain part(grid, cuts, int(p), std::make_shared<WithOtherThreads>(table, p));
          const auto solver = make(part, BoundaryKind::periodic);
          set_part_of(*solver, part, initial);
          EXPECT_TRUE(sees_shocks(*solver)) << "part " << p;
        });
      }
    }
}

}  // namespace
}  // namespace solenoid
