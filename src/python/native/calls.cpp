#include "src/python/native/calls.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace solenoid::python {

namespace {

/// A call of `step`, which looks for signals, takes a tenth of that where steps are not as long.
constexpr std::chrono::seconds longest_wait{5};

/// Of all threads.
struct Calls {
  std::mutex mutex;
  std::condition_variable one_ended, never;
  int under_way = 0;
  bool is_over = false;
};
/// It is there as long as any thread.
Calls& calls() {
  static Calls& all = *new Calls;
  return all;
}

/// Calls of this thread that are under way: functions of the caller's may call from within one.
thread_local int own_calls = 0;
thread_local bool ends_interpreter = false;

}  // namespace

Call::Call() {
  if (own_calls++ > 0 || ends_interpreter) return;
  std::unique_lock lock(calls().mutex);
  while (calls().is_over) calls().never.wait(lock);
  ++calls().under_way;
}

Call::~Call() {
  if (--own_calls > 0 || ends_interpreter) return;
  const std::lock_guard lock(calls().mutex);
  --calls().under_way;
  calls().one_ended.notify_one();
}

void await_calls_at_the_end() {
  py::module_::import("atexit").attr("register")(py::cpp_function([] {
    const py::gil_scoped_release others;
    ends_interpreter = true;
    std::unique_lock lock(calls().mutex);
    calls().is_over = true;
    calls().one_ended.wait_for(lock, longest_wait, [] { return calls().under_way == 0; });
  }));
}

}  // namespace solenoid::python
