// What each process does with its own part of the fields.

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "physics/fields/field_memory.hpp"
#include "src/library/field_numbers.hpp"
#include "src/library/session.hpp"
#include "src/parallel/part_boxes.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

void require_array(const std::string& name, const Box& box, const void* values) {
  if (box.values() > 0 && values == nullptr)
    throw UsageError(fmt::format("the array of values of {} is missing", name));
}

std::string text_of(const FieldRequest& request) {
  if (request.what == Reading::rate) return "the rate of " + request.name;
  if (request.what == Reading::with_ghosts) return request.name + " with ghosts";
  return request.name;
}

std::string of_own_part(const std::string& call) { return call + " of its own part"; }

/// The slabs of a box, none of an empty one.
std::vector<Box> pieces_of(const Box& box) {
  return box.values() > 0 ? slabs_of(box, state_slab_values) : std::vector<Box>{};
}

}  // namespace

WholeSolver* Session::whole() const {
  return crew_ && crew_->leads() ? &dynamic_cast<WholeSolver&>(*solver_) : nullptr;
}

Solver& Session::own_solver() const {
  WholeSolver* const all = whole();
  return all != nullptr ? all->own_part() : *solver_;
}

FieldBox Session::part(const std::string& name) const {
  const Subdomain& part = own_solver().part();
  FieldBox box{part.first, part.cells, true};
  if (name.empty()) return box;
  // The last face belongs to the last part.
  const FieldInfo info = field(components_of(fields_, name).front());
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (part.first[axis] + part.cells[axis] == part.whole.cells[axis])
      box.count[axis] = info.shape[axis] - part.first[axis];
  return box;
}

void Session::together(const std::function<void()>& work) const {
  if (crew_)
    crew_->together(work);
  else
    work();
}

void Session::look() const {
  try {
    agreement_->look();
  } catch (const ErrorInAll&) {
    if (scheme_ != nullptr) scheme_->forget();
    throw;
  }
}

void Session::meet(const std::string& call, const std::function<void()>& work) const {
  refuse_within_step();
  if (!crew_) {
    if (work) work();
    return;
  }
  const bool same = crew_->have_same(call);
  if (same && !work) return;
  const std::string asked = same ? call : crew_->text_of_first(call);
  crew_->together([&] {
    if (work) work();
    if (call != asked)
      throw UsageError(
          fmt::format("this process {}, and process 0 {}: all of them make the same calls in the "
                      "same order",
                      call, asked));
  });
}

void Session::fail_in_all(const std::string& why) {
  meet("fails", [&] { throw UsageError(why); });
  throw UsageError(why);
}

Box Session::own_box(const std::string& name, const FieldBox& own) const {
  const FieldBox part = this->part(name);
  if (std::ranges::count(own.count, 0) > 0) return {own.begin, {0, 0, 0}};
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (own.count[axis] < 0 || own.begin[axis] < part.begin[axis] ||
        own.count[axis] > part.begin[axis] + part.count[axis] - own.begin[axis])
      throw UsageError(fmt::format(
          "along {} the box of {} has {} values from number {} on; the part of this process has {} "
          "from number {} on",
          "xyz"[axis], name, own.count[axis], own.begin[axis], part.count[axis], part.begin[axis]));
  return {own.begin, own.count};
}

void Session::settle_own() {
  if (crew_ && change_->is_pending())
    take_up(moment_.time);
  else
    settle_substep();
}

void Session::read_own(const Gather& gather, Device memory, const Box& box,
                       const std::function<void(const Gather&, const Box&)>& read) {
  // What is derived may be made of neighbours' values whenever a piece is asked for: all processes
  // ask for as many, those without any more for one value that nobody takes.
  std::size_t asked = 0, most = pieces_of(box).size();
  if (crew_) most = std::size_t(crew_->processes().largest(double(most)));
  const Subdomain& part = own_solver().part();
  together([&] {
    read(
        [&](const Box& piece, const MutableValues& there) {
          ++asked;
          gather(in_part(part, piece), there);
        },
        box);
    if (asked == most) return;
    const auto unused = make_field_memory(memory, {}, Precision::double_precision);
    for (; asked < most; ++asked) unused->take(gather);
  });
  if (agreement_) look();
}

void Session::get_own(const FieldRequest& request, const MutableValues& values) {
  Box box;
  meet(of_own_part("gets " + text_of(request)), [&] {
    require_readable(request);
    box = own_box(request.name, *request.box);
    require_array(request.name, box, values.data);
  });
  settle_own();
  const Device memory = request.on_device ? own_solver().device() : Device::cpu;
  read_own(gather_of(request, own_solver()), memory, with_layers(deck_.grid(), box, request.layers),
           [&](const Gather& gather, const Box& own) {
             auto* to = static_cast<char*>(values.data);
             for (const Box& piece : pieces_of(own)) {
               gather(piece, {values.precision, to});
               to += piece.values() * bytes_of_value(values.precision);
             }
           });
}

FieldNumbers Session::own_numbers(const std::string& name, const FieldBox& own) {
  Box box;
  meet(of_own_part("gets numbers of " + name), [&] {
    for (const std::string& component : components_of(fields_, name)) {
      require_readable({component});
      box = own_box(component, own);
    }
  });
  settle_own();
  FieldNumbers numbers;
  read_own(gather_of_numbers(name, own_solver()), Device::cpu, box,
           [&](const Gather& gather, const Box& all) { numbers = numbers_of(gather, all); });
  return numbers;
}

void Session::set_own(const std::string& name, const FieldBox& own, const ConstValues& values) {
  Box box;
  meet(of_own_part("sets " + name), [&] {
    box = own_box(name, own);
    require_array(name, box, values.data);
  });
  StateChange::Prepared prepared;
  together([&] { prepared = change_->prepare(name, box, values); });
  change_->keep(std::move(prepared));
}

void Session::check_change(const std::string& name, const std::optional<FieldBox>& part,
                           const ConstValues& values) const {
  refuse_within_step();
  change_->check(name, box_of(name, part), values);
}

void Session::scatter_change(const std::string& name, const std::optional<FieldBox>& part,
                             const ConstValues& values) {
  std::string field = name;
  Box box;
  Precision precision = values.precision;
  if (crew_->leads()) {
    box = box_of(name, part);
    Parcel parcel;
    parcel.put(field);
    parcel.put(box);
    parcel.put(precision);
    crew_->tell(parcel);
  } else {
    Parcel parcel = crew_->hear();
    parcel.take(field);
    parcel.take(box);
    parcel.take(precision);
  }
  const Subdomain& own = own_solver().part();
  const PartLayout layout{own.cuts.along(0), own.cuts.along(1), own.cuts.along(2)};
  const std::size_t bytes = bytes_of_value(precision);
  const auto* from = static_cast<const char*>(values.data);
  for (const Box& slab : slabs_of(box, state_slab_values)) {
    StateChange::Prepared prepared;
    together([&] {
      bool has_share = false;
      scatter_box(crew_->processes(), own.whole, layout, change_->placement(field), slab, bytes,
                  from, [&](const Box& share, const void* given) {
                    has_share = true;
                    prepared = change_->prepare(field, share, {precision, given});
                  });
      // What is prepared first may need all processes.
      if (!has_share) prepared = change_->prepare(field, {{0, 0, 0}, {0, 0, 0}}, {});
    });
    change_->keep(std::move(prepared));
    if (crew_->leads()) from += slab.values() * bytes;
  }
}

void Session::take_up(double time) {
  std::vector<std::pair<std::string, double>> numbers;
  for (const auto& number : change_->numbers()) numbers.emplace_back(number);
  if (crew_) {
    change_->share_faces(crew_->processes());
    // Each has counted in its part, process 0 for all of them.
    Parcel parcel;
    parcel.put(numbers);
    if (crew_->leads())
      crew_->tell(parcel);
    else
      parcel = crew_->hear();
    parcel.take(numbers);
  }
  if (change_->commit(time, {numbers.begin(), numbers.end()})) first_of_pairs_ = moment_.step;
  failure_.reset();
}

}  // namespace solenoid
