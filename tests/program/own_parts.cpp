// Each process of a simulation of several reads and sets its own part: the bits are those of the
// same done by one process, and what is wrong in one of them all of them are told.
// own_parts DECK LAYOUT OVERRIDE ...: prints what is wrong, and the errors, from each process.

#include "own_parts.hpp"

#include <solenoid/solenoid.h>
#include <cmath>
#include <limits>

namespace {

/// All fields of the part, and pieces of them that some processes have nothing of.
void compare_all(Simulation& together, Simulation& alone, const char* when) {
  for (const FieldInfo& field : together.fields()) {
    const std::vector<double> whole = alone.get(field.name);
    FieldBox box = together.part(field.name);
    std::vector<double> own(values_of(box));
    together.get(field.name, box, own.data());
    compare(field, box, own, whole, when);
    std::vector<float> single_whole(whole.size());
    alone.get(field.name, single_whole.data());
    box = uneven(box);
    std::vector<float> single(values_of(box));
    together.get(field.name, box, single.data());
    compare(field, box, single, single_whole, when);
  }
}

/// Of fields and vectors, of the part and pieces of it.
void compare_numbers(Simulation& together, Simulation& alone) {
  std::vector<std::string> names{"velocity"};
  for (const FieldInfo& field : together.fields()) names.push_back(field.name);
  for (const std::string& name : names) {
    const FieldBox part = together.part(name);
    for (const FieldBox& box : {part, uneven(part)}) {
      const solenoid::FieldNumbers own = together.numbers(name, box);
      solenoid::FieldNumbers one{HUGE_VAL, -HUGE_VAL, 0, 0};
      if (values_of(box) > 0) one = alone.numbers(name, of_one(box));
      if (std::memcmp(&own, &one, sizeof own) != 0)
        std::printf("process %d: numbers of %s differ\n", rank_of_this, name.c_str());
    }
  }
}

/// The same changes by all of a field and by parts.
void change_all(Simulation& together, Simulation& alone) {
  // What is asked for in between would take up what has changed, which rounds.
  std::vector<std::vector<double>> fields;
  for (const FieldInfo& field : together.fields())
    if (field.is_state) fields.push_back(alone.get(field.name));
  for (std::size_t number = 0; number < fields.size(); ++number) {
    const FieldInfo field = together.fields()[number];
    std::vector<double>& whole = fields[number];
    for (std::size_t n = 0; n < whole.size(); ++n) whole[n] *= 1 + 1e-3 * double(n % 7);
    const FieldBox box = together.part(field.name);
    std::vector<double> own(values_of(box));
    for_each(box, field, [&](std::size_t n, std::size_t place) { own[n] = whole[place]; });
    alone.set(field.name, whole.data());
    // Both ways are taken up together.
    if (number % 3 == 1)
      together.set(field.name, whole.data());
    else
      together.set(field.name, box, own.data());
  }
  // A plane that not all of them have.
  const FieldInfo first = together.fields().front();
  FieldBox plane{{0, 0, 0}, {first.shape[0], 1, first.shape[2]}};
  std::vector<float> values(values_of(plane), 1.25f);
  alone.set(first.name, plane, values.data());
  FieldBox own = together.part();
  own.count[1] = own.begin[1] == 0 ? 1 : 0;
  together.set(first.name, own, values.data());
}

/// Memory of the simulation's device.
class DeviceMemory {
 public:
  DeviceMemory(Simulation& simulation, std::size_t bytes) : on_gpu_(simulation.on_gpu()) {
    if (solenoid_allocate_on_device(on_gpu_, bytes, &memory_) != 0)
      std::printf("process %d: no memory of the device\n", rank_of_this);
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() { solenoid_free_on_device(on_gpu_, memory_); }
  template <class Value>
  Value* as() const {
    return static_cast<Value*>(memory_);
  }

 private:
  int on_gpu_;
  void* memory_ = nullptr;
};

/// A field gets the values of another that stands where it does, which are read and set in memory
/// of the device: a box for all, or each its own.
template <class Value>
void move_on_device(Simulation& together, Simulation& alone, bool own, const std::string& from,
                    const std::string& to) {
  const FieldBox all{{0, 0, 0}, alone.field(from).shape};
  std::vector<Value> values(values_of(all));
  alone.get(from, values.data());
  alone.set(to, values.data());
  const FieldBox box = own ? together.part(from) : all;
  const DeviceMemory memory(together, values_of(box) * sizeof(Value));
  // A piece that some have nothing of is read first.
  if (own) together.get_on_device(from, uneven(box), memory.as<Value>());
  together.get_on_device(from, box, memory.as<Value>());
  together.synchronise();
  together.set_on_device(to, box, memory.as<Value>());
}

void make_mistakes(Simulation& together) {
  const bool last = rank_of_this + 1 == count_of_all;
  const FieldInfo field = together.fields().front();
  const FieldBox part = together.part();
  std::vector<double> values(values_of(part) + values_of(part), 1.0);
  FieldBox shifted = part;
  if (last) shifted.begin[1] += 1;
  expect_error("a box that reaches out of the part",
               [&] { together.get(field.name, shifted, values.data()); });
  expect_error("the same to be set", [&] { together.set(field.name, shifted, values.data()); });
  if (last) values[1] = std::numeric_limits<double>::quiet_NaN();
  expect_error("not a number", [&] { together.set(field.name, part, values.data()); });
  expect_error("another field",
               [&] { together.get(together.fields()[last ? 1 : 0].name, part, values.data()); });
  expect_error("a field that there is not", [&] { together.get("colour", part, values.data()); });
  expect_error("what is derived",
               [&] { together.set(together.fields().back().name, part, values.data()); });
  expect_error("no array", [&] {
    together.get(field.name, part, rank_of_this == 0 ? nullptr : values.data());
  });
  expect_error("giving up", [&] {
    if (last) return together.fail_in_all("the file of this process is not there");
    together.set(field.name, part, values.data());
  });
  const FieldBox row{{0, 0, 0}, {4, 1, 1}};
  FieldBox shorter = row;
  if (last) shorter.count[0] = 3;
  expect_error("an own box for one for all",
               [&] { together.get(field.name, last ? part : row, values.data()); });
  expect_error("a box for all for an own one",
               [&] { together.set(field.name, last ? row : part, values.data()); });
  expect_error("a box of another size", [&] { together.get(field.name, shorter, values.data()); });
  expect_error("another call", [&] {
    if (last) return together.step();
    static_cast<void>(together.history());
  });
  expect_error("giving up for all", [&] {
    if (last) return together.fail_in_all("the disk of this process is full");
    together.step();
  });
  expect_error("numbers of other boxes",
               [&] { static_cast<void>(together.numbers(field.name, shifted)); });
  expect_error("such a box to memory of the device",
               [&] { together.get_on_device(field.name, shifted, values.data()); });
}

}  // namespace

int main(int count, char** words) {
  return run_test(count, words, [](Simulation& together, Simulation& alone) {
    alone.step(3);
    together.step(3);
    compare_all(together, alone, "after steps");
    change_all(together, alone);
    compare_all(together, alone, "after they were set");
    make_mistakes(together);
    change_all(together, alone);
    make_mistakes(together);
    move_on_device<double>(together, alone, false, "velocity_x", "velocity_y");
    move_on_device<float>(together, alone, true, "magnetic_field_x", "velocity_z");
    compare_all(together, alone, "after one was set on the device");
    alone.step(3);
    together.step(3);
    compare_all(together, alone, "at the end");
    compare_numbers(together, alone);
  });
}
