/// The order of nodes for few registers.

#include "src/stencil/depth_first.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace solenoid::stencil {
namespace {

/// f(a) g(a) - f(b) g(b) for fields 0 and 1.
int difference_of_products(Graph& graph, const std::array<int, 3>& a, const std::array<int, 3>& b) {
  const auto product = [&](const std::array<int, 3>& at) {
    return graph.make(Op::multiply, graph.load(0, at), graph.load(1, at));
  };
  const int upper = product(a);
  return graph.make(Op::subtract, upper, product(b));
}

TEST(DepthFirst, NodesComeAfterWhatTheyNeed) {
  Graph graph;
  const std::vector<int> outputs = {difference_of_products(graph, {1, 0, 0}, {-1, 0, 0}),
                                    difference_of_products(graph, {0, 1, 0}, {-1, 0, 0})};
  const std::vector<int> order = depth_first(graph, outputs);
  EXPECT_EQ(int(order.size()), graph.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    for (int input = 0; input < inputs_of(graph.at(order[i]).op); ++input)
      EXPECT_LT(std::ranges::find(order, graph.at(order[i]).in[std::size_t(input)]),
                order.begin() + std::ptrdiff_t(i));
  // All of the first output before anything of the second alone.
  EXPECT_LT(std::ranges::find(order, outputs[0]),
            std::ranges::find(order, graph.load(0, {0, 1, 0})));
}

}  // namespace
}  // namespace solenoid::stencil
