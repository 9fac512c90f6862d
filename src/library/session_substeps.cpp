#include <fmt/format.h>

#include <cmath>

#include "src/driver/take_step.hpp"
#include "src/driver/unphysical.hpp"
#include "src/library/session.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

void require_length(double dt) {
  if (!(dt > 0) || std::isinf(dt))
    throw UsageError(fmt::format("a step is of a length greater than 0, not {}", dt));
}

}  // namespace

Substeps& Session::scheme_of_substeps() const {
  if (scheme_ == nullptr)
    throw UsageError(
        fmt::format("the scheme {} takes whole steps alone: substeps, rates of change "
                    "and ghosts are to be had of finite-difference",
                    deck_.text("solver", "scheme")));
  return *scheme_;
}

void Session::count_step(double dt) {
  moment_.time += dt;
  moment_.dt = dt;
  ++moment_.step;
  if (const auto bad = unphysical_state(*solver_, moment_)) fail(*bad);
  moment_.wall = elapsed();
  write_due();
}

void Session::step_by(double dt) {
  require_length(dt);
  begin();
  if (failure_) throw RunError(*failure_);
  in_step([&] {
    // Other schemes note there what signals a step may meet.
    if (scheme_ == nullptr) static_cast<void>(solver_->stable_step());
    solver_->advance(moment_.time, dt);
    count_step(dt);
  });
}

void Session::substep(double dt) {
  Substeps& scheme = scheme_of_substeps();
  require_length(dt);
  if (substeps_taken_ == 0) {
    begin();
    substep_dt_ = dt;
  } else {
    settle_substep();
  }
  if (failure_) throw RunError(*failure_);
  if (dt != substep_dt_)
    throw UsageError(fmt::format("all substeps of a step have one dt, which is {:.9g}, not {:.9g}",
                                 substep_dt_, dt));
  in_step([&] {
    scheme.substep(substeps_taken_, moment_.time, dt);
    if (++substeps_taken_ < scheme.substep_count()) return;
    substeps_taken_ = 0;
    count_step(dt);
  });
}

}  // namespace solenoid
