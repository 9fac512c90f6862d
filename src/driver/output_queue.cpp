#include "src/driver/output_queue.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace solenoid {

OutputQueue::~OutputQueue() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void OutputQueue::start() {
  if (thread_.joinable()) return;
  // Signals ask the run to stop, and would break off calls that write here.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  thread_ = std::thread([this] { run(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void OutputQueue::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    Work work = std::move(waiting_.front());
    waiting_.pop_front();
    working_ = true;
    const bool dropped = error_ != nullptr;
    lock.unlock();
    changed_.notify_all();  // there is room for another one to wait
    const auto begin = std::chrono::steady_clock::now();
    std::exception_ptr error;
    try {
      if (!dropped) work.write();
    } catch (...) {
      error = std::current_exception();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    lock.lock();
    seconds_ = std::max(seconds_, seconds.count());
    if (error) error_ = error;
    if (error || dropped) work.written = {};
    done_.push_back(std::move(work));
    working_ = false;
    changed_.notify_all();
  }
}

template <class Enough>
void OutputQueue::wait_until(const Enough& enough) {
  std::deque<Work> done;
  std::exception_ptr error;
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, enough);
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
  wait_until([&] { return waiting_.empty() && !working_; });
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

void OutputQueue::add(Work work) {
  start();
  wait_until([&] { return waiting_.size() < most_waiting; });
  kept_bytes_ += work.bytes;
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  changed_.notify_all();
}

void OutputQueue::do_now(const Work& work) {
  finish();
  work.write();
  if (work.written) work.written();
}

std::size_t OutputQueue::pending() {
  const std::lock_guard lock(mutex_);
  return waiting_.size() + (working_ ? 1 : 0);
}

}  // namespace solenoid
