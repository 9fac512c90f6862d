#include "src/cli/timing.hpp"

#include <algorithm>
#include <chrono>

namespace solenoid {

double timed_steps(Solver& solver, double& time, long count) {
  solver.wait();
  const auto begin = std::chrono::steady_clock::now();
  for (long step = 0; step < count; ++step) {
    const double dt = solver.stable_step();
    solver.advance(time, dt);
    time += dt;
  }
  solver.wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

long steps_for(double seconds, double seconds_of_pair) {
  const double pairs = seconds / std::max(seconds_of_pair, 1e-7);
  return 2 * std::max(1L, long(pairs + 0.5));
}

}  // namespace solenoid
