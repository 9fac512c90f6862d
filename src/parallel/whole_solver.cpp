#include "src/parallel/whole_solver.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/parallel/part_measurements.hpp"

namespace solenoid {

WholeSolver::WholeSolver(Processes& processes, std::unique_ptr<Solver> part, const Grid& grid,
                         const PartLayout& layout, std::function<void(Solver&)> initial)
    : part_(std::move(part)),
      whole_(grid),
      layout_(layout),
      orders_(processes, *part_, grid, layout, std::move(initial)),
      files_(orders_) {}

WholeSolver::~WholeSolver() { orders_.order({Deed::end}); }

void WholeSolver::begin_state(StateForm form) {
  form_ = form;
  PartOrder order;
  order.deed = Deed::begin_state;
  order.form = form;
  orders_.order(order);
}

void WholeSolver::set_part(const std::string& field, const Box& box, const ConstValues& values) {
  PartOrder order = PartOrder::named(Deed::set_part, field);
  order.form = form_;
  order.precision = values.precision;
  const auto* from = static_cast<const char*>(values.data);
  for (const Box& slab : slabs_of(box, state_slab_values)) {
    order.box = slab;
    orders_.order(order, {.set = from});
    from += slab.values() * bytes_of_value(values.precision);
  }
}

void WholeSolver::finish_state(double time, const std::map<std::string, double>& numbers) {
  PartOrder order;
  order.deed = Deed::finish_state;
  order.time = time;
  orders_.order(order, {.numbers = numbers});
}

void WholeSolver::take_up(double time) {
  PartOrder order;
  order.deed = Deed::take_up;
  order.time = time;
  orders_.order(order);
}

std::map<std::string, double> WholeSolver::state_numbers() {
  orders_.order({Deed::state_numbers});
  return orders_.state_numbers();
}

Gather WholeSolver::gather_of(const std::string& name, Reading what, double time) {
  PartOrder order = PartOrder::named(Deed::prepare_gather, name);
  order.what = what;
  order.time = time;
  const std::string id = std::to_string(int(what)) + name;
  orders_.order(order);
  prepared_ = id;
  return [this, order, id](const Box& box, const MutableValues& there) {
    if (prepared_ != id) orders_.order(order);
    prepared_ = id;
    PartOrder piece = order;
    piece.deed = Deed::gather;
    piece.precision = there.precision;
    auto* to = static_cast<char*>(there.data);
    for (const Box& slab : slabs_of(box, state_slab_values)) {
      piece.box = slab;
      orders_.order(piece, {.gathered = to});
      to += slab.values() * bytes_of_value(there.precision);
    }
  };
}

void WholeSolver::restore_parts(const std::filesystem::path& checkpoint) {
  orders_.order({Deed::restore}, {.bytes = std::filesystem::absolute(checkpoint).string()});
}

void WholeSolver::define_fields(const DefinedFields& fields, double time) {
  PartOrder order{Deed::define_fields};
  order.time = time;
  orders_.order(order, {.bytes = bytes_of(fields)});
}

bool WholeSolver::has_whole_blocks(const BlockOfCells& block) const {
  for (int rank = 0; rank < layout_[0] * layout_[1] * layout_[2]; ++rank) {
    const PartBox part = part_of_rank(whole_.whole, layout_, rank);
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (part.first[axis] % block[axis] != 0 || part.cells[axis] % block[axis] != 0) return false;
  }
  return true;
}

void WholeSolver::write_parts(const std::filesystem::path& file,
                              const std::vector<ArrayInFile>& arrays) {
  prepared_.clear();  // parts get ready for each array
  orders_.order({writes_collectively_ ? Deed::open_file_together : Deed::open_file},
                {.bytes = std::filesystem::absolute(file).string()});
  for (const ArrayInFile& array : arrays) {
    orders_.order(PartOrder::of_array(Deed::write_array, array), {.bytes = bytes_of(array.pieces)});
  }
  orders_.order({Deed::close_file});
  const std::string& problem = orders_.files().problem();
  if (!problem.empty()) throw std::runtime_error(problem);
}

WriteArrays WholeSolver::keep_parts(const std::vector<ArrayInFile>& arrays) {
  // What others cannot open the first process writes alone: that has to be found out.
  if (writes_collectively_ || !orders_.files().all_see()) return {};
  prepared_.clear();
  return files_.keep(arrays);
}

double WholeSolver::stable_step() {
  orders_.order({Deed::stable_step});
  return orders_.stable_step();
}

void WholeSolver::advance(double time, double dt) {
  PartOrder order;
  order.deed = Deed::advance;
  order.time = time;
  order.dt = dt;
  orders_.order(order);
}

void WholeSolver::substep(int number, double time, double dt) {
  PartOrder order;
  order.deed = Deed::substep;
  order.substep = number;
  order.time = time;
  order.dt = dt;
  orders_.order(order);
}

void WholeSolver::complete_step() { orders_.order({Deed::complete_step}); }

std::optional<UnphysicalCell> WholeSolver::unphysical_cell() {
  orders_.order({Deed::find_unphysical});
  return orders_.unphysical_cell();
}

std::vector<std::pair<std::string, double>> WholeSolver::history() {
  orders_.order({Deed::history});
  return orders_.history();
}

Measured WholeSolver::measure(const FieldMeasurement& measurement) {
  prepared_.clear();
  orders_.order({Deed::measure}, {.bytes = bytes_of(measurement)});
  return orders_.measured();
}

ValueExtent WholeSolver::take_volume(const VolumeRequest& request) {
  prepared_.clear();
  orders_.order({Deed::take_volume}, {.bytes = bytes_of(request)});
  return orders_.volumes().extent();
}

FieldImage WholeSolver::draw_volume(const VolumeImage& image) {
  require_drawable(image.look);
  orders_.order({Deed::draw_volume}, {.bytes = bytes_of(image)});
  return orders_.volumes().image();
}

void WholeSolver::wait() { orders_.order({Deed::wait}); }

}  // namespace solenoid
