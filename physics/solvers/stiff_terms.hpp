#pragma once
/// \file
/// What is local in terms of a fluid (P::Local, numerics/vertices/stencil_program.hpp), integrated
/// cell by cell in steps of its own (numerics/vertices/rosenbrock.hpp).

#include <Kokkos_Core.hpp>
#include <array>
#include <limits>
#include <string_view>

#include "numerics/device/host_blocks.hpp"
#include "numerics/vertices/rosenbrock.hpp"
#include "numerics/vertices/vertices.hpp"

namespace solenoid {

/// Whether a program has local terms that are written apart.
template <class Program>
concept LocallyStiff = requires {
  typename Program::Local;
};

/// A lane of cells whose local pass finds values at hand in place of what stands in memory.
template <class Pass, class T, int count>
struct ValuesOfVertex {
  static constexpr int n = Pass::outputs;
  const FieldVertex<T, count>& vertex;
  const T* constant;  ///< by field
  const T* changing;  ///< by number in Pass::written

  static constexpr int number_of(int field) {
    int number = 0;
    while (number < n && Pass::written[std::size_t(number)] != field) ++number;
    return number;
  }
  template <int field, int dx, int dy, int dz>
  SOLENOID_INLINE T at() const {
    static_assert(dx == 0 && dy == 0 && dz == 0, "a local pass reads no neighbours");
    constexpr int number = number_of(field);
    if constexpr (number < n)
      return changing[number];
    else
      return constant[field];
  }
  template <int field>
  SOLENOID_INLINE T previous() const {
    return T(0);
  }
  template <int axis, int away = 0>
  SOLENOID_INLINE T index() const {
    return vertex.template index<axis, away>();
  }
  template <int axis, int away = 0>
  SOLENOID_INLINE T position() const {
    return vertex.template position<axis, away>();
  }
};

/// The rates of the values that a local pass writes, times the time step of its coefficients.
template <class Pass, class T, int count>
struct LocalRates {
  static constexpr int n = Pass::outputs;
  const typename Pass::template Coefficients<LaneReal<T>>& coefficients;
  const FieldVertex<T, count>& vertex;
  const T* constant;

  SOLENOID_INLINE void operator()(const T (&values)[n], T (&to)[n]) const {
    // u - (u - 0) + dt L(u)
    compute_pass<Pass, T>(ValuesOfVertex<Pass, T, count>{vertex, constant, values}, coefficients,
                          to);
  }
};

/// How a program's local pass is integrated over a time step.
template <class Program, class Real>
struct StiffTerms {
  using Pass = typename Program::Local;
  static constexpr int count = Program::field_count;
  static constexpr int n = Pass::outputs;
  /// Of values, a step of their integration.
  static constexpr Real tolerance = sizeof(Real) < sizeof(double) ? Real(1e-4) : Real(1e-5);
  /// Steps of a cell: some ten for each power of ten between the fastest rate and 1/dt are usual.
  static constexpr int most_steps = 20'000;
  static constexpr StiffSystem<n> system() {
    StiffSystem<n> of{};
    for (int i = 0; i < n; ++i) {
      const int field = Pass::written[std::size_t(i)];
      const int component = Program::fields[std::size_t(field)].component;
      of.is_component[i] = component >= 0;
      of.group[i] = of.is_component[i] ? field - component : field;
    }
    return of;
  }
  /// The number of a field, or -1.
  static constexpr int field_named(std::string_view name) {
    for (int f = 0; f < count; ++f)
      if (Program::fields[std::size_t(f)].name == name) return f;
    return -1;
  }
  enum class Kind { density, energy, momentum, magnetic_field };
  static constexpr std::array<Kind, std::size_t(n)> kinds() {
    std::array<Kind, std::size_t(n)> of{};
    for (std::size_t i = 0; i < of.size(); ++i) {
      const std::string_view name = Program::fields[std::size_t(Pass::written[i])].name;
      of[i] = name == "total_energy"               ? Kind::energy
              : name.starts_with("momentum")       ? Kind::momentum
              : name.starts_with("magnetic_field") ? Kind::magnetic_field
                                                   : Kind::density;
    }
    return of;
  }

  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;

  /// How large values of each kind are in a cell of this density and total energy; without energy
  /// velocities are of the order of 1.
  template <class T>
  SOLENOID_INLINE void find_natural(std::ptrdiff_t offset, T (&to)[n]) const {
    constexpr int density = field_named("density"), energy = field_named("total_energy");
    constexpr auto kind = kinds();
    const T mass = abs(load<T>(fields.now[density] + offset));
    T heat = mass;
    if constexpr (energy >= 0) heat = abs(load<T>(fields.now[energy] + offset));
    for (int i = 0; i < n; ++i)
      to[i] = kind[std::size_t(i)] == Kind::density    ? mass
              : kind[std::size_t(i)] == Kind::energy   ? heat
              : kind[std::size_t(i)] == Kind::momentum ? sqrt(mass * heat)
                                                       : sqrt(heat);
  }

  /// A lane of cells of which the first `wanted` are wanted. Where rates are no numbers values
  /// become none.
  template <class T>
  SOLENOID_INLINE void advance(int i, int j, int k, int wanted) const {
    constexpr auto written = Pass::written;
    constexpr auto read = Pass::read;
    constexpr StiffSystem<n> of = system();
    const auto vertex = vertex_of<T>(fields, i, j, k);
    T constant[count], u[n], natural[n];
    for (std::size_t f = 0; f < read.size(); ++f)
      constant[read[f]] = load<T>(fields.now[read[f]] + vertex.offset);
    for (int f = 0; f < n; ++f) u[f] = load<T>(fields.now[written[std::size_t(f)]] + vertex.offset);
    find_natural<T>(vertex.offset, natural);
    const LocalRates<Pass, T, count> rates{coefficients, vertex, constant};
    const LaneMask<T> lost = integrate_stiff(
        rates, of, natural, T(tolerance), less(lane_numbers<T>(), T(Real(wanted))), most_steps, u);
    for (int f = 0; f < n; ++f)
      store(fields.next[written[std::size_t(f)]] + vertex.offset,
            select(lost, T(std::numeric_limits<Real>::quiet_NaN()), u[f]));
  }
};

/// Device form: a thread a cell.
template <class Program, class Real>
struct StiffTermsDevice {
  StiffTerms<Program, Real> of;

  KOKKOS_FUNCTION void operator()(const int i, const int j, const int k) const {
    of.template advance<Real>(i, j, k, 1);
  }
};

/// Host form: a row at a time, in packs.
template <class Program, class Real>
struct StiffTermsHost {
  StiffTerms<Program, Real> of;

  void operator()(const int row) const {
    using T = HostPack<Real>;
    const int* cells = of.fields.cells;
    for (int i = 0; i < cells[0]; i += lane_width<T>)
      of.template advance<T>(i, row % cells[1], row / cells[1], cells[0] - i);
  }
};

/// Advances what is local in a program by the time step of `run`, at the time that it has.
template <class Program, class Space, class Real, int count, int uniforms>
void integrate_local(const Space& space, const VertexFields<Real, count>& fields,
                     ProgramRun<Real, uniforms> run) {
  run.substep_keep = -1;
  run.substep_weight = 1;
  const StiffTerms<Program, Real> of{fields, Program::Local::prepare(run)};
  const int* cells = fields.cells;
  if constexpr (is_host_space<Space>) {
    run_blocks(space, "stiff terms", cells[1] * cells[2], StiffTermsHost<Program, Real>{of});
  } else {
    using Policy = Kokkos::MDRangePolicy<Space, Kokkos::Rank<3>, Kokkos::IndexType<int>>;
    Kokkos::parallel_for("stiff terms", Policy(space, {0, 0, 0}, {cells[0], cells[1], cells[2]}),
                         StiffTermsDevice<Program, Real>{of});
  }
}

}  // namespace solenoid
