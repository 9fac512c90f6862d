/// Auxiliary fields: which of them share a pass, and who reads them.

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

using Role = Variable::Role;

bool Lowering::is_pointwise(const Value& value) const {
  std::vector<int> open = value.nodes;
  std::set<int> seen(open.begin(), open.end());
  while (!open.empty()) {
    const Node& node = graph_.at(open.back());
    open.pop_back();
    if (node.op == Op::previous) return false;
    if (node.op == Op::load && (node.offset != std::array<int, 3>{} || is_source(node.index)))
      return false;
    for (int i = 0; i < inputs_of(node.op); ++i)
      if (const int input = node.in[std::size_t(i)]; seen.insert(input).second)
        open.push_back(input);
  }
  return true;
}

void Lowering::auxiliary_passes() {
  const Variable* last = nullptr;
  const auto end = [&] {
    if (last != nullptr) end_pass(frame_.outputs, last->where);
    if (open_pass_.pointwise) {
      const auto graph = std::make_shared<const Graph>(graph_);
      for (const auto& [field, node] : open_pass_.nodes)
        held_values_.push_back({field, graph, node});
    }
    open_pass_ = {};
  };
  for (const VariablePtr& variable : program_.variables) {
    if (variable->role != Role::auxiliary) continue;
    const Type type{variable->type.base};
    std::optional<Value> value;
    if (last != nullptr && (variable->in_one_declaration || open_pass_.pointwise)) {
      const Frame before = frame_;
      try {
        value = converted(*variable->initial, type);
        if (is_pointwise(*value) != open_pass_.pointwise) value.reset();
      } catch (const NeedsOpenPass&) {
        frame_ = before;
      }
    }
    if (!value) {
      end();
      begin_pass(variable->name);
      value = converted(*variable->initial, type);
      open_pass_.pointwise = is_pointwise(*value);
    }
    const std::vector<int>& fields = globals_.at(variable.get()).fields;
    write(frame_, variable->where, fields, *value);
    for (std::size_t i = 0; i < fields.size(); ++i)
      open_pass_.nodes[fields[i]] = frame_.outputs.at(fields[i]);
    last = variable.get();
  }
  end();
}

void Lowering::drop_unread() {
  std::vector<bool> read(kernels_.fields.size());
  const auto note = [&](const Graph& graph) {
    for (int n = 0; n < graph.size(); ++n)
      if (graph.at(n).op == Op::load) read[std::size_t(graph.at(n).index)] = true;
  };
  note(kernels_.reduction_graph);
  for (const Output& output : kernels_.outputs) note(output.graph);
  // A pass comes after those whose fields it reads.
  for (auto pass = kernels_.passes.rbegin(); pass != kernels_.passes.rend(); ++pass) {
    const auto unread = [&](const Pass::Output& output) {
      const auto f = std::size_t(output.field);
      return kernels_.fields[f].auxiliary && !read[f];
    };
    if (std::erase_if(pass->outputs, unread) > 0) {
      std::vector<int> nodes;
      for (const Pass::Output& output : pass->outputs) nodes.push_back(output.node);
      pass->graph = finish(pass->graph, nodes);
      for (std::size_t i = 0; i < nodes.size(); ++i) pass->outputs[i].node = nodes[i];
    }
    note(pass->graph);
  }
  std::erase_if(kernels_.passes, [](const Pass& pass) { return pass.outputs.empty(); });
  for (std::size_t f = 0; f < read.size(); ++f)
    if (!kernels_.fields[f].auxiliary) read[f] = true;
  keep_fields(read);
}

void Lowering::keep_fields(const std::vector<bool>& kept) {
  std::vector<int> numbers;
  std::vector<Field> fields;
  for (std::size_t f = 0; f < kept.size(); ++f) {
    numbers.push_back(int(fields.size()));
    if (kept[f]) fields.push_back(kernels_.fields[f]);
  }
  if (fields.size() == kept.size()) return;
  kernels_.fields = std::move(fields);
  const auto renumber = [&](Pass& pass) {
    pass.graph.renumber_fields(numbers);
    for (Pass::Output& output : pass.outputs) output.field = numbers[std::size_t(output.field)];
  };
  for (Pass& pass : kernels_.passes) renumber(pass);
  if (kernels_.local) renumber(*kernels_.local);
  if (kernels_.others) renumber(*kernels_.others);
  kernels_.reduction_graph.renumber_fields(numbers);
  for (Output& output : kernels_.outputs) output.graph.renumber_fields(numbers);
}

}  // namespace solenoid::stencil
