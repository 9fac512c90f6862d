#pragma once
/// \file
/// Calls of the library, and the end of the interpreter, which other threads outlive.

#include <exception>
#include <optional>
#include <type_traits>

#include "src/python/native/python.hpp"

namespace solenoid::python {

/// A call that is under way in this thread, which does not have the interpreter's lock. Once the
/// interpreter ends, calls begin in the thread alone that ends it, others wait for ever: soon there
/// is no library any more, and no driver of GPUs.
class Call {
 public:
  Call();
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
};

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
    const Call under_way;
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

/// Has the interpreter's end wait for calls of other threads, some seconds at most.
void await_calls_at_the_end();

}  // namespace solenoid::python
