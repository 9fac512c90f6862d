/// When kernels compute what: the steps of a schedule.

#include <gtest/gtest.h>

#include <set>

#include "src/stencil/schedule.hpp"
#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

std::vector<int> outputs_of(const Pass& pass) {
  std::vector<int> nodes;
  for (const Pass::Output& output : pass.outputs) nodes.push_back(output.node);
  return nodes;
}

bool is_kept(const Schedule& schedule, int node) { return schedule.slot[std::size_t(node)] >= 0; }

TEST(StencilSchedule, StepsReadTheNeighboursOfOneFieldAndWhatIsKept) {
  const Kernels kernels = compile(files_of({"physics/equations/mhd.stencil"}), {6, false});
  const Pass& pass = kernels.passes[0];
  const Schedule schedule = make_schedule(pass.graph, outputs_of(pass));
  std::set<int> loaded;
  for (int n = 0; n < pass.graph.size(); ++n)
    if (pass.graph.at(n).op == Op::load) loaded.insert(pass.graph.at(n).index);
  EXPECT_EQ(std::set<int>(schedule.fields.begin(), schedule.fields.end()), loaded);
  ASSERT_EQ(std::size_t(schedule.steps()), loaded.size());
  for (int n = 0; n < pass.graph.size(); ++n) {
    const Node& node = pass.graph.at(n);
    const int step = schedule.step[std::size_t(n)];
    if (node.op == Op::load) {
      EXPECT_EQ(schedule.fields[std::size_t(step)], node.index);
    }
    if (step < 0) continue;
    for (int i = 0; i < inputs_of(node.op); ++i) {
      const int input = node.in[std::size_t(i)];
      const int before = schedule.step[std::size_t(input)];
      EXPECT_LE(before, step);
      if (0 <= before && before < step) {
        EXPECT_TRUE(is_kept(schedule, input));
        EXPECT_LE(step, schedule.last_use[std::size_t(input)]);
      }
    }
  }
}

TEST(StencilSchedule, SlotsHoldOneValueAtATimeAndAreFew) {
  const Kernels kernels = compile(files_of({"physics/equations/mhd.stencil"}), {6, false});
  const Pass& pass = kernels.passes[0];
  const Schedule schedule = make_schedule(pass.graph, outputs_of(pass));
  for (int step = 0; step < schedule.steps(); ++step) {
    std::vector<bool> taken(std::size_t(schedule.slots), false);
    for (int n = 0; n < pass.graph.size(); ++n) {
      if (!is_kept(schedule, n) || schedule.step[std::size_t(n)] > step ||
          schedule.last_use[std::size_t(n)] <= step)
        continue;
      const auto slot = std::size_t(schedule.slot[std::size_t(n)]);
      EXPECT_FALSE(taken[slot]) << "step " << step << ", slot " << slot;
      taken[slot] = true;
    }
  }
  // All derivatives at once would be 47, and the fields themselves.
  EXPECT_LE(schedule.slots, 28);
}

TEST(StencilSchedule, ConditionsAreTakenInTheLastStep) {
  const Kernels kernels =
      compile(files_of({"tests/unit/stencil/programs/operations.stencil"}), {2, false});
  for (const Pass& pass : kernels.passes) {
    const Schedule schedule = make_schedule(pass.graph, outputs_of(pass));
    for (int n = 0; n < pass.graph.size(); ++n)
      if (is_condition(pass.graph.at(n).op) && schedule.step[std::size_t(n)] >= 0) {
        EXPECT_EQ(schedule.step[std::size_t(n)], schedule.steps() - 1);
        EXPECT_FALSE(is_kept(schedule, n));
      }
  }
}

}  // namespace
}  // namespace solenoid::stencil
