#pragma once
/// \file
/// A compiled program: its fields and uniforms, and the kernels of a substep in the intermediate
/// form.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "src/stencil/diagnostics.hpp"
#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

/// One component of a field.
struct Field {
  std::string name;         ///< "lnrho", "u_x"
  int component = -1;       ///< of a vector: 0, 1, 2 for x, y, z
  bool auxiliary = false;   ///< computed anew in each substep
  bool evolved = false;     ///< written by a kernel; what is neither stays as it starts
  bool background = false;  ///< declared to stay as it starts
  /// What [source] of a deck calls it, where it is given from outside at all times; no part of the
  /// state.
  std::string source;
  /// \name What its rate of change is made of, where built-in functions derive
  /// @{
  bool carried = false;        ///< terms with an odd number of derivatives: advection or waves
  int highest_derivative = 0;  ///< the degree of the highest derivative
  /// @}
};

/// A number that the deck sets, or one that is a reduction of the state at the begin of a step.
struct Uniform {
  std::string name;  ///< "nu", "gravity_x"
  bool integer = false;
  bool has_default = false;
  Number value;        ///< the default
  int reduction = -1;  ///< of Kernels::reductions; -1 for what the deck sets
};

/// One run over the grid. Every pass reads the fields as they were before the substep and the
/// auxiliary fields of earlier passes.
struct Pass {
  struct Output {
    int field = 0;
    int node = 0;
  };
  std::string name;
  Graph graph;
  std::vector<Output> outputs;
};

/// A number of the whole grid.
struct Reduction {
  std::string name;
  std::string operation;  ///< min, max, sum, mean or rms
  int node = 0;           ///< of Kernels::reduction_graph
  int round = 1;          ///< of Kernels::reduction_rounds, after which it is right
};

/// A field, or a component of one, that is computed when it is written to files.
struct Output {
  std::string name;
  Graph graph;
  int node = 0;
};

struct Kernels {
  int order = 6;           ///< of the differences
  int radius = 0;          ///< how far any load reaches along an axis: the ghost layers needed
  bool calls_rk3 = false;  ///< and so needs that integrator; equations take any
  std::vector<Field> fields;
  /// What a deck may give in [source]: what is declared as `in field`, and fields with an equation,
  /// to whose rates it is added.
  std::vector<std::string> source_names;
  std::vector<Uniform> uniforms;
  std::vector<std::string> tables;  ///< their names
  std::vector<Pass> passes;
  /// \name Of terms with a `decay_rate`, the two parts of the equations of the last pass
  /// @{
  std::optional<Pass> local;   ///< what a vertex makes of its own state alone; none: no such terms
  std::optional<Pass> others;  ///< the rest, of all fields that evolve; none where all is local
  /// @}
  Graph reduction_graph;
  std::vector<Reduction> reductions;
  /// How often they have to be computed, with uniforms that become reductions after each round,
  /// until all are right: a reduction may depend on such a uniform.
  int reduction_rounds = 1;
  /// Whether those of rounds behind the first are extrema of what is the same at all vertices.
  bool later_rounds_are_uniform = true;
  std::vector<Output> outputs;
};

struct CompilerOptions {
  int order = 6;           ///< of the differences: 2, 4, 6 or 8
  bool decompose = false;  ///< the divergence in gradient_of_divergence in a pass of its own
  /// Directions in which the grid has more than one vertex. Along others every neighbour is the
  /// vertex itself, and what is derived is 0: both are left out.
  std::array<bool, 3> active = {true, true, true};
  /// Which of Kernels::source_names are given. The others are 0 and left out; names that the
  /// program does not have are of no effect.
  std::vector<std::string> sources{};
  /// Whether the program adds terms to equations that it does not hold: then `d_t f += ...;` and
  /// `reduction name += ...;` need nothing that they are added to.
  bool terms = false;
  bool operator==(const CompilerOptions&) const = default;
};

/// Compiles a program. Throws ProgramError, which lists what is wrong, and std::invalid_argument
/// for another order.
Kernels compile(const std::vector<SourceFile>& files, const CompilerOptions& options);

}  // namespace solenoid::stencil
