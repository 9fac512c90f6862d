#pragma once
/// \file
/// What acts on a fluid from outside: an acceleration and a heating that depend on place and time.

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "numerics/grid/box.hpp"
#include "numerics/grid/subdomain.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// Components of the acceleration, and the heating (energy per time and volume).
inline constexpr int source_term_count = 4;
inline constexpr std::array<const char*, source_term_count> source_term_names{
    "acceleration_x", "acceleration_y", "acceleration_z", "heating"};

/// How they act. Nothing does where none is given.
struct SourceTerms {
  std::array<bool, source_term_count> given{};
  std::array<bool, source_term_count> depends_on_time{};
  /// Writes the values of a term at the centres of a box of cells of the whole grid at a time, x
  /// running fastest. Throws std::runtime_error for what is not finite.
  std::function<void(int term, const Box& cells, double time, double* values)> evaluate;

  [[nodiscard]] int count() const {
    int found = 0;
    for (const bool term : given) found += term ? 1 : 0;
    return found;
  }
};

/// Bytes of their values on the device.
inline std::size_t source_bytes(const Grid& grid, const SourceTerms& sources, Precision precision) {
  const std::size_t value =
      precision == Precision::single_precision ? sizeof(float) : sizeof(double);
  return std::size_t(sources.count()) * grid.cell_count() * value;
}

/// The state of a cell after a time dt with nothing but the source terms: its mass stays where it
/// is, its velocity grows by a dt, and the energy by what that does to the kinetic one, and by
/// heat.
template <class Real>
struct ApplySources {
  Real* density;  ///< of the interior cell (0, 0, 0), and the others
  std::array<Real*, 3> momentum;
  Real* energy;
  std::array<const Real*, source_term_count> terms;  ///< by interior cell, or null
  std::array<int, 3> cells;
  std::array<int, 3> stride;
  Real dt;

  KOKKOS_FUNCTION void operator()(const int cell) const {
    const int i = cell % cells[0], jk = cell / cells[0];
    const int at = i * stride[0] + jk % cells[1] * stride[1] + jk / cells[1] * stride[2];
    const Real half_mass = Real(0.5) * density[at];
    Real work = 0;
    for (int d = 0; d < 3; ++d) {
      const Real* const acceleration = terms[std::size_t(d)];
      if (acceleration == nullptr) continue;
      Real& m = momentum[std::size_t(d)][at];
      const Real change = dt * acceleration[cell];
      work += change * (m + half_mass * change);
      m += density[at] * change;
    }
    if (terms[3] != nullptr) work += dt * terms[3][cell];
    energy[at] += work;
  }
};

/// The values of source terms in the cells of a part, on a device: evaluated on the host's threads
/// once, or for each step where they depend on time, and sent there.
template <class Real, class Space>
class Sources {
 public:
  Sources(const Subdomain& part, SourceTerms terms) : part_(part), terms_(std::move(terms)) {
    for (std::size_t t = 0; t < source_term_count; ++t)
      if (terms_.given[t]) values_[t] = Array("source term", part_.cell_count());
  }

  [[nodiscard]] bool active() const { return terms_.count() > 0; }

  /// Brings them to `time`.
  void update(double time) {
    for (std::size_t t = 0; t < source_term_count; ++t) {
      if (!terms_.given[t] || (known_[t] && !terms_.depends_on_time[t])) continue;
      known_[t] = true;
      on_host_.resize(part_.cell_count());
      terms_.evaluate(int(t), {part_.first, part_.cells}, time, on_host_.data());
      set_on_host(values_[t], [&](const auto& host) {
        for (std::size_t i = 0; i < on_host_.size(); ++i) host.data()[i] = Real(on_host_[i]);
      });
    }
  }

  /// Lets them act for `dt`; field(f) is the memory of density, momenta and energy.
  template <class Field>
  void apply(const Space& space, const Layout& layout, double dt, const Field& field) const {
    const auto interior = [&](int f) { return field(f).data() + layout.origin; };
    ApplySources<Real> kernel{};
    kernel.density = interior(0);
    for (int d = 0; d < 3; ++d) {
      const auto axis = std::size_t(d);
      kernel.momentum[axis] = interior(1 + d);
      kernel.cells[axis] = layout.cells[d];
      kernel.stride[axis] = int(layout.stride[d]);
    }
    kernel.energy = interior(4);
    for (std::size_t t = 0; t < source_term_count; ++t)
      kernel.terms[t] = terms_.given[t] ? values_[t].data() : nullptr;
    kernel.dt = Real(dt);
    Kokkos::parallel_for(
        "sources",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, int(part_.cell_count())),
        kernel);
  }

 private:
  using Array = FieldArray<Real, Space>;

  Subdomain part_;
  SourceTerms terms_;
  std::array<Array, source_term_count> values_;
  std::array<bool, source_term_count> known_{};
  std::vector<double> on_host_;
};

}  // namespace solenoid
