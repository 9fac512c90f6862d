#pragma once
/// \file
/// The text of one pass: for emit.cpp.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "src/stencil/depth_first.hpp"
#include "src/stencil/kernels.hpp"
#include "src/stencil/schedule.hpp"

namespace solenoid::stencil {

/// Whether float holds the number, so that it may stand in the text of a kernel as it is.
inline bool is_short(const Number& n) {
  return double(float(n.in_double)) == n.in_double &&
         static_cast<long double>(n.in_double) == n.in_extended;
}

inline std::string literal(const Number& n) {
  if (std::isinf(n.in_double))
    return n.in_double > 0 ? "std::numeric_limits<Real>::infinity()"
                           : "-std::numeric_limits<Real>::infinity()";
  if (is_short(n)) return fmt::format("Real({:#.9g})", n.in_double);
  return fmt::format("program_constant<Real>({:#.17g}, {:#.21g}L)", n.in_double, n.in_extended);
}

/// The text of an operation on texts.
inline std::string operation(Op op, const std::array<std::string, 3>& x) {
  const auto format = [&](const char* text) {
    return fmt::format(fmt::runtime(text), x[0], x[1], x[2]);
  };
  switch (op) {
    case Op::negate:
      return format("negative({})");
    case Op::add:
      return format("{} + {}");
    case Op::subtract:
      return format("{} - {}");
    case Op::multiply:
      return format("{} * {}");
    case Op::divide:
      return format("{} / {}");
    case Op::multiply_add:
      return format("fma({}, {}, {})");
    case Op::multiply_subtract:
      return format("fms({}, {}, {})");
    case Op::subtract_product:
      return format("fnma({}, {}, {})");
    case Op::min:
      return format("min({}, {})");
    case Op::max:
      return format("max({}, {})");
    case Op::magnitude:
      return format("abs({})");
    case Op::root:
      return format("full_sqrt({})");
    case Op::exponential:
      return format("exp({})");
    case Op::logarithm:
      return format("log({})");
    case Op::sine:
      return format("sin({})");
    case Op::cosine:
      return format("cos({})");
    case Op::tangent:
      return format("tan({})");
    case Op::power:
      return format("pow({}, {})");
    case Op::look_up:
      return format("look_up({}, {})");
    case Op::slope_at:
      return format("slope_at({}, {})");
    case Op::less:
      return format("less({}, {})");
    case Op::logical_and:
      return format("{} && {}");
    case Op::logical_or:
      return format("{} || {}");
    case Op::negation:
      return format("!{}");
    case Op::select:
      return format("select({}, {}, {})");
    default:
      throw std::logic_error("a leaf is no operation");
  }
}

/// Writes one pass (or all reductions) as a struct.
class PassText {
 public:
  PassText(const Graph& graph, std::vector<int> outputs)
      : graph_(graph), outputs_(std::move(outputs)), schedule_(make_schedule(graph, outputs_)) {
    for (int n = 0; n < graph_.size(); ++n) {
      if (graph_.is_uniform(n)) continue;
      for (int i = 0; i < inputs_of(graph_.at(n).op); ++i) need(graph_.at(n).in[std::size_t(i)]);
    }
    for (const int output : outputs_) need(output);
  }

  /// A part of the pass `of`, with its coefficients: the node copies[n] is its node n.
  PassText(const Graph& graph, std::vector<int> outputs, const PassText& of,
           const std::vector<int>& copies)
      : PassText(graph, std::move(outputs)) {
    slots_.clear();
    for (const auto& [n, slot] : of.slots_) slots_.emplace(copies[std::size_t(n)], slot);
  }

  [[nodiscard]] std::string prepare() const {
    std::string text;
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.is_uniform(n) && is_used_by_host(n))
        text += fmt::format("    const Real n{} = {};\n", n, host_value(n));
    std::size_t slot = 0;
    for (const int n : coefficients_) text += fmt::format("    c.values[{}] = n{};\n", slot++, n);
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.at(n).op == Op::table)
        text += fmt::format("    c.tables[{0}] = run.tables[{0}];\n", graph_.at(n).index);
    return text;
  }

  /// What a step computes, as statements.
  [[nodiscard]] std::string step(int number) const {
    std::set<int> computed;
    std::set<int> kept;
    for (int n = 0; n < graph_.size(); ++n) {
      if (schedule_.step[std::size_t(n)] != number) continue;
      computed.insert(n);
      for (int i = 0; i < inputs_of(graph_.at(n).op); ++i) {
        const int input = graph_.at(n).in[std::size_t(i)];
        if (graph_.is_uniform(input)) continue;
        if (is_rematerialised(graph_, input))
          computed.insert(input);
        else if (schedule_.step[std::size_t(input)] < number)
          kept.insert(input);
      }
    }
    std::string written;
    for (std::size_t i = 0; i < outputs_.size(); ++i) {
      if (step_of_output(outputs_[i]) != number) continue;
      if (is_rematerialised(graph_, outputs_[i])) computed.insert(outputs_[i]);
      written += fmt::format("    out[{}] = {};\n", i, name(outputs_[i]));
    }
    std::string text;
    for (const int n : kept)
      text += fmt::format("    const T n{} = s[{}];\n", n, schedule_.slot[std::size_t(n)]);
    text += lanes(computed);
    for (const int n : computed)
      if (schedule_.slot[std::size_t(n)] >= 0)
        text += fmt::format("    s[{}] = n{};\n", schedule_.slot[std::size_t(n)], n);
    return text + written;
  }
  /// Statements that compute nodes from what they are made of, and assign them to out[0], ...
  [[nodiscard]] std::string values(const std::vector<int>& nodes) const {
    std::set<int> needed;
    for (std::vector<int> open = nodes; !open.empty();) {
      const int n = open.back();
      open.pop_back();
      if (graph_.is_uniform(n) || !needed.insert(n).second) continue;
      for (int i = 0; i < inputs_of(graph_.at(n).op); ++i)
        open.push_back(graph_.at(n).in[std::size_t(i)]);
    }
    std::string text = lanes(needed);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      text += fmt::format("    out[{}] = {};\n", i, name(nodes[i]));
    return text;
  }
  /// The same in an order in which few nodes are at work at a time, and each assigned at once.
  [[nodiscard]] std::string values_in_turn(const std::vector<int>& nodes) const {
    const auto assigned = [&](int n) {
      std::string text;
      for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i] == n) text += fmt::format("    out[{}] = {};\n", i, name(n));
      return text;
    };
    std::string text;
    for (const int n : std::set<int>(nodes.begin(), nodes.end()))
      if (graph_.is_uniform(n)) text += assigned(n);
    for (const int n : depth_first(graph_, nodes)) text += statement(n) + assigned(n);
    return text;
  }
  /// The step that reads a field's value before the last substep, or -1.
  [[nodiscard]] int previous_step(int field) const {
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.at(n).op == Op::previous && graph_.at(n).index == field)
        return schedule_.step[std::size_t(n)];
    return -1;
  }
  [[nodiscard]] const Schedule& schedule() const { return schedule_; }
  [[nodiscard]] std::size_t coefficients() const { return coefficients_.size(); }
  /// How many of the program's tables, from the first on, have to be known.
  [[nodiscard]] int tables() const {
    int known = 0;
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.at(n).op == Op::table) known = std::max(known, graph_.at(n).index + 1);
    return known;
  }
  [[nodiscard]] bool reads_previous() const { return count(Op::previous) > 0; }
  [[nodiscard]] int count(Op op) const {
    int found = 0;
    for (int n = 0; n < graph_.size(); ++n) found += graph_.at(n).op == op ? 1 : 0;
    return found;
  }
  [[nodiscard]] int arithmetic() const {
    int found = 0;
    for (int n = 0; n < graph_.size(); ++n)
      found += graph_.at(n).op >= Op::negate && !graph_.is_uniform(n) ? 1 : 0;
    return found;
  }
  /// How far loads of a field reach along each axis.
  [[nodiscard]] std::array<int, 3> reach(int field) const {
    std::array<int, 3> farthest{};
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.at(n).op == Op::load && graph_.at(n).index == field)
        for (std::size_t axis = 0; axis < 3; ++axis)
          farthest[axis] = std::max(farthest[axis], std::abs(graph_.at(n).offset[axis]));
    return farthest;
  }
  /// Whether loads of a field reach along y and z at once.
  [[nodiscard]] bool reads_across_x(int field) const {
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.at(n).op == Op::load && graph_.at(n).index == field &&
          graph_.at(n).offset[1] != 0 && graph_.at(n).offset[2] != 0)
        return true;
    return false;
  }
  [[nodiscard]] bool reads(int field) const {
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.at(n).op == Op::load && graph_.at(n).index == field) return true;
    return false;
  }

 private:
  void need(int n) {
    if (!graph_.is_uniform(n) || is_literal(n) || graph_.at(n).op == Op::table) return;
    if (slots_.emplace(n, coefficients_.size()).second) coefficients_.push_back(n);
    mark(n);
  }
  void mark(int n) {
    if (!host_.insert(n).second) return;
    for (int i = 0; i < inputs_of(graph_.at(n).op); ++i) mark(graph_.at(n).in[std::size_t(i)]);
  }
  /// The step that writes an output: what is the same for all vertices, the first one.
  [[nodiscard]] int step_of_output(int n) const {
    return std::max(schedule_.step[std::size_t(n)], 0);
  }

  /// Statements that compute the nodes, in the order of the schedule.
  [[nodiscard]] std::string lanes(const std::set<int>& nodes) const {
    std::string text;
    for (const int n : schedule_.order)
      if (nodes.count(n) > 0) text += statement(n);
    return text;
  }
  [[nodiscard]] std::string statement(int n) const {
    return fmt::format("    const {} n{} = {};\n",
                       is_condition(graph_.at(n).op) ? "LaneMask<T>" : "T", n,
                       lane_value(graph_.at(n)));
  }
  [[nodiscard]] bool is_used_by_host(int n) const { return host_.count(n) > 0; }
  [[nodiscard]] bool is_literal(int n) const {
    return graph_.is_constant(n) && is_short(graph_.at(n).value) &&
           std::isfinite(graph_.at(n).value.in_double);
  }

  [[nodiscard]] std::string host_value(int n) const {
    const Node& node = graph_.at(n);
    switch (node.op) {
      case Op::constant:
        return literal(node.value);
      case Op::uniform:
        return fmt::format("run.uniforms[{}]", node.index);
      case Op::time_step:
        return "run.time_step";
      case Op::substep_keep:
        return "run.substep_keep";
      case Op::substep_weight:
        return "run.substep_weight";
      case Op::time:
        return "run.time";
      case Op::spacing:
        return fmt::format("run.spacing[{}]", node.index);
      default:
        break;
    }
    const auto in = [&](std::size_t i) {
      return node.in[i] < 0 ? std::string() : fmt::format("n{}", node.in[i]);
    };
    return operation(node.op, {in(0), in(1), in(2)});
  }

  /// How a kernel's text calls a node.
  [[nodiscard]] std::string name(int n) const {
    if (!graph_.is_uniform(n)) return fmt::format("n{}", n);
    if (graph_.at(n).op == Op::table) return fmt::format("c.tables[{}]", graph_.at(n).index);
    if (is_literal(n)) return fmt::format("T({})", literal(graph_.at(n).value));
    return fmt::format("T(c.values[{}])", slots_.at(n));
  }

  [[nodiscard]] std::string lane_value(const Node& node) const {
    switch (node.op) {
      case Op::load:
        return fmt::format("v.template at<{}, {}, {}, {}>()", node.index, node.offset[0],
                           node.offset[1], node.offset[2]);
      case Op::previous:
        return fmt::format("v.template previous<{}>()", node.index);
      case Op::shared: {
        const auto axis = std::ranges::find_if(node.offset, [](int n) { return n != 0; });
        return fmt::format("near.template at<{}, {}, {}>()", axis - node.offset.begin(), node.index,
                           *axis);
      }
      case Op::position:
        return fmt::format("v.template position<{}, {}>()", node.index,
                           node.offset[std::size_t(node.index)]);
      case Op::vertex:
        return fmt::format("v.template index<{}, {}>()", node.index,
                           node.offset[std::size_t(node.index)]);
      default:
        break;
    }
    const auto in = [&](std::size_t i) {
      return node.in[i] < 0 ? std::string() : name(node.in[i]);
    };
    return operation(node.op, {in(0), in(1), in(2)});
  }

  const Graph& graph_;
  std::vector<int> outputs_;
  Schedule schedule_;
  std::vector<int> coefficients_;
  std::map<int, std::size_t> slots_;
  std::set<int> host_;
};

}  // namespace solenoid::stencil
