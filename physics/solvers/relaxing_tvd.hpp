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

namespace solenoid {

inline constexpr GhostExtent relaxing_tvd_ghosts{4, 1};

struct RelaxingTvdSettings : RepairSettings<double> {
  bool magnetised = true;
  Limiter limiter = Limiter::van_leer;
  double courant_number = 0.7;
  double gamma = 5.0 / 3.0;
  SourceTerms sources{};
  DrivingSettings driving{};
  CoolingSettings cooling{};
  GravitySettings gravitation{};
};

/// Creates the solver on a device. Its magnetic field stands on faces: each component on those
/// normal to it. Throws std::invalid_argument for a device that this build does not have.
std::unique_ptr<Solver> make_relaxing_tvd(const Subdomain& grid, const Boundaries& boundaries,
                                          const RelaxingTvdSettings& settings, Precision precision,
                                          Device device, FixedBoundary fixed = {});

/// Bytes on the device that the solver will need.
std::size_t relaxing_tvd_bytes(const Grid& grid, const RelaxingTvdSettings& settings,
                               Precision precision);

}  // namespace solenoid
