#pragma once
/// \file
/// The table of schemes. What a deck may ask of a scheme, and what others have to know of it, is
/// asked here, and its name is compared nowhere. How its solver is made stands in
/// src/setup/solvers.cpp, where each scheme has a row, too.

#include <array>
#include <stdexcept>
#include <string>

#include "numerics/grid/boundary_names.hpp"
#include "physics/equations/equation_of_state.hpp"
#include "physics/equations/equation_set.hpp"
#include "physics/solvers/precision_names.hpp"
#include "physics/solvers/relaxing_tvd.hpp"

namespace solenoid {

enum class Scheme { muscl_hancock, relaxing_tvd, finite_difference };

/// One scheme.
struct SchemeSpec {
  Scheme scheme;
  const char* name;
  const char* meaning;  ///< the end of a sentence, for the deck reference
  ChoiceSet<EquationSet> equations;
  ChoiceSet<EquationOfState> gases = {EquationOfState::ideal};
  ChoiceSet<Precision> precisions;
  ChoiceSet<BoundaryKind> boundaries;
  bool programs = false;        ///< its equations are a stencil program, whose fields and uniforms
                                ///< are keys of the deck
  bool field_on_faces = false;  ///< its magnetic field stands on faces, and psi does not exist
  bool gravity = false;
  bool terms = false;            ///< takes terms of stencil programs beside its own equations
  bool scalars = false;          ///< carries passive scalars along
  bool shearing_box = false;     ///< may be in a box of a disc
  const char* remedies = "";     ///< what may help a run that broke down, beside shorter steps and
                                 ///< what its keys choose
  bool riemann_solvers = false;  ///< its fluxes are those of Riemann solvers between states that it
                                 ///< reconstructs, and its steps are shorter with shocks, as keys
                                 ///< choose
  int ghost_layers = 0;          ///< behind faces; 0: as many as keys or the program ask for
};

inline constexpr ChoiceSet<BoundaryKind> boundaries_of_fluids = {
    BoundaryKind::periodic, BoundaryKind::outflow, BoundaryKind::diode, BoundaryKind::reflecting,
    BoundaryKind::fixed};

inline constexpr SchemeSpec scheme_table[] = {
    {.scheme = Scheme::muscl_hancock,
     .name = "muscl-hancock",
     .meaning = "second-order Godunov with Riemann solvers; the magnetic field is at cell centres "
                "and its divergence is cleaned",
     .equations = {EquationSet::mhd, EquationSet::hydrodynamics},
     .gases = {EquationOfState::ideal, EquationOfState::isothermal, EquationOfState::tabulated},
     .precisions = {Precision::double_precision, Precision::single_precision},
     .boundaries = boundaries_of_fluids,
     .gravity = true,
     .terms = true,
     .scalars = true,
     .shearing_box = true,
     .remedies = "density_floor and pressure_floor (see docs/schemes.md)",
     .riemann_solvers = true},
    {.scheme = Scheme::relaxing_tvd,
     .name = "relaxing-tvd",
     .meaning = "relaxing TVD with constrained transport; the magnetic field is on faces and its "
                "divergence stays zero to rounding",
     .equations = {EquationSet::mhd, EquationSet::hydrodynamics},
     .precisions = {Precision::double_precision, Precision::single_precision},
     .boundaries = boundaries_of_fluids,
     .field_on_faces = true,
     .terms = true,
     .remedies = "density_floor and pressure_floor (see docs/relaxing-tvd.md)",
     .ghost_layers = relaxing_tvd_ghosts().layers},
    {.scheme = Scheme::finite_difference,
     .name = "finite-difference",
     .meaning = "central differences of high order and a Runge-Kutta scheme, for equations in the "
                "stencil language and flows without shocks",
     .equations = {EquationSet::mhd, EquationSet::isothermal},
     .precisions = {Precision::double_precision, Precision::single_precision,
                    Precision::extended_precision},
     .boundaries = {BoundaryKind::periodic, BoundaryKind::outflow, BoundaryKind::reflecting,
                    BoundaryKind::fixed, BoundaryKind::symmetric, BoundaryKind::antisymmetric,
                    BoundaryKind::vertex_symmetric},
     .programs = true,
     .remedies = "more diffusion (viscosity, resistivity) or a finer grid: nothing else keeps what "
                 "steepens wide enough for the grid (see docs/finite-difference.md)"},
};

/// The entry of a scheme.
constexpr const SchemeSpec& spec_of(Scheme scheme) {
  for (const SchemeSpec& spec : scheme_table)
    if (spec.scheme == scheme) return spec;
  throw std::logic_error("a scheme that is not in the table");
}

template <>
struct Names<Scheme> {
  static constexpr auto rows = [] {
    std::array<Named<Scheme>, std::size(scheme_table)> names{};
    for (std::size_t i = 0; i < names.size(); ++i)
      names[i] = {scheme_table[i].scheme, scheme_table[i].name};
    return names;
  }();
};

/// The schemes that have some property.
template <class Property>
constexpr ChoiceSet<Scheme> schemes_with(const Property& property) {
  ChoiceSet<Scheme> schemes;
  for (const SchemeSpec& spec : scheme_table)
    if (property(spec)) schemes.add(spec.scheme);
  return schemes;
}

/// Schemes for flows with shocks, and those for stencil programs.
inline constexpr ChoiceSet<Scheme> fluid_schemes =
    schemes_with([](const SchemeSpec& spec) { return !spec.programs; });
inline constexpr ChoiceSet<Scheme> program_schemes =
    schemes_with([](const SchemeSpec& spec) { return spec.programs; });
/// Schemes that have a gas.
constexpr ChoiceSet<Scheme> schemes_of(EquationOfState gas) {
  return schemes_with([gas](const SchemeSpec& spec) { return spec.gases.contains(gas); });
}
/// Schemes to whose equations stencil programs may add terms.
inline constexpr ChoiceSet<Scheme> terms_schemes =
    schemes_with([](const SchemeSpec& spec) { return spec.terms; });
/// Schemes that carry passive scalars along.
inline constexpr ChoiceSet<Scheme> scalar_schemes =
    schemes_with([](const SchemeSpec& spec) { return spec.scalars; });
/// Schemes that may be in a shearing box.
inline constexpr ChoiceSet<Scheme> shearing_schemes =
    schemes_with([](const SchemeSpec& spec) { return spec.shearing_box; });
/// Schemes of fluids whose magnetic field stands on faces, and at the centres of cells.
inline constexpr ChoiceSet<Scheme> face_field_schemes =
    schemes_with([](const SchemeSpec& spec) { return spec.field_on_faces; });
inline constexpr ChoiceSet<Scheme> centred_field_schemes =
    schemes_with([](const SchemeSpec& spec) { return !spec.programs && !spec.field_on_faces; });

/// "scheme = "a" or "b"".
std::string schemes_text(const ChoiceSet<Scheme>& schemes);

}  // namespace solenoid
