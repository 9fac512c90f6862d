#pragma once
/// \file
/// The exchange of a part (numerics/grid/exchange.hpp) whose neighbours are other processes.

#include <memory>
#include <string>

#include "numerics/device/slab_staging.hpp"
#include "numerics/grid/exchange.hpp"
#include "physics/solvers/solver.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// How slabs go from process to process.
enum class Transport {
  mpi,    ///< by MPI from where they are: memory of a CPU, or of a GPU that MPI reads and writes
  staged  ///< from a GPU to the memory of its host, and from there by MPI
};

/// The transport of this name, or by itself ("auto"). Throws UsageError for one that does not fit
/// the device or this MPI.
Transport choose_transport(const std::string& name, Device device, const Processes& processes);
/// What a run says of it.
std::string text_of(Transport transport, Device device);

/// What a part has sent, and the time that took, with the time that it waited for its neighbours.
struct ExchangeRecord {
  double seconds = 0;
  double bytes = 0;
};

class PartExchange final : public Exchange {
 public:
  /// Of parts in the memory of `device`: on a CPU work on the default instance is done when its
  /// call returns.
  PartExchange(Processes& processes, const PartLayout& layout, Device device, Transport transport);

  void swap(Axis axis, const Slabs& slabs) override;
  void take_largest(double* values, std::size_t count) override {
    processes_.take_largest(values, count);
  }
  void add_up(double* values, std::size_t count) override { processes_.add_up(values, count); }
  [[nodiscard]] const ExchangeRecord& record() const { return record_; }

 private:
  /// Swaps slabs in memory that messages take.
  void swap_messages(Axis axis, const Slabs& slabs);

  Processes& processes_;
  PartLayout layout_;
  Device device_;
  std::unique_ptr<SlabStaging> staging_;  ///< if the transport needs it
  ExchangeRecord record_;
};

/// Bytes per second that each process sends while all swap slabs of `bytes` with both neighbours
/// along an axis that is cut and nothing else is done: of the slowest one. All call it together.
double swap_bandwidth(Processes& processes, const PartLayout& layout, Device device,
                      Transport transport, Axis axis, std::size_t bytes);

}  // namespace solenoid
