#pragma once
/// \file
/// What the sources of the module solenoid._native have in common.

#include <pybind11/pybind11.h>

#include <string>

namespace solenoid::python {

namespace py = pybind11;

/// A text of the library's; of what is no UTF-8 in it (names of files) there are replacements.
inline py::str text_of(const std::string& text) {
  PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

/// Simulations, and what they are made with, read and told.
void add_simulation(py::module_& module);
/// Memory of a GPU.
void add_device_memory(py::module_& module);

}  // namespace solenoid::python
