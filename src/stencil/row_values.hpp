#pragma once
/// \file
/// What the vertices of a plane make alike of their fields, made once.

#include <array>
#include <optional>
#include <vector>

#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

/// A kernel computes anew at each of its vertices what a neighbour along x or y has computed from
/// there: a flux that is derived, the flow through a face that it shares. A CPU goes through a
/// plane row after row, and can keep such values for the rows that read them. Here a kernel is in
/// two parts: `values`, which are computed once at each vertex, of its own fields and those around
/// it, and the results, which read them of the vertices around like fields. Each operation is one
/// of the kernel's, so that all bits are the same.
///
/// Unlike those of SharedValues, values may be made of several vertices and be read across the
/// axes; along z none is kept.
struct RowValues {
  /// Values that are made together, of a vertex and of all those in a box around it: none of them
  /// reads fields further away than the kernel does, since there may be no memory.
  struct Group {
    std::vector<int> values;      ///< nodes
    std::array<int, 2> before{};  ///< how far below 0 along x and y they are read
    std::array<int, 2> after{};   ///< how far above
  };
  Graph graph;
  std::vector<Group> groups;
  std::vector<int> outputs;  ///< nodes of the results; value i of all groups is field `fields + i`
  std::vector<int> copies;   ///< by node of the kernel that is the same for all vertices
};

/// The parts of a kernel whose program has so many fields; nothing where no value is worth keeping.
std::optional<RowValues> make_row_values(const Graph& graph, const std::vector<int>& outputs,
                                         int fields);

}  // namespace solenoid::stencil
