#pragma once
/// \file
/// How accelerations and heating act on the state of a fluid.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include "numerics/grid/subdomain.hpp"
#include "physics/solvers/source_terms.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// The state of a cell after a time dt with nothing but the source terms: its mass stays where it
/// is, its velocity grows by a dt, and the energy by what that does to the kinetic one, and by
/// heat.
template <class Real>
struct ApplySources {
  Real* density;  ///< of the interior cell (0, 0, 0), and the others
  std::array<Real*, 3> momentum;
  Real* energy;                                      ///< null where there is none
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
    if (energy != nullptr) energy[at] += work;
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

  /// Lets them act for `dt`; field(f) is the memory of density, momenta and, where there is one,
  /// energy.
  template <class Field>
  void apply(const Space& space, const Layout& layout, double dt, bool has_energy,
             const Field& field) const {
    const auto interior = [&](int f) { return field(f).data() + layout.origin; };
    ApplySources<Real> kernel{};
    kernel.density = interior(0);
    for (int d = 0; d < 3; ++d) {
      const auto axis = std::size_t(d);
      kernel.momentum[axis] = interior(1 + d);
      kernel.cells[axis] = layout.cells[d];
      kernel.stride[axis] = int(layout.stride[d]);
    }
    if (has_energy) kernel.energy = interior(4);
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
