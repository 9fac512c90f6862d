#pragma once
/// \file
/// What the headers that stencilc makes (src/stencil/emit.hpp) are written with, and what they
/// promise. A program P has
///  - tables P::fields, P::uniforms and P::reductions, P::order and P::radius, the number of ghost
///    layers that it needs;
///  - P::Passes, a list of types. In a substep they run one after the other, each over all
///    vertices, with ghosts of the fields in `read` filled before. A pass reads the state before
///    the substep and the auxiliary fields of earlier passes. Auxiliary fields that a pass makes of
///    what stands at the vertex alone (is_pointwise) it computes in the ghosts, too;
///  - where it has terms of which some are local and decay (src/stencil/kernels.hpp), P::Local, the
///    pass of these alone, which reads the state at the vertex and nothing else, and P::Others, the
///    passes without them, if there are others;
///  - P::Reductions, a pass whose outputs are the values to be reduced. Uniforms may be reductions,
///    and reductions depend on such uniforms: P::reduction_rounds is how often all have to be
///    computed, with uniforms set after each round, until all are right;
///  - P::Outputs, passes that are run when their fields, called Q::name, are written to files;
///  - P::tables, the names of its tables, in the order of `run.tables`.
///
/// A pass Q has `Q::prepare(run)`, which computes on the host what is the same for all vertices,
/// and steps that compute for a lane T of vertices the new values of the fields `Q::written`:
/// `Q::step<n, T>(vertex, coefficients, s, out)`, of which each reads the neighbours of one field,
/// Q::step_field[n], only (-1: of none); `coefficients.values[i]` is what prepare() made, or a lane
/// of it, and `coefficients.tables[i]` a table. What later steps need they write to and read from
/// s[i] as in an array of Q::kept values, the results they assign to out[i]. compute_pass() runs
/// all; a kernel may also run one step for many vertices, then the next, so that its cache has to
/// hold the neighbours of one field only. Q::reach says how far loads of a field reach along the
/// axes, Q::reads_across_x whether along y and z at once, and Q::previous_step which step reads its
/// value before the last substep, or -1. A pass that derives what fields make together may have
/// Q::Shared, the same in other parts (src/stencil/shared_values.hpp): `share<axis, T>(vertex,
/// coefficients, out)` computes of what stands at the vertex alone the Shared::values[axis] values
/// that its neighbours along an axis read, and `finish<T>(vertex, near, coefficients, out)` the
/// results, `near.at<axis, value, away>()` being such a value of the vertex `away` along an axis.
/// All bits are those of the steps. A pass that computes anew at each vertex what neighbours in its
/// plane compute from theirs may have Q::Rows, the same in two parts (src/stencil/row_values.hpp):
/// `make<group, T>(vertex, coefficients, out)` computes the values of Rows::groups[group], and
/// `finish<T>(vertex, coefficients, out)` the results, for which value i of all groups in their
/// order is field P::field_count + i. All bits are those of the steps.
///
/// `vertex` has
///  - `at<field, dx, dy, dz>()`, the lane of a field at an offset;
///  - `previous<field>()`, the field before the last substep, or what else the integrator keeps;
///    whatever it is in the first substep, it has to be a number, such as the field itself: it is
///    multiplied by 0;
///  - `position<axis, away>()` and `index<axis, away>()`, coordinate and number along an axis of
///    the vertex that is `away` from it, or of itself along an inactive axis.

#include <array>
#include <cstddef>
#include <limits>
#include <utility>

#include "numerics/lanes/lane_functions.hpp"
#include "numerics/lanes/piece_table.hpp"

namespace solenoid {

struct ProgramField {
  const char* name;
  int component;    ///< of a vector: 0, 1, 2 for x, y, z; -1 otherwise
  bool auxiliary;   ///< computed anew in each substep
  bool evolved;     ///< written by a pass; what is neither stays as it starts
  bool background;  ///< declared to stay as it starts, behind faces that are not periodic, too
  bool source;      ///< given from outside at all times; read at the vertex alone

  /// Whether a state is made of it and others like it.
  [[nodiscard]] constexpr bool of_state() const { return !auxiliary && !source; }
};

struct ProgramUniform {
  const char* name;
  bool integer;
  bool has_default;
  double value;   ///< the default
  int reduction;  ///< of P::reductions, the one that it is at the begin of each step; or -1
};

/// Values that vertices make for others of their plane, all of them of each vertex of a box around
/// one that reads them.
struct RowGroup {
  int values;
  int before[2], after[2];  ///< how far the box reaches along x and y
};

enum class ReductionKind { minimum, maximum, sum, mean, rms };
/// Whether a reduction adds values up.
constexpr bool is_additive(ReductionKind kind) {
  return kind != ReductionKind::minimum && kind != ReductionKind::maximum;
}

/// What is asked of the reductions of a program.
enum class Reduced {
  extremes,  ///< maxima and minima; of sums, means and roots whether all values were finite: 0 or
             ///< NaN
  all
};

struct ProgramReduction {
  const char* name;
  ReductionKind kind;
  int round;  ///< 1, or after how many other ones it is known, being a function of uniforms that
              ///< are reductions
};

/// What is the same for all vertices in a substep.
template <class Real, int uniform_count>
struct ProgramRun {
  std::array<Real, uniform_count> uniforms;
  /// Infinite along a direction with one vertex, whose neighbours are the vertex itself: then all
  /// derivatives along it are 0.
  std::array<Real, 3> spacing;
  Real time;
  Real time_step;
  Real substep_keep;    ///< of numerics/vertices/runge_kutta.hpp; 0 in the first substep
  Real substep_weight;  ///< the same
  /// By P::tables; what they point to is in memory of the device.
  const PieceTable<Real>* tables;
};

/// Numbers of a pass, computed on the host, in the order in which the pass uses them, and the first
/// tables of its program.
template <class Real, int count, int table_count>
struct ProgramCoefficients {
  Real values[count > 0 ? count : 1];
  PieceTable<Real> tables[table_count];
};
template <class Real, int count>
struct ProgramCoefficients<Real, count, 0> {
  Real values[count > 0 ? count : 1];
};

template <class... Pass>
struct ProgramPasses {};

/// Whether a pass computes auxiliary fields from what stands at the vertex alone. Then it is run in
/// the ghosts as well, of which those of the fields that it reads are filled before: behind
/// whatever face or cut its fields are what they would be if readers computed them anew. What acts
/// from outside has no ghosts.
template <class Program, class Pass>
constexpr bool is_pointwise() {
  if constexpr (Pass::written.empty() || Pass::reads_previous) {
    return false;
  } else {
    for (const int field : Pass::read)
      if (Program::fields[std::size_t(field)].source ||
          Pass::reach[std::size_t(field)] != std::array<int, 3>{})
        return false;
    return Program::fields[std::size_t(Pass::written[0])].auxiliary;
  }
}

/// By field: whether a pass computes its ghosts.
template <class Program>
constexpr auto computed_in_ghosts() {
  std::array<bool, std::size_t(Program::field_count)> computed{};
  [&]<class... Pass>(ProgramPasses<Pass...>) {
    const auto mark = [&]<class Q>() {
      if constexpr (is_pointwise<Program, Q>())
        for (const int field : Q::written) computed[std::size_t(field)] = true;
    };
    (mark.template operator()<Pass>(), ...);
  }(typename Program::Passes{});
  return computed;
}

/// All steps of a pass at a lane of vertices.
template <class Pass, class T, class Vertex>
SOLENOID_INLINE void compute_pass(const Vertex& vertex,
                                  const typename Pass::template Coefficients<LaneReal<T>>& c,
                                  T* out) {
  T values[Pass::kept > 0 ? Pass::kept : 1]{};
  T* const kept = values;
  [&]<int... number>(std::integer_sequence<int, number...>) {
    (Pass::template step<number, T>(vertex, c, kept, out), ...);
  }
  (std::make_integer_sequence<int, Pass::steps>{});
}

/// A constant of a program in the precision of Real.
template <class Real>
constexpr Real program_constant(double in_double, long double in_extended) {
  return sizeof(Real) > sizeof(double) ? Real(in_extended) : Real(in_double);
}

}  // namespace solenoid
