#pragma once
/// \file
/// Derived fields of states that are in files: what outputs compute (physics/fields/derived.hpp)
/// from the state of a solver, computed from primitive fields on the host.

#include <optional>
#include <string>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// What a derived field is computed from.
struct DerivedNeeds {
  std::vector<std::string> fields;  ///< primitive fields by name
  bool gamma = false;               ///< the ratio of specific heats
  bool neighbours = false;          ///< has derivatives
};

/// What `name` needs; nothing for a name that is no field, or that of a field which primitive ones
/// at cell centres do not give (psi, fields on faces). An isothermal gas has its pressure, and what
/// needs one, from the density, and no energies.
std::optional<DerivedNeeds> needs_of_derived(const std::string& name, bool isothermal = false);

/// Names of all fields that needs_of_derived knows, primitive ones left out.
std::vector<std::string> names_from_primitive(bool isothermal = false);

/// A fluid whose fields are known at cell centres.
struct PrimitiveCells {
  Grid grid;
  FieldMap fields;           ///< those that are needed
  double gamma = 5.0 / 3.0;  ///< does not matter where it is not needed
  std::optional<Boundaries>
      boundaries{};                     ///< else, and behind fixed faces, values are extrapolated
  std::optional<double> sound_speed{};  ///< of an isothermal gas
};

/// The field `name` in all cells, by central differences where it has derivatives; behind the faces
/// as the boundaries say, so that it is what an output of the run shows, but for rounding. Throws
/// std::invalid_argument for a name that needs_of_derived does not know or a field that is missing.
FieldValues derived_from_primitive(const std::string& name, const PrimitiveCells& cells);

}  // namespace solenoid
