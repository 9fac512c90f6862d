#include "src/parallel/first_problem.hpp"

#include <cstddef>

namespace solenoid {

std::optional<FirstProblem> first_problem(Processes& processes,
                                          const std::optional<std::string>& own) {
  const int count = processes.count(), rank = processes.rank();
  // The largest of these is that of the first process which has one.
  const double best = processes.largest(own ? double(count - rank) : 0.0);
  if (!(best > 0)) return std::nullopt;
  FirstProblem first{count - int(best), own.value_or("")};
  const auto tell = [&](void* bytes, std::size_t size) {
    if (first.rank > 0 && rank == first.rank) processes.send(bytes, size, 0);
    if (first.rank > 0 && rank == 0) processes.receive(bytes, size, first.rank);
    processes.broadcast(bytes, size);
  };
  std::size_t length = first.text.size();
  tell(&length, sizeof length);
  first.text.resize(length);
  tell(first.text.data(), length);
  return first;
}

}  // namespace solenoid
