#pragma once
/// \file
/// What the sources of the module solenoid._native have in common.

#include <pybind11/pybind11.h>

#include <exception>
#include <optional>
#include <string>
#include <type_traits>

namespace solenoid::python {

namespace py = pybind11;

/// A text of the library's; of what is no UTF-8 in it (names of files) there are replacements.
inline py::str text_of(const std::string& text) {
  PyObject* decoded = PyUnicode_DecodeUTF8(text.data(), Py_ssize_t(text.size()), "replace");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

/// Does the work while other threads of Python run. The lock is taken back by a statement and not
/// by a destructor: where the interpreter has ended meanwhile, that ends the thread by unwinding
/// it, which no destructor lets pass.
template <class Work>
auto without_lock(const Work& work) {
  using Result = decltype(work());
  std::optional<std::conditional_t<std::is_void_v<Result>, char, Result>> result;
  std::exception_ptr failure;
  PyThreadState* const thread = PyEval_SaveThread();
  try {
    if constexpr (std::is_void_v<Result>)
      work();
    else
      result.emplace(work());
  } catch (...) {
    failure = std::current_exception();
  }
  PyEval_RestoreThread(thread);
  if (failure) std::rethrow_exception(failure);
  if constexpr (!std::is_void_v<Result>) return std::move(*result);
}

/// Simulations, and what they are made with, read and told.
void add_simulation(py::module_& module);
/// Memory of a GPU.
void add_device_memory(py::module_& module);

}  // namespace solenoid::python
