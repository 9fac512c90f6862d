#pragma once
/// \file
/// An order of a graph's nodes for processors with few registers.

#include <vector>

#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

/// The nodes that `outputs` need in an order in which few are at work at a time: what one output is
/// made of after the other, and first the input that needs more.
std::vector<int> depth_first(const Graph& graph, const std::vector<int>& outputs);

}  // namespace solenoid::stencil
