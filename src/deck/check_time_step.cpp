/// What a program and its deck say about the time step.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "numerics/vertices/diffusion_limit.hpp"
#include "numerics/vertices/runge_kutta.hpp"
#include "src/deck/choices.hpp"
#include "src/deck/contents.hpp"
#include "src/stencil/arithmetic.hpp"

namespace solenoid {

namespace {

/// Components as one name: "velocity" of "velocity_x".
std::string whole_name(const stencil::Field& field) {
  return field.component < 0 ? field.name : field.name.substr(0, field.name.size() - 2);
}

class TimeStepChecker {
 public:
  TimeStepChecker(const DeckContents& contents, Problems& problems, Problems& warnings)
      : contents_(contents),
        kernels_(contents.program->kernels),
        problems_(problems),
        warnings_(warnings) {}

  void check() {
    check_rk3();
    if (contents_.find_setting("solver", "time_step") != nullptr) return;
    if (!declares("signal_speed") && highest_diffusivity() == 0) return report_no_limit();
    if (!check_values()) return;
    check_damping();
    warn_of_signals();
    warn_of_high_derivatives();
  }

 private:
  void report(const std::string& section, const std::string& key, const std::string& message) {
    problems_.add(contents_.origin(section, key),
                  fmt::format("'{}' in [{}]: {}", key, section, message));
  }

  [[nodiscard]] const std::string& name() const { return contents_.program->name; }

  [[nodiscard]] const stencil::Reduction* find(const std::string& reduction) const {
    const auto found = std::ranges::find(kernels_.reductions, reduction, &stencil::Reduction::name);
    return found == kernels_.reductions.end() ? nullptr : &*found;
  }
  [[nodiscard]] bool declares(const std::string& reduction) const {
    return find(reduction) != nullptr;
  }
  /// The highest degree of a diffusivity that is declared; 0 without one.
  [[nodiscard]] int highest_diffusivity() const {
    int highest = 0;
    for (const stencil::Reduction& reduction : kernels_.reductions)
      highest = std::max(highest, diffusivity_degree(reduction.name));
    return highest;
  }

  [[nodiscard]] std::optional<Integrator> integrator() const {
    const auto* name = contents_.find<std::string>("solver", "integrator");
    return name == nullptr ? std::nullopt : choice_named<Integrator>(*name);
  }

  void check_rk3() {
    const auto chosen = integrator();
    if (!kernels_.calls_rk3 || !chosen || *chosen == Integrator::rk3) return;
    report("solver", "integrator",
           fmt::format("the program {} calls rk3(), which is the integrator \"rk3\" alone: "
                       "expected \"rk3\", or advance() in its place in the program",
                       name()));
  }

  void report_no_limit() {
    const bool own = contents_.find_setting("physics", "program") != nullptr;
    report("physics", own ? "program" : "equations",
           fmt::format("nothing limits the time step: the program {} declares neither of the "
                       "reductions signal_speed and diffusivity; declare one there, such as "
                       "'reduction signal_speed = max(...);', or fix 'time_step' in [solver]",
                       name()));
  }

  /// The number that the deck gives a uniform.
  [[nodiscard]] std::optional<double> value_of(const stencil::Uniform& uniform) const {
    if (uniform.reduction >= 0) return std::nullopt;
    if (const auto* number = contents_.find<double>("physics", uniform.name)) return *number;
    if (const auto* whole = contents_.find<long>("physics", uniform.name)) return double(*whole);
    return std::nullopt;
  }

  /// The value of a reduction that follows from the deck's numbers alone.
  [[nodiscard]] std::optional<double> known_value(const stencil::Reduction& reduction) const {
    const stencil::Graph& graph = kernels_.reduction_graph;
    std::vector<std::optional<double>> values(std::size_t(reduction.node) + 1);
    for (int n = 0; n <= reduction.node; ++n) {
      const stencil::Node& node = graph.at(n);
      std::optional<double>& value = values[std::size_t(n)];
      const int inputs = stencil::inputs_of(node.op);
      if (node.op == stencil::Op::constant) value = node.value.in_double;
      if (node.op == stencil::Op::uniform)
        value = value_of(kernels_.uniforms[std::size_t(node.index)]);
      std::array<double, 3> in{};
      bool known = inputs > 0;
      for (std::size_t i = 0; i < std::size_t(inputs); ++i) {
        const std::optional<double>& input = values[std::size_t(node.in[i])];
        known = known && input;
        in[i] = input.value_or(0);
      }
      if (known) value = stencil::evaluate(node.op, in[0], in[1], in[2]);
    }
    // A sum over the grid is not the value at a vertex.
    return reduction.operation == "sum" ? std::nullopt : values[std::size_t(reduction.node)];
  }

  /// Whether what the deck makes of the reductions can limit a step.
  bool check_values() {
    bool all_zero = true;
    for (const stencil::Reduction& reduction : kernels_.reductions) {
      if (reduction.name != "signal_speed" && diffusivity_degree(reduction.name) == 0) continue;
      const std::optional<double> value = known_value(reduction);
      all_zero = all_zero && value && *value == 0;
      if (!value || *value >= 0) continue;
      problems_.add(contents_.origin("physics", "program"),
                    fmt::format("the reduction {} of the program {} is {} with the numbers in "
                                "[physics], expected >= 0",
                                reduction.name, name(), *value));
      return false;
    }
    if (!all_zero) return true;
    problems_.add(contents_.origin("physics", "program"),
                  fmt::format("nothing limits the time step: all that the program {} declares to "
                              "limit it, signal_speed and diffusivity, is 0 with the numbers in "
                              "[physics]; change them, or fix 'time_step' in [solver]",
                              name()));
    return false;
  }

  /// Integrators that need diffusion.
  void check_damping() {
    const auto chosen = integrator();
    if (!chosen || !amplifies_waves(*chosen)) return;
    const stencil::Reduction* speed = find("signal_speed");
    if (speed == nullptr || known_value(*speed) == 0) return;
    const stencil::Reduction* diffusivity = find("diffusivity");
    if (diffusivity != nullptr && known_value(*diffusivity) != 0) return;
    report(
        "solver", "integrator",
        fmt::format("\"{}\" amplifies waves however short the time step is, and {}: expected {}, "
                    "or a fixed 'time_step'",
                    name_of(*chosen),
                    diffusivity == nullptr
                        ? fmt::format("the program {} declares no reduction diffusivity that "
                                      "would damp them",
                                      name())
                        : "the diffusivity is 0, which does not damp them",
                    alternatives(integrator_names(false), "\"")));
  }

  void warn(const std::string& message) {
    warnings_.add(contents_.origin("physics", "program"), message);
  }

  /// Advection and waves in a program that speaks of diffusion alone.
  void warn_of_signals() {
    if (declares("signal_speed")) return;
    std::vector<std::string> carried;
    for (const stencil::Field& field : kernels_.fields)
      if (field.carried && field.evolved &&
          (carried.empty() || carried.back() != whole_name(field)))
        carried.push_back(whole_name(field));
    if (carried.empty()) return;
    warn(
        fmt::format("the program {} carries {} along, by terms with an odd number of derivatives, "
                    "and only diffusivity limits the time step: declare 'reduction signal_speed = "
                    "max(...);', the fastest speed, or fix 'time_step' in [solver]",
                    name(), fmt::join(carried, " and ")));
  }

  void warn_of_high_derivatives() {
    int highest = 0;
    for (const stencil::Field& field : kernels_.fields)
      if (field.evolved) highest = std::max(highest, field.highest_derivative);
    if (highest < 3 || highest <= highest_diffusivity()) return;
    const std::string way = highest % 2 == 0
                                ? fmt::format(
                                      "declare 'reduction diffusivity({}) = max(...);', "
                                      "the largest factor of these, or",
                                      highest)
                                : "";
    warn(
        fmt::format("the program {} has derivatives of degree {}, which nothing limits the time "
                    "step by: {}{}fix 'time_step' in [solver]",
                    name(), highest, way, way.empty() ? "" : " "));
  }

  const DeckContents& contents_;
  const stencil::Kernels& kernels_;
  Problems& problems_;
  Problems& warnings_;
};

}  // namespace

void check_time_step(const DeckContents& contents, Problems& problems, Problems& warnings) {
  if (contents.program != nullptr) TimeStepChecker(contents, problems, warnings).check();
}

}  // namespace solenoid
