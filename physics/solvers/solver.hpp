#pragma once
/// \file
/// The one interface through which the application (src/) sees a solver.

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "numerics/grid/box.hpp"
#include "numerics/grid/grid.hpp"

namespace solenoid {

/// Extended precision is the 80-bit type of x86 processors: on the CPU, as a reference for the
/// others.
enum class Precision { single_precision, double_precision, extended_precision };

/// What decks and files call a precision.
inline const char* name_of(Precision precision) {
  switch (precision) {
    case Precision::single_precision:
      return "single";
    case Precision::double_precision:
      return "double";
    case Precision::extended_precision:
      return "extended";
  }
  throw std::logic_error("a precision without a name");
}
/// The precision that is called so, if one is.
inline std::optional<Precision> precision_named(const std::string& name) {
  for (const Precision known :
       {Precision::single_precision, Precision::double_precision, Precision::extended_precision})
    if (name == name_of(known)) return known;
  return std::nullopt;
}
enum class Device { cpu, gpu };

/// The precision of a type.
template <class Real>
inline constexpr Precision precision_of_type = sizeof(Real) == sizeof(float)
                                                   ? Precision::single_precision
                                               : sizeof(Real) == sizeof(double)
                                                   ? Precision::double_precision
                                                   : Precision::extended_precision;
/// Bytes of a number in memory and in checkpoints.
inline constexpr std::size_t bytes_of_value(Precision precision) {
  if (precision == Precision::single_precision) return sizeof(float);
  return precision == Precision::double_precision ? sizeof(double) : sizeof(long double);
}

/// The two forms that a state has.
enum class StateForm {
  primitive,  ///< what a problem gives: density, velocity, pressure, magnetic field
  stored      ///< what a solver holds, and goes on from bit for bit
};

/// A field of a state.
struct StateField {
  std::string name;
  Placement placement = Placement::cells;
  bool positive = false;  ///< whether its values have to be
};

/// Values, compact, x fastest, in any precision: who takes them converts them.
struct ConstValues {
  Precision precision = Precision::double_precision;
  const void* data = nullptr;
  /// Whether they are in memory of the device of who takes them, in single or double precision
  /// where that is a GPU; else in that of the host.
  bool on_device = false;
};
/// The same to be filled; also in memory of a device, where a function says so.
struct MutableValues {
  Precision precision = Precision::double_precision;
  void* data = nullptr;
};
/// Fills arrays with boxes of one field.
using Gather = std::function<void(const Box& box, const MutableValues& there)>;

/// Values that are on the host at a time where a state is set, read or saved piece by piece.
inline constexpr std::size_t state_slab_values = std::size_t(1) << 21;

/// One scalar field, all its values, compact, x fastest: values[i + nx * (j + ny * k)]. Values in
/// single precision are held exactly, those in extended precision are rounded.
using FieldValues = std::vector<double>;

/// Fields by their full names (`density`, `velocity_x`, `pressure`, ...).
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
  std::array<int, 3> cell{};                            ///< indices in the whole grid, from 0
  std::array<double, 3> position{};                     ///< its centre
  std::vector<std::pair<std::string, double>> state{};  ///< the stored state, by name
};

/// Everything that a solver needs to go on bit for bit: raw arrays in the precision of the run
/// (compact, x fastest) and the few numbers beside them.
struct SolverState {
  Precision precision = Precision::double_precision;
  std::map<std::string, std::vector<std::byte>> arrays;
  std::map<std::string, double> scalars;
};

/// A stored state that is elsewhere, whose arrays are read piece by piece.
class StoredState {
 public:
  virtual ~StoredState() = default;
  [[nodiscard]] virtual Precision precision() const = 0;
  [[nodiscard]] virtual const std::map<std::string, double>& numbers() const = 0;
  /// How many values an array has; nothing if there is none of this name.
  [[nodiscard]] virtual std::optional<std::size_t> values(const std::string& name) const = 0;
  /// Reads `count` values of an array from number `first` on, in the precision of the state.
  virtual void read(const std::string& name, std::size_t first, std::size_t count, void* to) = 0;
};

/// What a step has to move through memory at least, for the percentage of the bound.
struct TrafficModel {
  double values_per_update = 0;  ///< values read or written per cell and step
  double bytes_per_value = 0;
};

struct PlanePixels;
struct PlaneMeans;

/// A scheme on a grid. Created from settings by the registry (src/setup/solvers.hpp). One `advance`
/// is one step: sweeps in every active direction, or one Runge-Kutta step.
///
/// A scheme may leave the end of a step to the next one. Stored fields and numbers are those from
/// which it goes on; fields for outputs and histories show the state at the end of the step.
class Solver {
 public:
  virtual ~Solver() = default;

  /// The part of the grid that this solver computes; boxes, fields and histories are those of the
  /// part.
  [[nodiscard]] virtual const Subdomain& part() const = 0;
  [[nodiscard]] virtual Precision precision() const = 0;

  /// \name The state, field by field and part by part
  /// @{
  /// The fields of a form of the state, those that primitive_names() lists being the first form.
  [[nodiscard]] virtual std::vector<StateField> state_fields(StateForm form) const = 0;
  /// Begins to set all of the state, from fields of one form. Until it is finished the solver does
  /// nothing else.
  virtual void begin_state(StateForm form) = 0;
  /// Sets a box of a field of that form; boxes may come in any order and overlap. Throws
  /// std::invalid_argument for an unknown field.
  virtual void set_part(const std::string& field, const Box& box, const ConstValues& values) = 0;
  /// The state is whole and holds at `time`. A stored one has numbers beside its fields. Throws
  /// std::invalid_argument where a field or a number was not given.
  virtual void finish_state(double time, const std::map<std::string, double>& numbers) = 0;
  /// The numbers of a stored state, as of now.
  [[nodiscard]] virtual std::map<std::string, double> state_numbers() = 0;
  /// @}

  /// \name Fields on their way out
  /// What files and pictures hold is made on the device and no more than that brought to the host.
  /// @{
  /// Where the state is, and the memory that the next two fill.
  [[nodiscard]] virtual Device device() const = 0;
  /// Fills memory of the device (compact, x fastest, in single or double precision; on a CPU in
  /// any) with boxes of a stored field, behind the work that was begun before: wait() waits for it.
  /// To be called before the solver does anything else.
  [[nodiscard]] virtual Gather gather_part(const std::string& field) = 0;
  /// The same of a field at cell centres, primitive or derived, of the present state. Throws
  /// std::invalid_argument for an unknown name.
  [[nodiscard]] virtual Gather gather_field(const std::string& name) = 0;
  /// The same into memory of the host.
  [[nodiscard]] Gather read_part(const std::string& field);
  [[nodiscard]] Gather read_field(const std::string& name);
  /// A box of a stored field, or of one at cell centres, into memory of the host.
  void get_part(const std::string& field, const Box& box, const MutableValues& values);
  void get_field(const std::string& name, const Box& box, const MutableValues& values);
  /// What a picture shows of a box of a field at cell centres that is one cell thick: see
  /// physics/fields/plane_means.hpp.
  [[nodiscard]] PlaneMeans get_means(const std::string& name, const Box& plane,
                                     const PlanePixels& pixels);
  /// @}

  /// \name Whole fields on the host, for states that are small
  /// @{
  /// Sets the state from all fields of the primitive form, each with all its values.
  void set_primitive(const FieldMap& fields, double time);
  /// One field at cell centres, primitive or derived.
  [[nodiscard]] FieldValues field(const std::string& name);
  [[nodiscard]] SolverState save();
  /// Goes on from `state`. Throws std::invalid_argument when an array is missing, or of another
  /// size or precision.
  void restore(const SolverState& state, double time);
  /// @}
  /// The same, slab by slab.
  void restore(StoredState& state, double time);
  /// Throws std::invalid_argument where a stored state of the whole grid is none to go on from.
  void require_fit(const StoredState& state) const;

  /// Names of the fields that define a state, in the order of default outputs.
  [[nodiscard]] virtual std::vector<std::string> primitive_names() const = 0;
  /// Names that `field` knows besides those: `magnetic_field_magnitude`, `mach_number`, ...
  [[nodiscard]] virtual std::vector<std::string> derived_names() const = 0;

  /// The largest stable time step of the present state (Courant number included). Within one
  /// palindromic pair of steps it stays the same.
  [[nodiscard]] virtual double stable_step() = 0;
  /// Advances the state by `dt`, from `time`.
  virtual void advance(double time, double dt) = 0;
  /// Computes what outputs show at the end of the step, where that is another state than the one
  /// from which the scheme goes on, which stays as it is. Outputs ask for this themselves; whoever
  /// asks before knows from unphysical_cell() whether there is anything to show.
  virtual void complete_step() {}
  /// The same of some cells and those beside them, where that takes less. Of others outputs may
  /// show anything until they are asked for; unphysical ones among them are not found.
  virtual void complete_cells(const Box&) { complete_step(); }
  /// The first unphysical cell found by the steps so far, and by complete_step, if any. Of the last
  /// step it may be known after the next one, or wait(), alone (relaxing-tvd in MHD looks at the
  /// end of a pair).
  [[nodiscard]] virtual std::optional<UnphysicalCell> unphysical_cell() = 0;

  /// Quantities of a history row after time and dt, in order: label (no blanks) and value, the
  /// standard ones of docs/outputs.md, "History", first (mass, 1-mom, ..., tot-E, 1-ME, ...), then
  /// `max_divB` and the counters of fallbacks and floors.
  [[nodiscard]] virtual std::vector<std::pair<std::string, double>> history() = 0;
  /// Its labels, known without a look at the state.
  [[nodiscard]] virtual std::vector<std::string> history_labels() const = 0;
  /// The same in the precision of the run, where that is higher.
  [[nodiscard]] virtual std::vector<std::pair<std::string, long double>> exact_history() {
    const auto row = history();
    return {row.begin(), row.end()};
  }
  /// The labels in `history()` that a periodic box conserves.
  [[nodiscard]] virtual std::vector<std::string> conserved_labels() const = 0;

  [[nodiscard]] virtual TrafficModel traffic() const = 0;
  /// Bytes per second that a copy of large arrays reaches on this solver's device, counting bytes
  /// read and written. It overwrites no state.
  [[nodiscard]] virtual double copy_bandwidth() = 0;
  /// Waits until all work on the device is done: for timing, and before a state is kept.
  virtual void wait() = 0;
};

}  // namespace solenoid
