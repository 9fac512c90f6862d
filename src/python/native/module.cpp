// The module solenoid._native: the library as the Python package calls it.

#include <limits>
#include <solenoid/simulation.hpp>

#include "src/python/native/calls.hpp"

namespace solenoid::python {

namespace {

/// Raises what the library throws as what solenoid.errors makes of it.
void raise_errors(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const Error& error) {
    const py::object raised = py::module_::import("solenoid.errors")
                                  .attr("error_of")(int(error.kind()), text_of(error.what()));
    PyErr_SetObject(py::type::handle_of(raised).ptr(), raised.ptr());
  }
}

}  // namespace

}  // namespace solenoid::python

PYBIND11_MODULE(_native, module) {
  namespace python = solenoid::python;
  pybind11::register_local_exception_translator(&python::raise_errors);
  module.attr("UNLIMITED_STEPS") = std::numeric_limits<long>::max();
  module.def("version", [] { return python::text_of(solenoid::version()); });
  python::add_simulation(module);
  python::add_device_memory(module);
  python::await_calls_at_the_end();
}
