#include "src/driver/take_step.hpp"

#include <fmt/format.h>

#include "src/driver/steps.hpp"
#include "src/driver/unphysical.hpp"

namespace solenoid {

std::optional<std::string> take_step(Solver& solver, Moment& moment, double end_time,
                                     bool first_of_pair) {
  const double stable = solver.stable_step();
  if (!(stable > 0)) return no_stable_step_text(solver, moment, stable);
  const double remaining = end_time - moment.time;
  const double dt = next_step(stable, remaining, first_of_pair);
  if (moment.time + dt == moment.time) {
    return fmt::format(
        "the time step has shrunk to {:.3e} after step {} at time {:.9g}: time no longer advances",
        dt, moment.step, moment.time);
  }
  solver.advance(moment.time, dt);
  moment.time = dt < remaining ? moment.time + dt : end_time;
  moment.dt = dt;
  ++moment.step;
  return unphysical_state(solver, moment);
}

}  // namespace solenoid
