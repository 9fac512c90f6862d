// Simulations, their steps, and what is kept of them (fields: c_fields.cpp).

#include <string>

#include "src/library/c_simulation.hpp"

namespace {

using solenoid::options_of;
using solenoid::refuse;
using solenoid::text_of;
using solenoid::c::known;
using solenoid::c::message;
using solenoid::c::status_of;

/// The labels of a history, asked for once.
const std::vector<std::string>& labels_of(solenoid_simulation* simulation) {
  known(simulation);
  if (simulation->labels.empty())
    for (const auto& quantity : simulation->simulation.history())
      simulation->labels.push_back(quantity.first);
  return simulation->labels;
}

}  // namespace

const char* solenoid_message() { return message().c_str(); }

const char* solenoid_version() {
  static const std::string text = solenoid::version();
  return text.c_str();
}

int solenoid_open(const char* deck_file, const solenoid_options* options,
                  solenoid_simulation** simulation) {
  *simulation = nullptr;
  return status_of([&] {
    *simulation = new solenoid_simulation(
        solenoid::Simulation(text_of(deck_file, "the name of the deck"), options_of(options)));
  });
}

int solenoid_open_text(const char* deck, const char* name, const solenoid_options* options,
                       solenoid_simulation** simulation) {
  *simulation = nullptr;
  return status_of([&] {
    *simulation = new solenoid_simulation(solenoid::Simulation::from_text(
        text_of(deck, "the deck"), text_of(name, "the name of the deck"), options_of(options)));
  });
}

int solenoid_open_program(const char* program, const int cells[3], const double lower[3],
                          const double upper[3], const solenoid_options* options,
                          solenoid_simulation** simulation) {
  *simulation = nullptr;
  return status_of([&] {
    solenoid::ProgramGrid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      grid.cells[axis] = cells[axis];
      grid.lower[axis] = lower[axis];
      grid.upper[axis] = upper[axis];
    }
    *simulation = new solenoid_simulation(solenoid::Simulation::from_program(
        text_of(program, "the program"), grid, options_of(options)));
  });
}

void solenoid_close(solenoid_simulation* simulation) { delete simulation; }

int solenoid_grid(solenoid_simulation* simulation, int cells[3], double lower[3], double upper[3]) {
  return status_of([&] {
    const solenoid::Simulation& known_one = known(simulation);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      cells[axis] = known_one.cells()[axis];
      lower[axis] = known_one.lower()[axis];
      upper[axis] = known_one.upper()[axis];
    }
  });
}

const char* solenoid_deck(solenoid_simulation* simulation) { return simulation->deck.c_str(); }
const char* solenoid_run_precision(solenoid_simulation* simulation) {
  return simulation->precision.c_str();
}
const char* solenoid_device(solenoid_simulation* simulation) { return simulation->device.c_str(); }
const char* solenoid_warnings(solenoid_simulation* simulation) {
  return simulation->warnings.c_str();
}

double solenoid_time(solenoid_simulation* simulation) { return simulation->simulation.time(); }
double solenoid_last_dt(solenoid_simulation* simulation) {
  return simulation->simulation.last_dt();
}
double solenoid_end_time(solenoid_simulation* simulation) {
  return simulation->simulation.end_time();
}
long solenoid_steps(solenoid_simulation* simulation) { return simulation->simulation.steps(); }

int solenoid_stable_dt(solenoid_simulation* simulation, double* dt) {
  return status_of([&] { *dt = known(simulation).stable_dt(); });
}
int solenoid_step(solenoid_simulation* simulation, long count) {
  return status_of([&] { known(simulation).step(count); });
}
int solenoid_run_until(solenoid_simulation* simulation, double time) {
  return status_of([&] { known(simulation).run_until(time); });
}
int solenoid_run(solenoid_simulation* simulation) {
  return status_of([&] { known(simulation).run(); });
}

int solenoid_advance(solenoid_simulation* simulation, const solenoid_span* span, long* taken) {
  return status_of([&] {
    solenoid::Span limits;
    if (span != nullptr) limits = {span->until, span->past, span->steps, span->seconds};
    const long count = known(simulation).advance(limits);
    if (taken != nullptr) *taken = count;
  });
}

int solenoid_step_by(solenoid_simulation* simulation, double dt) {
  return status_of([&] { known(simulation).step_by(dt); });
}
int solenoid_substeps(solenoid_simulation* simulation) { return simulation->simulation.substeps(); }
int solenoid_ghost_layers(solenoid_simulation* simulation) {
  return simulation->simulation.ghost_layers();
}
int solenoid_substep(solenoid_simulation* simulation, double dt) {
  return status_of([&] { known(simulation).substep(dt); });
}
int solenoid_history_size(solenoid_simulation* simulation, int* size) {
  return status_of([&] { *size = int(labels_of(simulation).size()); });
}

const char* solenoid_history_label(solenoid_simulation* simulation, int number) {
  const char* label = nullptr;
  status_of([&] {
    const auto& labels = labels_of(simulation);
    if (number < 0 || number >= int(labels.size()))
      refuse("a row of the history has no quantity number " + std::to_string(number));
    label = labels[std::size_t(number)].c_str();
  });
  return label;
}

int solenoid_history(solenoid_simulation* simulation, double* values) {
  return status_of([&] {
    for (const auto& quantity : known(simulation).history()) *values++ = quantity.second;
  });
}

int solenoid_shell_count(solenoid_simulation* simulation, int* count) {
  return status_of([&] { *count = known(simulation).shells(); });
}

int solenoid_spectrum(solenoid_simulation* simulation, const char* name, double* power) {
  return status_of([&] {
    for (const double shell : known(simulation).spectrum(text_of(name, "the name of the spectrum")))
      *power++ = shell;
  });
}

int solenoid_write_checkpoint(solenoid_simulation* simulation, const char* file) {
  return status_of(
      [&] { known(simulation).write_checkpoint(text_of(file, "the name of the checkpoint")); });
}

int solenoid_picture(solenoid_simulation* simulation, const char* field, const double range[2],
                     const char* colours, int logarithmic, int axis, double position,
                     const void** bytes, size_t* size) {
  return status_of([&] {
    solenoid::PictureLook look;
    if (range != nullptr) look.range = {range[0], range[1]};
    if (colours != nullptr) look.colours = colours;
    look.logarithmic = logarithmic != 0;
    if (axis != -1) look.slice = {axis, position};
    const std::string name = text_of(field, "the name of the field");
    simulation->picture = known(simulation).picture(name, look);
    *bytes = simulation->picture.data();
    *size = simulation->picture.size();
  });
}

int solenoid_synchronise(solenoid_simulation* simulation) {
  return status_of([&] { known(simulation).synchronise(); });
}
