// Several processes take a step apart, whole fields and own parts in turns: rates, ghosts, substeps
// and a time integration of their own have the bits of one process, and what is wrong in one of
// them, also with a call in C, all of them are told. own_substeps DECK LAYOUT OVERRIDE ...

#include <solenoid/solenoid.h>

#include "own_parts.hpp"

namespace {

std::vector<FieldInfo> state_of(Simulation& simulation) {
  std::vector<FieldInfo> fields;
  for (const FieldInfo& field : simulation.fields())
    if (field.is_state) fields.push_back(field);
  return fields;
}

/// A box with so many layers around it.
FieldBox around(FieldBox box, const std::array<int, 3>& cells, int layers) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (cells[axis] > 1) {
      box.begin[axis] -= layers;
      box.count[axis] += 2 * layers;
    }
  return box;
}

void expect_same(const FieldInfo& field, const std::vector<double>& one,
                 const std::vector<double>& other, const char* what) {
  if (one.size() != other.size() ||
      std::memcmp(one.data(), other.data(), one.size() * sizeof(double)) != 0)
    std::printf("process %d: %s of %s differ\n", rank_of_this, what, field.name.c_str());
}

void compare_rates(Simulation& together, Simulation& alone) {
  for (const FieldInfo& field : state_of(together)) {
    const FieldBox part = together.part();
    const FieldBox all{{0, 0, 0}, field.shape};
    std::vector<double> one(values_of(all)), other(one.size());
    alone.get_rate(field.name, one.data());
    together.get_rate(field.name, other.data());
    expect_same(field, other, one, "whole rates");
    for (const FieldBox& box : {part, uneven(part)}) {
      std::vector<double> own(values_of(box));
      together.get_rate(field.name, box, own.data());
      compare(field, box, own, one, "in rates");
    }
    together.get_rate(field.name, other.data());  // once more, as they are kept
    expect_same(field, other, one, "whole rates again");
  }
}

void compare_ghosts(Simulation& together, Simulation& alone, const char* when) {
  const std::array<int, 3> cells = together.cells();
  bool own_first = false;  // where own parts are the first to have ghosts filled
  for (const FieldInfo& field : state_of(together)) {
    own_first = !own_first;
    for (int layers = together.ghost_layers(); layers >= 0; layers -= 2) {
      const FieldBox all = around({{0, 0, 0}, cells}, cells, layers);
      std::vector<double> one(values_of(all)), other(one.size());
      alone.get_with_ghosts(field.name, layers, one.data());
      if (!own_first) {
        together.get_with_ghosts(field.name, layers, other.data());
        expect_same(field, other, one, when);
      }
      FieldBox corner = together.part();
      corner.count = {2, 1, 1};
      for (const FieldBox& box : {together.part(), corner, uneven(together.part())}) {
        const bool empty = values_of(box) == 0;
        std::vector<double> own(empty ? 0 : values_of(around(box, cells, layers))), of_alone(own);
        together.get_with_ghosts(field.name, box, layers, empty ? nullptr : own.data());
        if (!empty) alone.get_with_ghosts(field.name, of_one(box), layers, of_alone.data());
        expect_same(field, own, of_alone, when);
      }
    }
  }
}

/// One of whole fields.
void change(Simulation& simulation, const FieldInfo& field, const FieldBox& box, double dt) {
  std::vector<double> values(values_of(box));
  simulation.get(field.name, box, values.data());
  for (double& value : values) value *= 1 - 0.1 * dt;
  simulation.set(field.name, box, values.data());
}

/// A step with a drag between its substeps, by own parts and by whole fields.
void take_substeps(Simulation& together, Simulation& alone) {
  const double dt = together.stable_dt();
  if (dt != alone.stable_dt()) std::printf("process %d: another dt\n", rank_of_this);
  for (int s = 0; s < together.substeps(); ++s) {
    const FieldInfo field = together.field("velocity_x");
    const FieldBox all{{0, 0, 0}, field.shape};
    change(alone, field, all, dt);
    change(together, field, s == 1 ? all : together.part(), dt);
    if (s > 0) compare_ghosts(together, alone, "ghosts between substeps");
    alone.substep(dt);
    together.substep(dt);
    if (s > 0) continue;
    expect_error("a rate between substeps", [&] {
      std::vector<double> own(values_of(together.part()));
      together.get_rate("velocity_x", together.part(), own.data());
    });
    expect_error("what is derived", [&] {
      static_cast<void>(together.numbers("velocity_magnitude", together.part()));
    });
    expect_error("a step between substeps", [&] { together.step(); });
  }
}

/// A step of Euler's by the rates of a box, the same for all fields.
void take_own_step(Simulation& simulation, const FieldBox& box, double dt) {
  std::vector<std::vector<double>> values;
  for (const FieldInfo& field : state_of(simulation)) {
    std::vector<double> rate(values_of(box));
    values.emplace_back(rate.size());
    simulation.get(field.name, box, values.back().data());
    simulation.get_rate(field.name, box, rate.data());
    for (std::size_t n = 0; n < rate.size(); ++n) values.back()[n] += dt * rate[n];
  }
  auto value = values.begin();
  for (const FieldInfo& field : state_of(simulation))
    simulation.set(field.name, box, (value++)->data());
}

void make_mistakes(Simulation& together) {
  const bool last = rank_of_this + 1 == count_of_all;
  const FieldBox part = together.part();
  FieldBox shifted = part;
  if (last) shifted.begin[0] += 1;
  std::vector<double> values(values_of(around(part, together.cells(), together.ghost_layers())));
  const auto get_rate = [&](const char* name, const FieldBox& box, double* to) {
    return [=, &together] { together.get_rate(name, box, to); };
  };
  const auto get_with_ghosts = [&](const char* name, const FieldBox& box, int layers) {
    return [=, &together, &values] { together.get_with_ghosts(name, box, layers, values.data()); };
  };
  expect_error("a rate outside", get_rate("velocity_x", shifted, values.data()));
  expect_error("ghosts of what is outside", get_with_ghosts("velocity_x", shifted, 1));
  expect_error("too many ghosts", get_with_ghosts("velocity_x", part, last ? 9 : 1));
  expect_error("too many ghosts of all",
               [&] { together.get_with_ghosts("velocity_x", 9, values.data()); });
  expect_error("a rate of what is derived", get_rate("velocity_magnitude", part, values.data()));
  expect_error("ghosts of nothing", get_with_ghosts("colour", part, 1));
  expect_error("no array", get_rate("velocity_x", part, last ? nullptr : values.data()));
  expect_error("another field", get_rate(last ? "velocity_x" : "velocity_y", part, values.data()));
  expect_error("another call", [&] {
    if (last) return together.get("velocity_x", part, values.data());
    together.get_rate("velocity_x", part, values.data());
  });
}

/// Calls in C, process 0 without the name of a field.
void leave_out_names(int count, char** words) {
  std::string overrides;
  for (int n = 3; n < count; ++n) overrides += words[n] + std::string("\n");
  solenoid_options options{};
  options.overrides = overrides.c_str();
  options.processes = SOLENOID_COMMUNICATOR;
  options.communicator = MPI_Comm_c2f(MPI_COMM_WORLD);
  options.layout = words[2];
  solenoid_simulation* simulation = nullptr;
  const auto require = [](int status) {
    if (status != SOLENOID_OK)
      throw solenoid::Error(solenoid::ErrorKind(status), solenoid_message());
  };
  require(solenoid_open(words[1], &options, &simulation));
  const char* name = rank_of_this == 0 ? nullptr : "velocity_x";
  solenoid_box part{};
  require(solenoid_part(simulation, nullptr, &part));
  std::vector<double> values(std::size_t(part.count[0]) * std::size_t(part.count[1]) *
                             std::size_t(part.count[2]));
  solenoid_numbers numbers{};
  expect_error("a rate of nothing",
               [&] { require(solenoid_get_rate(simulation, name, &part, values.data())); });
  expect_error("ghosts without a name", [&] {
    require(solenoid_get_with_ghosts(simulation, name, &part, 0, values.data()));
  });
  expect_error("numbers of nothing",
               [&] { require(solenoid_field_numbers(simulation, name, &part, &numbers)); });
  solenoid_close(simulation);
}

}  // namespace

int main(int count, char** words) {
  return run_test(count, words, [=](Simulation& together, Simulation& alone) {
    if (together.substeps() == 0) std::printf("process %d: no substeps\n", rank_of_this);
    compare_ghosts(together, alone, "ghosts of the beginning");
    alone.step(2);
    together.step(2);
    compare_rates(together, alone);
    compare_ghosts(together, alone, "ghosts");
    take_substeps(together, alone);
    make_mistakes(together);
    const double dt = 0.1 * alone.stable_dt();
    for (int n = 0; n < 2; ++n) {
      take_own_step(alone, {{0, 0, 0}, alone.cells()}, dt);
      take_own_step(together, together.part(), dt);
    }
    compare_ghosts(together, alone, "ghosts of what was set");
    compare_rates(together, alone);
    take_substeps(together, alone);
    alone.step(2);
    together.step(2);
    for (const FieldInfo& field : together.fields()) {
      const FieldBox box = together.part(field.name);
      std::vector<double> own(values_of(box));
      together.get(field.name, box, own.data());
      compare(field, box, own, alone.get(field.name), "at the end");
    }
    leave_out_names(count, words);
  });
}
