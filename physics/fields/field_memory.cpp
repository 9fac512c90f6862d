#include "physics/fields/field_memory.hpp"

#include <Kokkos_Core.hpp>
#include <utility>

#include "numerics/device/spaces.hpp"
#include "physics/solvers/state_parts.hpp"

namespace solenoid {

namespace {

/// The layout of an array without ghosts and padding.
Layout compact_layout(const Box& box) {
  Layout layout;
  layout.cells = box.count;
  layout.stride = {1, box.count[0], box.count[0] * box.count[1]};
  layout.field_stride = std::ptrdiff_t(box.values());
  return layout;
}

template <class Real, class Space>
class MemoryOf final : public FieldMemory {
 public:
  using Values = Kokkos::View<Real*, typename Space::memory_space>;

  MemoryOf(const Box& box, const Values& memory)
      : FieldMemory(box), layout_(compact_layout(box)), memory_(memory) {}

  void take(const Gather& gather) override {
    gather(box(), {precision_of_type<Real>, memory_.data()});
  }
  void put(const Box& part, const ConstValues& values) override {
    set_box(space_, memory_.data(), layout_, within(part), values);
    space_.fence();  // whoever gave the values may go on with them
  }
  void give(const Box& part, const MutableValues& there) const override {
    gather_box(space_, memory_.data(), layout_, within(part), there);
  }
  [[nodiscard]] std::optional<std::size_t> first_unfit(bool positive) const override {
    return solenoid::first_unfit(TransferSpace<Space>(), memory_.data(), layout_, positive);
  }
  [[nodiscard]] double value(std::size_t place) const override {
    return double(first_of<Real, Space>({precision_of_type<Real>, memory_.data() + place, true}));
  }
  [[nodiscard]] ConstValues values() const override {
    return {precision_of_type<Real>, memory_.data(), !is_host_space<Space>};
  }

 private:
  [[nodiscard]] Box within(Box part) const {
    for (std::size_t axis = 0; axis < 3; ++axis) part.begin[axis] -= box().begin[axis];
    return part;
  }

  Space space_;
  Layout layout_;
  Values memory_;
};

/// Each begins on a cache line, as if it were alone.
template <class Real, class Space>
std::vector<std::unique_ptr<FieldMemory>> memories_of(const std::vector<Box>& boxes) {
  constexpr std::size_t unit = 256;
  const auto length = [](const Box& box) { return (box.values() + unit - 1) / unit * unit; };
  std::size_t all = 0;
  for (const Box& box : boxes) all += length(box);
  const typename MemoryOf<Real, Space>::Values piece(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "field memory"), all);
  std::vector<std::unique_ptr<FieldMemory>> memories;
  std::size_t begin = 0;
  for (const Box& box : boxes) {
    const auto values = Kokkos::subview(piece, std::pair(begin, begin + box.values()));
    memories.push_back(std::make_unique<MemoryOf<Real, Space>>(box, values));
    begin += length(box);
  }
  return memories;
}

}  // namespace

std::vector<std::unique_ptr<FieldMemory>> make_field_memories([[maybe_unused]] Device device,
                                                              const std::vector<Box>& boxes,
                                                              Precision precision) {
  const bool single = precision == Precision::single_precision;
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu)
    return single ? memories_of<float, DeviceSpace>(boxes)
                  : memories_of<double, DeviceSpace>(boxes);
#endif
  if (single) return memories_of<float, HostSpace>(boxes);
  if (precision == Precision::double_precision) return memories_of<double, HostSpace>(boxes);
  return memories_of<Extended, HostSpace>(boxes);
}

std::unique_ptr<FieldMemory> make_field_memory(Device device, const Box& box, Precision precision) {
  return std::move(make_field_memories(device, {box}, precision).front());
}

}  // namespace solenoid
