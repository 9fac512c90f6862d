#pragma once
/// \file
/// Threads of a team, one after the other on a thread of the host: each runs until it waits for
/// others, then the next one does.

#include <ucontext.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "tests/address_sanitizer.hpp"

#if SOLENOID_SANITIZES_ADDRESSES
#include <sanitizer/common_interface_defs.h>
#endif

// swapcontext() calls the system, which takes longer than most of what runs between two calls.
// Where the registers that a function keeps are known, they are put away here.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDACC__)
#define SOLENOID_FIBERS_KEEP_REGISTERS 1
#else
#define SOLENOID_FIBERS_KEEP_REGISTERS 0
#endif

namespace solenoid {

/// Which of the threads that may go on does first.
enum class TurnOrder { forwards, backwards, at_random };

/// Those who wait for each other.
struct Meeting {
  int members = 0;
  int arrived = 0;
  int held = 0;  ///< how many times all members were there
};

class Fibers {
 public:
  Fibers(int count, TurnOrder turn_order, unsigned seed);
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Runs body(0) ... body(count - 1), all to their ends. Throws std::logic_error if all that are
  /// left wait for others.
  void run(const std::function<void(int)>& body);

  /// \name To be called within body
  /// @{
  /// Waits until all members of the meeting have called this as many times.
  void meet(Meeting& meeting);
  /// Lets others go on until `meeting` was held so many times.
  void wait_until_held(const Meeting& meeting, int times);
  /// @}

 private:
  struct Fiber {
    ucontext_t context{};
    void* left_at = nullptr;  ///< the end of its stack, with its registers there, or nothing
    std::unique_ptr<char[]> stack;
    const Meeting* awaited = nullptr;
    int times = 0;
    bool done = false;
    void* sanitizer_stack = nullptr;
  };
  static constexpr std::size_t stack_bytes = 1 << 18;
  /// Of fibers that are gone: the system gives out and takes back large pieces of memory slowly.
  inline static thread_local std::vector<std::unique_ptr<char[]>> spare_stacks_;
  /// Whose fiber begins: it can be given nothing.
  inline static thread_local Fibers* entered_ = nullptr;

  static void enter();
  void resume(int number);
  void leave();
  /// \name Between the stack that run() was called on and that of a fiber
  /// @{
  void prepare(Fiber& fiber);
  void switch_to(Fiber& fiber);
  void switch_from(Fiber& fiber);
  /// @}

  std::vector<Fiber> fibers_;
  TurnOrder turn_order_;
  std::mt19937 random_;
  ucontext_t main_{};
  void* main_left_at_ = nullptr;
  const std::function<void(int)>* body_ = nullptr;
  int current_ = 0;
  void* main_sanitizer_stack_ = nullptr;
  const void* main_bottom_ = nullptr;
  std::size_t main_size_ = 0;
};

/// The address sanitizer wants to know on which stack a thread is.
inline void before_switch([[maybe_unused]] void** own, [[maybe_unused]] const void* bottom,
                          [[maybe_unused]] std::size_t size) {
#if SOLENOID_SANITIZES_ADDRESSES
  __sanitizer_start_switch_fiber(own, bottom, size);
#endif
}
inline void after_switch([[maybe_unused]] void* own, [[maybe_unused]] const void** bottom,
                         [[maybe_unused]] std::size_t* size) {
#if SOLENOID_SANITIZES_ADDRESSES
  __sanitizer_finish_switch_fiber(own, bottom, size);
#endif
}

inline Fibers::Fibers(int count, TurnOrder turn_order, unsigned seed)
    : fibers_(std::size_t(count)), turn_order_(turn_order), random_(seed) {
  for (Fiber& fiber : fibers_) {
    if (spare_stacks_.empty()) spare_stacks_.emplace_back(new char[stack_bytes]);
    fiber.stack = std::move(spare_stacks_.back());
    spare_stacks_.pop_back();
  }
}

inline Fibers::~Fibers() {
  // What others left behind on theirs is not known.
  for (Fiber& fiber : fibers_)
    if (fiber.done) spare_stacks_.push_back(std::move(fiber.stack));
}

// This one is left by a switch, not by a return.
inline void Fibers::enter() {
  Fibers* const fibers = entered_;
  after_switch(nullptr, &fibers->main_bottom_, &fibers->main_size_);
  (*fibers->body_)(fibers->current_);
  fibers->fibers_[std::size_t(fibers->current_)].done = true;
  before_switch(nullptr, fibers->main_bottom_, fibers->main_size_);
  fibers->switch_from(fibers->fibers_[std::size_t(fibers->current_)]);
}

inline void Fibers::run(const std::function<void(int)>& body) {
  body_ = &body;
  for (Fiber& fiber : fibers_) {
    fiber.awaited = nullptr;
    fiber.done = false;
    prepare(fiber);
  }
  std::vector<int> order(fibers_.size());
  std::iota(order.begin(), order.end(), 0);
  if (turn_order_ == TurnOrder::backwards) std::reverse(order.begin(), order.end());
  for (bool left = true; left;) {
    if (turn_order_ == TurnOrder::at_random) std::shuffle(order.begin(), order.end(), random_);
    left = false;
    bool any_went_on = false;
    for (const int number : order) {
      const Fiber& fiber = fibers_[std::size_t(number)];
      if (fiber.done) continue;
      left = true;
      if (fiber.awaited != nullptr && fiber.awaited->held < fiber.times) continue;
      any_went_on = true;
      resume(number);
    }
    if (left && !any_went_on)
      throw std::logic_error(
          "all threads of a team wait for others, which ended or wait elsewhere");
  }
}

inline void Fibers::resume(int number) {
  Fiber& fiber = fibers_[std::size_t(number)];
  current_ = number;
  entered_ = this;
  before_switch(&main_sanitizer_stack_, fiber.stack.get(), stack_bytes);
  switch_to(fiber);
  after_switch(main_sanitizer_stack_, nullptr, nullptr);
}

inline void Fibers::leave() {
  Fiber& fiber = fibers_[std::size_t(current_)];
  before_switch(&fiber.sanitizer_stack, main_bottom_, main_size_);
  switch_from(fiber);
  after_switch(fiber.sanitizer_stack, &main_bottom_, &main_size_);
}

#if SOLENOID_FIBERS_KEEP_REGISTERS
// System V ABI for x86-64: rbx, rbp and r12 to r15 are kept by who is called.
[[gnu::naked, gnu::noinline]] inline void switch_stacks([[maybe_unused]] void** left_at,
                                                        [[maybe_unused]] void* entered_at) {
  asm("push %rbp\n\tpush %rbx\n\tpush %r12\n\tpush %r13\n\tpush %r14\n\tpush %r15\n\t"
      "mov %rsp, (%rdi)\n\tmov %rsi, %rsp\n\t"
      "pop %r15\n\tpop %r14\n\tpop %r13\n\tpop %r12\n\tpop %rbx\n\tpop %rbp\n\tret");
}
// As if enter(), called by nobody, had begun with a call of switch_stacks(): its stack ends 8 bytes
// below a multiple of 16.
inline void Fibers::prepare(Fiber& fiber) {
  const auto bottom = reinterpret_cast<std::uintptr_t>(fiber.stack.get());
  auto** const end = reinterpret_cast<void**>((bottom + stack_bytes) / 16 * 16);
  std::fill(end - 8, end, nullptr);
  end[-2] = reinterpret_cast<void*>(&Fibers::enter);
  fiber.left_at = end - 8;
}
inline void Fibers::switch_to(Fiber& fiber) { switch_stacks(&main_left_at_, fiber.left_at); }
inline void Fibers::switch_from(Fiber& fiber) { switch_stacks(&fiber.left_at, main_left_at_); }
#else
inline void Fibers::prepare(Fiber& fiber) {
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = stack_bytes;
  fiber.context.uc_link = nullptr;
  makecontext(&fiber.context, &Fibers::enter, 0);
}
inline void Fibers::switch_to(Fiber& fiber) { swapcontext(&main_, &fiber.context); }
inline void Fibers::switch_from(Fiber& fiber) { swapcontext(&fiber.context, &main_); }
#endif

inline void Fibers::meet(Meeting& meeting) {
  const int times = meeting.held + 1;
  if (++meeting.arrived == meeting.members) {
    meeting.arrived = 0;
    ++meeting.held;
  }
  wait_until_held(meeting, times);
}

inline void Fibers::wait_until_held(const Meeting& meeting, int times) {
  if (meeting.held >= times) return;
  Fiber& fiber = fibers_[std::size_t(current_)];
  fiber.awaited = &meeting;
  fiber.times = times;
  leave();
}

}  // namespace solenoid
