#include "src/stencil/held_values.hpp"

#include <array>
#include <map>
#include <set>

namespace solenoid::stencil {

namespace {

using Offset = std::array<int, 3>;

/// The node of `graph` that computes at `offset` from the vertex what the held value is, or -1.
int find(const Graph& graph, const HeldValue& held, const Offset& offset) {
  // A node comes after those that it uses.
  std::vector<int> found(std::size_t(held.node) + 1, -1);
  for (int n = 0; n <= held.node; ++n) {
    Node node = held.graph->at(n);
    bool known = true;
    for (int i = 0; i < inputs_of(node.op); ++i) {
      int& input = node.in[std::size_t(i)];
      input = found[std::size_t(input)];
      known = known && input >= 0;
    }
    if (known) found[std::size_t(n)] = graph.find(node.moved(offset));
  }
  return found[std::size_t(held.node)];
}

}  // namespace

Graph read_held_values(const Graph& graph, const std::vector<HeldValue>& held,
                       std::vector<int>& outputs) {
  std::set<Offset> offsets;
  for (int n = 0; n < graph.size(); ++n)
    if (graph.at(n).op == Op::load) offsets.insert(graph.at(n).offset);
  std::map<int, std::pair<int, Offset>> loads;  // by node: the field that holds it, and where
  for (const HeldValue& value : held) {
    if (inputs_of(value.graph->at(value.node).op) == 0) continue;
    for (const Offset& offset : offsets)
      if (const int node = find(graph, value, offset); node >= 0)
        loads.emplace(node, std::pair(value.field, offset));
  }
  if (loads.empty()) return graph;
  Graph made;
  std::vector<int> copies;
  for (int n = 0; n < graph.size(); ++n) {
    const Node& node = graph.at(n);
    const auto in = [&](std::size_t i) {
      return node.in[i] < 0 ? -1 : copies[std::size_t(node.in[i])];
    };
    const auto load = loads.find(n);
    copies.push_back(load != loads.end()       ? made.load(load->second.first, load->second.second)
                     : inputs_of(node.op) == 0 ? made.copy_of_leaf(node)
                                               : made.make(node.op, in(0), in(1), in(2)));
  }
  for (int& output : outputs) output = copies[std::size_t(output)];
  return made;
}

}  // namespace solenoid::stencil
