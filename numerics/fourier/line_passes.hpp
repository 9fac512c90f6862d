#pragma once
/// \file
/// Passes of real Fourier transforms along the lines of an array, two lines at a time as the real
/// and imaginary parts of one. Which two these are depends on the array alone, so that every device
/// and every width of packs gives the same bits.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "numerics/device/divisor.hpp"
#include "numerics/device/team.hpp"
#include "numerics/fourier/line_transform.hpp"

namespace solenoid {

/// What a convolution multiplies waves by: a number that is the same for cosines and sines, by
/// their wave numbers along each axis.
template <class Real>
struct EvenSymbol {
  const Real* table = nullptr;          ///< by wave numbers, those along x fastest; or null, and
  std::array<const Real*, 3> along{};   ///< the number is scale over the sum of these,
  Real scale = 0;                       ///< and 0 where that is 0
  std::array<int, 3> lengths{1, 1, 1};  ///< of transforms along each axis
  std::array<int, 3> first_wave{};      ///< that the table has along each axis,
  std::array<int, 3> waves{1, 1, 1};    ///< and how many

  KOKKOS_FORCEINLINE_FUNCTION constexpr int wave(int axis, int coefficient) const {
    const int length = lengths[std::size_t(axis)];
    return 2 * coefficient <= length ? coefficient : length - coefficient;
  }
  /// By numbers of coefficients.
  KOKKOS_FORCEINLINE_FUNCTION constexpr Real operator()(const std::array<int, 3>& of) const {
    const int x = wave(0, of[0]), y = wave(1, of[1]), z = wave(2, of[2]);
    if (table != nullptr)
      return table[std::size_t(x - first_wave[0]) +
                   std::size_t(waves[0]) *
                       (std::size_t(y - first_wave[1]) +
                        std::size_t(waves[1]) * std::size_t(z - first_wave[2]))];
    const Real sum = along[0][x] + sum_across_x(of);
    return Real(0) < sum ? scale / sum : Real(0);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr Real sum_across_x(
      const std::array<int, 3>& of) const {
    return along[1][wave(1, of[1])] + along[2][wave(2, of[2])];
  }
};

enum class PassKind {
  forward,  ///< values become coefficients
  through,  ///< values become coefficients, are multiplied, and become values again
  inverse   ///< coefficients become values
};

/// A pass along all lines of an array, from one to another or in place. Strides are those along the
/// line, and from a line to the next ones.
template <class Real>
struct LinesPass {
  PassKind kind;
  LineTransform<Real> line;
  const Real* from;
  std::array<std::ptrdiff_t, 3> from_stride;
  Real* to;
  std::array<std::ptrdiff_t, 3> to_stride;
  int taken;                  ///< values of a line that are there, before zeros
  int first, written;         ///< which are written, from `first` on: -1 is the last of a line
  std::array<int, 2> across;  ///< how many lines there are along the other axes
  std::array<int, 3> axes;    ///< that of the lines, and the others in the order of `across`
  std::array<int, 2> origin;  ///< the coefficients along these that the first line is of
  EvenSymbol<Real> symbol;

  /// Lines that are so far apart are transformed as one, where there are twice as many.
  static constexpr int pair_distance = 16;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr int pairs() const {
    const int rest = across[0] % (2 * pair_distance);
    return (across[0] - rest) / 2 + (rest + 1) / 2;
  }
  /// The lines of a pair; `second` is -1 where there is none.
  KOKKOS_FORCEINLINE_FUNCTION constexpr void pair(int number, int& first_line,
                                                  int& second_line) const {
    const int whole = across[0] / (2 * pair_distance) * pair_distance;  // pairs of whole blocks
    if (number < whole) {
      first_line = number + number / pair_distance * pair_distance;
      second_line = first_line + pair_distance;
      return;
    }
    const int half = (across[0] - 2 * whole + 1) / 2;
    first_line = whole + number;
    second_line = first_line + half < across[0] ? first_line + half : -1;
  }
  /// Which value of a line is written at a place.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr int value_at(int place) const {
    const int value = place + first;
    return value < 0 ? value + line.length : value;
  }
  /// By axis: that of number h of line u of row v. (Chosen, not stored by the numbers of axes, for
  /// which GPUs would need memory.)
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr std::array<int, 3> coefficient(int u, int v,
                                                                                     int h) const {
    const auto along = [&](int axis) {
      return axes[0] == axis ? h : axes[1] == axis ? origin[0] + u : origin[1] + v;
    };
    return {along(0), along(1), along(2)};
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr Real factor(int u, int v, int h) const {
    return symbol(coefficient(u, v, h));
  }
};

/// What a team of a device divides numbers of values by.
struct LineDivisors {
  static constexpr int most_passes = LineTransform<double>::most_passes;
  Divisor together;            ///< pairs of lines
  Divisor length, written;     ///< values of a line
  Divisor items[most_passes];  ///< work items of a line in each pass,
  Divisor done[most_passes];   ///< and what the pass turns by

  LineDivisors() = default;
  template <class Real>
  LineDivisors(const LinesPass<Real>& pass, int pairs) {
    const auto of_values = [&](int count) { return Divisor(count, std::int64_t(count) * pairs); };
    const int length_of_line = pass.line.length;
    together = Divisor(pairs, std::int64_t(pairs) * std::max(length_of_line, pass.written));
    length = of_values(length_of_line);
    written = of_values(pass.written);
    int before = 1;
    for (int p = 0; p < pass.line.passes; ++p) {
      items[p] = of_values(length_of_line / pass.line.radix[p]);
      done[p] = Divisor(before, length_of_line);
      before *= pass.line.radix[p];
    }
  }
};

/// The device form: a team transforms some pairs of lines beside each other, in its scratch memory
/// or, where lines are too long for that, in memory given. (Which it is kernels are compiled for:
/// scratch memory has addresses of its own kind.)
template <class Real, bool in_scratch>
struct LinesTeam {
  static constexpr int threads = 256;
  static constexpr int teams = 2;
  /// Scratch memory of a team, in bytes, at most.
  static constexpr std::size_t most_scratch =
      SOLENOID_CUDA_CALLS ? 96 * 1024 : most_scratch_of_kokkos - scratch_taken_by_kokkos;
  static constexpr int most_together = 8;
  LinesPass<Real> pass;
  int together;  ///< pairs of a team
  LineDivisors divisors;

  LinesTeam(const LinesPass<Real>& of_all, int pairs)
      : pass(of_all), together(pairs), divisors(of_all, pairs) {}

  Real* instead = nullptr;  ///< memory for all teams in place of scratch memory

  /// Values between two lines in scratch memory, where neighbouring threads take neighbouring
  /// values of one line.
  [[nodiscard]] static constexpr int line_room(int length) { return length + 1; }
  [[nodiscard]] static constexpr std::size_t values_of_team(int length, int pairs) {
    return 4 * std::size_t(line_room(length)) * std::size_t(pairs);
  }
  /// Whether values of one line are neighbours in memory.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool lengthwise() const {
    return pass.from_stride[0] == 1;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static int quotient(int n, const Divisor& by) {
    constexpr std::int64_t longest = most_scratch / (4 * sizeof(Real));
    static_assert(Divisor::multiplies(longest, most_together * longest));
    if constexpr (in_scratch) return by.multiplied(n);
    return by(n);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int groups() const {
    return (pass.pairs() + together - 1) / together;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int row = team.league_rank() / groups();
    const int first_pair = (team.league_rank() - row * groups()) * together;
    const int length = pass.line.length, room = line_room(length) * together;
    Real* memory = nullptr;
    if constexpr (in_scratch)
      memory = static_cast<Real*>(team.scratch());
    else
      memory = instead + std::size_t(team.league_rank()) * 4 * std::size_t(room);
    Work<Team> work{*this, team, first_pair, row, {memory, memory + room}, {}};
    work.spare = {memory + 2 * room, memory + 3 * room};
    work.run();
  }

 private:
  struct Buffer {
    Real* re;
    Real* im;
  };
  /// What the threads of a team do with its lines.
  template <class Team>
  struct Work {
    const LinesTeam& of;
    const Team& team;
    int first_pair, row;
    Buffer now, spare;

    KOKKOS_FUNCTION void run() {
      const LinesPass<Real>& pass = of.pass;
      const int length = pass.line.length;
      if (pass.kind == PassKind::inverse) {
        read(length);
        tangle_all();
      } else {
        read(pass.taken);
      }
      transform();
      if (pass.kind == PassKind::forward) return write_coefficients();
      if (pass.kind == PassKind::through) {
        multiply();
        tangle_all();
        transform();
      }
      write_values();
    }

    /// Calls body(number of a value, number of a pair of the team) for all values of each.
    template <class Body>
    KOKKOS_FORCEINLINE_FUNCTION void for_each(const Divisor& values, const Body& body) const {
      const bool lengthwise = of.lengthwise();
      const Divisor by = lengthwise ? values : of.divisors.together;
      const int all = values.by * of.together;
      for (int n = team.team_rank(); n < all; n += threads) {
        const int slow = quotient(n, by), fast = n - slow * by.by;
        lengthwise ? body(fast, slow) : body(slow, fast);
      }
      team.barrier();
    }
    KOKKOS_FORCEINLINE_FUNCTION ComplexLines<Real> lines(const Buffer& buffer, int lane) const {
      const bool lengthwise = of.lengthwise();
      const int start = lengthwise ? lane * line_room(of.pass.line.length) : lane;
      return {buffer.re + start, buffer.im + start, lengthwise ? 1 : of.together};
    }
    KOKKOS_FORCEINLINE_FUNCTION void swap() {
      const Buffer other = now;
      now = spare;
      spare = other;
    }
    KOKKOS_FORCEINLINE_FUNCTION bool pair(int lane, int& a, int& b) const {
      if (first_pair + lane >= of.pass.pairs()) return false;
      of.pass.pair(first_pair + lane, a, b);
      return true;
    }

    KOKKOS_FUNCTION void read(int count) const {
      const LinesPass<Real>& pass = of.pass;
      const Real* const start = pass.from + row * pass.from_stride[2];
      for_each(of.divisors.length, [&](int i, int lane) {
        int a = 0, b = -1;
        const bool there = i < count && pair(lane, a, b);
        const ComplexLines<Real> to = lines(now, lane);
        const Real* const value = start + i * pass.from_stride[0];
        to.re[i * to.stride] = there ? value[a * pass.from_stride[1]] : Real(0);
        to.im[i * to.stride] = there && b >= 0 ? value[b * pass.from_stride[1]] : Real(0);
      });
    }
    KOKKOS_FUNCTION void transform() {
      const LineTransform<Real>& line = of.pass.line;
      int done = 1;
      for (int p = 0; p < line.passes; ++p) {
        const TransformPass<Real> pass{line.roots, line.length, line.radix[p], done};
        const Divisor& turns = of.divisors.done[p];
        for_each(of.divisors.items[p], [&](int item, int lane) {
          transform_item_of<Real>(pass, item, quotient(item, turns) * done, lines(now, lane),
                                  lines(spare, lane));
        });
        swap();
        done *= pass.radix;
      }
    }
    KOKKOS_FUNCTION void tangle_all() {
      for_each(of.divisors.length, [&](int h, int lane) {
        const ComplexLines<Real> to = lines(spare, lane);
        Real re = 0, im = 0;
        tangle(lines(now, lane), of.pass.line.length, h, re, im);
        // Real and imaginary parts change places: so a forward transform is an inverse one.
        to.re[h * to.stride] = im;
        to.im[h * to.stride] = re;
      });
      swap();
    }
    KOKKOS_FUNCTION void multiply() {
      for_each(of.divisors.length, [&](int h, int lane) {
        const ComplexLines<Real> to = lines(spare, lane);
        int line_a = 0, line_b = -1;
        Real a = 0, b = 0;
        if (pair(lane, line_a, line_b)) {
          untangle(lines(now, lane), of.pass.line.length, h, a, b);
          a = a * of.pass.factor(line_a, row, h);
          b = b * (line_b >= 0 ? of.pass.factor(line_b, row, h) : Real(0));
        }
        to.re[h * to.stride] = a;
        to.im[h * to.stride] = b;
      });
      swap();
    }
    KOKKOS_FUNCTION void write_coefficients() const {
      const LinesPass<Real>& pass = of.pass;
      Real* const start = pass.to + row * pass.to_stride[2];
      for_each(of.divisors.length, [&](int h, int lane) {
        int line_a = 0, line_b = -1;
        if (!pair(lane, line_a, line_b)) return;
        Real a = 0, b = 0;
        untangle(lines(now, lane), pass.line.length, h, a, b);
        Real* const there = start + h * pass.to_stride[0];
        there[line_a * pass.to_stride[1]] = a;
        if (line_b >= 0) there[line_b * pass.to_stride[1]] = b;
      });
    }
    KOKKOS_FUNCTION void write_values() const {
      const LinesPass<Real>& pass = of.pass;
      Real* const start = pass.to + row * pass.to_stride[2];
      for_each(of.divisors.written, [&](int place, int lane) {
        int a = 0, b = -1;
        if (!pair(lane, a, b)) return;
        const ComplexLines<Real> from = lines(now, lane);
        const int at = pass.value_at(place) * from.stride;
        Real* const there = start + place * pass.to_stride[0];
        there[a * pass.to_stride[1]] = from.im[at];
        if (b >= 0) there[b * pass.to_stride[1]] = from.re[at];
      });
    }
  };
};

}  // namespace solenoid
