#include "src/python/native/caller_functions.hpp"

#include <utility>
#include <vector>

namespace solenoid::python {

namespace {

/// The library's values, which are there as long as a function is asked, for numpy.frombuffer().
py::memoryview memory_of(const double* values, std::size_t count) {
  return py::memoryview::from_memory(const_cast<double*>(values),
                                     py::ssize_t(count * sizeof(double)));
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
        functions.attr("give_source")(name, time, memory_of(values, source_size_));
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
        functions.attr("give_boundary")(name, time, memory_of(x, count), memory_of(y, count),
                                        memory_of(z, count), memory_of(values, count));
      });
    };
  return boundaries;
}

void CallerFunctions::raise() {
  if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
}

}  // namespace solenoid::python
