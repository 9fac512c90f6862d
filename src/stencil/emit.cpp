#include "src/stencil/emit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace solenoid::stencil {

namespace {

/// Whether float holds the number, so that it may stand in the text of a kernel as it is.
bool is_short(const Number& n) {
  return double(float(n.in_double)) == n.in_double &&
         static_cast<long double>(n.in_double) == n.in_extended;
}

std::string literal(const Number& n) {
  if (std::isinf(n.in_double))
    return n.in_double > 0 ? "std::numeric_limits<Real>::infinity()"
                           : "-std::numeric_limits<Real>::infinity()";
  if (is_short(n)) return fmt::format("Real({:#.9g})", n.in_double);
  return fmt::format("program_constant<Real>({:#.17g}, {:#.21g}L)", n.in_double, n.in_extended);
}

/// The text of an operation on texts.
std::string operation(Op op, const std::array<std::string, 3>& x) {
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
    case Op::smaller:
      return format("min({}, {})");
    case Op::larger:
      return format("max({}, {})");
    case Op::magnitude:
      return format("abs({})");
    case Op::root:
      return format("sqrt({})");
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
    case Op::less:
      return format("less({}, {})");
    case Op::both:
      return format("{} && {}");
    case Op::either:
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
      : graph_(graph), outputs_(std::move(outputs)) {
    for (int n = 0; n < graph_.size(); ++n) {
      if (graph_.is_uniform(n)) continue;
      for (int i = 0; i < inputs_of(graph_.at(n).op); ++i) need(graph_.at(n).in[std::size_t(i)]);
    }
    for (const int output : outputs_) need(output);
  }

  [[nodiscard]] std::string prepare() const {
    std::string text;
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.is_uniform(n) && is_used_by_host(n))
        text += fmt::format("    const Real n{} = {};\n", n, host_value(n));
    std::size_t slot = 0;
    for (const int n : coefficients_) text += fmt::format("    c.values[{}] = n{};\n", slot++, n);
    return text;
  }

  [[nodiscard]] std::string compute() const {
    std::string text;
    for (int n = 0; n < graph_.size(); ++n) {
      if (graph_.is_uniform(n)) continue;
      const Node& node = graph_.at(n);
      text += fmt::format("    const {} n{} = {};\n", is_condition(node.op) ? "LaneMask<T>" : "T",
                          n, lane_value(node));
    }
    std::size_t i = 0;
    for (const int output : outputs_) text += fmt::format("    out[{}] = {};\n", i++, name(output));
    return text;
  }

  [[nodiscard]] std::size_t coefficients() const { return coefficients_.size(); }
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
  [[nodiscard]] bool reads(int field) const {
    for (int n = 0; n < graph_.size(); ++n)
      if (graph_.at(n).op == Op::load && graph_.at(n).index == field) return true;
    return false;
  }

 private:
  void need(int n) {
    if (!graph_.is_uniform(n) || is_literal(n)) return;
    if (slots_.emplace(n, coefficients_.size()).second) coefficients_.push_back(n);
    mark(n);
  }
  void mark(int n) {
    if (!host_.insert(n).second) return;
    for (int i = 0; i < inputs_of(graph_.at(n).op); ++i) mark(graph_.at(n).in[std::size_t(i)]);
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
      case Op::position:
        return fmt::format("v.template position<{}>()", node.index);
      case Op::vertex:
        return fmt::format("v.template index<{}>()", node.index);
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
  std::vector<int> coefficients_;
  std::map<int, std::size_t> slots_;
  std::set<int> host_;
};

std::string list(const std::vector<int>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
}

std::string pass_struct(const PassText& pass, const std::string& type, const std::string& title,
                        const std::vector<int>& written, std::size_t outputs, int fields) {
  std::vector<int> read;
  std::string reach;
  for (int field = 0; field < fields; ++field) {
    const std::array<int, 3> r = pass.reach(field);
    reach += fmt::format("{}{{{{{}, {}, {}}}}}", field > 0 ? ", " : "", r[0], r[1], r[2]);
    if (pass.reads(field)) read.push_back(field);
  }
  return fmt::format(
      R"(  struct {type} {{
    static constexpr const char* name = "{title}";
    static constexpr int outputs = {outputs};
    static constexpr std::array<int, {written_count}> written = {{{written}}};
    static constexpr std::array<int, {read_count}> read = {{{read}}};
    static constexpr std::array<std::array<int, 3>, {fields}> reach = {{{{{reach}}}}};
    static constexpr bool reads_previous = {previous};
    static constexpr int operations = {arithmetic};
    template <class Real>
    using Coefficients = ProgramCoefficients<Real, {coefficients}>;

    template <class Real>
    static Coefficients<Real> prepare([[maybe_unused]] const ProgramRun<Real, uniform_count>& run) {{
      Coefficients<Real> c{{}};
{prepare}      return c;
    }}

    template <class T, class Vertex>
    SOLENOID_INLINE static void compute([[maybe_unused]] const Vertex& v,
                                        [[maybe_unused]] const Coefficients<LaneReal<T>>& c,
                                        T* out) {{
      using Real [[maybe_unused]] = LaneReal<T>;
{compute}    }}
  }};
)",
      fmt::arg("type", type), fmt::arg("title", title), fmt::arg("outputs", outputs),
      fmt::arg("written_count", written.size()), fmt::arg("written", list(written)),
      fmt::arg("read_count", read.size()), fmt::arg("read", list(read)), fmt::arg("fields", fields),
      fmt::arg("reach", reach), fmt::arg("previous", pass.reads_previous()),
      fmt::arg("arithmetic", pass.arithmetic()), fmt::arg("coefficients", pass.coefficients()),
      fmt::arg("prepare", pass.prepare()), fmt::arg("compute", pass.compute()));
}

std::vector<int> output_nodes(const Pass& pass) {
  std::vector<int> nodes;
  for (const Pass::Output& output : pass.outputs) nodes.push_back(output.node);
  return nodes;
}

std::vector<int> reduction_nodes(const Kernels& kernels) {
  std::vector<int> nodes;
  for (const Reduction& reduction : kernels.reductions) nodes.push_back(reduction.node);
  return nodes;
}

std::string tables(const Kernels& kernels) {
  std::string text;
  text += fmt::format("  static constexpr std::array<ProgramField, field_count> fields = {{{{\n");
  for (const Field& field : kernels.fields)
    text += fmt::format("      {{\"{}\", {}, {}, {}}},\n", field.name, field.component,
                        field.auxiliary, field.evolved);
  text += "  }};\n";
  text += "  static constexpr std::array<ProgramUniform, uniform_count> uniforms = {{\n";
  for (const Uniform& uniform : kernels.uniforms)
    text += fmt::format("      {{\"{}\", {}, {}, {:#.17g}}},\n", uniform.name, uniform.integer,
                        uniform.has_default, uniform.value.in_double);
  text += "  }};\n";
  text += fmt::format("  static constexpr std::array<ProgramReduction, {}> reductions = {{{{\n",
                      kernels.reductions.size());
  for (const Reduction& reduction : kernels.reductions)
    text += fmt::format("      {{\"{}\", ReductionKind::{}}},\n", reduction.name,
                        reduction.operation == "min"   ? "minimum"
                        : reduction.operation == "max" ? "maximum"
                                                       : reduction.operation);
  return text + "  }};\n";
}

bool is_identifier(const std::string& name) {
  const auto letter = [](char c) {
    return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || ('0' <= c && c <= '9');
  });
}

}  // namespace

std::string emit(const Kernels& kernels, const std::string& name, const std::string& title) {
  if (!is_identifier(name))
    throw std::invalid_argument(
        fmt::format("the name of a program is made of letters, digits and _, not '{}'", name));
  const int fields = int(kernels.fields.size());
  std::string passes;
  std::string types;
  for (std::size_t i = 0; i < kernels.passes.size(); ++i) {
    const Pass& pass = kernels.passes[i];
    const std::string type = fmt::format("Pass{}", i);
    std::vector<int> written;
    for (const Pass::Output& output : pass.outputs) written.push_back(output.field);
    const std::vector<int> nodes = output_nodes(pass);
    passes += pass_struct({pass.graph, nodes}, type, pass.name, written, nodes.size(), fields);
    types += (i > 0 ? ", " : "") + type;
  }
  const std::vector<int> reduced = reduction_nodes(kernels);
  passes += pass_struct({kernels.reduction_graph, reduced}, "Reductions", "reductions", {},
                        reduced.size(), fields);
  return fmt::format(R"(#pragma once
// {title}
// Made by stencilc; changes here are lost.

#include "numerics/stencil_program.hpp"

namespace solenoid::programs {{

struct {name} {{
  static constexpr int order = {order};
  static constexpr int radius = {radius};
  static constexpr int field_count = {fields};
  static constexpr int uniform_count = {uniforms};
{tables}
{passes}
  using Passes = ProgramPasses<{types}>;
}};

}}  // namespace solenoid::programs
)",
                     fmt::arg("title", title), fmt::arg("name", name),
                     fmt::arg("order", kernels.order), fmt::arg("radius", kernels.radius),
                     fmt::arg("fields", fields), fmt::arg("uniforms", kernels.uniforms.size()),
                     fmt::arg("tables", tables(kernels)), fmt::arg("passes", passes),
                     fmt::arg("types", types));
}

std::string describe(const Kernels& kernels) {
  std::string text =
      fmt::format("differences of order {}, reaching {} vertices\n", kernels.order, kernels.radius);
  for (const Pass& pass : kernels.passes) {
    const PassText written(pass.graph, output_nodes(pass));
    text += fmt::format("pass {}: {} loads, {} operations, {} coefficients a vertex\n", pass.name,
                        written.count(Op::load), written.arithmetic(), written.coefficients());
    for (std::size_t i = 0; i < kernels.fields.size(); ++i) {
      const std::array<int, 3> reach = written.reach(int(i));
      if (written.reads(int(i)))
        text += fmt::format("  reads {}, up to {} {} {} vertices away\n", kernels.fields[i].name,
                            reach[0], reach[1], reach[2]);
    }
    for (const Pass::Output& output : pass.outputs)
      text += fmt::format("  writes {}\n", kernels.fields[std::size_t(output.field)].name);
  }
  return text;
}

}  // namespace solenoid::stencil
