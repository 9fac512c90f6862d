/// \file
/// A solver's state, field by field and part by part, is that of whole fields.

#include <gtest/gtest.h>

#include <cstring>
#include <test_waves.hpp>

#include "physics/solvers/finite_difference_solver.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

const Grid small_grid{{7, 5, 4}};

/// Every scheme, without a state.
std::vector<std::unique_ptr<Solver>> solvers(Precision precision) {
  const Boundaries periodic = everywhere(BoundaryKind::periodic);
  std::vector<std::unique_ptr<Solver>> all;
  for (const Scheme& scheme : all_equations())
    all.push_back(
        make_muscl_hancock(small_grid, periodic, scheme.settings(), precision, Device::cpu, {}));
  for (const bool magnetised : {true, false}) {
    RelaxingTvdSettings settings;
    settings.magnetised = magnetised;
    all.push_back(make_relaxing_tvd(small_grid, periodic, settings, precision, Device::cpu));
  }
  if (precision == Precision::single_precision)
    all.push_back(std::make_unique<FiniteDifferenceSolver<programs::test_waves, float, HostSpace>>(
        small_grid, periodic, FiniteDifferenceSettings{{}, 0.01}));
  else
    all.push_back(std::make_unique<FiniteDifferenceSolver<programs::test_waves, double, HostSpace>>(
        small_grid, periodic, FiniteDifferenceSettings{{}, 0.01}));
  return all;
}

/// Positive numbers for every primitive field.
FieldMap numbered_fields(const Solver& solver) {
  FieldMap fields;
  for (const StateField& field : solver.state_fields(StateForm::primitive)) {
    FieldValues& values = fields[field.name];
    values.resize(whole_field(small_grid, field.placement).values());
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = 1 + std::sin(double(i) + double(fields.size())) / 3;
  }
  return fields;
}

/// The values of a box of a whole field.
template <class Value>
std::vector<Value> cut_out(const FieldValues& values, const Box& whole, const Box& box) {
  std::vector<Value> part;
  for (std::size_t i = 0; i < box.values(); ++i)
    part.push_back(Value(values[whole.value_at(box.at(i))]));
  return part;
}

TEST(StateInParts, IsThatOfWholeFields) {
  for (const Precision precision : compiled_precisions) {
    const auto whole = solvers(precision), parts = solvers(precision);
    for (std::size_t s = 0; s < whole.size(); ++s) {
      const FieldMap fields = numbered_fields(*whole[s]);
      whole[s]->set_primitive(fields, 0.5);
      parts[s]->begin_state(StateForm::primitive);
      for (const StateField& field : parts[s]->state_fields(StateForm::primitive)) {
        const Box all = whole_field(small_grid, field.placement);
        auto boxes = slabs_of(all, 11);
        std::reverse(boxes.begin(), boxes.end());
        for (const Box& box : boxes) {
          const auto values = cut_out<double>(fields.at(field.name), all, box);
          parts[s]->set_part(field.name, box, {Precision::double_precision, values.data()});
        }
      }
      parts[s]->finish_state(0.5, {});
      for (int step = 0; step < 2; ++step)
        for (Solver* solver : {whole[s].get(), parts[s].get()})
          solver->advance(0.5 + 1e-3 * step, 1e-3);
      EXPECT_EQ(whole[s]->save().arrays, parts[s]->save().arrays) << s;
    }
  }
}

TEST(StateInParts, IsReadBoxByBox) {
  for (const auto& solver : solvers(Precision::double_precision)) {
    solver->set_primitive(numbered_fields(*solver), 0);
    const Box box{{2, 1, 0}, {3, 2, 4}};
    auto names = solver->primitive_names();
    for (const std::string& name : solver->derived_names()) names.push_back(name);
    for (const std::string& name : names) {
      const FieldValues all = solver->field(name);
      const Box whole = whole_field(small_grid, Placement::cells);
      std::vector<double> doubles(box.values());
      std::vector<float> singles(box.values());
      solver->get_field(name, box, {Precision::double_precision, doubles.data()});
      solver->get_field(name, box, {Precision::single_precision, singles.data()});
      EXPECT_EQ(doubles, cut_out<double>(all, whole, box)) << name;
      EXPECT_EQ(singles, cut_out<float>(all, whole, box)) << name;
    }
    const SolverState state = solver->save();
    for (const StateField& field : solver->state_fields(StateForm::stored)) {
      const Box whole = whole_field(small_grid, field.placement);
      Box last = whole;
      last.begin[2] = whole.count[2] - 1;
      last.count[2] = 1;
      std::vector<double> values(last.values());
      solver->get_part(field.name, last, {Precision::double_precision, values.data()});
      const auto& bytes = state.arrays.at(field.name);
      EXPECT_EQ(
          std::memcmp(values.data(), bytes.data() + bytes.size() - values.size() * sizeof(double),
                      values.size() * sizeof(double)),
          0)
          << field.name;
    }
  }
}

TEST(StateInParts, TellsTheLabelsOfItsHistoryBefore) {
  for (const auto& solver : solvers(Precision::double_precision)) {
    const std::vector<std::string> labels = solver->history_labels();
    solver->set_primitive(numbered_fields(*solver), 0);
    std::vector<std::string> found;
    for (const auto& [label, value] : solver->history()) found.push_back(label);
    EXPECT_EQ(found, labels);
  }
}

TEST(StateInParts, HasToBeWhole) {
  const std::vector<double> ones(1000, 1.0);
  for (const auto& solver : solvers(Precision::double_precision))
    for (const StateForm form : {StateForm::primitive, StateForm::stored}) {
      solver->begin_state(form);
      const auto fields = solver->state_fields(form);
      for (std::size_t f = 0; f + 1 < fields.size(); ++f)
        solver->set_part(fields[f].name, whole_field(small_grid, fields[f].placement),
                         {Precision::double_precision, ones.data()});
      EXPECT_THROW(solver->finish_state(0, solver->state_numbers()), std::invalid_argument);
      EXPECT_THROW(solver->set_part("depth", {}, {Precision::double_precision, ones.data()}),
                   std::invalid_argument);
    }
}

}  // namespace
}  // namespace solenoid::testing_physics
