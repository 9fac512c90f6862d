#pragma once
/// \file
/// The exchange of a part (numerics/grid/exchange.hpp) whose neighbours are other processes.

#include "numerics/grid/exchange.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// What a part has sent, and the time that took, with the time that it waited for its neighbours.
struct ExchangeRecord {
  double seconds = 0;
  double bytes = 0;
};

/// Of parts in the memory of CPUs, where work on the default instance is done when its call
/// returns.
class PartExchange final : public Exchange {
 public:
  PartExchange(Processes& processes, const PartLayout& layout)
      : processes_(processes), layout_(layout) {}

  void swap(Axis axis, const Slabs& slabs) override;
  void take_largest(double* values, std::size_t count) override {
    processes_.take_largest(values, count);
  }
  void add_up(double* values, std::size_t count) override { processes_.add_up(values, count); }
  [[nodiscard]] const ExchangeRecord& record() const { return record_; }

 private:
  Processes& processes_;
  PartLayout layout_;
  ExchangeRecord record_;
};

/// Bytes per second that each process sends while all swap slabs of `bytes` with both neighbours
/// along an axis that is cut and nothing else is done: of the slowest one. All call it together.
double swap_bandwidth(Processes& processes, const PartLayout& layout, Axis axis, std::size_t bytes);

}  // namespace solenoid
