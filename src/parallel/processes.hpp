#pragma once
/// \file
/// The processes that compute a run together, and messages among them.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "numerics/grid/exchange.hpp"
#include "src/parallel/collective_file.hpp"

namespace solenoid {

/// All processes call the same collective functions in the same order. A failure of the messages
/// themselves ends all processes.
class Processes {
 public:
  virtual ~Processes() = default;

  [[nodiscard]] virtual int rank() const { return 0; }
  [[nodiscard]] virtual int count() const { return 1; }
  /// How many of them are on this host.
  [[nodiscard]] virtual int on_this_host() const { return 1; }
  /// Whether swap() and trade() take memory of a GPU.
  [[nodiscard]] virtual bool takes_device_memory() const { return false; }

  /// \name Collective
  /// @{
  /// Gives all of them the bytes that rank 0 has.
  virtual void broadcast(void*, std::size_t) {}
  /// Makes each of `count` values the largest of those that they give, the same for all; a NaN if
  /// one is.
  virtual void take_largest(double*, std::size_t) {}
  /// Makes each of `count` values the sum of those that they give, the same for all, added up in
  /// the order of the processes.
  virtual void add_up(double*, std::size_t) {}
  /// The largest of the values that they give.
  double largest(double value) {
    take_largest(&value, 1);
    return value;
  }
  /// A file that all of them see; null where they cannot write one together. Whether it could be
  /// opened is what its failure says.
  virtual std::unique_ptr<CollectiveFile> open_together(const std::filesystem::path&) {
    return nullptr;
  }
  /// @}

  /// \name Between two
  /// @{
  virtual void send(const void* bytes, std::size_t count, int to) = 0;
  virtual void receive(void* bytes, std::size_t count, int from) = 0;
  /// What goes through a face normal to an axis, and comes through it.
  struct Swap {
    Side face = side_lower;
    const void* send = nullptr;
    void* receive = nullptr;
    int with = 0;  ///< the process behind it
  };
  /// Swaps `bytes` each: what one sends through a face, the other receives through the opposite
  /// one, in the order in which it is sent.
  virtual void swap(const std::vector<Swap>& swaps, std::size_t bytes) = 0;
  /// As Exchange::trade, by rank.
  virtual void trade(const std::vector<Exchange::Sent>& sent,
                     const std::vector<Exchange::Received>& received) = 0;
  /// @}

  /// Ends all processes at once, with this exit code.
  [[noreturn]] virtual void end_all(int code) = 0;
};

/// The processes that a launcher (mpirun, srun) has started together with this one, or this one
/// alone. Throws UsageError where there are several and this program was built without MPI. To be
/// called once.
std::unique_ptr<Processes> join_processes();

/// What a library joins, in a process in which others may use MPI as well.
struct JoinedProcesses {
  /// A communicator of the caller's, as MPI_Comm_c2f() gives it; if there is none, all processes
  /// that the launcher has started, for which MPI is started where nobody has done so.
  std::optional<int> communicator;
};
/// All of them call it together, as often as they like. Messages go by a communicator of their own.
/// Throws UsageError where this program was built without MPI, or MPI does not run.
std::unique_ptr<Processes> join_processes(const JoinedProcesses& joined);

/// Throws UsageError where this program was built without MPI and `count` is above 1.
void require_messages(int count);

/// This process without any others.
std::unique_ptr<Processes> process_alone();

/// How many processes the launcher says that it has started; 1 without a launcher.
int launched_processes();

}  // namespace solenoid
