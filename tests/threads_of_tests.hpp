#pragma once
/// \file
/// With how many threads solvers run in tests.

#include <cstdlib>

namespace solenoid {

/// As many as OMP_NUM_THREADS says, else `otherwise`.
inline int threads_of_tests(int otherwise) {
  const char* const asked = std::getenv("OMP_NUM_THREADS");
  const int threads = asked == nullptr ? 0 : std::atoi(asked);
  return threads > 0 ? threads : otherwise;
}

}  // namespace solenoid
