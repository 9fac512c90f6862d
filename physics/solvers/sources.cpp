#include "physics/solvers/sources.hpp"

#include <utility>

#include "numerics/device/spaces.hpp"
#include "physics/solvers/instantiate.hpp"

namespace solenoid {

namespace {

/// The state of a cell after a time dt with nothing but the source terms: its mass stays where it
/// is, its velocity grows by a dt, and the energy by what that does to the kinetic one, and by
/// heat.
template <class Real>
struct ApplySources {
  FluidCells<Real> fluid;
  std::array<const Real*, source_term_count> terms;  ///< by interior cell, or null
  Real dt;

  KOKKOS_FUNCTION void operator()(const int cell) const {
    std::array<bool, 3> along{};
    Real change[3] = {0, 0, 0};
    for (std::size_t d = 0; d < 3; ++d) {
      along[d] = terms[d] != nullptr;
      if (along[d]) change[d] = dt * terms[d][cell];
    }
    const Real heat = terms[3] != nullptr ? dt * terms[3][cell] : Real(0);
    push(fluid, fluid.place(cell), along, change, heat);
  }
};

}  // namespace

template <class Real, class Space>
Sources<Real, Space>::Sources(const Subdomain& part, SourceTerms terms)
    : part_(part), terms_(std::move(terms)) {
  for (std::size_t t = 0; t < source_term_count; ++t)
    if (terms_.given[t]) values_[t] = Array("source term", part_.cell_count());
}

template <class Real, class Space>
void Sources<Real, Space>::update(double time) {
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

template <class Real, class Space>
void Sources<Real, Space>::apply(const Space& space, const FluidCells<Real>& fluid,
                                 double dt) const {
  ApplySources<Real> kernel{fluid, {}, Real(dt)};
  for (std::size_t t = 0; t < source_term_count; ++t)
    kernel.terms[t] = terms_.given[t] ? values_[t].data() : nullptr;
  Kokkos::parallel_for(
      "sources",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, int(part_.cell_count())),
      kernel);
}

SOLENOID_INSTANTIATE_FOR_FLUIDS(Sources);

}  // namespace solenoid
