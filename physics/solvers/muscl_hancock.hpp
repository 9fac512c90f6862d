#pragma once
/// \file
/// The solver `muscl-hancock`: settings and factory.

#include <optional>
#include <string>
#include <vector>

#include "numerics/schemes/limiter.hpp"
#include "numerics/schemes/reconstruction.hpp"
#include "numerics/schemes/repair_settings.hpp"
#include "physics/equations/cooling/cooling_settings.hpp"
#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"
#include "physics/equations/riemann/riemann_solver.hpp"
#include "physics/solvers/ghost_extent.hpp"
#include "physics/solvers/gravity_settings.hpp"
#include "physics/solvers/shearing_box_settings.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/source_terms.hpp"
#include "physics/solvers/split_terms.hpp"
#include "physics/solvers/splitting.hpp"

namespace solenoid {

/// What passive scalars read on either side of a cell.
inline constexpr int scalar_ghosts = 3;
/// Terms read ghosts behind edges and corners, too, `reach` layers of them.
constexpr GhostExtent muscl_hancock_ghosts(Reconstruction reconstruction, int reach = 0,
                                           bool scalars = false) {
  const int layers = stencil_of(reconstruction) + 1;
  return {scalars && layers < scalar_ghosts ? scalar_ghosts : layers, reach};
}

/// The damping rate of psi, c_h^2 / c_p^2.
enum class DivergenceDamping {
  dedner,   ///< c_p^2 = L c_h with a length L (Dedner et al. 2002: L = 0.18), rate c_h / L
  listing,  ///< the same after every sweep, as in the listing of Bard & Dorelli (2014)
  paper,    ///< c_p = L c_h taken literally (their text), rate 1 / L^2, after every sweep
  none
};

template <>
struct Names<DivergenceDamping> {
  static constexpr Named<DivergenceDamping> rows[] = {{DivergenceDamping::dedner, "dedner"},
                                                      {DivergenceDamping::listing, "listing"},
                                                      {DivergenceDamping::paper, "paper"},
                                                      {DivergenceDamping::none, "none"}};
};

struct MusclHancockSettings : RepairSettings<double> {
  bool magnetised = true;
  RiemannSolver riemann = RiemannSolver::hlld;
  Reconstruction reconstruction = Reconstruction::weno_z;
  Limiter limiter = Limiter::monotonised_central;
  double courant_number = 0.8;
  std::optional<double> courant_number_with_shocks{};  ///< none: the same
  Splitting splitting = Splitting::merged;
  SweepOrder order = SweepOrder::xyz;  ///< of no meaning to the symmetric splitting
  DivergenceDamping damping = DivergenceDamping::dedner;
  double damping_length = 0.18;
  EquationOfState equation_of_state = EquationOfState::ideal;
  double gamma = 5.0 / 3.0;      ///< of an ideal gas
  double sound_speed = 1;        ///< of an isothermal one
  CaloricTable caloric_table{};  ///< of a tabulated one
  [[nodiscard]] Gas gas() const { return {gamma, sound_speed, caloric_table}; }
  std::array<double, 3> gravity{0, 0, 0};
  SourceTerms sources{};
  DrivingSettings driving{};
  CoolingSettings cooling{};
  TermsSettings terms{};
  std::vector<std::string> scalars{};  ///< names of passive scalars
  GravitySettings gravitation{};       ///< beside the constant one
  ShearingBoxSettings shearing_box{};
};

inline GhostExtent muscl_hancock_ghosts(const MusclHancockSettings& settings) {
  return muscl_hancock_ghosts(settings.reconstruction, settings.terms.reach,
                              !settings.scalars.empty());
}

/// Creates the solver on a device. Throws std::invalid_argument for a Riemann solver that does not
/// belong to the equations, what an isothermal gas does not have (heating, cooling, slopes of
/// conserved variables) or a tabulated one (cooling, a Mach number), terms of another gas, what is
/// no table of a gas or no cooling curve, or a device that this build does not have.
std::unique_ptr<Solver> make_muscl_hancock(const Subdomain& grid, const Boundaries& boundaries,
                                           const MusclHancockSettings& settings,
                                           Precision precision, Device device,
                                           FixedBoundary fixed = {});

/// Bytes on the device that the solver will need.
std::size_t muscl_hancock_bytes(const Grid& grid, const MusclHancockSettings& settings,
                                Precision precision);

}  // namespace solenoid
