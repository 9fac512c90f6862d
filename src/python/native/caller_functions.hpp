#pragma once
/// \file
/// Functions of Python in place of expressions of a deck.

#include <cstddef>
#include <exception>
#include <map>
#include <solenoid/simulation.hpp>
#include <string>

#include "src/python/native/python.hpp"

namespace solenoid::python {

/// Asks solenoid._functions.Functions, which belongs to the simulation in Python and is not held by
/// this: what a function refers to may be that simulation, and Python could not tell that nobody
/// else does.
class CallerFunctions {
 public:
  explicit CallerFunctions(const py::object& functions);

  [[nodiscard]] std::map<std::string, Source> sources();
  [[nodiscard]] std::map<std::string, BoundaryValues> boundaries();
  /// So many values are asked for of a source.
  void set_source_size(std::size_t size) { source_size_ = size; }
  /// Throws what a function has raised since the last time, if one has.
  void raise();

 private:
  /// Has `ask` ask them, in whatever thread this is; keeps what is raised, and throws that there
  /// are no values.
  template <class Ask>
  void ask(const std::string& name, const Ask& ask);

  py::weakref functions_;
  std::size_t source_size_ = 0;
  std::exception_ptr raised_;
};

}  // namespace solenoid::python
