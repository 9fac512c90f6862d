#include "src/stencil/emit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "src/stencil/pass_text.hpp"
#include "src/stencil/row_values.hpp"
#include "src/stencil/shared_values.hpp"

namespace solenoid::stencil {

namespace {

std::string list(const std::vector<int>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
}

/// The parts of a pass whose vertices share what they derive, if it has them.
std::string shared_struct(const PassText& pass, const Graph& graph,
                          const std::vector<int>& outputs) {
  const std::optional<SharedValues> shared = share_values(graph, outputs);
  if (!shared) return "";
  std::vector<int> nodes = shared->outputs;
  for (const std::vector<int>& along : shared->along)
    nodes.insert(nodes.end(), along.begin(), along.end());
  const PassText text(shared->graph, nodes, pass, shared->copies);
  std::string parts;
  for (std::size_t axis = 0; axis < 3; ++axis)
    parts += fmt::format("        if constexpr (axis == {}) {{\n{}        }}\n", axis,
                         text.values(shared->along[axis]));
  return fmt::format(
      R"(
    struct Shared {{
      static constexpr std::array<int, 3> values = {{{x}, {y}, {z}}};
      static constexpr int operations = {operations};

      template <int axis, class T, class Vertex, class Numbers, class Out>
      SOLENOID_INLINE static void share([[maybe_unused]] const Vertex& v,
                                        [[maybe_unused]] const Numbers& c,
                                        [[maybe_unused]] const Out& out) {{
        using Real [[maybe_unused]] = LaneReal<T>;
{parts}      }}
      template <class T, class Vertex, class Near, class Numbers, class Out>
      SOLENOID_INLINE static void finish(const Vertex& v, const Near& near,
                                         [[maybe_unused]] const Numbers& c, const Out& out) {{
        using Real [[maybe_unused]] = LaneReal<T>;
{finish}      }}
    }};
)",
      fmt::arg("x", shared->along[0].size()), fmt::arg("y", shared->along[1].size()),
      fmt::arg("z", shared->along[2].size()), fmt::arg("operations", text.arithmetic()),
      fmt::arg("parts", parts), fmt::arg("finish", text.values(shared->outputs)));
}

/// The parts of a pass that computes once what vertices of a plane make alike, if it has them.
std::string rows_struct(const PassText& pass, const Graph& graph, const std::vector<int>& outputs,
                        int fields) {
  const std::optional<RowValues> rows = make_row_values(graph, outputs, fields);
  if (!rows) return "";
  std::vector<int> nodes = rows->outputs;
  for (const RowValues::Group& group : rows->groups)
    nodes.insert(nodes.end(), group.values.begin(), group.values.end());
  const PassText text(rows->graph, nodes, pass, rows->copies);
  std::string groups;
  std::string parts;
  for (const RowValues::Group& group : rows->groups) {
    parts += fmt::format("        if constexpr (group == {}) {{\n{}        }}\n",
                         &group - rows->groups.data(), text.values_in_turn(group.values));
    groups +=
        fmt::format("{}{{{}, {{{}}}, {{{}}}}}", groups.empty() ? "" : ", ", group.values.size(),
                    fmt::join(group.before, ", "), fmt::join(group.after, ", "));
  }
  return fmt::format(
      R"(
    struct Rows {{
      static constexpr std::array<RowGroup, {count}> groups = {{{{{groups}}}}};
      static constexpr int operations = {operations};

      template <int group, class T, class Vertex, class Numbers, class Out>
      SOLENOID_INLINE static void make([[maybe_unused]] const Vertex& v,
                                       [[maybe_unused]] const Numbers& c, const Out& out) {{
        using Real [[maybe_unused]] = LaneReal<T>;
{parts}      }}
      template <class T, class Vertex, class Numbers, class Out>
      SOLENOID_INLINE static void finish(const Vertex& v, [[maybe_unused]] const Numbers& c,
                                         const Out& out) {{
        using Real [[maybe_unused]] = LaneReal<T>;
{finish}      }}
    }};
)",
      fmt::arg("count", rows->groups.size()), fmt::arg("groups", groups),
      fmt::arg("operations", text.arithmetic()), fmt::arg("parts", parts),
      fmt::arg("finish", text.values_in_turn(rows->outputs)));
}

/// What a pass does with fields, as elements of arrays with one for each field; and those it reads.
struct FieldsOfPass {
  std::vector<int> read;
  std::string reach, across, previous;

  FieldsOfPass(const PassText& pass, int fields) {
    for (int field = 0; field < fields; ++field) {
      const std::array<int, 3> r = pass.reach(field);
      reach += fmt::format("{}{{{{{}, {}, {}}}}}", field > 0 ? ", " : "", r[0], r[1], r[2]);
      if (pass.reads(field)) read.push_back(field);
      across += fmt::format("{}{}", field > 0 ? ", " : "", pass.reads_across_x(field));
      previous += fmt::format("{}{}", field > 0 ? ", " : "", pass.previous_step(field));
    }
  }
};

std::string text_of_steps(const PassText& pass) {
  std::string steps;
  for (int step = 0; step < pass.schedule().steps(); ++step)
    steps +=
        fmt::format("      if constexpr (number == {}) {{\n{}      }}\n", step, pass.step(step));
  return steps;
}

std::string pass_struct(const PassText& pass, const std::string& type, const std::string& title,
                        const std::vector<int>& written, std::size_t outputs, int fields,
                        const std::string& shared = "") {
  const FieldsOfPass of(pass, fields);
  const Schedule& schedule = pass.schedule();
  return fmt::format(
      R"(  struct {type} {{
    static constexpr const char* name = "{title}";
    static constexpr int outputs = {outputs};
    static constexpr std::array<int, {written_count}> written = {{{written}}};
    static constexpr std::array<int, {read_count}> read = {{{read}}};
    static constexpr std::array<std::array<int, 3>, {fields}> reach = {{{{{reach}}}}};
    static constexpr std::array<bool, {fields}> reads_across_x = {{{across}}};
    static constexpr std::array<int, {fields}> previous_step = {{{previous_steps}}};
    static constexpr bool reads_previous = {previous};
    static constexpr int operations = {arithmetic};
    static constexpr int field_count = {fields};
    template <class Real>
    using Coefficients = ProgramCoefficients<Real, {coefficients}, {tables}>;

    template <class Real>
    static Coefficients<Real> prepare([[maybe_unused]] const ProgramRun<Real, uniform_count>& run) {{
      Coefficients<Real> c{{}};
{prepare}      return c;
    }}

    static constexpr int kept = {kept};
    static constexpr int steps = {step_count};
    static constexpr std::array<int, {step_count}> step_field = {{{step_fields}}};

    template <int number, class T, class Vertex, class Numbers, class Kept, class Out>
    SOLENOID_INLINE static void step([[maybe_unused]] const Vertex& v,
                                     [[maybe_unused]] const Numbers& c,
                                     [[maybe_unused]] const Kept& s,
                                     [[maybe_unused]] const Out& out) {{
      using Real [[maybe_unused]] = LaneReal<T>;
{steps}    }}
{shared}  }};
)",
      fmt::arg("type", type), fmt::arg("title", title), fmt::arg("outputs", outputs),
      fmt::arg("written_count", written.size()), fmt::arg("written", list(written)),
      fmt::arg("read_count", of.read.size()), fmt::arg("read", list(of.read)),
      fmt::arg("fields", fields), fmt::arg("reach", of.reach),
      fmt::arg("previous", pass.reads_previous()), fmt::arg("arithmetic", pass.arithmetic()),
      fmt::arg("coefficients", pass.coefficients()), fmt::arg("tables", pass.tables()),
      fmt::arg("prepare", pass.prepare()), fmt::arg("kept", schedule.slots),
      fmt::arg("step_count", schedule.steps()), fmt::arg("step_fields", list(schedule.fields)),
      fmt::arg("steps", text_of_steps(pass)), fmt::arg("across", of.across),
      fmt::arg("previous_steps", of.previous), fmt::arg("shared", shared));
}

std::vector<int> output_nodes(const Pass& pass) {
  std::vector<int> nodes;
  for (const Pass::Output& output : pass.outputs) nodes.push_back(output.node);
  return nodes;
}

std::string pass_struct(const Pass& pass, const std::string& type, int fields) {
  std::vector<int> written;
  for (const Pass::Output& output : pass.outputs) written.push_back(output.field);
  const std::vector<int> nodes = output_nodes(pass);
  const PassText text(pass.graph, nodes);
  return pass_struct(
      text, type, pass.name, written, nodes.size(), fields,
      shared_struct(text, pass.graph, nodes) + rows_struct(text, pass.graph, nodes, fields));
}

/// What is local among terms, and the passes without it, where there is such a division.
std::string parts_of_equations(const Kernels& kernels, int fields) {
  if (!kernels.local) return "";
  const std::size_t last = kernels.passes.size() - 1;
  if (!kernels.others && last == 0) return "  using Local = Pass0;\n";
  std::string text = pass_struct(*kernels.local, "Local", fields);
  if (!kernels.others) return text;
  text += pass_struct(*kernels.others, "OtherTerms", fields) + "  using Others = ProgramPasses<";
  for (std::size_t i = 0; i < last; ++i) text += fmt::format("Pass{}, ", i);
  return text + "OtherTerms>;\n";
}

std::vector<int> reduction_nodes(const Kernels& kernels) {
  std::vector<int> nodes;
  for (const Reduction& reduction : kernels.reductions) nodes.push_back(reduction.node);
  return nodes;
}

/// Where outputs are computed: a field that evolves has a second copy, which is free between steps.
int written_by_outputs(const Kernels& kernels) {
  const auto evolved = std::find_if(kernels.fields.begin(), kernels.fields.end(),
                                    [](const Field& field) { return field.evolved; });
  return int(evolved - kernels.fields.begin());
}

std::string quoted(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", name);
  return text;
}

std::string tables(const Kernels& kernels) {
  std::string text;
  text += fmt::format("  static constexpr std::array<ProgramField, field_count> fields = {{{{\n");
  for (const Field& field : kernels.fields)
    text += fmt::format("      {{\"{}\", {}, {}, {}, {}, {}}},\n", field.name, field.component,
                        field.auxiliary, field.evolved, field.background, !field.source.empty());
  text += "  }};\n";
  text += fmt::format("  static constexpr std::array<const char*, {}> tables = {{{}}};\n",
                      kernels.tables.size(), quoted(kernels.tables));
  text += "  static constexpr std::array<ProgramUniform, uniform_count> uniforms = {{\n";
  for (const Uniform& uniform : kernels.uniforms)
    text += fmt::format("      {{\"{}\", {}, {}, {:#.17g}, {}}},\n", uniform.name, uniform.integer,
                        uniform.has_default, uniform.value.in_double, uniform.reduction);
  text += "  }};\n";
  text += fmt::format("  static constexpr std::array<ProgramReduction, {}> reductions = {{{{\n",
                      kernels.reductions.size());
  for (const Reduction& reduction : kernels.reductions)
    text += fmt::format("      {{\"{}\", ReductionKind::{}, {}}},\n", reduction.name,
                        reduction.operation == "min"   ? "minimum"
                        : reduction.operation == "max" ? "maximum"
                                                       : reduction.operation,
                        reduction.round);
  text += "  }};\n";
  return text + fmt::format(
                    "  static constexpr int reduction_rounds = {};\n"
                    "  static constexpr bool later_rounds_are_uniform = {};\n",
                    kernels.reduction_rounds, kernels.later_rounds_are_uniform);
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
    const std::string type = fmt::format("Pass{}", i);
    passes += pass_struct(kernels.passes[i], type, fields);
    types += (i > 0 ? ", " : "") + type;
  }
  const std::vector<int> reduced = reduction_nodes(kernels);
  passes += pass_struct({kernels.reduction_graph, reduced}, "Reductions", "reductions", {},
                        reduced.size(), fields);
  std::string outputs;
  for (std::size_t i = 0; i < kernels.outputs.size(); ++i) {
    const Output& output = kernels.outputs[i];
    const std::string type = fmt::format("Output{}", i);
    passes += pass_struct({output.graph, {output.node}}, type, output.name,
                          {written_by_outputs(kernels)}, 1, fields);
    outputs += (i > 0 ? ", " : "") + type;
  }
  return fmt::format(R"(#pragma once
// {title}
// Made by stencilc; changes here are lost.

#include "numerics/vertices/stencil_program.hpp"

namespace solenoid::programs {{

struct {name} {{
  static constexpr int order = {order};
  static constexpr int radius = {radius};
  static constexpr int field_count = {fields};
  static constexpr int uniform_count = {uniforms};
{tables}
{passes}
  using Passes = ProgramPasses<{types}>;
{parts}  using Outputs = ProgramPasses<{outputs}>;
}};

}}  // namespace solenoid::programs
)",
                     fmt::arg("title", title), fmt::arg("name", name),
                     fmt::arg("order", kernels.order), fmt::arg("radius", kernels.radius),
                     fmt::arg("fields", fields), fmt::arg("uniforms", kernels.uniforms.size()),
                     fmt::arg("tables", tables(kernels)), fmt::arg("passes", passes),
                     fmt::arg("types", types), fmt::arg("outputs", outputs),
                     fmt::arg("parts", parts_of_equations(kernels, fields)));
}

std::vector<StepNeeds> step_needs(const Kernels& kernels) {
  std::vector<StepNeeds> all;
  for (const Pass& pass : kernels.passes) {
    const PassText written(pass.graph, output_nodes(pass));
    const Schedule& schedule = written.schedule();
    StepNeeds needs{schedule.steps(), {}, schedule.slots, 0};
    for (const int field : schedule.fields)
      for (std::size_t axis = 0; axis < 3; ++axis)
        needs.reach[axis] = std::max(needs.reach[axis], written.reach(field)[axis]);
    std::vector<int> previous(std::size_t(schedule.steps()), 0);
    for (int field = 0; field < int(kernels.fields.size()); ++field)
      if (const int step = written.previous_step(field); step >= 0)
        needs.previous = std::max(needs.previous, ++previous[std::size_t(step)]);
    all.push_back(needs);
  }
  return all;
}

namespace {

std::string describe(const Pass& pass, const Kernels& kernels) {
  const PassText written(pass.graph, output_nodes(pass));
  std::string text =
      fmt::format("pass {}: {} loads, {} operations, {} coefficients a vertex\n", pass.name,
                  written.count(Op::load), written.arithmetic(), written.coefficients());
  text += fmt::format("  {} steps, {} values kept between them\n", written.schedule().steps(),
                      written.schedule().slots);
  for (std::size_t i = 0; i < kernels.fields.size(); ++i) {
    const std::array<int, 3> reach = written.reach(int(i));
    if (written.reads(int(i)))
      text += fmt::format("  reads {}, up to {} {} {} vertices away\n", kernels.fields[i].name,
                          reach[0], reach[1], reach[2]);
  }
  for (const Pass::Output& output : pass.outputs)
    text += fmt::format("  writes {}\n", kernels.fields[std::size_t(output.field)].name);
  return text;
}

}  // namespace

std::string describe(const Kernels& kernels) {
  std::string text =
      fmt::format("differences of order {}, reaching {} vertices\n", kernels.order, kernels.radius);
  for (const Uniform& uniform : kernels.uniforms)
    if (uniform.reduction >= 0)
      text += fmt::format("uniform {}: the reduction {} at the begin of a step\n", uniform.name,
                          kernels.reductions[std::size_t(uniform.reduction)].name);
  for (const std::string& table : kernels.tables)
    text += fmt::format("table {}: a function that the deck gives\n", table);
  for (const Pass& pass : kernels.passes) text += describe(pass, kernels);
  if (kernels.local) text += "where much decays in a step, in place of the equations:\n";
  for (const std::optional<Pass>* part : {&kernels.local, &kernels.others})
    if (*part) text += describe(**part, kernels);
  return text;
}

}  // namespace solenoid::stencil
