#include "physics/solvers/solver.hpp"

#include <cstring>
#include <stdexcept>

#include "physics/fields/plane_means.hpp"
#include "physics/solvers/reading.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

/// A state that is all on the host.
class StateOnHost final : public StoredState {
 public:
  explicit StateOnHost(const SolverState& state) : state_(state) {}

  [[nodiscard]] Precision precision() const override { return state_.precision; }
  [[nodiscard]] const std::map<std::string, double>& numbers() const override {
    return state_.scalars;
  }
  [[nodiscard]] std::optional<std::size_t> values(const std::string& name) const override {
    const auto found = state_.arrays.find(name);
    if (found == state_.arrays.end()) return std::nullopt;
    // Bytes that make up no whole number of values are as good as none.
    const std::size_t bytes = bytes_of_value(state_.precision);
    return found->second.size() % bytes == 0 ? found->second.size() / bytes : 0;
  }
  void read(const std::string& name, std::size_t first, std::size_t count, void* to) override {
    const std::size_t bytes = bytes_of_value(state_.precision);
    std::memcpy(to, &state_.arrays.at(name)[first * bytes], count * bytes);
  }

 private:
  const SolverState& state_;
};

/// Reads a box of an array that holds a field of all of the grid. What such an array has in one
/// piece are whole rows.
void read_box(StoredState& state, const std::string& name, const Box& whole, const Box& box,
              std::byte* to) {
  const std::size_t bytes = bytes_of_value(state.precision());
  Box rows = box;
  rows.begin[0] = whole.begin[0];
  rows.count[0] = whole.count[0];
  if (box.count[1] < whole.count[1]) rows.count[2] = 1;  // those of two planes are apart
  const std::size_t length = std::size_t(box.count[0]) * bytes;
  std::vector<std::byte> all;
  for (int plane = 0; plane < box.count[2]; plane += rows.count[2]) {
    rows.begin[2] = box.begin[2] + plane;
    if (box.count[0] == whole.count[0]) {
      state.read(name, whole.value_at(rows.begin), rows.values(), to);
      to += rows.values() * bytes;
      continue;
    }
    all.resize(rows.values() * bytes);
    state.read(name, whole.value_at(rows.begin), rows.values(), all.data());
    for (int row = 0; row < rows.count[1] * rows.count[2]; ++row, to += length)
      std::memcpy(to,
                  &all[(std::size_t(row) * std::size_t(rows.count[0]) +
                        std::size_t(box.begin[0] - whole.begin[0])) *
                       bytes],
                  length);
  }
}

}  // namespace

void Solver::set_primitive(const FieldMap& fields, double time) {
  const std::vector<StateField> form = state_fields(StateForm::primitive);
  for (const StateField& field : form) {
    const auto given = fields.find(field.name);
    if (given == fields.end() ||
        given->second.size() != whole_field(part(), field.placement).values())
      throw std::invalid_argument("the initial state needs all values of " + field.name);
  }
  begin_state(StateForm::primitive);
  for (const StateField& field : form)
    set_part(field.name, whole_field(part(), field.placement),
             {Precision::double_precision, fields.at(field.name).data()});
  finish_state(time, {});
}

Gather Solver::read_part(const std::string& field) {
  return read(*this, Reading::stored, field, 0);
}

Gather Solver::read_field(const std::string& name) { return read(*this, Reading::shown, name, 0); }

void Solver::get_part(const std::string& field, const Box& box, const MutableValues& values) {
  read_part(field)(box, values);
}

void Solver::get_field(const std::string& name, const Box& box, const MutableValues& values) {
  read_field(name)(box, values);
}

PlaneMeans Solver::get_means(const std::string& name, const Box& plane, const PlanePixels& pixels) {
  return plane_means(device(), gather_field(name), plane, pixels);
}

FieldValues Solver::field(const std::string& name) {
  FieldValues values(part().cell_count());
  get_field(name, whole_field(part(), Placement::cells),
            {Precision::double_precision, values.data()});
  return values;
}

SolverState Solver::save() {
  SolverState saved;
  saved.precision = precision();
  saved.scalars = state_numbers();
  for (const StateField& field : state_fields(StateForm::stored)) {
    const Box whole = whole_field(part(), field.placement);
    auto& bytes = saved.arrays[field.name];
    bytes.resize(whole.values() * bytes_of_value(precision()));
    get_part(field.name, whole, {precision(), bytes.data()});
  }
  return saved;
}

void Solver::restore(const SolverState& state, double time) {
  StateOnHost on_host(state);
  restore(on_host, time);
}

void Solver::require_fit(const StoredState& state) const {
  if (state.precision() != precision())
    throw std::invalid_argument("the checkpoint holds another precision than the run asks for");
  for (const StateField& field : state_fields(StateForm::stored))
    if (state.values(field.name) != whole_field(part().whole, field.placement).values())
      throw std::invalid_argument("the checkpoint lacks " + field.name + " on this grid");
}

void Solver::restore(StoredState& state, double time) {
  require_fit(state);
  const std::vector<StateField> form = state_fields(StateForm::stored);
  begin_state(StateForm::stored);
  std::vector<std::byte> values;
  for (const StateField& field : form) {
    const Box whole = whole_field(part().whole, field.placement);
    for (const Box& slab : slabs_of(whole_field(part(), field.placement), state_slab_values)) {
      values.resize(slab.values() * bytes_of_value(precision()));
      read_box(state, field.name, whole, {part().in_whole(slab.begin), slab.count}, values.data());
      set_part(field.name, slab, {precision(), values.data()});
    }
  }
  finish_state(time, state.numbers());
}

}  // namespace solenoid
