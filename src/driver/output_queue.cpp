#include "src/driver/output_queue.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "src/output/thread_without_signals.hpp"

namespace solenoid {

OutputQueue::~OutputQueue() {
  // Attending may have failed.
  while (pending() > 0) finish_quietly();
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void OutputQueue::start_thread() {
  threads_.push_back(thread_without_signals([this] { run(); }));
}

std::exception_ptr OutputQueue::do_in_turn(const Work& work, long number,
                                           std::unique_lock<std::mutex>& lock) {
  std::exception_ptr error = error_;
  const auto attempt = [&](const std::function<void()>& part) {
    if (error || !part) return;
    lock.unlock();
    try {
      part();
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
  };
  attempt(work.prepare);
  changed_.wait(lock, [&] { return ended_ == number; });
  if (error_) error = error_;
  attempt(work.write);
  return error;
}

void OutputQueue::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Work work = std::move(waiting_.front());
    waiting_.pop_front();
    moments_.pop_front();
    const long number = taken_++;
    changed_.notify_all();  // there is room for another one to wait
    const auto begin = std::chrono::steady_clock::now();
    error_ = do_in_turn(work, number, lock);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    seconds_ = std::max(seconds_, seconds.count());
    if (error_) work.written = {};
    done_.push_back(std::move(work));
    ++ended_;
    changed_.notify_all();
  }
}

template <class Enough>
void OutputQueue::wait_until(const Enough& enough) {
  std::deque<Work> done;
  std::exception_ptr error;
  attend();
  {
    std::unique_lock lock(mutex_);
    while (!enough()) {
      if (!attend_) {
        changed_.wait(lock, enough);
      } else if (!changed_.wait_for(lock, std::chrono::milliseconds(1), enough)) {
        lock.unlock();
        attend();
        lock.lock();
      }
    }
    done.swap(done_);
    longest_seconds_ = seconds_;
    error = error_;
  }
  for (const Work& work : done) {
    kept_bytes_ -= work.bytes;
    if (work.written) work.written();
  }
  if (error) std::rethrow_exception(error);
}

void OutputQueue::collect() {
  wait_until([] { return true; });
}

void OutputQueue::finish() {
  wait_until([&] { return waiting_.empty() && ended_ == taken_; });
}

void OutputQueue::finish_quietly() noexcept {
  try {
    finish();
  } catch (...) {
    // Whoever ends the run has said why, or is about to.
  }
}

bool OutputQueue::make_room(std::size_t bytes) {
  collect();
  if (bytes > most_bytes_) return false;
  while (kept_bytes_ + bytes > most_bytes_) wait_until([&] { return !done_.empty(); });
  return true;
}

bool OutputQueue::may_wait() const {
  std::size_t moments = 1;
  for (std::size_t n = 0; n < moments_.size(); ++n)
    if (moments_[n] != moment_ && (n == 0 || moments_[n] != moments_[n - 1])) ++moments;
  return moments <= most_waiting;
}

void OutputQueue::add(Work work) {
  if (threads_.size() < most_threads_) start_thread();
  if (!has_moments_) ++moment_;
  wait_until([&] { return may_wait(); });
  kept_bytes_ += work.bytes;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
    moments_.push_back(moment_);
  }
  changed_.notify_all();
}

void OutputQueue::do_now(const Work& work) {
  finish();
  if (work.prepare) work.prepare();
  work.write();
  if (work.written) work.written();
}

std::size_t OutputQueue::pending() {
  const std::lock_guard lock(mutex_);
  return waiting_.size() + std::size_t(taken_ - ended_);
}

}  // namespace solenoid
