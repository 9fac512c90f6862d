#include "src/parallel/part_orders.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <utility>

#include "src/output/files.hpp"
#include "src/parallel/first_problem.hpp"
#include "src/parallel/part_boxes.hpp"
#include "src/parallel/part_measurements.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

constexpr int exit_of_failed_part = 3;

template <std::size_t size>
void put_name(char (&to)[size], const std::string& name) {
  if (name.size() >= size) throw std::length_error("a name is too long for an order: " + name);
  std::copy(name.begin(), name.end(), to);
}

}  // namespace

PartOrder PartOrder::named(Deed deed, const std::string& name) {
  PartOrder order;
  order.deed = deed;
  put_name(order.name, name);
  return order;
}

PartOrder PartOrder::of_array(Deed deed, const ArrayInFile& array) {
  PartOrder order = named(deed, array.field);
  order.what = array.stored ? Reading::stored : Reading::shown;
  order.precision = array.precision;
  order.box = array.box;
  order.block = array.block;
  order.values_of_piece = array.values_of_piece;
  order.checksummed = array.checksummed;
  return order;
}

ArrayInFile PartOrder::array(const std::string& places) const {
  ArrayInFile array{.field = name,
                    .stored = what == Reading::stored,
                    .block = block,
                    .box = box,
                    .precision = precision,
                    .values_of_piece = values_of_piece,
                    .checksummed = checksummed};
  array.pieces.resize(places.size() / sizeof(std::uint64_t));
  if (!places.empty()) std::memcpy(array.pieces.data(), places.data(), places.size());
  return array;
}

std::string bytes_of(const std::vector<std::uint64_t>& pieces) {
  return {reinterpret_cast<const char*>(pieces.data()), pieces.size() * sizeof(std::uint64_t)};
}

PartOrders::PartOrders(Processes& processes, Solver& part, const Grid& grid,
                       const PartLayout& layout, std::function<void(Solver&)> initial)
    : processes_(processes),
      part_(part),
      grid_(grid),
      layout_(layout),
      initial_(std::move(initial)),
      volumes_(processes, part, grid, layout),
      files_(processes, part, grid, layout) {}

Placement PartOrders::placement_read(const PartOrder& order) const {
  if (order.what == Reading::shown) return Placement::cells;
  return placement_in_state(part_, order.name, StateForm::stored);
}

void PartOrders::order(PartOrder order, const OrderContents& contents) {
  order.numbers = contents.numbers.size();
  order.bytes = contents.bytes.size();
  processes_.broadcast(&order, sizeof order);
  for (const auto& [name, value] : contents.numbers) {
    NamedNumber number;
    put_name(number.name, name);
    number.value = value;
    processes_.broadcast(&number, sizeof number);
  }
  std::string bytes = contents.bytes;
  if (!bytes.empty()) processes_.broadcast(bytes.data(), bytes.size());
  carry_out(order, contents);
}

OrderContents PartOrders::contents_of(const PartOrder& order) {
  OrderContents contents;
  for (std::size_t n = 0; n < order.numbers; ++n) {
    NamedNumber number;
    processes_.broadcast(&number, sizeof number);
    contents.numbers[number.name] = number.value;
  }
  contents.bytes.resize(order.bytes);
  if (order.bytes > 0) processes_.broadcast(contents.bytes.data(), order.bytes);
  return contents;
}

void PartOrders::set_state(const std::function<void()>& set) {
  std::optional<std::string> problem;
  std::exception_ptr own;
  try {
    set();
  } catch (const std::exception& error) {
    problem = error.what();
    own = std::current_exception();
  }
  const auto first = first_problem(processes_, problem);
  if (!first || processes_.rank() != 0) return;
  if (first->rank == 0) std::rethrow_exception(own);
  throw UsageError(first->text);
}

void PartOrders::restore(const std::string& checkpoint) {
  set_state([&] {
    try {
      CheckpointFile file(checkpoint);
      part_.restore(file, file.head().time);
    } catch (const OutputError& error) {
      if (processes_.rank() == 0) throw;
      char host[256] = "";
      ::gethostname(host, sizeof host - 1);
      throw OutputError(fmt::format("{} (process {} of {}, on {}, reads it, too)", error.what(),
                                    processes_.rank(), processes_.count(), host));
    }
  });
}

bool PartOrders::obey() {
  while (true) {
    PartOrder order;
    processes_.broadcast(&order, sizeof order);
    if (order.deed == Deed::end || order.deed == Deed::pause) return order.deed == Deed::pause;
    carry_out(order, contents_of(order));
  }
}

void PartOrders::carry_out(const PartOrder& order, const OrderContents& contents) {
  // These agree on what has failed.
  if (order.deed == Deed::set_initial_state) return set_state([this] { initial_(part_); });
  if (order.deed == Deed::restore) return restore(contents.bytes);
  if (order.deed == Deed::pause || order.deed == Deed::end) return;
  try {
    do_deed(order, contents);
    if (after_each_) after_each_();
  } catch (const KnownToAll&) {
    if (processes_.rank() == 0) throw;
  } catch (const std::exception& error) {
    std::cerr << fmt::format("solenoid: {} (process {} of {})", error.what(), processes_.rank(),
                             processes_.count())
              << std::endl;
    processes_.end_all(exit_of_failed_part);
  }
}

void PartOrders::do_deed(const PartOrder& order, const OrderContents& contents) {
  switch (order.deed) {
    case Deed::begin_state:
      return part_.begin_state(order.form);
    case Deed::set_part:
      return set_values(order, contents.set);
    case Deed::take_up:
      return take_up_(order.time);
    case Deed::finish_state:
      return part_.finish_state(order.time, contents.numbers);
    case Deed::state_numbers:
      numbers_ = part_.state_numbers();
      return;
    case Deed::prepare_gather:
      gather_ = read(part_, order.what, order.name, order.time);
      return;
    case Deed::gather:
      return gather_values(order, contents.gathered);
    case Deed::define_fields:
      return files_.define(defined_fields_of(contents.bytes), order.time);
    case Deed::open_file:
      return files_.open(contents.bytes);
    case Deed::open_file_together:
      return files_.open(contents.bytes, true);
    case Deed::write_array:
      return files_.write(order.array(contents.bytes));
    case Deed::close_file:
      return files_.close();
    case Deed::keep_array:
      return files_.keep(order.file, order.array(contents.bytes));
    case Deed::place_array:
      return files_.place(order.file, order.array(contents.bytes));
    case Deed::begin_file:
      return files_.begin(order.file, contents.bytes);
    case Deed::end_file:
      return files_.end(order.file);
    case Deed::stable_step:
      stable_step_ = part_.stable_step();
      return;
    case Deed::advance:
      return part_.advance(order.time, order.dt);
    case Deed::substep:
      return scheme().substep(order.substep, order.time, order.dt);
    case Deed::complete_step:
      return part_.complete_step();
    case Deed::find_unphysical:
      return find_unphysical();
    case Deed::history:
      history_ = part_.history();
      return;
    case Deed::measure:
      measured_ = solenoid::measured(part_, measurement_of(contents.bytes));
      return;
    case Deed::take_volume:
      return volumes_.take(volume_request_of(contents.bytes));
    case Deed::draw_volume:
      return volumes_.draw(volume_image_of(contents.bytes));
    case Deed::wait:
      return part_.wait();
    case Deed::set_initial_state:
    case Deed::restore:
    case Deed::pause:
    case Deed::end:
      return;
  }
}

void PartOrders::set_values(const PartOrder& order, const void* values) {
  scatter_box(processes_, grid_, layout_, placement_in_state(part_, order.name, order.form),
              order.box, bytes_of_value(order.precision), values,
              [&](const Box& share, const void* own) {
                part_.set_part(order.name, in_part(part_.part(), share), {order.precision, own});
              });
}

void PartOrders::gather_values(const PartOrder& order, void* values) {
  const Placement placement = placement_read(order);
  const int layers = order.what == Reading::with_ghosts ? scheme().ghost_layers() : 0;
  const auto share_of = [&](int rank) {
    return share_of_rank(grid_, layout_, rank, order.box, placement, layers);
  };
  gather_box(processes_,
             {order.box, bytes_of_value(order.precision), 0, static_cast<char*>(values), room_},
             share_of, [&](const Box& share, char* there) {
               gather_(in_part(part_.part(), share), {order.precision, there});
             });
}

void PartOrders::find_unphysical() {
  const std::optional<UnphysicalCell> own = part_.unphysical_cell();
  constexpr double none = std::numeric_limits<double>::infinity();
  const auto place_of = [&](const std::array<int, 3>& cell) {
    return cell[0] + double(grid_.cells[0]) * (cell[1] + double(grid_.cells[1]) * cell[2]);
  };
  // The one that one process would find first.
  const double place = own ? place_of(own->cell) : none;
  const double first = -processes_.largest(-place);
  unphysical_ = std::nullopt;
  if (first == none) return;
  const int from = int(processes_.largest(place == first ? processes_.rank() : -1));
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
