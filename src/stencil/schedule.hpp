#pragma once
/// \file
/// In which steps a kernel computes what its graph holds.

#include <vector>

#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

/// The steps of a kernel. Each reads the neighbours of one field only, so that a cache or the
/// scratch memory of a GPU has to hold no more; a value is computed as soon as the fields that it
/// needs have had their steps, unless that would leave more to be kept for later steps.
///
/// A kernel that computes of several fields what they make together at a neighbour, such as a flux
/// that is derived, would have to keep all of them. It has one step, for no field, which goes from
/// neighbour to neighbour: what is made of one is added up before the next one is read.
struct Schedule {
  std::vector<int> fields;    ///< by step: the field whose neighbours it reads; -1 for none
  std::vector<int> step;      ///< by node: when it is computed; -1 for what is used nowhere, is the
                              ///< same for all vertices, or is read anew in every step that uses it
  std::vector<int> last_use;  ///< by node: the last step that uses it
  std::vector<int> slot;      ///< by node: where it is kept between steps, or -1
  int slots = 0;              ///< values kept at a time
  std::vector<int> order;     ///< the nodes in the order in which a step computes what it does

  [[nodiscard]] int steps() const { return int(fields.size()); }
};

/// Whether the node is read anew where it is used: a position, an index.
bool is_rematerialised(const Graph& graph, int node);

/// The schedule, by fields with the order of them that keeps few values between steps (by
/// exchanging pairs while that helps). `outputs` are the nodes to be computed.
Schedule make_schedule(const Graph& graph, const std::vector<int>& outputs);

}  // namespace solenoid::stencil
