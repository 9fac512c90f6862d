#pragma once
/// \file
/// Reads from auxiliary fields what they hold, in place of computing it anew.

#include <memory>
#include <vector>

#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

/// What an auxiliary field holds at every vertex, ghosts included: a node of the graph of its pass,
/// before products and sums are fused.
struct HeldValue {
  int field = 0;
  std::shared_ptr<const Graph> graph;
  int node = 0;
};

/// The graph with a load of the field in place of each node that computes what a field holds, at
/// the vertex or beside it; `outputs` become nodes of the new graph. What is a leaf of a graph
/// itself stays.
Graph read_held_values(const Graph& graph, const std::vector<HeldValue>& held,
                       std::vector<int>& outputs);

}  // namespace solenoid::stencil
