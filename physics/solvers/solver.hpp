#pragma once
/// \file
/// The one interface through which the application (src/) sees a solver.

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "numerics/grid/grid.hpp"

namespace solenoid {

/// Extended precision is the 80-bit type of x86 processors: on the CPU, as a reference for the
/// others.
enum class Precision { single_precision, double_precision, extended_precision };

/// What decks and files call a precision.
inline const char* name_of(Precision precision) {
  if (precision == Precision::single_precision) return "single";
  return precision == Precision::double_precision ? "double" : "extended";
}
/// The precision that is called so, if one is.
inline std::optional<Precision> precision_named(const std::string& name) {
  for (const Precision known :
       {Precision::single_precision, Precision::double_precision, Precision::extended_precision})
    if (name == name_of(known)) return known;
  return std::nullopt;
}
enum class Device { cpu, gpu };

/// One scalar field on the interior cells, compact, x fastest: values[i + nx * (j + ny * k)].
/// Values in single precision are held exactly, those in extended precision are rounded.
using FieldValues = std::vector<double>;

/// Primitive fields by their full names (`density`, `velocity_x`, `pressure`, ...).
using FieldMap = std::map<std::string, FieldValues>;

/// Values of a primitive field at a point behind a fixed boundary: f(field, x, y, z, t).
using BoundaryFunction =
    std::function<double(const std::string& field, double x, double y, double z, double t)>;

/// What stands behind fixed faces.
struct FixedBoundary {
  BoundaryFunction values;
  bool depends_on_time = false;
};

/// A cell whose state cannot go on: density or pressure not positive, or not a number.
struct UnphysicalCell {
  std::array<int, 3> cell{};                            ///< indices in x, y, z, from 0
  std::array<double, 3> position{};                     ///< its centre
  std::vector<std::pair<std::string, double>> state{};  ///< the stored state, by name
};

/// Everything that a solver needs to go on bit for bit: raw arrays in the precision of the run
/// (interior cells, compact, x fastest) and the few numbers beside them.
struct SolverState {
  Precision precision = Precision::double_precision;
  std::map<std::string, std::vector<std::byte>> arrays;
  std::map<std::string, double> scalars;
};

/// What a step has to move through memory at least, for the percentage of the bound.
struct TrafficModel {
  double values_per_update = 0;  ///< values read or written per cell and step
  double bytes_per_value = 0;
};

/// A scheme on a grid. Created from settings by the registry (src/setup/solvers.hpp). One `advance`
/// is one step: one sweep in every active direction, or one Runge-Kutta step.
class Solver {
 public:
  virtual ~Solver() = default;

  /// Sets the state from primitive fields at cell centres and the time at which they hold.
  /// Every name of `primitive_names()` must be there.
  virtual void set_primitive(const FieldMap& fields, double time) = 0;

  /// Names of the fields that define a state, in the order of default outputs.
  [[nodiscard]] virtual std::vector<std::string> primitive_names() const = 0;
  /// Names that `field` knows besides those: `magnetic_field_magnitude`, `mach_number`, ...
  [[nodiscard]] virtual std::vector<std::string> derived_names() const = 0;
  /// One field, primitive or derived, of the present state. Throws std::invalid_argument for an
  /// unknown name.
  [[nodiscard]] virtual FieldValues field(const std::string& name) = 0;

  /// The largest stable time step of the present state (Courant number included). Within one
  /// palindromic pair of steps it stays the same.
  [[nodiscard]] virtual double stable_step() = 0;
  /// Advances the state by `dt`, from `time`.
  virtual void advance(double time, double dt) = 0;
  /// The first unphysical cell found by the steps so far, if any.
  [[nodiscard]] virtual std::optional<UnphysicalCell> unphysical_cell() = 0;

  /// Quantities of a history row after time and dt, in order: label (no blanks) and value, the
  /// standard ones of formats.md D.5 first (mass, 1-mom, ..., tot-E, 1-ME, ...), then
  /// `max_divB` and the counters of fallbacks and floors.
  [[nodiscard]] virtual std::vector<std::pair<std::string, double>> history() = 0;
  /// The same in the precision of the run, where that is higher.
  [[nodiscard]] virtual std::vector<std::pair<std::string, long double>> exact_history() {
    const auto row = history();
    return {row.begin(), row.end()};
  }
  /// The labels in `history()` that a periodic box conserves.
  [[nodiscard]] virtual std::vector<std::string> conserved_labels() const = 0;

  [[nodiscard]] virtual SolverState save() = 0;
  /// Goes on from `state`. Throws std::invalid_argument when an array is missing, or of another
  /// size or precision.
  virtual void restore(const SolverState& state, double time) = 0;

  [[nodiscard]] virtual TrafficModel traffic() const = 0;
  /// Bytes per second that a copy of large arrays reaches on this solver's device, counting bytes
  /// read and written. It overwrites no state.
  [[nodiscard]] virtual double copy_bandwidth() = 0;
  /// Waits until all work on the device is done (for timing).
  virtual void wait() = 0;
};

}  // namespace solenoid
