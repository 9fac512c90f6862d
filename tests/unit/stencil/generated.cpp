/// The C++ that stencilc makes, against the interpreter: the same bits, for plain numbers of all
/// precisions and for packs.

#include <gtest/gtest.h>

#include <test_isothermal.hpp>
#include <test_mhd.hpp>
#include <test_operations.hpp>

#include "numerics/device/piece_tables.hpp"
#include "numerics/vertices/stencil_program.hpp"
#include "tests/table_by_search.hpp"
#include "tests/unit/stencil/helpers.hpp"
#include "tests/unit/stencil/lane_function.hpp"

namespace solenoid::stencil {
namespace {

/// A lane of vertices from (x, y, z) on, along x.
template <class T>
struct BoxVertex {
  using Real = LaneReal<T>;
  const Box<Real>& now;
  const Box<Real>& before;
  int x, y, z;

  [[nodiscard]] T gather(const Box<Real>& box, int field, int dx, int dy, int dz) const {
    Real values[lane_width<T>];
    for (int i = 0; i < lane_width<T>; ++i) values[i] = box.at(field, x + i + dx, y + dy, z + dz);
    return load<T>(values);
  }
  template <int field, int dx, int dy, int dz>
  [[nodiscard]] T at() const {
    return gather(now, field, dx, dy, dz);
  }
  template <int field>
  [[nodiscard]] T previous() const {
    return gather(before, field, 0, 0, 0);
  }
  template <int axis, int away = 0>
  [[nodiscard]] T index() const {
    const int first[] = {x, y, z};
    const T place(Real(first[axis] + away));
    return axis == 0 ? place + lane_numbers<T>() : place;
  }
  template <int axis, int away = 0>
  [[nodiscard]] T position() const {
    return index<axis, away>() * T(now.spacing[axis]);
  }
};

/// Of pieces on both sides of 0.
TablePieces bent_table() {
  return {{-2, -0.5, 0.25, 1.5},
          {{{1, 2, 3, 4, 5}, {-1, 0.5, 0, 0, 0}, {0.3, -0.7, 0.1, 0, 0}, {2, 0, 0, -0.2, 0.01}}}};
}

template <class Real>
Surroundings<Real> of_run(const Kernels& kernels, Surroundings<Real> around) {
  for (std::size_t i = 0; i < kernels.uniforms.size(); ++i)
    around.uniforms.push_back(Real(0.25) + Real(i) / Real(7));
  around.function = lane_function<Real>;
  around.table = [](Op op, int number, Real x) {
    EXPECT_EQ(number, 1);
    return table_by_search(bent_table(), x, op == Op::slope_at);
  };
  around.time = Real(0.7);
  around.time_step = Real(0.01);
  around.substep_keep = Real(-0.3);
  around.substep_weight = Real(0.9);
  return around;
}

template <class Q, class T, class Program>
void expect_same(const Kernels& kernels, const Graph& graph, const std::vector<int>& outputs) {
  using Real = LaneReal<T>;
  const Box<Real> now(int(kernels.fields.size()));
  Box<Real> before = now;
  for (auto& field : before.fields)
    for (Real& value : field) value *= Real(0.9);
  const Surroundings<Real> run = of_run(kernels, surroundings(now, before, 0, 0, 0));
  ProgramRun<Real, Program::uniform_count> same_run{};
  std::copy(run.uniforms.begin(), run.uniforms.end(), same_run.uniforms.begin());
  same_run.spacing = run.spacing;
  same_run.time = run.time;
  same_run.time_step = run.time_step;
  same_run.substep_keep = run.substep_keep;
  same_run.substep_weight = run.substep_weight;
  const PieceTableMemory<Real, Kokkos::HostSpace> bent(bent_table());
  const std::array<PieceTable<Real>, 2> tables{{{}, bent.table()}};
  same_run.tables = tables.data();
  const auto coefficients = Q::prepare(same_run);
  for (const auto& [x, y, z] : {std::array{0, 0, 0}, std::array{3, 7, 1}, std::array{5, 2, 6}}) {
    T out[Q::outputs];
    compute_pass<Q, T>(BoxVertex<T>{now, before, x, y, z}, coefficients, out);
    for (int lane_of_pack = 0; lane_of_pack < lane_width<T>; ++lane_of_pack) {
      const std::vector<Real> values =
          interpret(graph, of_run(kernels, surroundings(now, before, x + lane_of_pack, y, z)));
      for (std::size_t i = 0; i < outputs.size(); ++i)
        EXPECT_EQ(lane(out[i], lane_of_pack), values[std::size_t(outputs[i])])
            << Q::name << ", output " << i << ", vertex " << x << " + " << lane_of_pack;
    }
  }
}

template <class T, class Program, class... Pass>
void expect_same_passes(const Kernels& kernels, ProgramPasses<Pass...>) {
  ASSERT_EQ(kernels.passes.size(), sizeof...(Pass));
  std::size_t next = 0;
  const auto one = [&]<class Q>() {
    const stencil::Pass& pass = kernels.passes[next++];
    std::vector<int> outputs;
    for (const stencil::Pass::Output& output : pass.outputs) outputs.push_back(output.node);
    ASSERT_EQ(outputs.size(), std::size_t(Q::outputs));
    expect_same<Q, T, Program>(kernels, pass.graph, outputs);
  };
  (one.template operator()<Pass>(), ...);
  std::vector<int> reduced;
  for (const Reduction& reduction : kernels.reductions) reduced.push_back(reduction.node);
  expect_same<typename Program::Reductions, T, Program>(kernels, kernels.reduction_graph, reduced);
}

template <class Program, class... T>
void expect_same_lanes(const Kernels& kernels) {
  EXPECT_EQ(kernels.radius, Program::radius);
  (expect_same_passes<T, Program>(kernels, typename Program::Passes{}), ...);
}

// Every lane type for the small program, those that matter for the large ones: each combination
// takes seconds to compile.
TEST(StencilGenerated, EveryOperation) {
  expect_same_lanes<programs::test_operations, double, float, long double, HostPack<double>,
                    HostPack<float>>(
      compile(files_of({"tests/unit/stencil/programs/operations.stencil"}), {2, false}));
}

TEST(StencilGenerated, MhdComputesWhatTheInterpreterDoes) {
  expect_same_lanes<programs::test_mhd, HostPack<double>>(
      compile(files_of({"physics/equations/mhd.stencil"}), {6, false}));
}

TEST(StencilGenerated, IsothermalHydrodynamicsInTwoPasses) {
  expect_same_lanes<programs::test_isothermal, double>(compile(
      files_of({"physics/equations/isothermal.stencil", "physics/equations/forcing/wave.stencil"}),
      {8, true}));
}

TEST(StencilGenerated, TablesSayWhatTheProgramDeclares) {
  using P = programs::test_operations;
  EXPECT_EQ(P::fields.size(), 7U);
  EXPECT_STREQ(P::fields[3].name, "v_x");
  EXPECT_EQ(P::fields[4].component, 1);
  EXPECT_EQ(P::fields[0].component, -1);
  EXPECT_TRUE(P::fields[6].auxiliary);
  EXPECT_FALSE(P::fields[6].evolved);
  EXPECT_TRUE(P::fields[0].evolved);
  EXPECT_STREQ(P::tables[1], "bent");
  EXPECT_EQ(P::tables.size(), 2U);
  EXPECT_EQ(P::uniforms[0].value, 0.1);
  EXPECT_FALSE(P::uniforms[1].has_default);
  EXPECT_TRUE(P::uniforms[2].integer);
  EXPECT_EQ(P::reductions[1].kind, ReductionKind::mean);
  EXPECT_EQ(P::Pass0::reach[0], (std::array{1, 1, 2}));
  EXPECT_TRUE(P::Pass1::reads_previous);
  EXPECT_FALSE(P::Pass0::reads_previous);
}

}  // namespace
}  // namespace solenoid::stencil
