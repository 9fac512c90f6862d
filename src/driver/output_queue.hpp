#pragma once
/// \file
/// What is left to do of outputs when their values are kept: compressing, drawing, writing and
/// renaming, beside the steps.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace solenoid {

/// Does one piece of work after the other, in the order in which they come, on threads of its own:
/// what they write they write one after the other, what they prepare for that several may prepare
/// at a time. Called by one thread, that of the run; on it works are destroyed, too. When one
/// fails, those behind it are dropped.
class OutputQueue {
 public:
  struct Work {
    std::function<void()> write;  ///< on a thread of the queue; throws what the run is to end by
    std::size_t bytes = 0;        ///< of host memory that it keeps
    std::function<void()> written = {};  ///< when it is done, on the thread of the run
    /// Before `write`, on the same thread, while others before may not be done; throws the same.
    std::function<void()> prepare = {};
  };
  /// Works that may wait for those in progress; those of one moment count as one.
  static constexpr std::size_t most_waiting = 2;

  /// `most_bytes` is what all works together may keep.
  explicit OutputQueue(std::size_t most_bytes) : most_bytes_(most_bytes) {}
  OutputQueue(const OutputQueue&) = delete;
  OutputQueue& operator=(const OutputQueue&) = delete;
  /// Does what waits.
  ~OutputQueue();

  /// How many works may be in progress at a time, and how many threads one that writes kept values
  /// may take; one if nothing is said.
  void allow_threads(int count) { most_threads_ = std::size_t(count); }
  [[nodiscard]] int threads() const { return int(most_threads_); }

  /// What whoever waits for works does again and again meanwhile, and collect() once: works may
  /// need it to go on.
  void attend_by(std::function<void()> attend) { attend_ = std::move(attend); }

  /// Waits until another work may keep `bytes`. False where it never may: its values have to be
  /// written from where they are, by do_now().
  [[nodiscard]] bool make_room(std::size_t bytes);
  /// Works from now on until the next call are of one moment. Without a call each has its own.
  void begin_moment() {
    ++moment_;
    has_moments_ = true;
  }
  /// Hands over a work; waits while most_waiting others wait.
  void add(Work work);
  /// Does a work on this thread, behind those before.
  void do_now(const Work& work);
  /// Notes what is done, without waiting. Throws what a work threw, as do all others but the
  /// destructor.
  void collect();
  /// Waits until all is done.
  void finish();
  /// The same where the run ends in any case: a failure is left alone.
  void finish_quietly() noexcept;

  /// Works that are not done.
  [[nodiscard]] std::size_t pending();
  /// Seconds that the longest work has taken so far.
  [[nodiscard]] double longest_seconds() const { return longest_seconds_; }

 private:
  void start_thread();
  void run();
  /// Does a work, the writing when those before are done.
  std::exception_ptr do_in_turn(const Work& work, long number, std::unique_lock<std::mutex>& lock);
  void attend() const {
    if (attend_) attend_();
  }
  /// Whether a work of the present moment may wait, too.
  [[nodiscard]] bool may_wait() const;
  /// Waits until `enough` of what is done, and collects.
  template <class Enough>
  void wait_until(const Enough& enough);

  std::size_t most_bytes_;
  std::size_t kept_bytes_ = 0;  ///< of works that are not collected
  double longest_seconds_ = 0;
  std::size_t most_threads_ = 1;
  std::vector<std::thread> threads_;
  std::function<void()> attend_;
  long moment_ = 0;
  bool has_moments_ = false;

  std::mutex mutex_;  ///< of all below
  std::condition_variable changed_;
  std::deque<Work> waiting_, done_;
  std::deque<long> moments_;    ///< of the works that wait
  long taken_ = 0, ended_ = 0;  ///< works in progress are those between
  bool ends_ = false;
  double seconds_ = 0;  ///< the longest of what is done
  std::exception_ptr error_;
};

}  // namespace solenoid
