#pragma once
/// \file
/// What differential.cpp and the units of generated programs, which it loads, have in common: a
/// program with the ways to run its passes, whatever its fields and its class are.

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "numerics/grid/layout.hpp"
#include "numerics/vertices/runge_kutta.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/source_of_field.hpp"

namespace solenoid::differential {

/// The fields of a program in a box: now, before the last substep, and what a pass makes of them.
template <class Real>
struct BoxOfFields {
  Grid grid;
  Layout layout;
  int fields = 0;
  std::vector<Real> now{}, before{}, next{};
  bool in_place = false;  ///< passes find what is before the last substep where they write
};

/// What is the same for all vertices (numerics/vertices/stencil_program.hpp).
template <class Real>
struct Settings {
  std::vector<Real> uniforms;
  std::array<Real, 3> spacing{}, origin{};
  std::array<int, 3> first{};  ///< indices of vertex (0, 0, 0), where a part of a grid is computed
  Real time = 0, time_step = 0, substep_keep = 0, substep_weight = 0;
};

/// A whole problem.
template <class Real>
struct StepsCase {
  Grid grid;
  std::vector<Boundaries> boundaries;      ///< by field
  FixedBoundary fixed;                     ///< behind fixed faces
  std::vector<std::vector<Real>> initial;  ///< by field, at the vertices
  std::vector<Real> uniforms;
  std::map<std::string, SourceOfField> sources{};  ///< by name of the field
  Integrator integrator = Integrator::rk3;
  double time = 0, time_step = 0;
  int steps = 0;
};

/// Told of each way to take steps: outputs before, fields and outputs after them, at the vertices.
template <class Real>
using FoundFields =
    std::function<void(const std::string& way, const std::vector<std::vector<Real>>&)>;

/// Where a way may write besides the vertices of the box.
enum class Spill { nowhere, rows };

/// Told of each way to run a pass.
class PassObserver {
 public:
  virtual ~PassObserver() = default;
  /// To be called before each: nothing is in memory that is to be written.
  virtual void begin() = 0;
  /// What is in it now.
  virtual void end(const std::string& way, Spill spill) = 0;
};

/// A generated program. Passes are numbered, those of a substep first, then those of outputs.
template <class Real>
class CompiledProgram {
 public:
  virtual ~CompiledProgram() = default;
  [[nodiscard]] virtual int passes() const = 0;
  /// The fields that a pass writes.
  [[nodiscard]] virtual std::vector<int> written(int pass) const = 0;
  /// Runs a pass in all ways there are.
  virtual void run(int pass, BoxOfFields<Real>& box, const Settings<Real>& settings,
                   PassObserver& observer) const = 0;
  /// Computes the reductions in all ways there are; `found` is told of each.
  virtual void reduce(
      BoxOfFields<Real>& box, const Settings<Real>& settings,
      const std::function<void(const std::string& way, const std::vector<Real>&)>& found) const = 0;
  /// Takes steps in all ways there are; in none if the program was not compiled for it.
  virtual void take_steps(const StepsCase<Real>& of, const FoundFields<Real>& found) const = 0;
};

/// The program of example_unit.cpp.
std::unique_ptr<CompiledProgram<double>> example_of_a_unit();

/// The programs of a unit, by name.
class ProgramShelf {
 public:
  virtual ~ProgramShelf() = default;
  virtual void add(const std::string& name, std::unique_ptr<CompiledProgram<double>> program) = 0;
  virtual void add(const std::string& name, std::unique_ptr<CompiledProgram<float>> program) = 0;
};

/// The one function of a unit.
using FillShelf = void (*)(ProgramShelf&);
inline constexpr const char* fill_shelf_symbol = "solenoid_fill_shelf";

}  // namespace solenoid::differential
