#pragma once
/// \file
/// Arrays of NumPy, seen by Python's buffer protocol, which is the same for all versions of NumPy.

#include <pybind11/pybind11.h>

#include <cstddef>
#include <solenoid/error.hpp>
#include <string>

namespace solenoid::python {

/// The values of a compact array, which stays where it is as long as this.
class ArrayValues {
 public:
  ArrayValues(const pybind11::object& array, bool to_be_written) {
    const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (to_be_written ? PyBUF_WRITABLE : 0);
    if (PyObject_GetBuffer(array.ptr(), &view_, flags) != 0) throw pybind11::error_already_set();
  }
  ~ArrayValues() { PyBuffer_Release(&view_); }
  ArrayValues(const ArrayValues&) = delete;
  ArrayValues& operator=(const ArrayValues&) = delete;

  /// Throws where these are not so many float64, or float32 if they may be.
  void require(std::size_t count, bool may_be_single) const {
    const std::string format = view_.format;
    if ((format == "d" || (may_be_single && format == "f")) &&
        std::size_t(view_.len) == count * std::size_t(view_.itemsize))
      return;
    throw Error(ErrorKind::argument, "an array of " + std::to_string(count) +
                                         " numbers was expected, of float64" +
                                         (may_be_single ? " or float32" : ""));
  }
  [[nodiscard]] pybind11::ssize_t bytes_of_one() const { return view_.itemsize; }
  [[nodiscard]] void* data() const { return view_.buf; }

 private:
  Py_buffer view_{};
};

}  // namespace solenoid::python
