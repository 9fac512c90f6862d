#pragma once
/// \file
/// What vertices have in common with their neighbours, where differences are those of expressions.

#include <array>
#include <optional>
#include <vector>

#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

/// A kernel that derives what fields make together, such as a flux, computes it anew at each
/// neighbour. Here every vertex computes it once for all that read it, in three parts: what
/// neighbours along x read of it, along y, and along z, each made of what stands at the vertex
/// alone; and what it makes itself of its own fields and of such values of its neighbours (nodes
/// Op::shared). Each operation is one of the kernel's, so that all bits are the same.
struct SharedValues {
  Graph graph;
  std::array<std::vector<int>, 3> along;  ///< by axis: the nodes that neighbours read
  std::vector<int> outputs;               ///< those of the kernel
  std::vector<int> copies;  ///< by node of the kernel: the same here, of what a vertex makes itself
};

/// The parts of a kernel; nothing where it reads neighbours that are not on one of the axes, or
/// where sharing would not spare half of its operations.
std::optional<SharedValues> share_values(const Graph& graph, const std::vector<int>& outputs);

}  // namespace solenoid::stencil
