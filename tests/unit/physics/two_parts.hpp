#pragma once
/// \file
/// A grid in two parts, each computed by a thread, compared with the same grid in one.

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/part_threads.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid::testing_physics {

using Make = std::function<std::unique_ptr<Solver>(const Subdomain&)>;

/// Which values of a field of the whole grid a part has.
inline Box part_of_field(const Subdomain& part, Placement placement) {
  Box box = whole_field(part, placement);
  box.begin = part.first;
  return box;
}

/// What is compared: times, and the fields of a part after some steps.
struct Outcome {
  std::vector<std::pair<std::string, double>> history;
  std::vector<double> steps;
  std::map<std::string, FieldValues> fields;
};

/// Gives a part its values of fields of the whole grid.
inline void set_part_of(Solver& solver, const Subdomain& part, const FieldMap& initial) {
  solver.begin_state(StateForm::primitive);
  for (const StateField& field : solver.state_fields(StateForm::primitive)) {
    const Box whole = whole_field(part.whole, field.placement);
    const Box box = part_of_field(part, field.placement);
    FieldValues values;
    for (std::size_t i = 0; i < box.values(); ++i)
      values.push_back(initial.at(field.name)[whole.value_at(box.at(i))]);
    solver.set_part(field.name, whole_field(part, field.placement),
                    {Precision::double_precision, values.data()});
  }
  solver.finish_state(0, {});
}

inline Outcome outcome(const Make& make, const Subdomain& part, const FieldMap& initial,
                       const std::vector<std::string>& outputs) {
  const auto solver = make(part);
  set_part_of(*solver, part, initial);
  Outcome outcome;
  double time = 0;
  // Sanitizers see in three what there is in five: both orders of sweeps, and what follows from
  // them.
  for (int step = 0; step < (sanitized ? 3 : 5); ++step) {
    outcome.steps.push_back(solver->stable_step());
    solver->advance(time, outcome.steps.back());
    time += outcome.steps.back();
    EXPECT_FALSE(solver->unphysical_cell());
  }
  for (const StateField& field : solver->state_fields(StateForm::stored)) {
    FieldValues& values = outcome.fields[field.name];
    values.resize(whole_field(part, field.placement).values());
    solver->get_part(field.name, whole_field(part, field.placement),
                     {Precision::double_precision, values.data()});
  }
  for (const std::string& name : outputs) outcome.fields["output " + name] = solver->field(name);
  outcome.history = solver->history();
  return outcome;
}

/// Both parts at once, each in a thread of its own.
inline std::array<Outcome, 2> outcomes_of_parts(const Make& make,
                                                const std::array<Subdomain, 2>& parts,
                                                const FieldMap& initial,
                                                const std::vector<std::string>& outputs) {
  std::array<Outcome, 2> found;
  on_threads(2, [&](std::size_t p) { found[p] = outcome(make, parts[p], initial, outputs); });
  return found;
}

inline void expect_same_bits(const Outcome& whole, const Outcome& of_part, const Subdomain& part,
                             const std::string& what) {
  EXPECT_EQ(whole.steps, of_part.steps) << what;
  EXPECT_EQ(whole.history, of_part.history) << what;
  for (const auto& [name, values] : whole.fields) {
    const auto component = name.find("magnetic_field_face_");
    const Placement placement =
        component == 0 ? faces_normal_to(name.back() - 'x') : Placement::cells;
    const Box all = whole_field(part.whole, placement);
    const Box box = part_of_field(part, placement);
    const auto found = of_part.fields.find(name);
    ASSERT_TRUE(found != of_part.fields.end() && found->second.size() == box.values()) << what;
    std::size_t different = 0;
    for (std::size_t i = 0; i < box.values(); ++i)
      different +=
          std::memcmp(&values[all.value_at(box.at(i))], &found->second[i], sizeof(double)) != 0;
    EXPECT_EQ(different, 0u) << what << ": " << name;
  }
}

/// The last axis along which there are cells.
inline Axis last_axis(const Grid& grid) {
  return grid.active(axis_z) ? axis_z : grid.active(axis_y) ? axis_y : axis_x;
}

/// Whether parts take layers (Exchange::Layers) beside other work, and a solver sends them; or swap
/// them.
enum class Layers { not_taken, taken, of_no_use, swapped };

/// The grid in two parts along an axis, which exchange layers or slabs.
inline void expect_same_in_two(const Make& make, const Grid& grid, const FieldMap& initial,
                               const Outcome& whole, const std::string& what,
                               const std::vector<std::string>& outputs, Axis cut_axis,
                               Layers layers) {
  const auto axis = std::size_t(cut_axis);
  const auto table = std::make_shared<MeetingTable>();
  std::array<std::vector<int>, 3> cuts{{{0}, {0}, {0}}};
  cuts[axis].push_back(grid.cells[axis] / 2 + 1);
  std::array<std::shared_ptr<WithOtherThreads>, 2> exchange;
  for (const std::size_t part : {0, 1}) {
    exchange[part] = std::make_shared<WithOtherThreads>(table, part);
    if (layers == Layers::swapped)
      exchange[part]->go_by_layers();
    else if (layers != Layers::not_taken)
      exchange[part]->take_layers();
  }
  const Subdomain lower(grid, cuts, 0, exchange[0]);
  const Subdomain upper(grid, cuts, 1, exchange[1]);
  const auto parts = outcomes_of_parts(make, {lower, upper}, initial, outputs);
  const std::string cut =
      what + ", cut along " + "xyz"[axis] +
      (layers == Layers::taken || layers == Layers::swapped ? ", by layers" : "");
  expect_same_bits(whole, parts[0], lower, cut + ", lower part");
  expect_same_bits(whole, parts[1], upper, cut + ", upper part");
  const bool expected = layers == Layers::taken || layers == Layers::swapped;
  for (const auto& part : exchange) EXPECT_EQ(part->exchanges_of_layers() > 0, expected) << cut;
}

/// The grid as one part, and in two along each axis that may be cut, by layers along the last one
/// as hosts do (fields at faces, and other axes, by slabs). Returns what happened in one. Unless
/// layers are not taken also in two along the last axis that take them.
inline Outcome expect_same_in_parts(const Make& make, const Grid& grid, const FieldMap& initial,
                                    const std::string& what,
                                    const std::vector<std::string>& outputs = {},
                                    const std::vector<Axis>& may_be_cut = {axis_x, axis_y, axis_z},
                                    Layers layers = Layers::not_taken) {
  const Outcome whole = outcome(make, grid, initial, outputs);
  for (const Axis axis : may_be_cut) {
    if (!grid.active(axis)) continue;
    const bool has_layers = axis != axis_x && axis == last_axis(grid);
    expect_same_in_two(make, grid, initial, whole, what, outputs, axis,
                       has_layers ? Layers::swapped : Layers::not_taken);
    if (has_layers && layers != Layers::not_taken)
      expect_same_in_two(make, grid, initial, whole, what, outputs, axis, layers);
  }
  return whole;
}

/// Two whose parts along the last axis have cells beside those that others need.
inline const std::vector<Grid>& longer_grids() {
  static const std::vector<Grid> all{{{9, 35, 1}}, {{8, 7, 34}}};
  return all;
}

/// Walls, open and fixed faces; the latter change with time and place.
inline Boundaries mixed() {
  Boundaries boundaries;
  boundaries.kind[axis_x] = {BoundaryKind::fixed, BoundaryKind::outflow};
  boundaries.kind[axis_y] = {BoundaryKind::reflecting, BoundaryKind::fixed};
  boundaries.kind[axis_z] = {BoundaryKind::outflow, BoundaryKind::reflecting};
  return boundaries;
}

inline std::string text_of(const Grid& grid, const std::string& scheme, Precision precision,
                           bool mixes) {
  return scheme + " in " + name_of(precision) + " precision, " + std::to_string(grid.dimensions()) +
         "D, " + (mixes ? "walls" : "periodic");
}

}  // namespace solenoid::testing_physics
