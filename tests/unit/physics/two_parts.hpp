#pragma once
/// \file
/// A grid in two parts, each computed by a thread, compared with the same grid in one.

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid::testing_physics {

/// Where two threads, of which each computes a part, meet to exchange values.
class Table {
 public:
  /// Waits for the other one. Throws where it does not come.
  void meet() {
    std::unique_lock<std::mutex> lock(mutex_);
    const long meeting = meetings_;
    if (++there_ == 2) {
      there_ = 0;
      ++meetings_;
      all_there_.notify_all();
      return;
    }
    if (!all_there_.wait_for(lock, std::chrono::seconds(60), [&] { return meetings_ != meeting; }))
      throw std::runtime_error("the other part does not exchange anything");
  }

  std::array<Exchange::Slabs, 2> slabs;
  std::array<Axis, 2> axes{};
  std::array<double, 2> values{};
  std::array<const double*, 2> lists{};

 private:
  std::mutex mutex_;
  std::condition_variable all_there_;
  int there_ = 0;
  long meetings_ = 0;
};

/// The exchange of one of two parts.
class WithOtherThread final : public Exchange {
 public:
  WithOtherThread(std::shared_ptr<Table> table, std::size_t part)
      : table_(std::move(table)), part_(part) {}

  void swap(Axis axis, const Slabs& slabs) override {
    table_->slabs[part_] = slabs;
    table_->axes[part_] = axis;
    table_->meet();
    const Slabs& theirs = table_->slabs[1 - part_];
    if (table_->axes[0] != table_->axes[1] || slabs.bytes != theirs.bytes)
      throw std::runtime_error("the parts exchange different things");
    for (const Side side : {side_lower, side_upper})
      if (slabs.receive[side] != nullptr)
        std::memcpy(slabs.receive[side], theirs.send[1 - side], slabs.bytes);
    table_->meet();
  }
  void take_largest(double* values, std::size_t count) override {
    for (std::size_t n = 0; n < count; ++n) {
      table_->values[part_] = values[n];
      table_->meet();
      const double theirs = table_->values[1 - part_];
      table_->meet();
      if (!(values[n] > theirs || values[n] != values[n])) values[n] = theirs;
    }
  }
  void add_up(double* values, std::size_t count) override {
    table_->lists[part_] = values;
    table_->meet();
    std::vector<double> sums(count);
    for (std::size_t n = 0; n < count; ++n) sums[n] = table_->lists[0][n] + table_->lists[1][n];
    table_->meet();
    std::copy(sums.begin(), sums.end(), values);
  }

 private:
  std::shared_ptr<Table> table_;
  std::size_t part_;
};

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

/// Calls it for both parts at once, each in a thread of its own.
inline void on_two_threads(const std::function<void(std::size_t part)>& work) {
  std::vector<std::thread> threads;
  for (std::size_t p = 0; p < 2; ++p)
    threads.emplace_back([&work, p] {
      try {
        work(p);
      } catch (const std::exception& error) {
        ADD_FAILURE() << "part " << p << ": " << error.what();
      }
    });
  for (std::thread& thread : threads) thread.join();
}

inline Outcome outcome(const Make& make, const Subdomain& part, const FieldMap& initial,
                       const std::vector<std::string>& outputs) {
  const auto solver = make(part);
  set_part_of(*solver, part, initial);
  Outcome outcome;
  double time = 0;
  for (int step = 0; step < 5; ++step) {
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
  on_two_threads([&](std::size_t p) { found[p] = outcome(make, parts[p], initial, outputs); });
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

/// The grid as one part, and in two along each axis that may be cut. Returns what happened in one.
inline Outcome expect_same_in_parts(const Make& make, const Grid& grid, const FieldMap& initial,
                                    const std::string& what,
                                    const std::vector<std::string>& outputs = {},
                                    const std::vector<Axis>& may_be_cut = {axis_x, axis_y,
                                                                           axis_z}) {
  const Outcome whole = outcome(make, grid, initial, outputs);
  for (const Axis cut_axis : may_be_cut) {
    const auto axis = std::size_t(cut_axis);
    if (!grid.active(cut_axis)) continue;
    const auto table = std::make_shared<Table>();
    auto cells = grid.cells;
    cells[axis] = grid.cells[axis] / 2 + 1;
    const Subdomain lower(grid, {0, 0, 0}, cells, std::make_shared<WithOtherThread>(table, 0));
    std::array<int, 3> first{};
    first[axis] = cells[axis];
    cells[axis] = grid.cells[axis] - cells[axis];
    const Subdomain upper(grid, first, cells, std::make_shared<WithOtherThread>(table, 1));
    const auto parts = outcomes_of_parts(make, {lower, upper}, initial, outputs);
    const std::string cut = what + ", cut along " + "xyz"[axis];
    expect_same_bits(whole, parts[0], lower, cut + ", lower part");
    expect_same_bits(whole, parts[1], upper, cut + ", upper part");
  }
  return whole;
}

}  // namespace solenoid::testing_physics
