#pragma once
/// \file
/// The device form of passes of Fourier transforms along lines: teams of threads, each of which
/// transforms some pairs of lines beside each other.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "numerics/device/divisor.hpp"
#include "numerics/device/team.hpp"
#include "numerics/fourier/line_passes.hpp"

namespace solenoid {

/// What the threads of a team do between two barriers: a pass, or two of radix 4 at once.
struct TransformStep {
  int radix = 1;
  int done = 1;   ///< the product of the radices of those before
  Divisor items;  ///< of a line,
  Divisor turns;  ///< and what the step turns by
};

/// The steps of lines of one length, and what teams divide numbers of values by.
struct TransformSteps {
  Divisor together;         ///< pairs of lines
  Divisor length, written;  ///< values of a line
  int count = 0;
  TransformStep step[LineTransform<double>::most_passes];

  TransformSteps() = default;
  template <class Real>
  TransformSteps(const LinesPass<Real>& pass, int pairs) {
    const LineTransform<Real>& line = pass.line;
    const auto of_values = [&](int number) {
      return Divisor(number, std::int64_t(number) * pairs);
    };
    together = Divisor(pairs, std::int64_t(pairs) * std::max(line.length, pass.written));
    length = of_values(line.length);
    written = of_values(pass.written);
    int done = 1;
    for (int p = 0; p < line.passes; ++p) {
      const bool two = p + 1 < line.passes && line.radix[p] == 4 && line.radix[p + 1] == 4;
      const int radix = two ? 16 : line.radix[p];
      step[count++] = {radix, done, of_values(line.length / radix), Divisor(done, line.length)};
      done *= radix;
      if (two) ++p;
    }
  }
};

/// The device form: a team transforms some pairs of lines beside each other, in its scratch memory
/// or, where lines are too long for that, in memory given. (Which it is kernels are compiled for:
/// scratch memory has addresses of its own kind.)
template <class Real, bool in_scratch>
struct LinesTeam {
  static constexpr int threads = in_scratch ? 128 : 256;
  static constexpr int teams = in_scratch ? 4 : 2;
  /// Scratch memory of a team, in bytes, at most.
  static constexpr std::size_t most_scratch =
      SOLENOID_CUDA_CALLS ? 96 * 1024 : most_scratch_of_kokkos - scratch_taken_by_kokkos;
  static constexpr int most_together = 8;
  LinesPass<Real> pass;
  int together;  ///< pairs of a team
  TransformSteps steps;

  LinesTeam(const LinesPass<Real>& of_all, int pairs)
      : pass(of_all), together(pairs), steps(of_all, pairs) {}

  Real* instead = nullptr;  ///< memory for all teams in place of scratch memory

  /// Values between two lines in scratch memory, where neighbouring threads take neighbouring
  /// values of one line: behind each 16 of them there is a gap, so that those that are 16 apart, as
  /// a step of 16 stores them, are in different banks.
  [[nodiscard]] static constexpr int line_room(int length) { return length + length / 16 + 1; }
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
    Work<Team> work{*this,
                    team,
                    first_pair,
                    row,
                    {memory, memory + room},
                    {memory + 2 * room, memory + 3 * room}};
    work.run();
  }

 private:
  struct Buffer {
    Real* re;
    Real* im;
  };
  /// Lines in scratch memory.
  struct Lines {
    Real* re;
    Real* im;
    int stride, gaps;  ///< one behind each 2^gaps values

    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int at(int i) const {
      return (i + (i >> gaps)) * stride;
    }
    KOKKOS_FORCEINLINE_FUNCTION void load(int i, Real& to_re, Real& to_im) const {
      to_re = re[at(i)];
      to_im = im[at(i)];
    }
    KOKKOS_FORCEINLINE_FUNCTION void store(int i, Real from_re, Real from_im) const {
      re[at(i)] = from_re;
      im[at(i)] = from_im;
    }
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
      bool back = pass.kind == PassKind::inverse;  // whether coefficients become values
      if (back) copy(FromMemory{*this, pass.line.length});
      bool written = false;
      while (true) {  // once or twice, by one copy of the code
        const int done =
            back ? first_step(Tangled{*this}) : first_step(FromMemory{*this, pass.taken});
        written = other_steps(done, back);
        if (back) break;
        if (pass.kind == PassKind::forward) return write_coefficients();
        multiply();
        back = true;
      }
      if (!written) write_values();
    }

    /// Calls body(number of a value, number of a pair of the team) for all values of each.
    template <class Body>
    KOKKOS_FORCEINLINE_FUNCTION void for_all(const Divisor& values, const Body& body) const {
      const bool lengthwise = of.lengthwise();
      const Divisor by = lengthwise ? values : of.steps.together;
      const int all = values.by * of.together;
      for (int n = team.team_rank(); n < all; n += threads) {
        const int slow = quotient(n, by), fast = n - slow * by.by;
        body(lengthwise ? fast : slow, lengthwise ? slow : fast);
      }
    }
    template <class Body>
    KOKKOS_FORCEINLINE_FUNCTION void for_each(const Divisor& values, const Body& body) const {
      for_all(values, body);
      team.barrier();
    }
    KOKKOS_FORCEINLINE_FUNCTION Lines lines(const Buffer& buffer, int lane) const {
      const bool lengthwise = of.lengthwise();
      const int start = lengthwise ? lane * line_room(of.pass.line.length) : lane;
      return {buffer.re + start, buffer.im + start, lengthwise ? 1 : of.together,
              lengthwise ? 4 : 31};
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

    // What steps read from and write to, line by line.

    struct Now {
      const Work& of;
      KOKKOS_FORCEINLINE_FUNCTION Lines line(int lane) const { return of.lines(of.now, lane); }
    };
    struct Spare {
      const Work& of;
      KOKKOS_FORCEINLINE_FUNCTION Lines line(int lane) const { return of.lines(of.spare, lane); }
    };
    /// The complex lines of coefficients, real and imaginary parts of which change places: so a
    /// forward transform is an inverse one.
    struct Tangled {
      const Work& of;
      struct Line {
        Lines lines;
        int length;
        KOKKOS_FORCEINLINE_FUNCTION void load(int i, Real& re, Real& im) const {
          tangle(lines, length, i, im, re);
        }
      };
      KOKKOS_FORCEINLINE_FUNCTION Line line(int lane) const {
        return {of.lines(of.now, lane), of.of.pass.line.length};
      }
    };
    /// The first `count` values of two lines, and zeros.
    struct FromMemory {
      const Work& of;
      int count;
      struct Line {
        const Real* a;
        const Real* b;
        std::ptrdiff_t stride;
        int count, count_b;
        KOKKOS_FORCEINLINE_FUNCTION void load(int i, Real& re, Real& im) const {
          re = i < count ? a[i * stride] : Real(0);
          im = i < count_b ? b[i * stride] : Real(0);
        }
        /// The same into scratch memory, where they are after wait().
        KOKKOS_FORCEINLINE_FUNCTION void fetch(const Team& team, int i, const Lines& to) const {
          const int at = to.at(i);
          if constexpr (in_scratch) {
            if (i < count) team.template copy<sizeof(Real)>(to.re + at, a + i * stride);
            if (i < count_b) team.template copy<sizeof(Real)>(to.im + at, b + i * stride);
            if (i >= count) to.re[at] = Real(0);
            if (i >= count_b) to.im[at] = Real(0);
          } else {
            load(i, to.re[at], to.im[at]);
          }
        }
      };
      KOKKOS_FORCEINLINE_FUNCTION Line line(int lane) const {
        const LinesPass<Real>& pass = of.of.pass;
        const Real* const start = pass.from + of.row * pass.from_stride[2];
        int a = 0, b = -1;
        const bool there = of.pair(lane, a, b);
        return {start + a * pass.from_stride[1], start + b * pass.from_stride[1],
                pass.from_stride[0], there ? count : 0, b >= 0 ? count : 0};
      }
    };
    /// The values of two lines where the pass writes them.
    struct ToMemory {
      const Work& of;
      struct Line {
        Real* a;
        Real* b;
        std::ptrdiff_t stride;
        int first, length, written, written_b;
        KOKKOS_FORCEINLINE_FUNCTION void store(int i, Real re, Real im) const {
          const int place = i - first;
          store_at(place < length ? place : place - length, re, im);
        }
        KOKKOS_FORCEINLINE_FUNCTION void store_at(int place, Real re, Real im) const {
          if (place < written) a[place * stride] = im;
          if (place < written_b) b[place * stride] = re;
        }
      };
      KOKKOS_FORCEINLINE_FUNCTION Line line(int lane) const {
        const LinesPass<Real>& pass = of.of.pass;
        Real* const start = pass.to + of.row * pass.to_stride[2];
        int a = 0, b = -1;
        const bool there = of.pair(lane, a, b);
        return {start + a * pass.to_stride[1],
                start + b * pass.to_stride[1],
                pass.to_stride[0],
                pass.first,
                pass.line.length,
                there ? pass.written : 0,
                b >= 0 ? pass.written : 0};
      }
    };

    KOKKOS_FORCEINLINE_FUNCTION void copy(const FromMemory& from) {
      for_all(of.steps.length,
              [&](int i, int lane) { from.line(lane).fetch(team, i, lines(spare, lane)); });
      team.commit();
      team.template wait<0>();
      team.barrier();
      swap();
    }
    KOKKOS_FORCEINLINE_FUNCTION void copy(const Tangled& from) {
      for_each(of.steps.length, [&](int i, int lane) {
        Real re = 0, im = 0;
        from.line(lane).load(i, re, im);
        lines(spare, lane).store(i, re, im);
      });
      swap();
    }
    template <class From, class To>
    KOKKOS_FORCEINLINE_FUNCTION void step_of_16(const TransformStep& step, const From& from,
                                                const To& to) const {
      const LineTransform<Real>& line = of.pass.line;
      const TransformPass<Real> pass{line.roots, line.length, 16, step.done};
      for_each(step.items, [&](int item, int lane) {
        const auto source = from.line(lane);
        const auto target = to.line(lane);
        transform_item_of_16<Real>(
            pass, item, quotient(item, step.turns) * step.done,
            [&](int i, Real& re, Real& im) { source.load(i, re, im); },
            [&](int i, Real re, Real im) { target.store(i, re, im); });
      });
    }
    /// Does the first step of what it reads, or none, and says how many it has done.
    template <class From>
    KOKKOS_FORCEINLINE_FUNCTION int first_step(const From& from) {
      if (of.steps.count == 0 || of.steps.step[0].radix != 16) {
        copy(from);
        return 0;
      }
      step_of_16(of.steps.step[0], from, Spare{*this});
      swap();
      return 1;
    }
    /// Those behind the first `done`: the last one writes values of coefficients where the pass
    /// does, if it can, and says so; else they are in scratch memory.
    KOKKOS_FORCEINLINE_FUNCTION bool other_steps(int done, bool back) {
      const TransformSteps& steps = of.steps;
      for (int n = done; n < steps.count; ++n) {
        const TransformStep& step = steps.step[n];
        const bool last = n + 1 == steps.count;
        if (step.radix != 16) {
          small_step(step);
        } else if (back && last) {
          step_of_16(step, Now{*this}, ToMemory{*this});
          return true;
        } else {
          step_of_16(step, Now{*this}, Spare{*this});
        }
        swap();
      }
      return false;
    }
    KOKKOS_FUNCTION void small_step(const TransformStep& step) const {
      const LineTransform<Real>& line = of.pass.line;
      const TransformPass<Real> pass{line.roots, line.length, step.radix, step.done};
      for_each(step.items, [&](int item, int lane) {
        transform_item_of<Real>(pass, item, quotient(item, step.turns) * step.done,
                                lines(now, lane), lines(spare, lane));
      });
    }
    KOKKOS_FUNCTION void multiply() {
      for_each(of.steps.length, [&](int h, int lane) {
        int line_a = 0, line_b = -1;
        Real a = 0, b = 0;
        if (pair(lane, line_a, line_b)) {
          untangle(lines(now, lane), of.pass.line.length, h, a, b);
          a = a * of.pass.factor(line_a, row, h);
          b = b * (line_b >= 0 ? of.pass.factor(line_b, row, h) : Real(0));
        }
        lines(spare, lane).store(h, a, b);
      });
      swap();
    }
    KOKKOS_FUNCTION void write_coefficients() const {
      const LinesPass<Real>& pass = of.pass;
      Real* const start = pass.to + row * pass.to_stride[2];
      for_each(of.steps.length, [&](int h, int lane) {
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
      for_each(of.steps.written, [&](int place, int lane) {
        Real re = 0, im = 0;
        lines(now, lane).load(of.pass.value_at(place), re, im);
        ToMemory{*this}.line(lane).store_at(place, re, im);
      });
    }
  };
};

}  // namespace solenoid
