#include "src/parallel/part_orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <exception>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <utility>

#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

constexpr int exit_of_failed_part = 3;

template <std::size_t size>
void put_name(char (&to)[size], const std::string& name) {
  if (name.size() >= size) throw std::length_error("a name is too long for an order: " + name);
  std::copy(name.begin(), name.end(), to);
}

/// Where two boxes meet; a count of 0 where they do not.
Box common(const Box& one, const Box& other) {
  Box box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.begin[axis] = std::max(one.begin[axis], other.begin[axis]);
    const int end =
        std::min(one.begin[axis] + one.count[axis], other.begin[axis] + other.count[axis]);
    box.count[axis] = std::max(0, end - box.begin[axis]);
  }
  return box;
}

/// Copies the rows of `share` between the array of a box that holds it and an array of its own.
void copy_rows(const Box& box, char* of_box, const Box& share, char* of_share,
               std::size_t bytes_of_one, bool into_box) {
  const std::size_t row = std::size_t(share.count[0]) * bytes_of_one;
  for (int k = 0; k < share.count[2]; ++k)
    for (int j = 0; j < share.count[1]; ++j, of_share += row) {
      char* there = of_box + bytes_of_one * box.value_at({share.begin[0], share.begin[1] + j,
                                                          share.begin[2] + k});
      if (into_box)
        std::memcpy(there, of_share, row);
      else
        std::memcpy(of_share, there, row);
    }
}

}  // namespace

PartOrders::PartOrders(Processes& processes, Solver& part, const Grid& grid,
                       const PartLayout& layout, std::function<void(Solver&)> initial)
    : processes_(processes),
      part_(part),
      grid_(grid),
      layout_(layout),
      initial_(std::move(initial)) {}

Box PartOrders::share_of(int rank, const Box& box, Placement placement) const {
  const PartBox part = part_of_rank(grid_, layout_, rank);
  Box all{part.first, part.cells};
  const int normal = normal_of(placement);
  // Both parts beside a face hold it.
  if (normal >= 0 && grid_.active(normal)) ++all.count[std::size_t(normal)];
  return common(box, all);
}

Box PartOrders::in_part(const Box& share) const {
  Box box = share;
  for (std::size_t axis = 0; axis < 3; ++axis) box.begin[axis] -= part_.part().first[axis];
  return box;
}

Placement PartOrders::placement_of(const std::string& field, StateForm form) const {
  for (const StateField& known : part_.state_fields(form))
    if (known.name == field) return known.placement;
  throw std::invalid_argument("the state has no field " + field);
}

void PartOrders::order(PartOrder order, const std::map<std::string, double>& numbers,
                       const void* set, void* gathered) {
  order.numbers = numbers.size();
  processes_.broadcast(&order, sizeof order);
  for (const auto& [name, value] : numbers) {
    NamedNumber number;
    put_name(number.name, name);
    number.value = value;
    processes_.broadcast(&number, sizeof number);
  }
  carry_out(order, numbers, set, gathered);
}

void PartOrders::order_initial_state() {
  PartOrder order;
  order.deed = Deed::set_initial_state;
  processes_.broadcast(&order, sizeof order);
  set_initial_state();
}

void PartOrders::set_initial_state() {
  std::string problem;
  std::exception_ptr own;
  try {
    initial_(part_);
  } catch (const std::exception& error) {
    problem = error.what();
    own = std::current_exception();
  }
  const int count = processes_.count(), rank = processes_.rank();
  const double best = processes_.largest(own ? double(count - rank) : 0.0);
  if (!(best > 0)) return;
  const int from = count - int(best);
  if (rank == 0 && from == 0) std::rethrow_exception(own);
  std::size_t length = problem.size();
  if (rank == from) {
    processes_.send(&length, sizeof length, 0);
    processes_.send(problem.data(), length, 0);
  }
  if (rank != 0) return;
  processes_.receive(&length, sizeof length, from);
  problem.resize(length);
  processes_.receive(problem.data(), length, from);
  throw UsageError(problem);
}

void PartOrders::obey() {
  // A launcher passes signals on to all; rank 0 orders what follows from them.
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) std::signal(signal, SIG_IGN);
  while (true) {
    PartOrder order;
    processes_.broadcast(&order, sizeof order);
    std::map<std::string, double> numbers;
    for (std::size_t n = 0; n < order.numbers; ++n) {
      NamedNumber number;
      processes_.broadcast(&number, sizeof number);
      numbers[number.name] = number.value;
    }
    if (order.deed == Deed::end) return;
    if (order.deed == Deed::set_initial_state) {
      set_initial_state();
      continue;
    }
    carry_out(order, numbers, nullptr, nullptr);
  }
}

void PartOrders::carry_out(const PartOrder& order, const std::map<std::string, double>& numbers,
                           const void* set, void* gathered) {
  try {
    switch (order.deed) {
      case Deed::begin_state:
        return part_.begin_state(order.form);
      case Deed::set_part:
        return set_values(order, set);
      case Deed::finish_state:
        return part_.finish_state(order.time, numbers);
      case Deed::state_numbers:
        numbers_ = part_.state_numbers();
        return;
      case Deed::prepare_gather:
        gather_ = order.stored ? part_.read_part(order.name) : part_.read_field(order.name);
        return;
      case Deed::gather:
        return gather_values(order, gathered);
      case Deed::stable_step:
        stable_step_ = part_.stable_step();
        return;
      case Deed::advance:
        return part_.advance(order.time, order.dt);
      case Deed::complete_step:
        return part_.complete_step();
      case Deed::find_unphysical:
        return find_unphysical();
      case Deed::history:
        history_ = part_.history();
        return;
      case Deed::wait:
        return part_.wait();
      case Deed::set_initial_state:
      case Deed::end:
        return;
    }
  } catch (const std::exception& error) {
    std::cerr << fmt::format("solenoid: {} (process {} of {})", error.what(), processes_.rank(),
                             processes_.count())
              << std::endl;
    processes_.end_all(exit_of_failed_part);
  }
}

void PartOrders::set_values(const PartOrder& order, const void* values) {
  const Placement placement = placement_of(order.name, order.form);
  const std::size_t bytes = bytes_of_value(order.precision);
  std::vector<char> own;
  const auto pack = [&](const Box& share) {
    own.resize(share.values() * bytes);
    copy_rows(order.box, const_cast<char*>(static_cast<const char*>(values)), share, own.data(),
              bytes, false);
  };
  const int rank = processes_.rank();
  if (rank == 0)
    for (int other = 1; other < processes_.count(); ++other) {
      const Box share = share_of(other, order.box, placement);
      if (share.values() == 0) continue;
      pack(share);
      processes_.send(own.data(), own.size(), other);
    }
  const Box share = share_of(rank, order.box, placement);
  if (share.values() == 0) return;
  if (rank == 0) {
    pack(share);
  } else {
    own.resize(share.values() * bytes);
    processes_.receive(own.data(), own.size(), 0);
  }
  part_.set_part(order.name, in_part(share), {order.precision, own.data()});
}

void PartOrders::gather_values(const PartOrder& order, void* values) {
  const Placement placement =
      order.stored ? placement_of(order.name, StateForm::stored) : Placement::cells;
  const std::size_t bytes = bytes_of_value(order.precision);
  const int rank = processes_.rank();
  std::vector<char> own;
  const auto put = [&](const Box& share) {
    copy_rows(order.box, static_cast<char*>(values), share, own.data(), bytes, true);
  };
  if (const Box share = share_of(rank, order.box, placement); share.values() > 0) {
    own.resize(share.values() * bytes);
    gather_(in_part(share), {order.precision, own.data()});
    if (rank == 0)
      put(share);
    else
      processes_.send(own.data(), own.size(), 0);
  }
  if (rank != 0) return;
  for (int other = 1; other < processes_.count(); ++other) {
    const Box share = share_of(other, order.box, placement);
    if (share.values() == 0) continue;
    own.resize(share.values() * bytes);
    processes_.receive(own.data(), own.size(), other);
    put(share);
  }
}

void PartOrders::find_unphysical() {
  const std::optional<UnphysicalCell> own = part_.unphysical_cell();
  const int count = processes_.count();
  // The largest of these is that of the first process which has found one.
  const double best = processes_.largest(own ? double(count - processes_.rank()) : 0.0);
  unphysical_ = std::nullopt;
  if (!(best > 0)) return;
  const int from = count - int(best);
  struct {
    std::array<int, 3> cell{};
    std::array<double, 3> position{};
    std::size_t numbers = 0;
  } head;
  std::vector<NamedNumber> numbers;
  if (own && from == processes_.rank()) {
    head = {own->cell, own->position, own->state.size()};
    for (const auto& [name, value] : own->state) {
      numbers.emplace_back();
      put_name(numbers.back().name, name);
      numbers.back().value = value;
    }
    if (from != 0) {
      processes_.send(&head, sizeof head, 0);
      processes_.send(numbers.data(), numbers.size() * sizeof(NamedNumber), 0);
    }
  }
  if (processes_.rank() != 0) return;
  if (from != 0) {
    processes_.receive(&head, sizeof head, from);
    numbers.resize(head.numbers);
    processes_.receive(numbers.data(), numbers.size() * sizeof(NamedNumber), from);
  }
  unphysical_ = UnphysicalCell{head.cell, head.position, {}};
  for (const NamedNumber& number : numbers)
    unphysical_->state.emplace_back(number.name, number.value);
}

}  // namespace solenoid
