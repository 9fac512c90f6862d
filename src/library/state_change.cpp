#include "src/library/state_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "physics/fields/kept_values.hpp"
#include "physics/solvers/transfers.hpp"
#include "src/machine/device_memory.hpp"
#include "src/parallel/part_boxes.hpp"
#include "src/text/suggest.hpp"
#include "src/text/usage_error.hpp"
#include "src/text/words.hpp"

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

std::string names_of_state(const std::vector<UserField>& fields) {
  std::vector<std::string> names;
  for (const UserField& field : fields)
    if (field.is_state) names.push_back(field.name);
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
  if (found == fields.end()) {
    std::vector<std::string> known;
    for (const UserField& field : fields) known.push_back(field.name);
    throw UsageError(no_field_text(name, known));
  }
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

std::vector<StateChange::Field> StateChange::unchanged(Device memory) const {
  std::vector<Field> fields;
  std::vector<Box> boxes;
  for (const StateField& field : solver_.state_fields(StateForm::primitive)) {
    fields.push_back({field, user_name(solver_, field), nullptr});
    boxes.push_back(own_box(field));
  }
  auto memories = make_field_memories(memory, boxes, solver_.precision());
  for (std::size_t f = 0; f < fields.size(); ++f) fields[f].memory = std::move(memories[f]);
  return fields;
}

Box StateChange::own_box(const StateField& field) const {
  Box box = whole_field(solver_.part(), field.placement);
  box.begin = solver_.part().first;
  return box;
}

void StateChange::read(Field& field, Device memory) const {
  // What is stored is not rounded on its way.
  const Gather gather = form_ == StateForm::stored ? solver_.gather_part(field.field.name)
                                                   : gather_user_field(solver_, field.user_name);
  field.memory->take([&](const Box& box, const MutableValues& here) {
    const Box own = in_part(solver_.part(), box);
    if (memory == solver_.device())
      gather(own, here);
    else
      bring_to_host(solver_.device(), gather, own, here);
  });
}

Device StateChange::memory_for_changes() const {
  std::size_t all = 0;
  for (const StateField& field : solver_.state_fields(StateForm::primitive))
    all += whole_field(solver_.part(), field.placement).values();
  const bool room = keeps_on_device(solver_, all * bytes_of_value(solver_.precision()));
  return room ? solver_.device() : Device::cpu;
}

StateField StateChange::known(const std::string& name) const {
  for (const StateField& field : solver_.state_fields(StateForm::primitive))
    if (user_name(solver_, field) == name) return field;
  throw UsageError(
      fmt::format("'{}' is no field that can be set; these can: {}", name, names_of_state(known_)));
}

Placement StateChange::placement(const std::string& name) const { return known(name).placement; }

void StateChange::fill(FieldMemory& there, const std::string& name, const ConstValues& values,
                       Device memory) const {
  const bool positive = known(name).positive;
  const Box& box = there.box();
  if (values.on_device && memory != solver_.device()) {
    std::vector<std::byte> here(box.values() * bytes_of_value(values.precision));
    copy_from_device(solver_.device(), here.data(), values.data, here.size());
    there.put(box, {values.precision, here.data()});
  } else {
    there.put(box, values);
  }
  if (const auto bad = there.first_unfit(positive))
    throw UsageError(unfit_text(name, there.value(*bad), box.at(*bad), solver_.part().whole));
}

std::unique_ptr<FieldMemory> StateChange::checked(const std::string& name, const Box& box,
                                                  const ConstValues& values, Device memory) const {
  auto own = make_field_memory(memory, box, solver_.precision());
  fill(*own, name, values, memory);
  return own;
}

void StateChange::check(const std::string& name, const Box& box, const ConstValues& values) const {
  static_cast<void>(checked(name, box, values, Device::cpu));
}

StateChange::Prepared StateChange::prepare(const std::string& name, const Box& box,
                                           const ConstValues& values) {
  static_cast<void>(known(name));
  Prepared prepared{is_pending() ? memory_ : memory_for_changes(), {}, {}, nullptr};
  // All processes are here now, not all where a field is read.
  if (!is_pending() && form_ == StateForm::primitive) solver_.complete_step();
  if (!is_pending()) prepared.fields = unchanged(prepared.memory);
  if (box.values() == 0) return prepared;
  prepared.name = name;
  Field& field =
      *std::ranges::find(is_pending() ? fields_ : prepared.fields, name, &Field::user_name);
  const bool is_whole = box == own_box(field.field);
  if (is_whole && !field.is_changed) {
    fill(*field.memory, name, values, prepared.memory);
    return prepared;
  }
  prepared.values = checked(name, box, values, prepared.memory);
  if (!field.is_changed) read(field, prepared.memory);
  return prepared;
}

void StateChange::keep(Prepared&& prepared) {
  if (!is_pending()) {
    fields_ = std::move(prepared.fields);
    memory_ = prepared.memory;
  }
  if (prepared.name.empty()) return;
  Field& field = *std::ranges::find(fields_, prepared.name, &Field::user_name);
  field.is_changed = true;
  if (prepared.values) field.memory->put(prepared.values->box(), prepared.values->values());
}

void StateChange::share_faces(Processes& processes) {
  const Subdomain& part = solver_.part();
  const std::size_t bytes = bytes_of_value(solver_.precision());
  const std::array<int, 3> stride{1, part.cuts.along(0), part.cuts.along(0) * part.cuts.along(1)};
  for (Field& field : fields_) {
    const int normal = normal_of(field.field.placement);
    if (normal < 0 || !part.is_cut(normal)) continue;
    if (!field.is_changed) read(field, memory_);
    field.is_changed = true;
    const auto axis = std::size_t(normal);
    const Box box = field.memory->box();
    const auto plane_at = [&](int begin) {
      Box plane = box;
      plane.begin[axis] = begin;
      plane.count[axis] = 1;
      return plane;
    };
    const Box lowest = plane_at(box.begin[axis]);
    const Box highest = plane_at(box.begin[axis] + box.count[axis] - 1);
    std::vector<char> sent(lowest.values() * bytes), unused(sent), received(sent);
    bring_to_host(
        memory_,
        [&](const Box& piece, const MutableValues& there) { field.memory->give(piece, there); },
        lowest, {solver_.precision(), sent.data()});
    std::vector<Processes::Swap> swaps;
    if (part.first[axis] > 0)
      swaps.push_back({side_lower, sent.data(), unused.data(), part.number - stride[axis]});
    const bool has_next = part.first[axis] + part.cells[axis] < part.whole.cells[axis];
    if (has_next)
      swaps.push_back({side_upper, sent.data(), received.data(), part.number + stride[axis]});
    processes.swap(swaps, sent.size());
    if (has_next) field.memory->put(highest, {solver_.precision(), received.data()});
  }
}

std::map<std::string, double> StateChange::numbers() const {
  return form_ == StateForm::stored ? solver_.state_numbers() : std::map<std::string, double>{};
}

bool StateChange::commit(double time, const std::map<std::string, double>& numbers) {
  for (Field& field : fields_)
    if (!field.is_changed) read(field, memory_);
  solver_.begin_state(form_);
  for (const Field& field : fields_)
    solver_.set_part(field.field.name, in_part(solver_.part(), field.memory->box()),
                     field.memory->values());
  solver_.finish_state(time, numbers);
  fields_.clear();
  return form_ == StateForm::primitive;
}

}  // namespace solenoid
