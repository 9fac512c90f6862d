#include "src/python/native/caller_functions.hpp"

#include <pybind11/numpy.h>

#include <utility>
#include <vector>

namespace solenoid::python {

namespace {

/// An array of the library's values, which are there as long as a function is asked. It has no copy
/// of them, as it is said to belong to another object.
py::array_t<double> array_of(const double* values, std::size_t count, const py::object& functions) {
  return py::array_t<double>(py::ssize_t(count), values, functions);
}

std::vector<std::string> names_of(const py::object& functions, const char* which) {
  std::vector<std::string> names;
  for (const auto& function : functions.attr(which).cast<py::dict>())
    names.push_back(function.first.cast<std::string>());
  return names;
}

}  // namespace

CallerFunctions::CallerFunctions(const py::object& functions) : functions_(functions) {}

template <class Ask>
void CallerFunctions::ask(const std::string& name, const Ask& ask) {
  bool is_given = false;
  {
    const py::gil_scoped_acquire lock;
    try {
      const py::object functions = functions_();
      if (!functions.is_none()) {
        ask(functions);
        is_given = true;
      }
    } catch (const py::error_already_set&) {
      raised_ = std::current_exception();
    }
  }
  if (!is_given)
    throw Error(ErrorKind::argument, "the function of " + name + " could not give its values");
}

std::map<std::string, Source> CallerFunctions::sources() {
  std::map<std::string, Source> sources;
  for (const std::string& name : names_of(functions_(), "sources"))
    sources[name] = [this, name](double time, double* values) {
      ask(name, [&](const py::object& functions) {
        functions.attr("give_source")(name, time, array_of(values, source_size_, functions));
      });
    };
  return sources;
}

std::map<std::string, BoundaryValues> CallerFunctions::boundaries() {
  std::map<std::string, BoundaryValues> boundaries;
  for (const std::string& name : names_of(functions_(), "boundaries"))
    boundaries[name] = [this, name](double time, std::size_t count, const double* x,
                                    const double* y, const double* z, double* values) {
      ask(name, [&](const py::object& functions) {
        functions.attr("give_boundary")(
            name, time, array_of(x, count, functions), array_of(y, count, functions),
            array_of(z, count, functions), array_of(values, count, functions));
      });
    };
  return boundaries;
}

void CallerFunctions::raise() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

}  // namespace solenoid::python
