#pragma once
/// \file
/// In which steps the threads of a team transform pairs of lines, and which values each of them
/// takes: of lines of any length, or of one for which kernels are compiled. Then compilers know
/// every place in scratch memory, and what a thread takes from there between two barriers has room
/// in its registers, so that steps need no second copy of lines.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "numerics/device/device_limits.hpp"
#include "numerics/device/divisor.hpp"
#include "numerics/fourier/line_transform.hpp"

namespace solenoid {

/// What the threads of a team do between two barriers: a pass, or two at once, of which the second
/// has radix 1 where it is none.
struct TransformStep {
  int first = 1, second = 1;  ///< radices
  int done = 1;               ///< the product of those of the steps before

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr int radix() const { return first * second; }
};

/// Room of a line in scratch memory, where neighbouring threads take neighbouring values of it:
/// behind each 16 of them there is a gap, so that those that are 16 apart, as a step of 16 stores
/// them, are in different banks.
KOKKOS_FORCEINLINE_FUNCTION constexpr int line_room(int length) { return length + length / 16 + 1; }

/// Lines of any length, of whose steps those of two passes of radix 4 are one, in scratch memory
/// or, where they are too long for that, in memory given.
template <class Real, bool in_scratch_>
struct AnyLength {
  static constexpr bool is_fixed = false;
  static constexpr bool in_scratch = in_scratch_;
  static constexpr int threads = in_scratch ? 128 : 256;
  static constexpr int teams = in_scratch ? 4 : 2;
  static constexpr int copies = 2;  ///< of lines: steps go from one to the other
  static constexpr int most_together = 8;
  /// Scratch memory of a team, in bytes, of which a multiprocessor holds two with room to spare.
  static constexpr int scratch_of_half = 96 * 1024;
  static_assert(2 * (scratch_of_half + scratch_of_system) <= all_scratch);
  /// Most that a team takes.
  static constexpr std::size_t most_scratch =
      SOLENOID_CUDA_CALLS ? scratch_of_half : most_scratch_of_kokkos - scratch_taken_by_kokkos;

  int length;
  int together;     ///< pairs of lines of a team
  bool lengthwise;  ///< whether neighbouring threads take neighbouring values of one line
  Divisor per_pair, values, coefficients;
  int count = 0;
  TransformStep step[LineTransform<double>::most_passes];
  Divisor items[LineTransform<double>::most_passes];  ///< of a line and step,
  Divisor turns[LineTransform<double>::most_passes];  ///< and what it turns by

  AnyLength(const LineTransform<Real>& line, int pairs, bool along_x)
      : length(line.length),
        together(pairs),
        lengthwise(along_x),
        per_pair(pairs, std::int64_t(pairs) * line.length),
        values(of_line(line.length)),
        coefficients(of_line((line.length + 1) / 2)) {
    int done = 1;
    for (int p = 0; p < line.passes; ++p, ++count) {
      const bool two = p + 1 < line.passes && line.radix[p] == 4 && line.radix[p + 1] == 4;
      step[count] = {line.radix[p], two ? 4 : 1, done};
      if (two) ++p;
      items[count] = of_line(length / step[count].radix());
      turns[count] = Divisor(done, length);
      done *= step[count].radix();
    }
  }
  [[nodiscard]] static constexpr std::size_t scratch_values(int length, int pairs) {
    return 2 * copies * std::size_t(line_room(length)) * std::size_t(pairs);
  }
  /// How many pairs of lines a team takes beside each other; 0 where one has no room.
  [[nodiscard]] static int most_pairs(int length) {
    int pairs = most_together;
    while (pairs > 0 && scratch_values(length, pairs) * sizeof(Real) > most_scratch) pairs /= 2;
    return pairs;
  }
  /// Where value number i of a line stands behind the first one of its pair, and where that does.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int place(int i) const {
    return lengthwise ? i + i / 16 : i * together;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int start(int pair) const {
    return lengthwise ? pair * line_room(length) : pair;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static int quotient(int n, const Divisor& by) {
    constexpr std::int64_t longest = most_scratch / (4 * sizeof(Real));
    static_assert(Divisor::multiplies(longest, most_together * longest));
    if constexpr (in_scratch) return by.multiplied(n);
    return by(n);
  }
  /// Calls body(number, pair of the team) for all of the numbers of each that are a thread's.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_all(const Divisor& numbers, int thread,
                                           const Body& body) const {
    const Divisor by = lengthwise ? numbers : per_pair;
    const int all = numbers.by * together;
    for (int n = thread; n < all; n += threads) {
      const int slow = quotient(n, by), fast = n - slow * by.by;
      body(lengthwise ? fast : slow, lengthwise ? slow : fast);
    }
  }

 private:
  [[nodiscard]] Divisor of_line(int number) const {
    return Divisor(number, std::int64_t(number) * together);
  }
};

/// Lines of `length` values, a power of two of which a team has whole warps.
template <int length_, bool lengthwise_>
struct FixedLength {
  static constexpr bool is_fixed = true;
  static constexpr bool in_scratch = true;
  static constexpr int length = length_;
  static constexpr bool lengthwise = lengthwise_;
  static constexpr int together = lengthwise ? 4 : 8;
  static constexpr int values = 16;      ///< that a thread has in registers
  static constexpr int registers = 128;  ///< of a thread
  static constexpr int threads = length * together / values;
  static_assert((length & (length - 1)) == 0 && threads % threads_in_step == 0);
  static constexpr int teams = all_registers / (registers * threads);
  static constexpr int copies = 1;
  static constexpr int scratch_values = 2 * line_room(length) * together;

  /// Step number n: passes have radix 4, but a last one 2 (transform_radices()).
  [[nodiscard]] static constexpr TransformStep step(int n) {
    TransformStep step;
    for (int done = 1, left = length; n >= 0; --n) {
      step.done = done;
      step.first = std::min(left, 4);
      step.second = std::min(left / step.first, 4);
      done *= step.radix();
      left /= step.radix();
    }
    return step;
  }
  [[nodiscard]] static constexpr bool is_last(const TransformStep& step) {
    return step.done * step.radix() == length;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static constexpr int place(int i) {
    return lengthwise ? i + i / 16 : i * together;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static constexpr int start(int pair) {
    return lengthwise ? pair * line_room(length) : pair;
  }
  /// Calls body(number, pair of the team, how many calls were before) for all of the `numbers` of
  /// each that are a thread's.
  template <int numbers, int at_once, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_all(int thread, const Body& body) {
    constexpr int fast = lengthwise ? numbers : together;
    static_assert(threads % fast == 0 || fast % threads == 0);
    constexpr int rows = std::max(1, threads / fast), parts = std::max(1, fast / threads);
    constexpr int calls = numbers * together / threads;
    static_assert(calls * threads == numbers * together);
    const unsigned id = unsigned(thread);
    SOLENOID_UNROLL(at_once)
    for (int n = 0; n < calls; ++n) {
      const int slow = int(id / fast) + n / parts * rows;
      const int quick = int(id % fast) + n % parts * threads;
      if constexpr (lengthwise)
        body(quick, slow, n);
      else
        body(slow, quick, n);
    }
  }
};

}  // namespace solenoid
