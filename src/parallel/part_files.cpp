#include "src/parallel/part_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "numerics/grid/field_parts.hpp"
#include "physics/solvers/reading.hpp"
#include "physics/solvers/transfers.hpp"
#include "src/parallel/part_boxes.hpp"

namespace solenoid {

void PartFiles::define(DefinedFields fields, double time) {
  defined_ = std::move(fields);
  defined_time_ = time;
}

void PartFiles::open(const std::filesystem::path& path, bool collectively) {
  file_.emplace(path);
  // The disk may be that of one host: what others do not see the first process writes alone.
  all_see_ = !(processes_.largest(file_->failure()) > 0);
  if (processes_.rank() == 0) file_->reserve();
  if (collectively && all_see_) together_ = processes_.open_together(path);
}

Placement PartFiles::placement_of(const ArrayInFile& array) const {
  if (!array.stored) return Placement::cells;
  return placement_in_state(part_, array.field, StateForm::stored);
}

Grid PartFiles::grid_of_blocks(const BlockOfCells& block) const {
  Grid blocks = grid_;
  for (std::size_t axis = 0; axis < 3; ++axis) blocks.cells[axis] /= block[axis];
  return blocks;
}

std::unique_ptr<FieldMemory> PartFiles::values_made_of_cells(const ArrayInFile& array) const {
  const Grid blocks = grid_of_blocks(array.block);
  const Box own = share_of_rank(blocks, layout_, processes_.rank(), array.box, Placement::cells);
  const std::array<int, 3> first = part_of_rank(blocks, layout_, processes_.rank()).first;
  auto values = make_field_memory(Device::cpu, own, array.precision);
  const Gather gather =
      block_means(part_.device(), defined_.gather(part_, array.field, defined_time_), array.block);
  // So few that their cells are asked for at a time.
  const auto cells_of_block =
      std::size_t(array.block[0]) * std::size_t(array.block[1]) * std::size_t(array.block[2]);
  std::vector<Box> slabs;
  if (own.values() > 0)
    slabs = slabs_of(own, std::max<std::size_t>(1, transfer_values / cells_of_block));
  const auto most = std::size_t(processes_.largest(double(slabs.size())));
  for (std::size_t n = 0; n < most; ++n) {
    Box slab = n < slabs.size() ? slabs[n] : Box{first, {1, 1, 1}};
    std::vector<char> memory(slab.values() * bytes_of_value(array.precision));
    for (std::size_t axis = 0; axis < 3; ++axis) slab.begin[axis] -= first[axis];
    bring_to_host(part_.device(), gather, slab, {array.precision, memory.data()});
    if (n < slabs.size()) values->put(slabs[n], {array.precision, memory.data()});
  }
  return values;
}

template <class Use>
void PartFiles::with_writing(const ArrayInFile& array, int writers, const Use& use) {
  const std::vector<std::string> formulas = defined_.names();
  const bool by_formula =
      !array.stored && std::ranges::find(formulas, array.field) != formulas.end();
  std::unique_ptr<FieldMemory> values;
  Gather of_part;
  if (by_formula || array.block != BlockOfCells{1, 1, 1})
    values = values_made_of_cells(array);
  else
    of_part = read(part_, array.stored ? Reading::stored : Reading::shown, array.field, 0);
  const Gather gather = [&](const Box& box, const MutableValues& there) {
    if (values)
      values->give(box, there);
    else
      of_part(in_part(part_.part(), box), there);
  };
  PartWriting writing(processes_, grid_of_blocks(array.block), layout_, array, placement_of(array),
                      gather, writers, memory_);
  use(writing);
}

void PartFiles::write(const ArrayInFile& array) {
  with_writing(array, all_see_ ? processes_.count() : 1, [&](PartWriting& writing) {
    if (together_)
      writing.write(*together_);
    else
      writing.write(*file_);
  });
}

void PartFiles::close() {
  if (together_) together_->sync();
  const bool writes = all_see_ || processes_.rank() == 0;
  if (writes) file_->sync();
  int own = writes ? file_->failure() : 0;
  if (together_ && own == 0) own = together_->failure();
  together_.reset();
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
