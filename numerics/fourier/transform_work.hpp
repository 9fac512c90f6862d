#pragma once
/// \file
/// What the threads of a team do in a pass of Fourier transforms along lines.

#include <array>
#include <cstddef>
#include <type_traits>

#include "numerics/fourier/line_passes.hpp"
#include "numerics/fourier/transform_steps.hpp"

namespace solenoid {

/// A thread of a team at a pass along its lines. `Lengths` is AnyLength or FixedLength.
template <class Real, class Lengths, class Team>
struct TransformWork {
  const LinesPass<Real>& pass;
  const Lengths& lengths;
  const Team& team;
  int first_pair, row;
  /// Complex lines in scratch memory.
  struct Copy {
    Real* re;
    Real* im;
  };
  Copy now, spare;

  KOKKOS_FUNCTION void run() {
    if (pass.kind == PassKind::inverse) {
      read_coefficients();
    } else {
      steps(std::false_type{});
      if (pass.kind == PassKind::forward) return write_coefficients();
      multiply();
    }
    steps(std::true_type{});
  }

 private:
  /// The lines of a pair in memory, which may have one or none: values of both, and how many.
  template <class Value>
  struct InMemory {
    Value* a;
    Value* b;
    int stride;
    int count_a, count_b;

    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION std::ptrdiff_t at(int i) const {
      return std::ptrdiff_t(i) * stride;
    }
  };
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION InMemory<Value> in_memory(Value* values,
                                                        const std::array<std::ptrdiff_t, 3>& stride,
                                                        int lane, int count) const {
    int a = 0, b = -1;
    const bool there = pair(lane, a, b);
    Value* const start = values + row * stride[2];
    return {start + a * stride[1], start + b * stride[1], int(stride[0]), there ? count : 0,
            b >= 0 ? count : 0};
  }
  KOKKOS_FORCEINLINE_FUNCTION bool pair(int lane, int& a, int& b) const {
    if (first_pair + lane >= pass.pairs()) return false;
    pass.pair(first_pair + lane, a, b);
    return true;
  }

  // What steps read from and write to, line by line.

  struct InScratch {
    Copy of;
    const Lengths& lengths;
    struct Line {
      Real* re;
      Real* im;
      const Lengths& lengths;
      [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int at(int i) const { return lengths.place(i); }
      KOKKOS_FORCEINLINE_FUNCTION void load(int i, Real& to_re, Real& to_im) const {
        to_re = re[at(i)];
        to_im = im[at(i)];
      }
      KOKKOS_FORCEINLINE_FUNCTION void store(int i, Real from_re, Real from_im) const {
        re[at(i)] = from_re;
        im[at(i)] = from_im;
      }
    };
    KOKKOS_FORCEINLINE_FUNCTION Line line(int lane) const {
      const int start = lengths.start(lane);
      return {of.re + start, of.im + start, lengths};
    }
  };
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION InScratch in(const Copy& copy) const {
    return {copy, lengths};
  }
  /// The values that the pass takes, and zeros.
  struct FromMemory {
    const TransformWork& of;
    struct Line {
      InMemory<const Real> values;
      KOKKOS_FORCEINLINE_FUNCTION void load(int i, Real& re, Real& im) const {
        re = i < values.count_a ? values.a[values.at(i)] : Real(0);
        im = i < values.count_b ? values.b[values.at(i)] : Real(0);
      }
    };
    KOKKOS_FORCEINLINE_FUNCTION Line line(int lane) const {
      const LinesPass<Real>& pass = of.pass;
      return {of.in_memory(pass.from, pass.from_stride, lane, pass.taken)};
    }
  };
  /// The values that the pass writes. (A forward transform whose real and imaginary parts change
  /// places before and behind it is an inverse one.)
  struct ToMemory {
    const TransformWork& of;
    struct Line {
      InMemory<Real> values;
      int first, length;
      KOKKOS_FORCEINLINE_FUNCTION void store(int i, Real re, Real im) const {
        const int place = i - first;
        store_at(place < length ? place : place - length, re, im);
      }
      KOKKOS_FORCEINLINE_FUNCTION void store_at(int place, Real re, Real im) const {
        if (place < values.count_a) values.a[values.at(place)] = im;
        if (place < values.count_b) values.b[values.at(place)] = re;
      }
    };
    KOKKOS_FORCEINLINE_FUNCTION Line line(int lane) const {
      const LinesPass<Real>& pass = of.pass;
      return {of.in_memory(pass.to, pass.to_stride, lane, pass.written), pass.first,
              of.lengths.length};
    }
  };

  KOKKOS_FORCEINLINE_FUNCTION void swap() {
    const Copy other = now;
    now = spare;
    spare = other;
  }
  /// All steps: the transform of values in memory or, `back`, from that of coefficients values in
  /// memory.
  template <bool back>
  KOKKOS_FORCEINLINE_FUNCTION void steps(std::bool_constant<back>) {
    if constexpr (Lengths::is_fixed)
      fixed_steps<back>();
    else if (!any_steps(back) && back)
      write_values();
  }
  /// A step, of which number `n` says how many were before. Lines in scratch memory are then those
  /// of now.
  template <int p, int q, class From, class To>
  KOKKOS_FORCEINLINE_FUNCTION void any_step(int n, const From& from, const To& to) {
    const TransformPass<Real> both{pass.line.roots, lengths.length, p * q, lengths.step[n].done};
    lengths.for_all(lengths.items[n], team.team_rank(), [&](int item, int lane) {
      const auto source = from.line(lane);
      const auto target = to.line(lane);
      const int turn = Lengths::quotient(item, lengths.turns[n]) * both.done;
      Real re[p][q], im[p][q];
      first_of_two_passes<p, q>(
          both, item, turn, [&](int i, Real& r, Real& s) { source.load(i, r, s); }, re, im);
      second_of_two_passes<p, q>(both, item, turn, re, im,
                                 [&](int i, Real r, Real s) { target.store(i, r, s); });
    });
    team.barrier();
    swap();
  }
  KOKKOS_FUNCTION void step_of_one_pass(int n) {
    switch (lengths.step[n].first) {
      case 2:
        return any_step<2, 1>(n, in(now), in(spare));
      case 3:
        return any_step<3, 1>(n, in(now), in(spare));
      case 4:
        return any_step<4, 1>(n, in(now), in(spare));
      case 5:
        return any_step<5, 1>(n, in(now), in(spare));
      default:
        break;
    }
    const TransformStep step = lengths.step[n];
    const TransformPass<Real> one{pass.line.roots, lengths.length, step.first, step.done};
    lengths.for_all(lengths.items[n], team.team_rank(), [&](int item, int lane) {
      const int turn = Lengths::quotient(item, lengths.turns[n]) * one.done;
      transform_item_of_any<Real>(one, item, turn, in(now).line(lane), in(spare).line(lane));
    });
    team.barrier();
    swap();
  }
  /// Whether the last step has written values to memory, as one of 16 can; else they are in scratch
  /// memory.
  KOKKOS_FUNCTION bool any_steps(bool back) {
    const auto is_of_16 = [&](int n) { return n < lengths.count && lengths.step[n].second > 1; };
    int n = 0;
    if (!back && is_of_16(0))
      any_step<4, 4>(n++, FromMemory{*this}, in(spare));
    else if (!back)
      fetch(pass.taken);
    for (; n < lengths.count; ++n) {
      if (!is_of_16(n)) {
        step_of_one_pass(n);
      } else if (back && n + 1 == lengths.count) {
        any_step<4, 4>(n, in(now), ToMemory{*this});
        return true;
      } else {
        any_step<4, 4>(n, in(now), in(spare));
      }
    }
    return false;
  }

  template <bool back, int n = 0>
  KOKKOS_FORCEINLINE_FUNCTION void fixed_steps() {
    constexpr bool is_last = Lengths::is_last(Lengths::step(n));
    if constexpr (n == 0 && !back)
      fixed_step<n>(FromMemory{*this}, in(now));
    else if constexpr (is_last && back)
      fixed_step<n>(in(now), ToMemory{*this});
    else
      fixed_step<n>(in(now), in(now));
    if constexpr (!is_last) fixed_steps<back, n + 1>();
  }
  /// A thread has all that it takes from scratch memory in registers before any is stored there.
  template <int n, class From, class To>
  KOKKOS_FORCEINLINE_FUNCTION void fixed_step(const From& from, const To& to) {
    constexpr TransformStep step = Lengths::step(n);
    constexpr int p = step.first, q = step.second, radix = step.radix();
    constexpr int items = Lengths::length / radix, calls = Lengths::values / radix;
    const TransformPass<Real> both{pass.line.roots, Lengths::length, radix, step.done};
    Real re[calls][p][q], im[calls][p][q];
    lengths.template for_all<items, calls>(team.team_rank(), [&](int item, int lane, int call) {
      const auto source = from.line(lane);
      first_of_two_passes<p, q>(
          both, item, item / step.done * step.done,
          [&](int i, Real& r, Real& s) { source.load(i, r, s); }, re[call], im[call]);
    });
    if constexpr (std::is_same_v<From, InScratch> && std::is_same_v<To, InScratch>) team.barrier();
    lengths.template for_all<items, calls>(team.team_rank(), [&](int item, int lane, int call) {
      const auto target = to.line(lane);
      second_of_two_passes<p, q>(both, item, item / step.done * step.done, re[call], im[call],
                                 [&](int i, Real r, Real s) { target.store(i, r, s); });
    });
    team.barrier();
  }

  /// Calls body(line in scratch memory, h, opposite, lane) for all numbers h of coefficients, each
  /// with that of the same wave number, opposite = length - h, or with itself.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_waves(const Body& body) const {
    const int length = lengths.length;
    const auto wave = [&](int h, int lane, int = 0) {
      const auto line = in(now).line(lane);
      with_opposite(length, h, [&](int of, int opposite) { body(line, of, opposite, lane); });
    };
    if constexpr (Lengths::is_fixed)
      lengths.template for_all<Lengths::length / 2, 2>(team.team_rank(), wave);
    else
      lengths.for_all(lengths.coefficients, team.team_rank(), wave);
    team.barrier();
  }

  /// Brings what stands in memory to the same places of lines in scratch memory: copies there do
  /// not wait for each other.
  KOKKOS_FUNCTION void fetch(int count) const {
    const auto one = [&](int i, int lane, int = 0) {
      const InMemory<const Real> from = in_memory(pass.from, pass.from_stride, lane, count);
      const auto to = in(now).line(lane);
      fetch(i < from.count_a, from.a + from.at(i), to.re + to.at(i));
      fetch(i < from.count_b, from.b + from.at(i), to.im + to.at(i));
    };
    if constexpr (Lengths::is_fixed)
      lengths.template for_all<Lengths::length, Lengths::values>(team.team_rank(), one);
    else
      lengths.for_all(lengths.values, team.team_rank(), one);
    team.commit();
    team.template wait<0>();
    team.barrier();
  }
  KOKKOS_FORCEINLINE_FUNCTION void fetch(bool is_there, const Real* from, Real* to) const {
    if (!is_there)
      *to = Real(0);
    else if constexpr (Lengths::in_scratch)
      team.template copy<int(sizeof(Real))>(to, from);
    else
      *to = *from;
  }
  KOKKOS_FUNCTION void read_coefficients() const {
    fetch(lengths.length);
    for_waves([&](const auto& line, int h, int opposite, int) {
      Waves<Real> w{};
      line.load(h, w.a, w.b);
      line.load(opposite, w.a_opposite, w.b_opposite);
      tangle(w, line, h, opposite);
    });
  }
  KOKKOS_FUNCTION void multiply() const {
    for_waves([&](const auto& line, int h, int opposite, int lane) {
      int line_a = 0, line_b = -1;
      Waves<Real> w{};
      if (pair(lane, line_a, line_b)) {
        w = untangled<Real>(line, h, opposite);
        const Real of_a = pass.factor(line_a, row, h);
        const Real of_b = line_b >= 0 ? pass.factor(line_b, row, h) : Real(0);
        w = {w.a * of_a, w.b * of_b, w.a_opposite * of_a, w.b_opposite * of_b};
      }
      tangle(w, line, h, opposite);
    });
  }
  KOKKOS_FUNCTION void write_coefficients() const {
    for_waves([&](const auto& line, int h, int opposite, int lane) {
      const InMemory<Real> to = in_memory(pass.to, pass.to_stride, lane, 1);
      const Waves w = untangled<Real>(line, h, opposite);
      if (to.count_a > 0) to.a[to.at(h)] = w.a;
      if (to.count_b > 0) to.b[to.at(h)] = w.b;
      if (h == opposite) return;
      if (to.count_a > 0) to.a[to.at(opposite)] = w.a_opposite;
      if (to.count_b > 0) to.b[to.at(opposite)] = w.b_opposite;
    });
  }
  KOKKOS_FUNCTION void write_values() const {
    const ToMemory to{*this};
    lengths.for_all(lengths.values, team.team_rank(), [&](int i, int lane) {
      Real re = 0, im = 0;
      in(now).line(lane).load(i, re, im);
      to.line(lane).store(i, re, im);
    });
  }
};

}  // namespace solenoid
