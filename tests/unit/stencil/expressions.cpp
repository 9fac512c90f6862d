/// Expressions where fields are expected: their derivatives and neighbours. The oracle is an
/// auxiliary field of the same values.

#include <gtest/gtest.h>

#include <set>

#include "src/stencil/include.hpp"
#include "src/stencil/schedule.hpp"
#include "tests/unit/stencil/helpers.hpp"

namespace solenoid::stencil {
namespace {

TEST(StencilExpressions, AreDerivedAsAuxiliaryFieldsOfTheirValuesAre) {
  struct Pair {
    const char* expression;
    const char* auxiliary;
  };
  for (const auto& [expression, auxiliary] : std::initializer_list<Pair>{
           {"d_t f = derx(f * g);", "auxiliary Scalar a = f * g; d_t f = derx(a);"},
           {"d_t f = deryz(exp(f) / (2 + g));",
            "auxiliary Scalar a = exp(f) / (2 + g); d_t f = deryz(a);"},
           {"d_t f = divergence(g * v) + laplacian(g * v).y;",
            "auxiliary Vector a = g * v; d_t f = divergence(a) + laplacian(a).y;"},
           {"d_t f = dot(curl(cross(v, Vector(f, g, 1))), v);",
            "auxiliary Vector a = cross(v, Vector(f, g, 1)); d_t f = dot(curl(a), v);"},
           {"d_t f = derx(g * derx(f * g));",
            "auxiliary Scalar a = f * g; auxiliary Scalar b = g * derx(a); d_t f = derx(b);"},
           {"Scalar slope(in Scalar u) { return u * dery(u); } d_t f = slope(f + g * g);",
            "auxiliary Scalar a = f + g * g; d_t f = a * dery(a);"},
           {"stencil s { [0, 1, 0] = 2, [-1, 0, 1] = 3 } d_t f = s(f * g);",
            "stencil s { [0, 1, 0] = 2, [-1, 0, 1] = 3 } auxiliary Scalar a = f * g; d_t f = "
            "s(a);"},
           {"d_t f = derx(f < g ? f : g * g);",
            "auxiliary Scalar a = f < g ? f : g * g; d_t f = derx(a);"},
           {"d_t f = gradient(length(v)).z + hessian(f * f)[0, 1];",
            "auxiliary Scalar a = length(v); auxiliary Scalar b = f * f; d_t f = gradient(a).z + "
            "hessian(b)[0, 1];"}})
    for (const int order : {2, 4, 6, 8})
      EXPECT_NEAR(rate_of_f(expression, {order, false}), rate_of_f(auxiliary, {order, false}),
                  1e-13)
          << expression;
}

TEST(StencilExpressions, TheDivergenceOfAMatrixIsThatOfItsRows) {
  const std::string rows =
      "Matrix m() { return Matrix(f * v, g * v, Vector(v.z, f * g, f)); }\n"
      "d_t f = dot(Vector(1, 10, 100), ";
  EXPECT_NEAR(rate_of_f(rows + "divergence(m()));"),
              rate_of_f(rows + "Vector(divergence(f * v), divergence(g * v), "
                               "divergence(Vector(v.z, f * g, f))));"),
              1e-12);
}

TEST(StencilExpressions, HaveNeighbours) {
  const std::string right = "Scalar right(in Scalar u) { return u[vertexIdx + int3(1, 0, 0)]; }\n";
  EXPECT_NEAR(rate_of_f(right + "d_t f = right(f * g);"),
              value_of(0, 2, 2, 3) * value_of(1, 2, 2, 3), 1e-16);
  EXPECT_NEAR(rate_of_f(right + "d_t f = right(f * right(g));"),
              value_of(0, 2, 2, 3) * value_of(1, 3, 2, 3), 1e-16);
  // Positions and numbers of vertices are those of the neighbour; what is the same everywhere
  // stays.
  EXPECT_NEAR(rate_of_f(right + "d_t f = right(position.x + 10 * position.y);"), 1 + 10 * 0.8,
              1e-15);
  EXPECT_NEAR(rate_of_f(right + "d_t f = right(10 * Scalar(vertexIdx.x) + vertexIdx.z);"), 23,
              1e-15);
  EXPECT_NEAR(rate_of_f(right + "uniform Scalar a = 3; d_t f = right(a * spacing.x);"), 1.5, 1e-15);
}

TEST(StencilExpressions, SayWhatDerivativesTheyAreMadeOf) {
  const auto derivatives_in = [](const std::string& rate) {
    const Kernels kernels =
        compile({{"test", std::string(fields_f_g_v) + "d_t f = " + rate + ";"}}, {});
    return std::pair(kernels.fields[0].carried, kernels.fields[0].highest_derivative);
  };
  EXPECT_EQ(derivatives_in("-divergence(f * v)"), std::pair(true, 1));
  EXPECT_EQ(derivatives_in("derx(g * derx(f))"), std::pair(false, 2));
  EXPECT_EQ(derivatives_in("laplacian(f * laplacian(f))"), std::pair(false, 4));
  EXPECT_EQ(derivatives_in("derx(derxx(f) * f)"), std::pair(true, 3));
}

TEST(StencilExpressions, ReachAsFarAsTheirNeighbours) {
  const auto radius = [](const std::string& rate, int order) {
    return compile({{"test", std::string(fields_f_g_v) + "d_t f = " + rate + ";"}}, {order, false})
        .radius;
  };
  EXPECT_EQ(radius("derx(f * g)", 4), 2);
  EXPECT_EQ(radius("derx(g * derx(f))", 6), 6);
}

/// Values that are alive at a time when a pass computes what it does in the order of its schedule.
int most_values_alive(const Pass& pass, const Schedule& schedule) {
  std::vector<int> last(std::size_t(pass.graph.size()), -1);
  for (int at = 0; at < int(schedule.order.size()); ++at) {
    const Node& node = pass.graph.at(schedule.order[std::size_t(at)]);
    for (int i = 0; i < inputs_of(node.op); ++i) last[std::size_t(node.in[std::size_t(i)])] = at;
  }
  std::multiset<int> alive;
  int most = 0;
  for (int at = 0; at < int(schedule.order.size()); ++at) {
    const int node = schedule.order[std::size_t(at)];
    if (!pass.graph.is_uniform(node)) alive.insert(last[std::size_t(node)]);
    alive.erase(alive.begin(), alive.upper_bound(at));
    most = std::max(most, int(alive.size()));
  }
  return most;
}

TEST(StencilExpressions, OfSeveralFieldsAreComputedNeighbourByNeighbour) {
  const std::string folder = "physics/equations/";
  const std::vector<SourceFile> files =
      with_includes(files_of({folder + "stratified.stencil"}), [&](const std::string& name) {
        return text_of(source_folder() / folder / name.substr(1, name.size() - 2));
      });
  const Kernels kernels = compile(files, {4, false});
  const Pass& pass = kernels.passes.at(0);
  std::vector<int> outputs;
  for (const Pass::Output& output : pass.outputs) outputs.push_back(output.node);
  const Schedule schedule = make_schedule(pass.graph, outputs);
  ASSERT_EQ(schedule.steps(), 1);
  EXPECT_EQ(schedule.slots, 0);
  std::set<int> computed;
  for (const int node : schedule.order) {
    for (int i = 0; i < inputs_of(pass.graph.at(node).op); ++i)
      EXPECT_EQ(computed.count(pass.graph.at(node).in[std::size_t(i)]), 1U);
    EXPECT_TRUE(computed.insert(node).second);
  }
  for (const int output : outputs) EXPECT_EQ(computed.count(output), 1U);
  // Thirteen fields at thirteen vertices would be 169.
  EXPECT_LE(most_values_alive(pass, schedule), 60);
}

TEST(StencilExpressions, ConstFieldsAreKnownAsTheBackground) {
  const Kernels kernels = compile(
      {{"test", "const field Scalar c; const field Vector b; field Scalar f; d_t f = c * f;"}}, {});
  ASSERT_EQ(kernels.fields.size(), 5U);
  for (const Field& field : kernels.fields) {
    EXPECT_EQ(field.background, field.name != "f") << field.name;
    EXPECT_EQ(field.evolved, field.name == "f") << field.name;
  }
}

}  // namespace
}  // namespace solenoid::stencil
