#include "src/parallel/part_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "physics/solvers/reading.hpp"
#include "physics/solvers/transfers.hpp"
#include "src/parallel/part_boxes.hpp"

namespace solenoid {

void PartFiles::define(DefinedFields fields, double time) {
  defined_ = std::move(fields);
  defined_time_ = time;
}

void PartFiles::open(const std::filesystem::path& path) {
  file_.emplace(path);
  // The disk may be that of one host: what others do not see the first process writes alone.
  all_see_ = !(processes_.largest(file_->failure()) > 0);
  if (processes_.rank() == 0) file_->reserve();
}

Placement PartFiles::placement_of(const ArrayInFile& array) const {
  if (!array.stored) return Placement::cells;
  return placement_in_state(part_, array.field, StateForm::stored);
}

std::unique_ptr<FieldMemory> PartFiles::values_by_formula(const ArrayInFile& array) const {
  const Subdomain& part = part_.part();
  Box own = whole_field(part, Placement::cells);
  own.begin = part.first;
  auto values = make_field_memory(Device::cpu, own, array.precision);
  const Gather gather = defined_.gather(part_, array.field, defined_time_);
  const std::vector<Box> slabs = slabs_of(own, state_slab_values);
  const auto most = std::size_t(processes_.largest(double(slabs.size())));
  std::vector<char> memory(slabs.front().values() * bytes_of_value(array.precision));
  for (std::size_t n = 0; n < most; ++n) {
    const Box slab = n < slabs.size() ? slabs[n] : Box{own.begin, {1, 1, 1}};
    bring_to_host(part_.device(), gather, in_part(part, slab), {array.precision, memory.data()});
    if (n < slabs.size()) values->put(slab, {array.precision, memory.data()});
  }
  return values;
}

template <class Use>
void PartFiles::with_writing(const ArrayInFile& array, int writers, const Use& use) {
  const std::vector<std::string> formulas = defined_.names();
  std::unique_ptr<FieldMemory> values;
  Gather of_part;
  if (!array.stored && std::ranges::find(formulas, array.field) != formulas.end())
    values = values_by_formula(array);
  else
    of_part = read(part_, array.stored ? Reading::stored : Reading::shown, array.field, 0);
  const Gather gather = [&](const Box& box, const MutableValues& there) {
    if (values)
      values->give(box, there);
    else
      of_part(in_part(part_.part(), box), there);
  };
  PartWriting writing(processes_, grid_, layout_, array, placement_of(array), gather, writers,
                      memory_);
  use(writing);
}

void PartFiles::write(const ArrayInFile& array) {
  with_writing(array, all_see_ ? processes_.count() : 1,
               [&](PartWriting& writing) { writing.write(*file_); });
}

void PartFiles::close() {
  const bool writes = all_see_ || processes_.rank() == 0;
  if (writes) file_->sync();
  const int own = writes ? file_->failure() : 0;
  file_.reset();
  memory_ = {};
  agree_on_failure(own);
}

void PartFiles::keep(int file, ArrayInFile array) {
  array.pieces.resize((array.box.values() + array.values_of_piece - 1) / array.values_of_piece);
  with_writing(array, processes_.count(),
               [&](PartWriting& writing) { kept_[file].keep(array, writing.collect()); });
}

void PartFiles::place(int file, const ArrayInFile& array) { kept_.at(file).place(array); }

void PartFiles::begin(int file, const std::filesystem::path& path) {
  memory_ = {};
  kept_.at(file).begin(path, processes_.rank() == 0);
}

void PartFiles::end(int file) {
  const int own = kept_.at(file).finish();
  kept_.erase(file);
  agree_on_failure(own);
}

void PartFiles::agree_on_failure(int own) {
  const int count = processes_.count(), rank = processes_.rank();
  const double best = processes_.largest(own != 0 ? double(count - rank) : 0.0);
  const int from = count - int(best);
  const double number = processes_.largest(rank == from ? double(own) : 0.0);
  problem_.clear();
  if (!(best > 0)) return;
  problem_ = std::strerror(int(number));
  if (from > 0) problem_ += fmt::format(" (in process {} of {})", from, count);
}

}  // namespace solenoid
