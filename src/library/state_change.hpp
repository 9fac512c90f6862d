#pragma once
/// \file
/// Fields of a state that a user changes, apart from the solver until it takes them all at once: in
/// memory of the host or, where the first change comes from there, of its device.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "physics/fields/field_memory.hpp"
#include "physics/solvers/solver.hpp"

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

class StateChange {
 public:
  /// `fields`: those of the solver, which live as long.
  StateChange(Solver& solver, const std::vector<UserField>& fields);

  [[nodiscard]] bool is_pending() const { return !fields_.empty(); }
  /// Changes a box of a field, to values of the host or of the solver's device. Throws UsageError
  /// for a field that is none of the state's and for values that no state may have; nothing has
  /// changed then.
  void set(const std::string& name, const Box& box, const ConstValues& values);
  /// The solver takes what was changed, at `time`. Returns whether steps begin anew with it, as
  /// where its state had to be converted, rather than go on.
  bool commit(double time);

 private:
  struct Field {
    StateField field;
    std::string user_name;
    std::unique_ptr<FieldMemory> memory;  // in the precision of the run
  };
  [[nodiscard]] std::vector<Field> read_all(Device memory) const;
  /// Where changes that begin with these values are kept.
  [[nodiscard]] Device memory_for(const ConstValues& values) const;
  /// The values in memory of their own. Throws where a state cannot have them.
  [[nodiscard]] std::unique_ptr<FieldMemory> checked(const Field& field, const Box& box,
                                                     const ConstValues& values,
                                                     Device memory) const;

  Solver& solver_;
  const std::vector<UserField>& known_;
  StateForm form_;  // that in which the state is set: the stored one where it holds the same fields
  std::vector<Field> fields_;
  Device memory_ = Device::cpu;  // of these fields
};

}  // namespace solenoid
