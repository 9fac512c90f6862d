/// Reductions, and in which order they are computed where uniforms are reductions.

#include <fmt/format.h>

#include <algorithm>

#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

void Lowering::reductions() {
  begin_graph();
  std::vector<int> nodes;
  for (const ReductionItem& item : program_.reductions) {
    Value value = converted(*item.value, scalar_type);
    for (const ReductionItem& term : program_.added_reductions)
      if (term.name == item.name)
        value = arithmetic("+", value, converted(*term.value, scalar_type));
    nodes.push_back(value.nodes[0]);
  }
  kernels_.reduction_graph = finish(graph_, nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    kernels_.reductions.push_back(
        {program_.reductions[i].name, program_.reductions[i].operation, nodes[i]});
}

int Lowering::reduction_named(const std::string& name) const {
  const auto found = std::find_if(program_.reductions.begin(), program_.reductions.end(),
                                  [&](const ReductionItem& item) { return item.name == name; });
  return int(found - program_.reductions.begin());
}

std::set<int> Lowering::uniforms_behind(const Graph& graph, int node) const {
  std::set<int> found;
  std::vector<bool> needed(std::size_t(node) + 1, false);
  needed[std::size_t(node)] = true;
  // A node comes after those that it uses.
  for (int n = node; n >= 0; --n) {
    if (!needed[std::size_t(n)]) continue;
    const Node& at = graph.at(n);
    for (int i = 0; i < inputs_of(at.op); ++i) needed[std::size_t(at.in[std::size_t(i)])] = true;
    if (at.op == Op::uniform) found.insert(at.index);
    if (at.op != Op::load || !kernels_.fields[std::size_t(at.index)].auxiliary) continue;
    for (const Pass& pass : kernels_.passes)
      for (const Pass::Output& output : pass.outputs)
        if (output.field == at.index) found.merge(uniforms_behind(pass.graph, output.node));
  }
  return found;
}

int Lowering::round_of(int reduction, std::vector<Waiting>& path) const {
  const auto first = std::find_if(path.begin(), path.end(), [&](const Waiting& waiting) {
    return waiting.reduction == reduction;
  });
  if (first != path.end()) {
    std::vector<std::string> names;
    for (auto waiting = first; waiting != path.end(); ++waiting)
      names.push_back("'" + kernels_.uniforms[std::size_t(waiting->uniform)].name + "'");
    const ReductionItem& item = program_.reductions[std::size_t(reduction)];
    fail(item.where,
         fmt::format("the reduction '{}' depends on its own value, by way of {} {}", item.name,
                     names.size() == 1 ? "the uniform" : "the uniforms", fmt::join(names, ", ")));
  }
  int round = 1;
  const int node = kernels_.reductions[std::size_t(reduction)].node;
  for (const int uniform : uniforms_behind(kernels_.reduction_graph, node)) {
    const int bound = kernels_.uniforms[std::size_t(uniform)].reduction;
    if (bound < 0) continue;
    path.push_back({reduction, uniform});
    round = std::max(round, 1 + round_of(bound, path));
    path.pop_back();
  }
  return round;
}

void Lowering::order_reductions() {
  if (kernels_.reductions.size() != program_.reductions.size()) return;
  std::vector<Waiting> path;
  for (std::size_t r = 0; r < kernels_.reductions.size(); ++r) {
    Reduction& reduction = kernels_.reductions[r];
    reduction.round = round_of(int(r), path);
    kernels_.reduction_rounds = std::max(kernels_.reduction_rounds, reduction.round);
    const bool extremum = reduction.operation == "min" || reduction.operation == "max";
    if (reduction.round > 1 && !(extremum && kernels_.reduction_graph.is_uniform(reduction.node)))
      kernels_.later_rounds_are_uniform = false;
  }
}

}  // namespace solenoid::stencil
