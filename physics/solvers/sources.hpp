#pragma once
/// \file
/// How accelerations and heating act on the state of a fluid.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <vector>

#include "numerics/grid/subdomain.hpp"
#include "physics/solvers/fluid_cells.hpp"
#include "physics/solvers/source_terms.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// The values of source terms in the cells of a part, on a device: evaluated on the host's threads
/// once, or for each step where they depend on time, and sent there.
template <class Real, class Space>
class Sources {
 public:
  Sources(const Subdomain& part, SourceTerms terms);

  [[nodiscard]] bool active() const { return terms_.count() > 0; }

  /// Brings them to `time`.
  void update(double time);
  /// Lets them act for `dt`.
  void apply(const Space& space, const FluidCells<Real>& fluid, double dt) const;

 private:
  using Array = FieldArray<Real, Space>;

  Subdomain part_;
  SourceTerms terms_;
  std::array<Array, source_term_count> values_;
  std::array<bool, source_term_count> known_{};
  std::vector<double> on_host_;
};

}  // namespace solenoid
