#pragma once
/// \file
/// What parts of a grid that are elsewhere make of fields together: each of its cells, where they
/// are, so that numbers alone move.

#include <variant>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "physics/fields/distributions.hpp"
#include "physics/fields/field_numbers.hpp"
#include "physics/fields/power_spectrum.hpp"
#include "physics/fields/profiles.hpp"

namespace solenoid {

/// What is asked of the present state. Reductions are formulas over the fields of a solver alone.
struct FieldMeasurement {
  DefinedFields fields;
  double time = 0;
  std::variant<DistributionRequest, ProfileRequest, SpectrumRequest, std::vector<FieldReduction>>
      request;
};

/// Spectra are by shells, reductions in their order.
using Measured = std::variant<Distribution, std::vector<ProfileColumn>, std::vector<double>>;

/// What the solver of one part, or of all, gives. All parts ask for it together.
[[nodiscard]] Measured measured(Solver& solver, const FieldMeasurement& measurement);

/// A solver of parts that are elsewhere is this, too: it has them do so.
class FieldMeasuring {
 public:
  virtual ~FieldMeasuring() = default;
  [[nodiscard]] virtual Measured measure(const FieldMeasurement& measurement) = 0;
};

}  // namespace solenoid
