// Fields of simulations for C.

#include <algorithm>
#include <new>
#include <string>

#include "src/library/c_simulation.hpp"
#include "src/machine/device_memory.hpp"
#include "src/text/usage_error.hpp"

namespace {

using solenoid::refuse;
using solenoid::text_of;
using solenoid::c::given_box;
using solenoid::c::known;
using solenoid::c::status_of;
using solenoid::c::with_box;

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

}  // namespace

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

int solenoid_get_later(solenoid_simulation* simulation, const char* name, const solenoid_box* box,
                       enum solenoid_precision precision, void* values) {
  return status_of([&] {
    check_call(simulation, name, box, precision, values);
    with_values<float, double>(precision, values, [&](auto* to) {
      with_box(box, [&](const auto&... part) { known(simulation).get_later(name, part..., to); });
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
    } catch (const solenoid::UsageError& error) {
      refuse(error.what());
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
