#include "src/library/state_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "physics/fields/kept_values.hpp"
#include "physics/solvers/transfers.hpp"
#include "src/machine/device_memory.hpp"
#include "src/setup/initial.hpp"
#include "src/text/suggest.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

/// What users call a field of the primitive form: by the name of the stored one where it stands on
/// faces, since one by its own name can be read at the centres of cells.
std::string user_name(Solver& solver, const StateField& field) {
  if (normal_of(field.placement) < 0) return field.name;
  for (const StateField& stored : solver.state_fields(StateForm::stored))
    if (stored.placement == field.placement) return stored.name;
  return field.name;
}

bool is_same(const StateField& a, const StateField& b) {
  return a.name == b.name && a.placement == b.placement;
}

std::string known_names(const std::vector<UserField>& fields, bool state_only) {
  std::vector<std::string> names;
  for (const UserField& field : fields)
    if (field.is_state || !state_only) names.push_back(field.name);
  return quoted_list(names);
}

bool is_on_faces(Solver& solver, const std::string& name) {
  return std::ranges::any_of(solver.state_fields(StateForm::stored), [&](const StateField& field) {
    return field.name == name && normal_of(field.placement) >= 0;
  });
}

}  // namespace

std::vector<UserField> user_fields(Solver& solver, const DefinedFields& defined) {
  std::vector<UserField> fields;
  const auto add = [&](const std::string& name, Placement placement, bool is_state) {
    const auto known = std::ranges::find(fields, name, &UserField::name);
    if (known == fields.end())
      fields.push_back({name, whole_field(solver.part(), placement), is_state});
  };
  for (const StateField& field : solver.state_fields(StateForm::primitive))
    add(user_name(solver, field), field.placement, true);
  for (const std::string& name : defined.names_with(solver)) add(name, Placement::cells, false);
  return fields;
}

const UserField& user_field(const std::vector<UserField>& fields, const std::string& name) {
  const auto found = std::ranges::find(fields, name, &UserField::name);
  if (found == fields.end())
    throw UsageError(
        fmt::format("there is no field '{}'; the fields are {}", name, known_names(fields, false)));
  return *found;
}

std::vector<std::string> components_of(const std::vector<UserField>& fields,
                                       const std::string& name) {
  std::vector<std::string> components;
  const UserField* first = nullptr;
  if (std::ranges::find(fields, name, &UserField::name) == fields.end())
    for (const char axis : {'x', 'y', 'z'}) {
      const auto found = std::ranges::find(fields, name + "_" + axis, &UserField::name);
      if (found == fields.end()) continue;
      if (first == nullptr) first = &*found;
      if (found->whole.count == first->whole.count) components.push_back(found->name);
    }
  if (components.size() < 2) return {user_field(fields, name).name};
  return components;
}

Gather read_user_field(Solver& solver, const std::string& name, const DefinedFields& defined,
                       double time) {
  return
      [gather = gather_user_field(solver, name, defined, time), device = solver.device()](
          const Box& box, const MutableValues& here) { bring_to_host(device, gather, box, here); };
}
Gather gather_user_field(Solver& solver, const std::string& name, const DefinedFields& defined,
                         double time) {
  return is_on_faces(solver, name) ? solver.gather_part(name) : defined.gather(solver, name, time);
}

StateChange::StateChange(Solver& solver, const std::vector<UserField>& fields)
    : solver_(solver), known_(fields), form_(StateForm::stored) {
  if (!std::ranges::equal(solver.state_fields(StateForm::primitive),
                          solver.state_fields(StateForm::stored), is_same))
    form_ = StateForm::primitive;
}

std::vector<StateChange::Field> StateChange::read_all(Device memory) const {
  std::vector<Field> fields;
  for (const StateField& field : solver_.state_fields(StateForm::primitive)) {
    const Box whole = whole_field(solver_.part(), field.placement);
    Field read{field, user_name(solver_, field),
               make_field_memory(memory, whole, solver_.precision())};
    // What is stored is not rounded on its way.
    const Gather gather = form_ == StateForm::stored ? solver_.gather_part(field.name)
                                                     : gather_user_field(solver_, read.user_name);
    if (memory == solver_.device())
      read.memory->take(gather);
    else
      read.memory->take([&](const Box& box, const MutableValues& here) {
        bring_to_host(solver_.device(), gather, box, here);
      });
    fields.push_back(std::move(read));
  }
  return fields;
}

Device StateChange::memory_for(const ConstValues& values) const {
  if (!values.on_device) return Device::cpu;
  std::size_t all = 0;
  for (const StateField& field : solver_.state_fields(StateForm::primitive))
    all += whole_field(solver_.part(), field.placement).values();
  const bool room = keeps_on_device(solver_, all * bytes_of_value(solver_.precision()));
  return room ? solver_.device() : Device::cpu;
}

std::unique_ptr<FieldMemory> StateChange::checked(const Field& field, const Box& box,
                                                  const ConstValues& values, Device memory) const {
  auto own = make_field_memory(memory, box, solver_.precision());
  if (values.on_device && memory != solver_.device()) {
    std::vector<std::byte> here(box.values() * bytes_of_value(values.precision));
    copy_from_device(solver_.device(), here.data(), values.data, here.size());
    own->put(box, {values.precision, here.data()});
  } else {
    own->put(box, values);
  }
  if (const auto bad = own->first_unfit(field.field.positive))
    throw UsageError(
        unfit_text(field.user_name, own->value(*bad), box.at(*bad), solver_.part().whole));
  return own;
}

void StateChange::set(const std::string& name, const Box& box, const ConstValues& values) {
  const Device memory = fields_.empty() ? memory_for(values) : memory_;
  std::vector<Field> fresh;
  if (fields_.empty()) fresh = read_all(memory);
  std::vector<Field>& fields = fields_.empty() ? fresh : fields_;
  const auto field = std::ranges::find(fields, name, &Field::user_name);
  if (field == fields.end())
    throw UsageError(fmt::format("'{}' is no field that can be set; these can: {}", name,
                                 known_names(known_, true)));
  field->memory->put(box, checked(*field, box, values, memory)->values());
  if (!fields_.empty()) return;
  fields_ = std::move(fresh);
  memory_ = memory;
}

bool StateChange::commit(double time) {
  const std::map<std::string, double> numbers =
      form_ == StateForm::stored ? solver_.state_numbers() : std::map<std::string, double>{};
  solver_.begin_state(form_);
  for (const Field& field : fields_)
    solver_.set_part(field.field.name, field.memory->box(), field.memory->values());
  solver_.finish_state(time, numbers);
  fields_.clear();
  return form_ == StateForm::primitive;
}

}  // namespace solenoid
