#pragma once
/// \file
/// Threads beside that of the run.

#include <pthread.h>
#include <signal.h>

#include <thread>
#include <utility>

namespace solenoid {

/// A thread that no signal comes to: they ask the run to stop, which its own thread looks after,
/// and would break off calls that write or wait in others.
template <class Work>
std::thread thread_without_signals(Work&& work) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  std::thread thread(std::forward<Work>(work));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

}  // namespace solenoid
