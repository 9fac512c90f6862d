#include <fmt/format.h>

#include <cmath>

#include "physics/solvers/transfers.hpp"
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

void Session::require_state(const std::string& name) const {
  if (!user_field(fields_, name).is_state)
    throw UsageError(fmt::format("'{}' is derived from the state, and no part of it", name));
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

void Session::get_rate(const std::string& name, const std::optional<FieldBox>& part,
                       const MutableValues& values) {
  Substeps& scheme = scheme_of_substeps();
  const Box box = box_of(name, part);
  require_state(name);
  settle();
  try {
    bring_to_host(solver_->device(), scheme.gather_rate(name, moment_.time), box, values);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

void Session::get_with_ghosts(const std::string& name, int layers, const MutableValues& values) {
  Substeps& scheme = scheme_of_substeps();
  Box box = box_of(name, {});
  require_state(name);
  if (layers < 0 || layers > scheme.ghost_layers())
    throw UsageError(fmt::format("there are {} layers of ghosts behind a face, not {}",
                                 scheme.ghost_layers(), layers));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!deck_.grid().active(int(axis))) continue;
    box.begin[axis] -= layers;
    box.count[axis] += 2 * layers;
  }
  settle_substep();
  bring_to_host(solver_->device(), scheme.gather_with_ghosts(name, moment_.time), box, values);
}

}  // namespace solenoid
