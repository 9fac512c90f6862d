#pragma once
/// \file
/// What a scheme of substeps lets others do between them.

#include <string>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Besides Solver, a scheme whose step is a sequence of substeps, each from the rates of change of
/// the present state. Solvers that are such are found by dynamic_cast; one that
/// stands for several is such where they are.
class Substeps {
 public:
  virtual ~Substeps() = default;

  /// Substeps of a step.
  [[nodiscard]] virtual int substep_count() const = 0;
  /// Takes substep `number`, from 0 on, of a step of length dt that began at `time`. Substeps come
  /// in order; between them fields of the state may be read and set, and nothing else be done. With
  /// the last one the step is that of Solver::advance.
  virtual void substep(int number, double time, double dt) = 0;

  /// Fills memory of the device with boxes of the rate of change of a stored field, as
  /// Solver::gather_part does with the field, for the present state between steps. What a program
  /// does with the length of a step it does with 1. Throws std::invalid_argument for a field that
  /// does not evolve.
  [[nodiscard]] virtual Gather gather_rate(const std::string& field, double time) = 0;

  /// Whether an equation changes a stored field.
  [[nodiscard]] virtual bool evolves(const std::string& field) const = 0;

  /// Forgets what was computed of the present state, where that went by values that were none: the
  /// next who asks for it has it computed anew.
  virtual void forget() = 0;

  /// Layers of ghosts behind every face of an active direction.
  [[nodiscard]] virtual int ghost_layers() const = 0;
  /// As Solver::gather_part, of boxes that may reach so far behind faces, where what the boundaries
  /// make of the field is at `time`.
  [[nodiscard]] virtual Gather gather_with_ghosts(const std::string& field, double time) = 0;
};

}  // namespace solenoid
