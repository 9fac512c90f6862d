#include "physics/fields/field_memory.hpp"

#include <Kokkos_Core.hpp>

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
  explicit MemoryOf(const Box& box)
      : FieldMemory(box),
        layout_(compact_layout(box)),
        memory_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "field memory"), box.values()) {}

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
  Kokkos::View<Real*, typename Space::memory_space> memory_;
};

}  // namespace

std::unique_ptr<FieldMemory> make_field_memory([[maybe_unused]] Device device, const Box& box,
                                               Precision precision) {
  const bool single = precision == Precision::single_precision;
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) {
    if (single) return std::make_unique<MemoryOf<float, DeviceSpace>>(box);
    return std::make_unique<MemoryOf<double, DeviceSpace>>(box);
  }
#endif
  if (single) return std::make_unique<MemoryOf<float, HostSpace>>(box);
  if (precision == Precision::double_precision)
    return std::make_unique<MemoryOf<double, HostSpace>>(box);
  return std::make_unique<MemoryOf<Extended, HostSpace>>(box);
}

}  // namespace solenoid
