#pragma once
/// \file
/// Runs the intermediate form at one vertex, without compiling it: slow, and an oracle for tests.

#include <array>
#include <functional>
#include <vector>

#include "src/stencil/arithmetic.hpp"
#include "src/stencil/kernels.hpp"

namespace solenoid::stencil {

/// What a kernel sees besides the fields.
template <class Real>
struct Surroundings {
  std::vector<Real> uniforms;
  std::array<Real, 3> spacing{1, 1, 1};
  Real time = 0;
  Real time_step = 0;
  Real substep_keep = 0;    ///< beta_s alpha_s / beta_(s-1), 0 in the first substep
  Real substep_weight = 0;  ///< beta_s
  /// Number and coordinate along an axis, so many vertices away.
  std::function<int(std::size_t, int)> vertex;
  std::function<Real(std::size_t, int)> position;
  /// The value of a field at an offset from the vertex, and before the last substep.
  std::function<Real(int, const std::array<int, 3>&)> load;
  std::function<Real(int)> previous;
  /// exp, log, sin, cos, tan and pow; those of the library where there is none.
  std::function<Real(Op, Real, Real)> function;
  /// The value or slope of a table at a number.
  std::function<Real(Op, int, Real)> table;
};

/// Whether an operation is one that libraries round differently.
inline bool is_function(Op op) {
  return op == Op::exponential || op == Op::logarithm || op == Op::sine || op == Op::cosine ||
         op == Op::tangent || op == Op::power;
}

/// The values of all nodes of the graph.
template <class Real>
std::vector<Real> interpret(const Graph& graph, const Surroundings<Real>& around) {
  std::vector<Real> values(std::size_t(graph.size()));
  const auto leaf = [&](const Node& node) -> Real {
    const std::size_t index = std::size_t(node.index);
    switch (node.op) {
      case Op::constant:
        return sizeof(Real) > sizeof(double) ? Real(node.value.in_extended)
                                             : Real(node.value.in_double);
      case Op::uniform:
        return around.uniforms.at(index);
      case Op::time_step:
        return around.time_step;
      case Op::substep_keep:
        return around.substep_keep;
      case Op::substep_weight:
        return around.substep_weight;
      case Op::time:
        return around.time;
      case Op::spacing:
        return around.spacing.at(index);
      case Op::position:
        return around.position(index, node.offset.at(index));
      case Op::vertex:
        return Real(around.vertex(index, node.offset.at(index)));
      case Op::load:
        return around.load(node.index, node.offset);
      case Op::table:
        return 0;  // no number
      default:
        return around.previous(node.index);
    }
  };
  for (int n = 0; n < graph.size(); ++n) {
    const Node& node = graph.at(n);
    const auto in = [&](std::size_t i) {
      return node.in[i] < 0 ? Real(0) : values[std::size_t(node.in[i])];
    };
    const bool own = around.function && is_function(node.op);
    values[std::size_t(n)] = inputs_of(node.op) == 0 ? leaf(node)
                             : is_of_table(node.op)
                                 ? around.table(node.op, graph.at(node.in[1]).index, in(0))
                             : own ? around.function(node.op, in(0), in(1))
                                   : stencil::evaluate<Real>(node.op, in(0), in(1), in(2));
  }
  return values;
}

}  // namespace solenoid::stencil
