// Messages by MPI.

#include <fmt/format.h>
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "src/parallel/processes.hpp"
#include "src/parallel/transport/mpi_file.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

namespace {

int checked(std::size_t bytes) {
  if (bytes > std::size_t(INT_MAX)) throw std::length_error("a message has more than 2 GiB");
  return int(bytes);
}

bool is_running() {
  int started = 0;
  MPI_Initialized(&started);
  return started != 0;
}
bool is_over() {
  int over = 0;
  MPI_Finalized(&over);
  return over != 0;
}
void start() {
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
}

class ByMpi final : public Processes {
 public:
  /// The processes of a communicator. `ends_mpi`: whether MPI ends with them.
  ByMpi(MPI_Comm of, bool ends_mpi) : ends_mpi_(ends_mpi) {
    MPI_Comm_dup(of, &all_);
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &count_);
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(all_, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &host);
    MPI_Comm_size(host, &on_host_);
    MPI_Comm_free(&host);
  }
  ~ByMpi() override {
    if (is_over()) return;  // the caller has ended MPI before
    MPI_Comm_free(&all_);
    if (ends_mpi_) MPI_Finalize();
  }
  ByMpi(const ByMpi&) = delete;
  ByMpi& operator=(const ByMpi&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int count() const override { return count_; }
  [[nodiscard]] int on_this_host() const override { return on_host_; }

  [[nodiscard]] bool takes_device_memory() const override {
#if defined(MPIX_CUDA_AWARE_SUPPORT)
    return MPIX_Query_cuda_support() == 1;
#else
    // MPICH says it to users by a variable that they set.
    const char* const asked = std::getenv("MPICH_GPU_SUPPORT_ENABLED");
    return asked != nullptr && std::strcmp(asked, "1") == 0;
#endif
  }

  void broadcast(void* bytes, std::size_t count) override {
    MPI_Bcast(bytes, checked(count), MPI_BYTE, 0, all_);
  }
  void take_largest(double* values, std::size_t count) override {
    // What MPI_MAX makes of a NaN depends on the order: whether there is one goes beside.
    std::vector<double> mine(2 * count), all(2 * count);
    for (std::size_t n = 0; n < count; ++n) {
      const bool bad = std::isnan(values[n]);
      mine[n] = bad ? -std::numeric_limits<double>::infinity() : values[n];
      mine[count + n] = bad ? 1 : 0;
    }
    MPI_Allreduce(mine.data(), all.data(), int(2 * count), MPI_DOUBLE, MPI_MAX, all_);
    for (std::size_t n = 0; n < count; ++n)
      values[n] = all[count + n] > 0 ? std::numeric_limits<double>::quiet_NaN() : all[n];
  }
  void add_up(double* values, std::size_t count) override {
    if (count == 0) return;
    std::vector<double> all(count * std::size_t(count_));
    MPI_Allgather(values, int(count), MPI_DOUBLE, all.data(), int(count), MPI_DOUBLE, all_);
    std::copy_n(all.begin(), count, values);
    for (std::size_t n = count; n < all.size(); ++n) values[n % count] += all[n];
  }
  std::unique_ptr<CollectiveFile> open_together(const std::filesystem::path& file) override {
    return open_by_mpi(all_, file);
  }
  void send(const void* bytes, std::size_t count, int to) override {
    MPI_Send(bytes, checked(count), MPI_BYTE, to, values_tag, all_);
  }
  void receive(void* bytes, std::size_t count, int from) override {
    MPI_Recv(bytes, checked(count), MPI_BYTE, from, values_tag, all_, MPI_STATUS_IGNORE);
  }
  void swap(const std::vector<Swap>& swaps, std::size_t bytes) override {
    // A tag is the face that the sender sends through: both neighbours may be one process.
    constexpr int tag_of[] = {lower_tag, upper_tag};
    std::vector<MPI_Request> requests(2 * swaps.size());
    MPI_Request* request = requests.data();
    for (const Swap& swap : swaps)
      MPI_Irecv(swap.receive, checked(bytes), MPI_BYTE, swap.with, tag_of[1 - swap.face], all_,
                request++);
    for (const Swap& swap : swaps)
      MPI_Isend(swap.send, checked(bytes), MPI_BYTE, swap.with, tag_of[swap.face], all_, request++);
    MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
  void trade(const std::vector<Exchange::Sent>& sent,
             const std::vector<Exchange::Received>& received) override {
    // Pieces between two processes arrive in the order in which they are sent.
    std::vector<MPI_Request> requests;
    for (const Exchange::Received& message : received)
      for (std::size_t at = 0; at < message.bytes; at += most_at_once)
        MPI_Irecv(static_cast<char*>(message.values) + at,
                  int(std::min(most_at_once, message.bytes - at)), MPI_BYTE, message.from,
                  trade_tag, all_, &requests.emplace_back());
    for (const Exchange::Sent& message : sent)
      for (std::size_t at = 0; at < message.bytes; at += most_at_once)
        MPI_Isend(static_cast<const char*>(message.values) + at,
                  int(std::min(most_at_once, message.bytes - at)), MPI_BYTE, message.to, trade_tag,
                  all_, &requests.emplace_back());
    MPI_Waitall(int(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
  [[noreturn]] void end_all(int code) override {
    MPI_Abort(all_, code);
    std::abort();
  }

 private:
  static constexpr int values_tag = 1, lower_tag = 2, upper_tag = 3, trade_tag = 4;
  /// Bytes of a piece of a message, which MPI counts by int.
  static constexpr std::size_t most_at_once = std::size_t(1) << 30;
  MPI_Comm all_ = MPI_COMM_NULL;
  bool ends_mpi_;
  int rank_ = 0, count_ = 1, on_host_ = 1;
};

}  // namespace

void require_messages(int) {}

namespace {

/// All that the launcher has started.
std::unique_ptr<Processes> all_launched(bool end_mpi) {
  auto processes = std::make_unique<ByMpi>(MPI_COMM_WORLD, end_mpi);
  if (processes->count() == 1 && launched_processes() > 1)
    throw UsageError(fmt::format(
        "{} processes were started, but MPI knows of one alone: each would run all of the deck; "
        "start them with the mpirun of the MPI that this program was built with",
        launched_processes()));
  return processes;
}

}  // namespace

std::unique_ptr<Processes> join_processes() {
  // MPI takes a tenth of a second to start, and ports: not for a run of one process.
  if (launched_processes() == 1) return process_alone();
  start();
  return all_launched(true);
}

std::unique_ptr<Processes> join_processes(const JoinedProcesses& joined) {
  if (is_over()) throw UsageError("MPI has ended in this process: it cannot be joined any more");
  if (joined.communicator) {
    if (!is_running())
      throw UsageError("a communicator was given, but MPI has not been started in this process");
    return std::make_unique<ByMpi>(MPI_Comm_f2c(MPI_Fint(*joined.communicator)), false);
  }
  if (!is_running()) {
    if (launched_processes() == 1) return process_alone();
    start();
    std::atexit([] {
      if (!is_over()) MPI_Finalize();
    });
  }
  return all_launched(false);
}

}  // namespace solenoid
