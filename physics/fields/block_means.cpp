#include "physics/fields/block_means.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/field_parts.hpp"

namespace solenoid {

namespace {

/// Of all cells in memory, one block a work item.
template <class Value>
struct MeanOfBlock {
  const double* cells;
  std::array<int, 3> block, blocks;  ///< cells of a block, blocks in memory
  Value* means;

  KOKKOS_FUNCTION void operator()(const int item) const {
    const int i = item % blocks[0], j = item / blocks[0] % blocks[1],
              k = item / blocks[0] / blocks[1];
    const std::size_t row = std::size_t(blocks[0]) * std::size_t(block[0]);
    const std::size_t plane = row * std::size_t(blocks[1]) * std::size_t(block[1]);
    const double* const first = cells + std::size_t(i) * std::size_t(block[0]) +
                                row * (std::size_t(j) * std::size_t(block[1])) +
                                plane * (std::size_t(k) * std::size_t(block[2]));
    double sum = 0;
    for (int c = 0; c < block[2]; ++c)
      for (int b = 0; b < block[1]; ++b)
        for (int a = 0; a < block[0]; ++a)
          sum += first[std::size_t(a) + row * std::size_t(b) + plane * std::size_t(c)];
    means[item] = Value(sum / (double(block[0]) * block[1] * block[2]));
  }
};

template <class Value, class Space>
void means_of_cells(const Space& space, const double* cells, const BlockOfCells& block,
                    const std::array<int, 3>& blocks, Value* means) {
  const int items = blocks[0] * blocks[1] * blocks[2];
  Kokkos::parallel_for("means over blocks",
                       Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, items),
                       MeanOfBlock<Value>{cells, block, blocks, means});
}

/// Works a box off in slabs of blocks whose cells are as many as are on their way at a time.
template <class Space>
void make_means(const Space& space, const Gather& gather, const BlockOfCells& block, const Box& box,
                const MutableValues& there) {
  const std::size_t cells_of_block =
      std::size_t(block[0]) * std::size_t(block[1]) * std::size_t(block[2]);
  const std::vector<Box> slabs =
      slabs_of(box, std::max<std::size_t>(1, transfer_values / cells_of_block));
  std::size_t most = 0;
  for (const Box& slab : slabs) most = std::max(most, slab.values() * cells_of_block);
  const Kokkos::View<double*, typename Space::memory_space> cells(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "cells of blocks"), most);
  std::size_t first = 0;
  for (const Box& slab : slabs) {
    gather(cells_of(slab, block), {Precision::double_precision, cells.data()});
    if (there.precision == Precision::single_precision)
      means_of_cells(space, cells.data(), block, slab.count,
                     static_cast<float*>(there.data) + first);
    else
      means_of_cells(space, cells.data(), block, slab.count,
                     static_cast<double*>(there.data) + first);
    first += slab.values();
  }
  space.fence();  // the memory of the cells goes
}

}  // namespace

Box cells_of(const Box& blocks, const BlockOfCells& block) {
  Box cells = blocks;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    cells.begin[axis] *= block[axis];
    cells.count[axis] *= block[axis];
  }
  return cells;
}

Gather block_means(Device device, Gather gather, const BlockOfCells& block) {
  if (block == BlockOfCells{1, 1, 1}) return gather;
  return [device, gather = std::move(gather), block](const Box& box, const MutableValues& there) {
#if SOLENOID_HAS_DEVICE
    if (device == Device::gpu) return make_means(DeviceSpace(), gather, block, box, there);
#endif
    static_cast<void>(device);
    make_means(HostSpace(), gather, block, box, there);
  };
}

}  // namespace solenoid
