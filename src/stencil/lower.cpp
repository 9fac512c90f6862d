/// From a checked program to its passes.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "src/stencil/check.hpp"
#include "src/stencil/lowering.hpp"

namespace solenoid::stencil {

using Role = Variable::Role;

namespace {

/// "f" for a Scalar; "u_x", "u_y", "u_z" for a Vector.
std::vector<std::string> component_names(const Variable& variable) {
  if (variable.type.base != Base::vector) return {variable.name};
  return {variable.name + "_x", variable.name + "_y", variable.name + "_z"};
}

}  // namespace

Kernels compile(const std::vector<SourceFile>& files, const CompilerOptions& options) {
  if (options.order < 2 || options.order > 8 || options.order % 2 != 0)
    throw std::invalid_argument(
        fmt::format("the order of differences is 2, 4, 6 or 8, not {}", options.order));
  const Program program = read_program(files, options.terms);
  Diagnostics diagnostics(files);
  Kernels kernels = Lowering(program, options, diagnostics).run();
  diagnostics.throw_if_any();
  return kernels;
}

Lowering::Lowering(const Program& program, const CompilerOptions& options, Diagnostics& diagnostics)
    : program_(program), options_(options), diagnostics_(diagnostics) {
  kernels_.order = options.order;
}

template <class Work>
void Lowering::guarded(const Work& work) {
  try {
    work();
  } catch (const LoweringError& error) {
    diagnostics_.error(error.where, error.message);
  }
}

Kernels Lowering::run() {
  guarded([&] {
    declare_fields();
    declare_buffers(Role::input);
    declare_buffers(Role::output);
    declare_uniforms();
    declare_tables();
    auxiliary_passes();
  });
  // Errors of a kernel say nothing where its fields are not known.
  if (!diagnostics_.empty()) return {};
  for (const auto& f : program_.functions)
    if (f->role == Function::Role::kernel) guarded([&] { kernel_pass(*f); });
  guarded([&] { equation_pass(); });
  if (diagnostics_.empty()) guarded([&] { local_pass(); });
  guarded([&] { reductions(); });
  guarded([&] { outputs(); });
  guarded([&] { divergence_pass(); });
  guarded([&] { order_reductions(); });
  drop_unread();
  reach();
  return std::move(kernels_);
}

void Lowering::add_field(const Variable& variable) {
  Value value;
  value.base = variable.type.base;
  for (const std::string& name : component_names(variable)) {
    require_new_name(name, variable.where);
    const int component = value.base == Base::vector ? int(value.fields.size()) : -1;
    value.fields.push_back(int(kernels_.fields.size()));
    Field& field = kernels_.fields.emplace_back();
    field.name = name;
    field.component = component;
    field.auxiliary = variable.role == Role::auxiliary;
    field.background = variable.role == Role::background;
  }
  globals_[&variable] = value;
}

void Lowering::declare_fields() {
  for (const Role role : {Role::field, Role::background, Role::auxiliary})
    for (const VariablePtr& variable : program_.variables)
      if (variable->role == role) add_field(*variable);
  for (const VariablePtr& variable : program_.variables)
    if (variable->role == Role::source) add_source(*variable);
  for (const Equation& equation : program_.equations)
    if (!equation.added && !is_absent(*equation.variable)) add_source_of(*equation.variable);
}

void Lowering::require_new_name(const std::string& name, const Location& where) {
  const bool field =
      std::ranges::find(kernels_.fields, name, &Field::name) != kernels_.fields.end();
  const auto& sources = kernels_.source_names;
  if (field || std::ranges::find(sources, name) != sources.end())
    fail(where,
         fmt::format("'{}' cannot be the name of a field or its component: another field has it",
                     name));
}

int Lowering::source_field(const std::string& field, const std::string& source, int component) {
  kernels_.source_names.push_back(source);
  if (std::ranges::find(options_.sources, source) == options_.sources.end()) return absent_field;
  kernels_.fields.emplace_back().name = field;
  kernels_.fields.back().component = component;
  kernels_.fields.back().source = source;
  return int(kernels_.fields.size()) - 1;
}

void Lowering::add_source(const Variable& variable) {
  Value value;
  value.base = variable.type.base;
  for (const std::string& name : component_names(variable)) {
    require_new_name(name, variable.where);
    const int component = value.base == Base::vector ? int(value.fields.size()) : -1;
    value.fields.push_back(source_field(name, name, component));
  }
  globals_[&variable] = value;
}

void Lowering::add_source_of(const Variable& evolved) {
  Value& value = sources_of_[&evolved];
  value.base = evolved.type.base;
  for (const std::string& name : component_names(evolved))
    // No field that is declared has such a name.
    value.fields.push_back(source_field("source of " + name, name, -1));
}

void Lowering::declare_buffers(Role role) {
  std::map<long, int> by_number;
  for (const VariablePtr& variable : program_.variables) {
    if (variable->role != Role::input && variable->role != Role::output) continue;
    if (role == Role::output && variable->role == Role::input) {
      const Value numbers = evaluate(*variable->initial);
      for (std::size_t i = 0; i < numbers.indices.size(); ++i)
        by_number[numbers.indices[i].value] = globals_.at(variable.get()).fields[i];
    }
  }
  for (const VariablePtr& variable : program_.variables) {
    if (variable->role != role) continue;
    const Value numbers = evaluate(*variable->initial);
    Value value;
    value.base = variable->type.base;
    const std::vector<std::string> names = component_names(*variable);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!numbers.indices[i].known())
        fail(variable->initial->where,
             "the number of a buffer must be known when the program is "
             "compiled");
      // An output without an input of the same number is a field that is only written.
      const auto [found, fresh] =
          by_number.emplace(numbers.indices[i].value, int(kernels_.fields.size()));
      if (fresh) kernels_.fields.emplace_back().name = names[i];
      kernels_.fields.back().component = names.size() == 3 ? int(i) : -1;
      value.fields.push_back(found->second);
    }
    globals_[variable.get()] = value;
  }
}

void Lowering::declare_uniforms() {
  for (const VariablePtr& variable : program_.variables) {
    if (variable->role != Role::uniform) continue;
    Value value;
    value.base = variable->type.base;
    value.fields = {int(kernels_.uniforms.size())};
    globals_[variable.get()] = value;
    for (const std::string& name : component_names(*variable))
      for (const Uniform& other : kernels_.uniforms)
        if (other.name == name)
          fail(variable->where,
               fmt::format("'{}' cannot be the name of a uniform or its component: "
                           "another uniform has it",
                           name));
    std::vector<Number> defaults;
    if (variable->initial && variable->initial->kind == Expression::Kind::reduction) {
      kernels_.uniforms.push_back(
          {variable->name, false, true, {}, reduction_named(variable->initial->text)});
      continue;
    }
    if (variable->initial) {
      const Value given = converted(*variable->initial, variable->type);
      for (const int node : given.nodes) {
        if (!graph_.is_constant(node))
          fail(variable->initial->where, "the default of a uniform must be a number");
        defaults.push_back(graph_.at(node).value);
      }
      for (const Index& index : given.indices)
        defaults.push_back({double(known(given, variable->where, "the default")),
                            static_cast<long double>(index.value)});
    }
    const std::vector<std::string> names = component_names(*variable);
    for (std::size_t i = 0; i < names.size(); ++i)
      kernels_.uniforms.push_back({names[i], variable->type == integer_type, !defaults.empty(),
                                   defaults.empty() ? Number{} : defaults[i], -1});
  }
}

void Lowering::declare_tables() {
  for (const VariablePtr& variable : program_.variables) {
    if (variable->role != Role::table) continue;
    globals_[variable.get()].fields = {int(kernels_.tables.size())};
    kernels_.tables.push_back(variable->name);
  }
}

void Lowering::begin_graph() {
  graph_ = {};
  frame_ = {};
  derivatives_of_node_.clear();
  derivatives_.clear();
  frame_.returned = graph_.constant(0);
}

void Lowering::begin_pass(const std::string& name) {
  begin_graph();
  kernels_.passes.push_back({name, {}, {}});
}

void Lowering::write(Frame& frame, const Location& where, const std::vector<int>& fields,
                     const Value& value) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const int field = fields[i];
    if (const auto earlier = written_in_.find(field); earlier != written_in_.end())
      fail(where, fmt::format("'{}' is written by '{}' already; a field is written once a substep",
                              kernels_.fields[std::size_t(field)].name,
                              kernels_.passes[std::size_t(earlier->second)].name));
    const auto old = frame.outputs.find(field);
    const int kept = old == frame.outputs.end() ? graph_.load(field, {}) : old->second;
    frame.outputs[field] = graph_.make(Op::select, frame.returned, kept, value.nodes[i]);
  }
}

void Lowering::end_pass(const std::map<int, int>& outputs, const Location& where) {
  Pass& pass = kernels_.passes.back();
  if (outputs.empty()) fail(where, fmt::format("'{}' writes no field", pass.name));
  note_derivatives(outputs);
  std::vector<int> nodes;
  for (const auto& [field, node] : outputs) nodes.push_back(node);
  const Graph with_loads = read_held_values(graph_, held_values_, nodes);
  pass.graph = finish(with_loads, nodes);
  std::size_t i = 0;
  for (const auto& [field, node] : outputs) {
    pass.outputs.push_back({field, nodes[i++]});
    written_in_[field] = int(kernels_.passes.size()) - 1;
    Field& written = kernels_.fields[std::size_t(field)];
    written.evolved = !written.auxiliary;
  }
}

void Lowering::kernel_pass(const Function& kernel) {
  begin_pass(kernel.name);
  frame_.function = &kernel;
  for (const VariablePtr& parameter : kernel.parameters)
    frame_.variables[parameter.get()] = scalar(graph_.leaf(Op::time_step));
  run(kernel.body);
  end_pass(frame_.outputs, kernel.where);
}

void Lowering::equation_pass() {
  if (program_.equations.empty()) return;
  begin_pass("equations");
  for (const Equation& equation : program_.equations) {
    if (equation.added || is_absent(*equation.variable)) continue;
    const Type type{equation.variable->type.base};
    Value rate = converted(*equation.rate, type);
    for (const Equation& term : program_.equations)
      if (term.added && term.variable == equation.variable)
        rate = arithmetic("+", rate, converted(*term.rate, type));
    rate = arithmetic("+", rate, loaded(sources_of_.at(equation.variable), equation.where));
    const Value field = globals_.at(equation.variable);
    const Value step = scalar(graph_.leaf(Op::time_step));
    write(frame_, equation.where, field.fields,
          runge_kutta({field, rate, step}, "d_t", equation.where));
  }
  end_pass(frame_.outputs, program_.equations.front().where);
}

void Lowering::outputs() {
  for (const OutputItem& item : program_.outputs) {
    begin_graph();
    const Value value = converted(*item.value, {item.base});
    for (std::size_t i = 0; i < value.nodes.size(); ++i) {
      const bool component = value.nodes.size() > 1;
      Output output{component ? item.name + "_" + "xyz"[i] : item.name, {}, 0};
      for (const Field& field : kernels_.fields)
        if (field.name == output.name)
          fail(item.where,
               fmt::format("'{}' cannot be an output or its component: a field has this "
                           "name",
                           output.name));
      for (const Output& other : kernels_.outputs)
        if (other.name == output.name)
          fail(item.where, fmt::format("'{}' cannot be an output or its component: another output "
                                       "has this name",
                                       output.name));
      std::vector<int> nodes = {value.nodes[i]};
      output.graph = finish(graph_, nodes);
      output.node = nodes[0];
      kernels_.outputs.push_back(std::move(output));
    }
  }
}

void Lowering::divergence_pass() {
  if (divergence_of_.empty()) return;
  begin_pass("divergence");
  held_values_.clear();  // the fields that hold them are computed after it
  std::map<int, int> outputs;
  for (const auto& [fields, divergence_field] : divergence_of_)
    outputs[divergence_field] = divergence(fields, {});
  end_pass(outputs, {});
  // Others read it, so it comes first.
  std::rotate(kernels_.passes.begin(), kernels_.passes.end() - 1, kernels_.passes.end());
}

void Lowering::reach() {
  const auto widen = [&](const Graph& graph) {
    for (int n = 0; n < graph.size(); ++n)
      for (const int offset : graph.at(n).offset)
        kernels_.radius = std::max(kernels_.radius, std::abs(offset));
  };
  for (const Pass& pass : kernels_.passes) widen(pass.graph);
  widen(kernels_.reduction_graph);
  for (const Output& output : kernels_.outputs) widen(output.graph);
}

}  // namespace solenoid::stencil
