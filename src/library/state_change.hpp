#pragma once
/// \file
/// Fields of a state that a user changes, apart from the solver until it takes them all at once: in
/// memory of its device or, where that has no room, of the host. Of several processes each has
/// those of its part.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "physics/fields/field_memory.hpp"
#include "physics/solvers/solver.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// A field as users of the library know it.
struct UserField {
  std::string name;
  Box whole;
  bool is_state = false;
};

/// Fields that define the solver's state, those on faces by the names of stored ones, then what is
/// derived from them.
std::vector<UserField> user_fields(Solver& solver, const DefinedFields& defined = {});

/// The one of that name. Throws UsageError where there is none.
const UserField& user_field(const std::vector<UserField>& fields, const std::string& name);

/// The fields that a name means: itself, or the components of a vector, `velocity_x` and so on of
/// `velocity`, which have the same values along the axes. Throws UsageError where there are none.
std::vector<std::string> components_of(const std::vector<UserField>& fields,
                                       const std::string& name);

/// Reads boxes of one of them.
Gather read_user_field(Solver& solver, const std::string& name, const DefinedFields& defined = {},
                       double time = 0);
/// The same into memory of the device (Solver::gather_field).
Gather gather_user_field(Solver& solver, const std::string& name, const DefinedFields& defined = {},
                         double time = 0);

/// Boxes are those of the whole grid; what is changed lies within the solver's part of it.
class StateChange {
  struct Field {
    StateField field;
    std::string user_name;
    std::unique_ptr<FieldMemory> memory;  // in the precision of the run
    bool is_changed = false;              // else the field is as it is, whatever is in memory
  };

 public:
  /// `fields`: those of the solver, which live as long.
  StateChange(Solver& solver, const std::vector<UserField>& fields);

  [[nodiscard]] bool is_pending() const { return !fields_.empty(); }
  /// Changes a box of a field, to values of the host or of the solver's device. Throws UsageError
  /// for a field that is none of the state's and for values that no state may have; nothing has
  /// changed then.
  void set(const std::string& name, const Box& box, const ConstValues& values) {
    keep(prepare(name, box, values));
  }
  /// What set() does, in two parts: parts of several processes are prepared together, the box of
  /// each may be empty, and only where all of them can does any keep its change.
  struct Prepared {
    Device memory;
    std::vector<Field> fields;            // all of them, where this is the first change
    std::string name;                     // of the field that changes, or of none
    std::unique_ptr<FieldMemory> values;  // to be put into it; none: they are there already
  };
  [[nodiscard]] Prepared prepare(const std::string& name, const Box& box,
                                 const ConstValues& values);
  void keep(Prepared&& prepared);
  /// Throws as set() does for values of any box of the whole grid.
  void check(const std::string& name, const Box& box, const ConstValues& values) const;
  /// Where a field of the state stands. Throws as set().
  [[nodiscard]] Placement placement(const std::string& name) const;

  /// Gives the faces between two parts, which both of them hold, the values that the upper one has:
  /// they are its own. All processes call it together, while changes are pending.
  void share_faces(Processes& processes);
  /// The numbers that go with the state.
  [[nodiscard]] std::map<std::string, double> numbers() const;
  /// The solver takes what was changed, at `time`. Returns whether steps begin anew with it, as
  /// where its state had to be converted, rather than go on.
  bool commit(double time, const std::map<std::string, double>& numbers);

 private:
  /// The field of the state that users call so.
  [[nodiscard]] StateField known(const std::string& name) const;
  /// All fields of the state, as they are, with memory for changes.
  [[nodiscard]] std::vector<Field> unchanged(Device memory) const;
  [[nodiscard]] Box own_box(const StateField& field) const;
  /// Reads a field that is not changed.
  void read(Field& field, Device memory) const;
  /// Where changes are kept.
  [[nodiscard]] Device memory_for_changes() const;
  /// Fills memory with values of its box, as they are rounded to its precision. Throws where a
  /// state cannot have them.
  void fill(FieldMemory& there, const std::string& name, const ConstValues& values,
            Device memory) const;
  /// The values in memory of their own.
  [[nodiscard]] std::unique_ptr<FieldMemory> checked(const std::string& name, const Box& box,
                                                     const ConstValues& values,
                                                     Device memory) const;

  Solver& solver_;
  const std::vector<UserField>& known_;
  StateForm form_;  // that in which the state is set: the stored one where it holds the same fields
  std::vector<Field> fields_;
  Device memory_ = Device::cpu;  // of these fields
};

}  // namespace solenoid
