#include "src/library/include/solenoid/solenoid.h"

#include <algorithm>
#include <new>
#include <string>

#include "src/library/c_options.hpp"
#include "src/library/include/solenoid/simulation.hpp"
#include "src/machine/device_memory.hpp"

/// A simulation, and what was given to the caller to look at.
struct solenoid_simulation {
  explicit solenoid_simulation(solenoid::Simulation&& made)
      : simulation(std::move(made)),
        deck(simulation.deck()),
        precision(simulation.precision()),
        device(simulation.device()),
        fields(simulation.fields()) {
    for (const solenoid::Problem& problem : simulation.warnings())
      warnings += problem.file + ":" + std::to_string(problem.line) + ": " + problem.message + "\n";
  }

  solenoid::Simulation simulation;
  std::string deck, precision, device, warnings, picture;
  std::vector<solenoid::FieldInfo> fields;
  std::vector<std::string> labels{};
};

namespace {

std::string& message() {
  thread_local std::string text;
  return text;
}

/// What a call returns that does this.
template <class Work>
int status_of(const Work& work) noexcept {
  try {
    work();
    return SOLENOID_OK;
  } catch (const solenoid::Error& error) {
    message() = error.what();
    return int(error.kind());
  } catch (const std::exception& error) {
    message() = error.what();
    return SOLENOID_INTERNAL;
  }
}

using solenoid::options_of;
using solenoid::refuse;
using solenoid::text_of;

solenoid::Simulation& known(solenoid_simulation* simulation) {
  if (simulation == nullptr) refuse("there is no simulation");
  return simulation->simulation;
}

/// A box that has to be given.
solenoid::FieldBox given_box(const solenoid_box* box) {
  if (box == nullptr) refuse("the box is missing");
  return {{box->begin[0], box->begin[1], box->begin[2]},
          {box->count[0], box->count[1], box->count[2]},
          box->own != 0};
}

/// Calls use(box) with the box, or use() for all of the field.
template <class Use>
void with_box(const solenoid_box* box, const Use& use) {
  if (box == nullptr) return use();
  use(given_box(box));
}

/// Looks at what a call was given. Other processes that wait for it are told what is wrong.
template <class Check>
void check_call(solenoid_simulation* simulation, const Check& check) {
  try {
    check();
  } catch (const solenoid::Error& error) {
    known(simulation).fail_in_all(error.what());
  }
}

/// The same of a call for values.
void check_call(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                enum solenoid_precision precision, const void* values) {
  const bool is_empty =
      box != nullptr && box->own != 0 && std::count(box->count, box->count + 3, 0) > 0;
  check_call(simulation, [&] {
    text_of(name, "the name of the field");
    if (values == nullptr && !is_empty) refuse("the array of values is missing");
    if (precision != SOLENOID_SINGLE && precision != SOLENOID_DOUBLE)
      refuse("the precision of values is " + std::to_string(int(precision)) +
             "; expected SOLENOID_SINGLE or SOLENOID_DOUBLE");
  });
}

/// Calls use(values) with the type that they have.
template <class Single, class Double, class Void, class Use>
void with_values(enum solenoid_precision precision, Void* values, const Use& use) {
  if (precision == SOLENOID_SINGLE)
    use(static_cast<Single*>(values));
  else
    use(static_cast<Double*>(values));
}

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
int solenoid_get_rate(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                      double* values) {
  return status_of([&] {
    check_call(simulation, name, box, SOLENOID_DOUBLE, values);
    with_box(box, [&](const auto&... part) { known(simulation).get_rate(name, part..., values); });
  });
}
int solenoid_get_with_ghosts(solenoid_simulation* simulation, const char* name,
                             const solenoid_box* box, int layers, double* values) {
  return status_of([&] {
    check_call(simulation, name, box, SOLENOID_DOUBLE, values);
    with_box(box, [&](const auto&... part) {
      known(simulation).get_with_ghosts(name, part..., layers, values);
    });
  });
}

int solenoid_field_count(solenoid_simulation* simulation, int* count) {
  return status_of([&] {
    known(simulation);
    *count = int(simulation->fields.size());
  });
}

int solenoid_field(solenoid_simulation* simulation, int number, const char** name, int shape[3],
                   int* is_state) {
  return status_of([&] {
    known(simulation);
    const int count = int(simulation->fields.size());
    if (number < 0 || number >= count)
      refuse("there is no field number " + std::to_string(number) + "; there are 0 to " +
             std::to_string(count - 1));
    const solenoid::FieldInfo& field = simulation->fields[std::size_t(number)];
    if (name != nullptr) *name = field.name.c_str();
    for (std::size_t axis = 0; shape != nullptr && axis < 3; ++axis)
      shape[axis] = field.shape[axis];
    if (is_state != nullptr) *is_state = field.is_state ? 1 : 0;
  });
}

int solenoid_part(solenoid_simulation* simulation, const char* name, solenoid_box* part) {
  return status_of([&] {
    const solenoid::FieldBox own =
        name == nullptr ? known(simulation).part() : known(simulation).part(name);
    std::copy(own.begin.begin(), own.begin.end(), part->begin);
    std::copy(own.count.begin(), own.count.end(), part->count);
    part->own = own.own ? 1 : 0;
  });
}

int solenoid_fail_in_all(solenoid_simulation* simulation, const char* why) {
  return status_of([&] { known(simulation).fail_in_all(text_of(why, "what is wrong")); });
}

int solenoid_get(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                 enum solenoid_precision precision, void* values) {
  return status_of([&] {
    check_call(simulation, name, box, precision, values);
    with_values<float, double>(precision, values, [&](auto* to) {
      with_box(box, [&](const auto&... part) { known(simulation).get(name, part..., to); });
    });
  });
}

int solenoid_set(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                 enum solenoid_precision precision, const void* values) {
  return status_of([&] {
    check_call(simulation, name, box, precision, values);
    with_values<const float, const double>(precision, values, [&](auto* from) {
      with_box(box, [&](const auto&... part) { known(simulation).set(name, part..., from); });
    });
  });
}

int solenoid_get_on_device(solenoid_simulation* simulation, const char* name,
                           const solenoid_box* box, enum solenoid_precision precision,
                           void* values) {
  return status_of([&] {
    check_call(simulation, name, box, precision, values);
    with_values<float, double>(precision, values, [&](auto* to) {
      known(simulation).get_on_device(name, given_box(box), to);
    });
  });
}

int solenoid_set_on_device(solenoid_simulation* simulation, const char* name,
                           const solenoid_box* box, enum solenoid_precision precision,
                           const void* values) {
  return status_of([&] {
    check_call(simulation, name, box, precision, values);
    with_values<const float, const double>(precision, values, [&](auto* from) {
      known(simulation).set_on_device(name, given_box(box), from);
    });
  });
}

int solenoid_on_gpu(solenoid_simulation* simulation) {
  return simulation->simulation.on_gpu() ? 1 : 0;
}
int solenoid_allocate_on_device(int on_gpu, size_t bytes, void** memory) {
  return status_of([&] {
    try {
      *memory = solenoid::allocate_on_device(
          on_gpu != 0 ? solenoid::Device::gpu : solenoid::Device::cpu, bytes);
    } catch (const std::bad_alloc&) {
      throw solenoid::Error(solenoid::ErrorKind::memory, "the device is out of memory");
    }
  });
}
void solenoid_free_on_device(int on_gpu, void* memory) {
  solenoid::free_on_device(on_gpu != 0 ? solenoid::Device::gpu : solenoid::Device::cpu, memory);
}

int solenoid_field_numbers(solenoid_simulation* simulation, const char* name,
                           const solenoid_box* box, solenoid_numbers* numbers) {
  return status_of([&] {
    check_call(simulation, [&] { text_of(name, "the name of the field"); });
    with_box(box, [&](const auto&... part) {
      const solenoid::FieldNumbers found = known(simulation).numbers(name, part...);
      *numbers = {found.minimum, found.maximum, found.sum, found.rms};
    });
  });
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
