#pragma once
/// \file
/// Teams of a GPU's threads on one thread of the host, so that tests run what a device runs.

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace solenoid {

/// Functions that take turns: each runs until it gives up its turn. So a thread of a team is as far
/// ahead of the others as it can be, and a fault of their order is found each time.
class Turns {
 public:
  /// Calls body(0) ... body(count - 1) until all have returned; with `backwards` the last begins.
  void run(int count, bool backwards, const std::function<void(int)>& body) {
    body_ = &body;
    while (int(fibers_.size()) < count) fibers_.emplace_back();
    for (int i = 0; i < count; ++i) begin(fibers_[std::size_t(i)], i);
    for (int left = count; left > 0;)
      for (int i = 0; i < count; ++i) {
        current_ = backwards ? count - 1 - i : i;
        Fiber& fiber = fibers_[std::size_t(current_)];
        if (fiber.done) continue;
        change(caller_, fiber);
        left -= fiber.done ? 1 : 0;
      }
  }
  /// Gives up the turn of the function that is running.
  void yield() { change(fibers_[std::size_t(current_)], caller_); }

 private:
  static constexpr std::size_t stack_bytes = 256 * 1024;
  struct Fiber {
    ucontext_t context{};
    std::unique_ptr<std::byte[]> stack{};
    const void* bottom = nullptr;  ///< of the stack, for the address sanitizer
    std::size_t size = 0;
    void* fake_stack = nullptr;
    bool done = false;
  };

  void begin(Fiber& fiber, int number) {
    if (!fiber.stack) fiber.stack.reset(new std::byte[stack_bytes]);
    getcontext(&fiber.context);
    fiber.context.uc_stack.ss_sp = fiber.stack.get();
    fiber.context.uc_stack.ss_size = stack_bytes;
    fiber.context.uc_link = nullptr;
    fiber.bottom = fiber.stack.get();
    fiber.size = stack_bytes;
    fiber.done = false;
    const auto self = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&fiber.context, reinterpret_cast<void (*)()>(&Turns::enter), 3, unsigned(self),
                unsigned(self >> 32U), number);
  }
  /// makecontext() hands over ints only.
  static void enter(unsigned low, unsigned high, int number) {
    Turns& turns = *reinterpret_cast<Turns*>(std::uintptr_t(high) << 32U | low);
    turns.arrived();
    (*turns.body_)(number);
    turns.fibers_[std::size_t(number)].done = true;
    turns.yield();
  }
  void change(Fiber& from, Fiber& to) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(from.done ? nullptr : &from.fake_stack, to.bottom, to.size);
    left_ = &from;
#endif
    swapcontext(&from.context, &to.context);
    arrived(&from);
  }
  /// To be called by whoever has the turn now, first of all.
  void arrived([[maybe_unused]] Fiber* now = nullptr) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(now == nullptr ? nullptr : now->fake_stack, &left_->bottom,
                                    &left_->size);
#endif
  }

  const std::function<void(int)>* body_ = nullptr;
  std::vector<Fiber> fibers_;
  Fiber caller_;
  Fiber* left_ = nullptr;
  int current_ = 0;
};

/// A barrier of all functions that take turns, in two halves.
struct TurnsBarrier {
  Turns& turns;
  int expected;
  int arrived = 0;
  int phase = 0;

  void arrive() {
    if (++arrived < expected) return;
    arrived = 0;
    ++phase;
  }
  void wait_for_end_of(int begun) {
    while (phase == begun) turns.yield();
  }
};

/// A thread of a team, as kernels see it (numerics/device/device_launch.hpp).
struct HostTeam {
  class Phases {
   public:
    Phases(const HostTeam& team, void*, int) : barrier_(team.shared) {}
    void arrive() {
      begun_ = barrier_.phase;
      barrier_.arrive();
    }
    void wait() { barrier_.wait_for_end_of(begun_); }

   private:
    TurnsBarrier& barrier_;
    int begun_ = 0;
  };
  int league_size, league_rank, team_rank;
  void* scratch;
  TurnsBarrier& shared;

  void barrier() const {
    const int begun = shared.phase;
    shared.arrive();
    shared.wait_for_end_of(begun);
  }
};

/// Runs `teams` teams, one after the other, of Kernel::threads threads with `scratch_bytes` each,
/// which hold nothing that is a number.
template <class Kernel>
void run_teams_on_host(int teams, int scratch_bytes, const Kernel& kernel, bool backwards = false) {
  Turns turns;
  for (int rank = 0; rank < teams; ++rank) {
    const std::size_t lines = std::size_t(scratch_bytes) / 128 + 1;
    struct alignas(128) Line {
      unsigned char bytes[128];
    };
    std::vector<Line> scratch(lines);
    std::memset(scratch.data(), 0xff, lines * sizeof(Line));
    TurnsBarrier shared{turns, Kernel::threads};
    turns.run(Kernel::threads, backwards, [&](int thread) {
      kernel(HostTeam{teams, rank, thread, scratch.data(), shared});
    });
  }
}

}  // namespace solenoid
