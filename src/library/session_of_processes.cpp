#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "src/library/session.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

Session::~Session() {
  // Process 0 orders the end when its own solver goes.
  if (orders_) orders_->obey();
}

void Session::join(const SimulationOptions& options, PartsReady& ready) {
  Processes& processes = crew_->processes();
  const PartsChoice asked{{}, options.layout, options.transport};
  if (crew_->leads()) {
    solver_ = make_whole(deck_, machine_->device(), asked, processes, ready, {});
    whole()->on_take_up([this](double time) { take_up(time); });
    if (agreement_) whole()->after_each_order([this] { look(); });
    return;
  }
  const PartsPlan plan = plan_of(deck_, machine_->device(), processes, asked);
  solver_ = make_part(deck_, plan, processes, {});
  if (ready.tell(true) != PartsReady::All::ready)
    throw UsageError("another process could not make its part of the simulation; it says why");
  link_parts(deck_, plan, processes, *solver_);
  orders_.emplace(processes, *solver_, deck_.grid(), plan.layout, initial_state_of(deck_));
  orders_->on_take_up([this](double time) { take_up(time); });
  if (agreement_) orders_->after_each([this] { look(); });
}

void Session::put_knowledge(Parcel& parcel) const {
  parcel.put(moment_);
  parcel.put(substeps_taken_);
  parcel.put(fields_.size());
  for (const UserField& field : fields_) {
    parcel.put(field.name);
    parcel.put(field.whole);
    parcel.put(field.is_state);
  }
}

void Session::take_knowledge(Parcel& parcel) {
  parcel.take(moment_);
  parcel.take(substeps_taken_);
  std::size_t count = 0;
  parcel.take(count);
  fields_.resize(count);
  for (UserField& field : fields_) {
    parcel.take(field.name);
    parcel.take(field.whole);
    parcel.take(field.is_state);
  }
}

std::size_t Session::bytes_of(const FieldRequest& request, const ConstValues& values) const {
  if (values.data == nullptr) return 0;
  try {
    return box_of(request).values() * bytes_of_value(values.precision);
  } catch (const UsageError&) {
    return 0;
  }
}

std::string Session::call_of(const FieldRequest& request, const MutableValues& values) const {
  return fmt::format("gets one box of {} bytes for all",
                     bytes_of(request, {values.precision, values.data}));
}

void Session::share_values(const FieldRequest& request, const MutableValues& values) const {
  if (crew_) crew_->share(values.data, box_of(request).values() * bytes_of_value(values.precision));
}

}  // namespace solenoid
