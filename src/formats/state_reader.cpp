#include "src/formats/state_reader.hpp"

#include <algorithm>

namespace solenoid {

namespace {

FileState without_values(FileState state) {
  for (NamedField& field : state.snapshot.fields) field.values = {};
  for (FieldValues& values : state.faces) values = {};
  return state;
}

}  // namespace

FileState StateReader::read(const Box& cells) {
  FileState state = head_;
  state.snapshot.grid.cells = cells.count;
  if (cells.values() > 0) fill(state, cells);
  return state;
}

FileState StateReader::read_all() {
  return read(whole_field(head_.snapshot.grid, Placement::cells));
}

Box part_of_field(const Grid& grid, const Box& cells, Placement place) {
  Box part = cells;
  const int normal = normal_of(place);
  if (normal >= 0 && grid.active(normal)) ++part.count[std::size_t(normal)];
  return part;
}

FieldValues cut_out(const FieldValues& values, const Box& whole, const Box& part) {
  FieldValues some(part.values());
  const auto length = std::size_t(part.count[0]);
  for (std::size_t first = 0; first < some.size(); first += length)
    std::copy_n(&values[whole.value_at(part.at(first))], length, &some[first]);
  return some;
}

StateInMemory::StateInMemory(FileState state) : StateReader(without_values(state)) {
  for (NamedField& field : state.snapshot.fields) fields_.push_back(std::move(field.values));
  faces_ = std::move(state.faces);
}

void StateInMemory::fill(FileState& state, const Box& cells) {
  const Grid& grid = head().snapshot.grid;
  const auto part = [&](const FieldValues& values, Placement place) {
    const Box box = part_of_field(grid, cells, place);
    count_values(box.values());
    return cut_out(values, whole_field(grid, place), box);
  };
  for (std::size_t f = 0; f < fields_.size(); ++f)
    state.snapshot.fields[f].values = part(fields_[f], Placement::cells);
  for (std::size_t c = 0; c < faces_.size(); ++c)
    state.faces[c] = part(faces_[c], faces_normal_to(int(c)));
}

}  // namespace solenoid
