#pragma once
/// \file
/// Fields outside of solvers, in memory of the host or of a device, which a state can be set from.

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// A box of a field, compact, x fastest, in one precision. What it is given and gives is in its own
/// memory, or in that of the host where ConstValues says so.
class FieldMemory {
 public:
  explicit FieldMemory(const Box& box) : box_(box) {}
  virtual ~FieldMemory() = default;
  FieldMemory(const FieldMemory&) = delete;
  FieldMemory& operator=(const FieldMemory&) = delete;

  [[nodiscard]] const Box& box() const { return box_; }
  /// Fills all of it.
  virtual void take(const Gather& gather) = 0;
  /// Changes a box within its own, rounding the values to its precision.
  virtual void put(const Box& box, const ConstValues& values) = 0;
  /// Copies a box within its own to memory of the same device.
  virtual void give(const Box& box, const MutableValues& there) const = 0;
  /// The place of the first value that is not finite or, where values have to be, not positive.
  [[nodiscard]] virtual std::optional<std::size_t> first_unfit(bool positive) const = 0;
  /// One of the values.
  [[nodiscard]] virtual double value(std::size_t place) const = 0;
  [[nodiscard]] virtual ConstValues values() const = 0;

 private:
  Box box_;
};

/// Memory of a device. Throws what a device throws that has no room.
[[nodiscard]] std::unique_ptr<FieldMemory> make_field_memory(Device device, const Box& box,
                                                             Precision precision);
/// Memories of several boxes, in one piece, which goes with the last of them.
[[nodiscard]] std::vector<std::unique_ptr<FieldMemory>> make_field_memories(
    Device device, const std::vector<Box>& boxes, Precision precision);

}  // namespace solenoid
