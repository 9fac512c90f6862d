/// The terms that vertices make of themselves alone, in a pass apart from the others.

#include <algorithm>
#include <vector>

#include "numerics/vertices/diffusion_limit.hpp"
#include "src/stencil/held_values.hpp"
#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

namespace {

/// Whether passes make it, or the deck, so that it is no part of the state.
bool is_made(const Field& field) { return field.auxiliary || !field.source.empty(); }

}  // namespace

bool Lowering::is_local(const Value& value) const {
  int last = -1;
  for (const int node : value.nodes) last = std::max(last, node);
  std::vector<bool> needed(std::size_t(last) + 1, false);
  for (const int node : value.nodes) needed[std::size_t(node)] = true;
  // A node comes after those that it uses.
  for (int n = last; n >= 0; --n) {
    if (!needed[std::size_t(n)]) continue;
    const Node& at = graph_.at(n);
    if (graph_.reach(n) > 0) return false;
    if (at.op == Op::load && is_made(kernels_.fields[std::size_t(at.index)])) return false;
    for (int i = 0; i < inputs_of(at.op); ++i) needed[std::size_t(at.in[std::size_t(i)])] = true;
  }
  return true;
}

bool Lowering::is_zero(const Value& value) const {
  return std::ranges::all_of(value.nodes, [&](int node) { return graph_.is_constant(node, 0); });
}

std::optional<Pass> Lowering::part_of_equations(const std::string& name, bool local) {
  begin_graph();
  bool any = false;
  for (const Equation& equation : program_.equations) {
    if (equation.added || is_absent(*equation.variable)) continue;
    const Value field = globals_.at(equation.variable);
    Value sum{field.base, std::vector<int>(field.fields.size(), graph_.constant(0)), {}, {}};
    bool has_terms = false;
    for (const Equation& term : program_.equations) {
      if (term.variable != equation.variable) continue;
      const Value rate = converted(*term.rate, {field.base});
      if (is_zero(rate) || is_local(rate) != local) continue;
      sum = arithmetic("+", sum, rate);
      has_terms = any = true;
    }
    if (local && !has_terms) continue;
    const Value next =
        runge_kutta({field, sum, scalar(graph_.leaf(Op::time_step))}, "d_t", equation.where);
    for (std::size_t i = 0; i < next.nodes.size(); ++i)
      frame_.outputs[field.fields[i]] = next.nodes[i];
  }
  if (!any) return {};
  std::vector<int> nodes;
  for (const auto& [field, node] : frame_.outputs) nodes.push_back(node);
  Pass pass{name, {}, {}};
  // Local terms are computed where no auxiliary fields are.
  pass.graph = finish(local ? graph_ : read_held_values(graph_, held_values_, nodes), nodes);
  std::size_t i = 0;
  for (const auto& [field, node] : frame_.outputs) pass.outputs.push_back({field, nodes[i++]});
  return pass;
}

void Lowering::local_pass() {
  const bool decays = reduction_named("decay_rate") < int(program_.reductions.size());
  if (!options_.terms || !decays || program_.equations.empty()) return;
  std::optional<Pass> local = part_of_equations("local terms", true);
  if (!local) return;
  std::optional<Pass> others = part_of_equations("other terms", false);
  // What decays may be among the others, where nothing else says how fast they are.
  const bool limited = std::ranges::any_of(program_.reductions, [](const ReductionItem& item) {
    return diffusivity_degree(item.name) > 0 || item.name == "signal_speed";
  });
  if (others && !limited) return;
  kernels_.local = std::move(local);
  kernels_.others = std::move(others);
}

}  // namespace solenoid::stencil
