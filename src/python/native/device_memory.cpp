// The class solenoid._native.DeviceMemory: memory of a GPU, and DLPack's description of an array in
// it (https://dmlc.github.io/dlpack/latest/c_api.html).

#include <pybind11/stl.h>
#include <solenoid/solenoid.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <solenoid/error.hpp>
#include <vector>

#include "src/python/native/calls.hpp"

namespace solenoid::python {

namespace {

/// DLManagedTensor of DLPack, before its version 1.
struct ManagedTensor {
  void* data;
  std::int32_t device_type, device_id;
  std::int32_t dimensions;
  std::uint8_t type_code, type_bits;
  std::uint16_t type_lanes;
  std::int64_t* shape;
  std::int64_t* strides;  // null: compact
  std::uint64_t byte_offset;
  void* context;
  void (*deleter)(ManagedTensor*);
};
constexpr std::uint8_t code_of_floats = 2;
constexpr const char* name_of_capsules = "dltensor";  // until somebody has taken what it holds

/// The interpreter ends, and soon the library: its memory is the system's to take back.
std::atomic<bool> is_over = false;

class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t bytes) {
    const int status = solenoid_allocate_on_device(1, bytes, &data_);
    if (status != SOLENOID_OK) throw Error(ErrorKind(status), solenoid_message());
  }
  ~DeviceMemory() {
    if (!is_over) solenoid_free_on_device(1, data_);
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  [[nodiscard]] void* data() const { return data_; }

 private:
  void* data_ = nullptr;
};

/// What a consumer of a tensor keeps. Nothing of it is Python's: it is deleted in any thread,
/// without the interpreter's lock, and after the interpreter has ended.
struct Shared {
  std::shared_ptr<DeviceMemory> memory;
  std::vector<std::int64_t> shape;
  ManagedTensor tensor;
};

void delete_tensor(ManagedTensor* tensor) { delete static_cast<Shared*>(tensor->context); }

/// Of a capsule that nobody has taken, and so renamed.
void delete_capsule(PyObject* capsule) {
  if (PyCapsule_IsValid(capsule, name_of_capsules) == 0) return;
  delete_tensor(static_cast<ManagedTensor*>(PyCapsule_GetPointer(capsule, name_of_capsules)));
}

py::object dlpack(const std::shared_ptr<DeviceMemory>& memory,
                  const std::vector<std::int64_t>& shape, std::pair<int, int> device,
                  int item_bytes) {
  auto shared = std::make_unique<Shared>(Shared{memory, shape, {}});
  shared->tensor = {memory->data(),
                    device.first,
                    device.second,
                    std::int32_t(shape.size()),
                    code_of_floats,
                    std::uint8_t(8 * item_bytes),
                    1,
                    shared->shape.data(),
                    nullptr,
                    0,
                    shared.get(),
                    &delete_tensor};
  PyObject* capsule = PyCapsule_New(&shared->tensor, name_of_capsules, &delete_capsule);
  if (capsule == nullptr) throw py::error_already_set();
  static_cast<void>(shared.release());
  return py::reinterpret_steal<py::object>(capsule);
}

}  // namespace

void add_device_memory(py::module_& module) {
  py::class_<DeviceMemory, std::shared_ptr<DeviceMemory>>(module, "DeviceMemory")
      .def(py::init([](std::size_t bytes) {
        return without_lock([&] { return std::make_shared<DeviceMemory>(bytes); });
      }))
      .def_property_readonly("address",
                             [](const DeviceMemory& memory) {
                               return reinterpret_cast<std::uintptr_t>(memory.data());
                             })
      .def("dlpack", &dlpack);
  py::module_::import("atexit").attr("register")(py::cpp_function([] { is_over = true; }));
}

}  // namespace solenoid::python
