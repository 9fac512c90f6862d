#pragma once
/// \file
/// The exchange of a part (numerics/grid/exchange.hpp) whose neighbours are other processes.

#include <cstddef>
#include <memory>
#include <vector>

#include "numerics/device/slab_staging.hpp"
#include "numerics/grid/exchange.hpp"
#include "physics/solvers/solver.hpp"
#include "src/parallel/gpu_links.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"
#include "src/parallel/transport_choice.hpp"

namespace solenoid {

/// What a part has sent, and the time that took, with the time that it waited for its neighbours.
struct ExchangeRecord {
  double seconds = 0;
  double bytes = 0;         ///< sent in that time
  double bytes_beside = 0;  ///< sent beside other work, of which that time has the waiting alone
  double joining = 0;       ///< seconds in which numbers of all parts are joined, and waited for
};

class PartExchange final : public Exchange {
 public:
  /// Of parts in the memory of `device`: on a CPU work on the default instance is done when its
  /// call returns.
  PartExchange(Processes& processes, const PartLayout& layout, Device device)
      : processes_(processes), layout_(layout), device_(device) {}

  /// Says how slabs go, before the first does: all processes together. Throws std::runtime_error
  /// where the links of GPUs fail.
  void open(Transport transport);

  void lend(Axis axis, Slabs& slabs) override {
    if (links_) links_->lend(axis, neighbours(axis), slabs);
  }
  void swap(Axis axis, const Slabs& slabs) override;
  [[nodiscard]] bool takes_layers() const override { return links_ && links_->take_layers(); }
  void begin_layers(Axis axis, const Layers& layers) override;
  void end_layers(Axis axis, const Layers& layers) override { links_->end_layers(axis, layers); }
  /// Messages take them from a host's memory and bring them there.
  [[nodiscard]] bool swaps_layers() const override { return device_ == Device::cpu; }
  void swap_layers(Axis axis, const Layers& layers) override;
  void trade(const std::vector<Sent>& sent, const std::vector<Received>& received) override;
  void take_largest(double* values, std::size_t count) override;
  void add_up(double* values, std::size_t count) override;
  /// Waits for the exchanges that are queued.
  [[nodiscard]] ExchangeRecord record() const;

  /// Bytes per second that each process sends while all swap slabs of `bytes` with both neighbours
  /// along an axis that is cut and nothing else is done: of the slowest one. All call it together.
  double bandwidth(Axis axis, std::size_t bytes);

 private:
  /// Swaps slabs in memory that messages take.
  void swap_messages(Axis axis, const Slabs& slabs);
  void swap_staged(Axis axis, const Slabs& slabs);
  void trade_staged(const std::vector<Sent>& sent, const std::vector<Received>& received);
  /// Finds a way for what the links do not trade: NCCL; or else messages, as the MPI takes them.
  /// All processes together.
  void link_for_trade();
  [[nodiscard]] NeighbourRanks neighbours(Axis axis) const {
    return neighbours_of_rank(layout_, processes_.rank(), axis);
  }

  Processes& processes_;
  PartLayout layout_;
  Device device_;
  std::unique_ptr<GpuLinks> links_;        ///< if the transport needs them
  std::unique_ptr<SlabStaging> staging_;   ///< likewise
  std::unique_ptr<GpuLinks> trade_links_;  ///< if links_ do not trade and others do
  bool linked_for_trade_ = false;
  ExchangeRecord record_;
};

}  // namespace solenoid
