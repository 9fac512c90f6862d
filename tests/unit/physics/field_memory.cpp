/// \file
/// Fields outside of solvers, in memory of the host and of the device that the build has.

#include "physics/fields/field_memory.hpp"

#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <cmath>
#include <limits>

#include "numerics/device/spaces.hpp"
#include "src/machine/device_memory.hpp"

namespace solenoid::testing_physics {
namespace {

const Box box_in_memory{{1, 2, 3}, {5, 4, 3}};

std::vector<Device> devices() {
#if SOLENOID_HAS_DEVICE
  if (Kokkos::num_devices() > 0) return {Device::cpu, Device::gpu};
#endif
  return {Device::cpu};
}

std::vector<double> values_of(Device device, const FieldMemory& memory) {
  std::vector<double> values(memory.box().values());
  if (memory.values().precision == Precision::single_precision) {
    std::vector<float> singles(values.size());
    copy_from_device(device, singles.data(), memory.values().data, singles.size() * sizeof(float));
    values.assign(singles.begin(), singles.end());
  } else {
    copy_from_device(device, values.data(), memory.values().data, values.size() * sizeof(double));
  }
  return values;
}

/// A memory whose values are their places, of some precision.
std::unique_ptr<FieldMemory> counted(Device device, Precision precision) {
  auto memory = make_field_memory(device, box_in_memory, precision);
  std::vector<float> places(box_in_memory.values());
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = float(i + 1);
  memory->put(box_in_memory, {Precision::single_precision, places.data()});
  return memory;
}

TEST(FieldMemory, TakesBoxesOfTheHostAndOfItsOwnKind) {
  for (const Device device : devices())
    for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
      const auto memory = counted(device, precision);
      std::vector<double> expected(box_in_memory.values());
      for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = double(i + 1);
      EXPECT_EQ(values_of(device, *memory), expected);

      const Box part{{2, 3, 4}, {3, 2, 2}};
      std::vector<double> thirds(part.values());
      for (std::size_t i = 0; i < thirds.size(); ++i) thirds[i] = double(i) / 3;
      const auto other = make_field_memory(device, part, Precision::double_precision);
      other->put(part, {Precision::double_precision, thirds.data()});
      EXPECT_EQ(other->values().on_device, device == Device::gpu);
      memory->put(part, other->values());
      for (std::size_t i = 0; i < thirds.size(); ++i)
        expected[box_in_memory.value_at(part.at(i))] =
            precision == Precision::single_precision ? float(thirds[i]) : thirds[i];
      EXPECT_EQ(values_of(device, *memory), expected);
      EXPECT_EQ(memory->value(7), expected[7]);
    }
}

TEST(FieldMemory, FindsTheFirstValueThatNoStateMayHave) {
  for (const Device device : devices())
    for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
      const auto memory = counted(device, Precision::double_precision);
      EXPECT_EQ(memory->first_unfit(true), std::nullopt);
      const Box last{{5, 5, 5}, {1, 1, 1}}, earlier{{4, 3, 4}, {1, 1, 1}};
      memory->put(last, {Precision::double_precision, &bad});
      EXPECT_EQ(memory->first_unfit(true), box_in_memory.value_at(last.begin)) << bad;
      memory->put(earlier, {Precision::double_precision, &bad});
      EXPECT_EQ(memory->first_unfit(true), box_in_memory.value_at(earlier.begin)) << bad;
      EXPECT_EQ(memory->first_unfit(false).has_value(), !std::isfinite(bad)) << bad;
    }
}

TEST(FieldMemory, MadeTogetherHoldsEachBoxApart) {
  const std::vector<Box> boxes{
      box_in_memory, {{0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {17, 1, 1}}, box_in_memory};
  for (const Device device : devices())
    for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
      auto memories = make_field_memories(device, boxes, precision);
      ASSERT_EQ(memories.size(), boxes.size());
      memories[1].reset();  // the others stay
      for (const std::size_t m : {0, 2, 3}) {
        const std::vector<float> values(boxes[m].values(), float(m));
        memories[m]->put(boxes[m], {Precision::single_precision, values.data()});
      }
      for (const std::size_t m : {0, 2, 3}) {
        EXPECT_EQ(memories[m]->box(), boxes[m]);
        EXPECT_EQ(values_of(device, *memories[m]),
                  std::vector<double>(boxes[m].values(), double(m)));
      }
    }
}

// What rounds to zero is no positive number any more.
TEST(FieldMemory, JudgesValuesAsTheyAreRounded) {
  const double tiny = 1e-60;
  const Box one{{0, 0, 0}, {1, 1, 1}};
  for (const Device device : devices())
    for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
      const auto memory = make_field_memory(device, one, precision);
      memory->put(one, {Precision::double_precision, &tiny});
      EXPECT_EQ(memory->first_unfit(true).has_value(), precision == Precision::single_precision);
    }
}

}  // namespace
}  // namespace solenoid::testing_physics
