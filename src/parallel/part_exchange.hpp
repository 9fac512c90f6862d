#pragma once
/// \file
/// The exchange of a part (numerics/grid/exchange.hpp) whose neighbours are other processes.

#include "numerics/grid/exchange.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// Of parts in the memory of CPUs, where work on the default instance is done when its call
/// returns.
class PartExchange final : public Exchange {
 public:
  PartExchange(Processes& processes, const PartLayout& layout)
      : processes_(processes), layout_(layout) {}

  void swap(Axis axis, const Slabs& slabs) override {
    const auto side = [&](Side which) -> Processes::Swap {
      return {slabs.send[which], slabs.receive[which],
              neighbour_of_rank(layout_, processes_.rank(), axis, which)};
    };
    processes_.swap(side(side_lower), side(side_upper), slabs.bytes);
  }
  double largest(double value) override { return processes_.largest(value); }
  void add_up(double* values, std::size_t count) override { processes_.add_up(values, count); }

 private:
  Processes& processes_;
  PartLayout layout_;
};

}  // namespace solenoid
