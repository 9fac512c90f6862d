#pragma once
/// \file
/// Fields that are defined by formulas, beside those of a solver, and what formulas give in its
/// cells: evaluated on the device.

#include <string>
#include <vector>

#include "physics/fields/formula.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Fills memory of the device with boxes of what a formula over the solver's fields gives of its
/// present state, as Solver::gather_field().
[[nodiscard]] Gather gather_formula(Solver& solver, const Formula& formula, double time);

/// A field that is a formula over fields of a solver.
struct DefinedField {
  std::string name;
  Formula formula;
};

/// All fields that outputs may ask for: those of a solver, and those that are defined beside them.
class DefinedFields {
 public:
  DefinedFields() = default;
  explicit DefinedFields(std::vector<DefinedField> defined) : defined_(std::move(defined)) {}

  [[nodiscard]] const std::vector<DefinedField>& defined() const { return defined_; }
  /// Those that are defined.
  [[nodiscard]] std::vector<std::string> names() const;
  /// Those of the solver, primitive ones first, and those that are defined.
  [[nodiscard]] std::vector<std::string> names_with(const Solver& solver) const;

  /// As Solver::gather_field() and the like, for all of them. `time` is that of the state.
  [[nodiscard]] Gather gather(Solver& solver, const std::string& name, double time) const;
  /// Whether what gather() gives of a field stays right while others are gathered (solvers may make
  /// derived fields in the same memory).
  [[nodiscard]] bool stays(const Solver& solver, const std::string& name) const;
  /// Into memory of the host.
  void read(Solver& solver, const std::string& name, double time, const Box& box,
            const MutableValues& here) const;

 private:
  std::vector<DefinedField> defined_;
};

}  // namespace solenoid
