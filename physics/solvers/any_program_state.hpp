#pragma once
/// \file
/// The state of a stencil program, whatever the program is.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "numerics/lanes/table_pieces.hpp"
#include "numerics/vertices/stencil_program.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/source_of_field.hpp"

namespace solenoid {

/// Fields, uniforms, reductions and outputs by their numbers in the program's table
/// (physics/solvers/program_table.hpp).
class AnyProgramState {
 public:
  virtual ~AnyProgramState() = default;

  [[nodiscard]] virtual Device device() const = 0;
  [[nodiscard]] virtual Precision precision() const = 0;

  /// Gives a field boundaries of its own.
  virtual void set_boundaries(int field, const Boundaries& boundaries) = 0;
  /// What the numbers that come from outside are rounded to before all else; at first to double
  /// precision.
  virtual void set_input_precision(Precision precision) = 0;
  /// Whether uniforms that are reductions follow the state in each substep; at first in each step
  /// alone.
  virtual void set_reductions_each_substep(bool each) = 0;
  /// What acts from outside, by the name of the field that it is; what is not there is 0.
  /// Throws std::invalid_argument for a name that no such field has.
  virtual void set_sources(std::map<std::string, SourceOfField> sources) = 0;
  /// The tables of the program, by name. Throws std::invalid_argument where one is missing or makes
  /// none. To be called before steps are taken, if the program has any.
  virtual void set_tables(std::map<std::string, TablePieces> tables) = 0;
  /// At first uniforms have their defaults. Those that are reductions are set by themselves.
  virtual void set_uniform(std::size_t uniform, double value) = 0;

  /// Sets a box of a field; of the first box all of its memory takes the first value.
  virtual void set(int field, const Box& box, const ConstValues& values, bool first) = 0;
  /// Forgets what was computed of the state, ghosts among it (Substeps::forget).
  virtual void forget() = 0;
  /// Brings boxes of a field to memory of the device (Solver::gather_part).
  [[nodiscard]] virtual Gather gather(int field) const = 0;
  /// The same of the rate of change of a field that evolves, between steps (Substeps::gather_rate).
  /// Throws std::invalid_argument for other fields.
  [[nodiscard]] virtual Gather gather_rate(int field, double time) = 0;
  /// The same of boxes of a field with ghosts of the present state.
  [[nodiscard]] virtual Gather gather_with_ghosts(int field, double time) = 0;
  /// The same of an output of the present state, before anything else is computed. Throws
  /// std::out_of_range for a number that none has.
  [[nodiscard]] virtual Gather gather_output(std::size_t output, double time) = 0;
  /// The first vertex at which a field is not finite, as an index of all vertices.
  [[nodiscard]] virtual std::optional<std::size_t> not_finite(int field) const = 0;

  /// Takes a substep of a step by dt from `time`, from 0 on. Between them fields may be set and
  /// gathered.
  virtual void take_substep(int number, double time, double dt) = 0;
  /// The program's reductions of the present state, all or what costs less, which become the values
  /// of uniforms that are reductions.
  [[nodiscard]] virtual std::vector<long double> reduce(double time, Reduced wanted) = 0;

  virtual void wait() const = 0;
};

}  // namespace solenoid
