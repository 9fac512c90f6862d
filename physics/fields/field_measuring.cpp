#include "physics/fields/field_measuring.hpp"

namespace solenoid {

namespace {

/// Asks for each kind of request by the function that knows it.
struct Measure {
  Solver& solver;
  const FieldMeasurement& of;

  Measured operator()(const DistributionRequest& request) const {
    return distribution_of(solver, of.fields, request, of.time);
  }
  Measured operator()(const ProfileRequest& request) const {
    return profile_of(solver, of.fields, request, of.time);
  }
  Measured operator()(const SpectrumRequest& request) const {
    return power_of(solver, of.fields, request, of.time);
  }
  Measured operator()(const std::vector<FieldReduction>& reductions) const {
    return reductions_of(solver, reductions, of.time);
  }
};

}  // namespace

Measured measured(Solver& solver, const FieldMeasurement& measurement) {
  return std::visit(Measure{solver, measurement}, measurement.request);
}

}  // namespace solenoid
