#pragma once
/// \file
/// The solver `relaxing-tvd`: settings and factory.

#include "numerics/schemes/limiter.hpp"
#include "numerics/schemes/repair_settings.hpp"
#include "physics/equations/cooling/cooling_settings.hpp"
#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"
#include "physics/solvers/ghost_extent.hpp"
#include "physics/solvers/gravity_settings.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/source_terms.hpp"
#include "physics/solvers/split_terms.hpp"

namespace solenoid {

/// The margin is that of the last faces, or of what terms read `reach` cells behind edges.
constexpr GhostExtent relaxing_tvd_ghosts(int reach = 0) { return {4, reach > 1 ? reach : 1}; }

struct RelaxingTvdSettings : RepairSettings<double> {
  bool magnetised = true;
  Limiter limiter = Limiter::van_leer;
  double courant_number = 0.7;
  double gamma = 5.0 / 3.0;
  SourceTerms sources{};
  DrivingSettings driving{};
  CoolingSettings cooling{};
  TermsSettings terms{};
  GravitySettings gravitation{};
};

/// Creates the solver on a device. Its magnetic field stands on faces: each component on those
/// normal to it, so that terms may read it but not change it. Throws std::invalid_argument for
/// terms that do, or a device that this build does not have.
std::unique_ptr<Solver> make_relaxing_tvd(const Subdomain& grid, const Boundaries& boundaries,
                                          const RelaxingTvdSettings& settings, Precision precision,
                                          Device device, FixedBoundary fixed = {});

/// Bytes on the device that the solver will need.
std::size_t relaxing_tvd_bytes(const Grid& grid, const RelaxingTvdSettings& settings,
                               Precision precision);

}  // namespace solenoid
