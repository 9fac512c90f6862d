/// What vertices of a plane make alike: found in graphs of kernels.

#include "src/stencil/row_values.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace solenoid::stencil {
namespace {

/// The product f g (f + g) at an offset.
int product(Graph& graph, const std::array<int, 3>& offset) {
  const int f = graph.load(0, offset), g = graph.load(1, offset);
  return graph.make(Op::multiply, graph.make(Op::multiply, f, g), graph.make(Op::add, f, g));
}
int difference(Graph& graph, const std::array<int, 3>& a, const std::array<int, 3>& b) {
  return graph.make(Op::subtract, product(graph, a), product(graph, b));
}
int count(const Graph& graph, Op op) {
  int found = 0;
  for (int n = 0; n < graph.size(); ++n) found += graph.at(n).op == op ? 1 : 0;
  return found;
}

TEST(RowValues, AreMadeOnceOfAVertexAndReadAroundIt) {
  Graph graph;
  const int along_x = difference(graph, {1, 0, 0}, {-1, 0, 0});
  const int along_y = difference(graph, {0, 2, 0}, {0, -1, 0});
  const auto rows = make_row_values(graph, {along_x, along_y}, 2);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->groups.size(), 1U);
  EXPECT_EQ(rows->groups[0].values.size(), 1U);
  EXPECT_EQ(rows->groups[0].before, (std::array{1, 1}));
  EXPECT_EQ(rows->groups[0].after, (std::array{1, 2}));
  EXPECT_EQ(count(graph, Op::multiply), 8);
  EXPECT_EQ(count(rows->graph, Op::multiply), 2);
  for (const int output : rows->outputs)
    for (const int input : {0, 1}) {
      const Node& read = rows->graph.at(rows->graph.at(output).in[std::size_t(input)]);
      EXPECT_EQ(read.op, Op::load);
      EXPECT_EQ(read.index, 2);
    }
}

TEST(RowValues, AlongZAreNotKept) {
  Graph graph;
  const int along_z = difference(graph, {0, 0, 1}, {0, 0, -1});
  EXPECT_FALSE(make_row_values(graph, {along_z}, 2));
}

TEST(RowValues, OfPlanesBesideAreKeptOfThose) {
  Graph graph;
  const int beside = difference(graph, {1, 0, 1}, {-1, 0, 1});
  const auto rows = make_row_values(graph, {beside}, 2);
  ASSERT_TRUE(rows);
  const int value = rows->groups[0].values[0];
  for (int n = 0; n < value; ++n)
    if (rows->graph.at(n).op == Op::load) {
      EXPECT_EQ(rows->graph.at(n).offset, (std::array{0, 0, 1}));
    }
}

TEST(RowValues, CheaperThanReadingThemAreNotKept) {
  Graph graph;
  const auto sum = [&](int away) {
    return graph.make(Op::add, graph.load(0, {away, 0, 0}), graph.load(1, {away, 0, 0}));
  };
  const int difference = graph.make(Op::subtract, sum(1), sum(-1));
  EXPECT_FALSE(make_row_values(graph, {difference}, 2));
}

TEST(RowValues, OfOneGroupReadNoFieldsFurtherAwayThanTheKernel) {
  // A flux read two vertices away on either side, and one through faces that reads both ends.
  Graph graph;
  const int flux = difference(graph, {2, 0, 0}, {-2, 0, 0});
  const auto through_face = [&](int at) {
    const int mean = graph.make(Op::add, product(graph, {at, 0, 0}), graph.load(1, {at + 1, 0, 0}));
    return graph.make(Op::multiply, mean, graph.load(0, {at + 1, 0, 0}));
  };
  const int outflow = graph.make(Op::subtract, through_face(0), through_face(-1));
  const auto rows = make_row_values(graph, {flux, outflow}, 2);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->groups.size(), 2U);
  for (const RowValues::Group& group : rows->groups) {
    int farthest = 0;
    for (const int value : group.values)
      for (std::vector<int> open = {value}; !open.empty();) {
        const Node node = rows->graph.at(open.back());
        open.pop_back();
        if (node.op == Op::load)
          farthest = std::max(
              {farthest, group.after[0] + node.offset[0], group.before[0] - node.offset[0]});
        for (int i = 0; i < inputs_of(node.op); ++i) open.push_back(node.in[std::size_t(i)]);
      }
    EXPECT_LE(farthest, 2);
  }
}

}  // namespace
}  // namespace solenoid::stencil
