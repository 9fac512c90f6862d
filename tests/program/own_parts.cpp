// Each process of a simulation of several reads and sets its own part: the bits are those of the
// same done by one process, and what is wrong in one of them all of them are told.
// own_parts DECK LAYOUT OVERRIDE ...: prints what is wrong, and the errors, from each process.

#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <solenoid/simulation.hpp>
#include <string>
#include <vector>

using solenoid::FieldBox;
using solenoid::FieldInfo;
using solenoid::Simulation;

namespace {

int rank_of_this = 0, count_of_all = 1;

std::size_t values_of(const FieldBox& box) {
  return std::size_t(box.count[0]) * std::size_t(box.count[1]) * std::size_t(box.count[2]);
}

/// Calls with the place in `box`, and that in the whole field.
void for_each(const FieldBox& box, const FieldInfo& whole,
              const std::function<void(std::size_t, std::size_t)>& use) {
  std::size_t n = 0;
  for (int k = box.begin[2]; k < box.begin[2] + box.count[2]; ++k)
    for (int j = box.begin[1]; j < box.begin[1] + box.count[1]; ++j)
      for (int i = box.begin[0]; i < box.begin[0] + box.count[0]; ++i)
        use(n++,
            std::size_t(i) + std::size_t(whole.shape[0]) *
                                 (std::size_t(j) + std::size_t(whole.shape[1]) * std::size_t(k)));
}

template <class Value>
void compare(const FieldInfo& field, const FieldBox& box, const std::vector<Value>& own,
             const std::vector<Value>& whole, const char* when) {
  std::size_t different = 0;
  for_each(box, field, [&](std::size_t n, std::size_t place) {
    if (std::memcmp(&own[n], &whole[place], sizeof(Value)) != 0) ++different;
  });
  if (different > 0)
    std::printf("process %d: %zu of %zu values of %s differ %s\n", rank_of_this, different,
                own.size(), field.name.c_str(), when);
}

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
    box.begin[0] += rank_of_this % 2;
    box.count[0] = rank_of_this == 1 ? 0 : box.count[0] - 1;
    std::vector<float> single(values_of(box));
    together.get(field.name, box, single.data());
    compare(field, box, single, single_whole, when);
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

void expect_error(const char* what, const std::function<void()>& work) {
  try {
    work();
    std::printf("process %d: %s is taken\n", rank_of_this, what);
  } catch (const solenoid::Error& error) {
    std::printf("error %d of kind %d: %s\n", rank_of_this, int(error.kind()), error.what());
  }
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
  expect_error("numbers of own parts",
               [&] { static_cast<void>(together.numbers(field.name, part)); });
}

}  // namespace

int main(int count, char** words) {
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_of_this);
  MPI_Comm_size(MPI_COMM_WORLD, &count_of_all);
  try {
    solenoid::SimulationOptions options;
    options.device = "cpu";
    options.overrides.assign(words + 3, words + count);
    Simulation alone(words[1], options);
    options.processes = solenoid::Together::communicator;
    options.communicator = MPI_Comm_c2f(MPI_COMM_WORLD);
    options.layout = words[2];
    Simulation together(words[1], options);
    alone.step(3);
    together.step(3);
    compare_all(together, alone, "after steps");
    change_all(together, alone);
    compare_all(together, alone, "after they were set");
    make_mistakes(together);
    change_all(together, alone);
    make_mistakes(together);
    alone.step(3);
    together.step(3);
    compare_all(together, alone, "at the end");
    if (alone.history() != together.history() || alone.time() != together.time())
      std::printf("process %d: the histories differ\n", rank_of_this);
  } catch (const solenoid::Error& error) {
    std::printf("process %d: %s\n", rank_of_this, error.what());
    std::fflush(stdout);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
