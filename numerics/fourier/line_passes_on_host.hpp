#pragma once
/// \file
/// The host form of numerics/fourier/line_passes.hpp: packs of pairs of lines, on all threads.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "numerics/device/on_all_threads.hpp"
#include "numerics/fourier/line_passes.hpp"
#include "numerics/grid/grid.hpp"

namespace solenoid {

/// Lines of one length that a thread works on, and as much memory again.
template <class T>
class LinesOnHost {
 public:
  using Real = LaneReal<T>;
  static constexpr int width = lane_width<T>;

  explicit LinesOnHost(const LineTransform<Real>& line)
      : line_(line), memory_(4 * std::size_t(line.length) * width) {
    const std::size_t room = std::size_t(line.length) * width;
    Real* const first = memory_.data();
    now_ = {first, first + room, width};
    spare_ = {first + 2 * room, first + 3 * room, width};
  }
  [[nodiscard]] const ComplexLines<Real>& lines() const { return now_; }

  void transform() {
    int done = 1;
    for (int p = 0; p < line_.passes; ++p) {
      const TransformPass<Real> pass{line_.roots, line_.length, line_.radix[p], done};
      switch (pass.radix) {
        case 2:
          all_items(pass, [&](int i, int t) { transform_item<2, T>(pass, i, t, now_, spare_); });
          break;
        case 3:
          all_items(pass, [&](int i, int t) { transform_item<3, T>(pass, i, t, now_, spare_); });
          break;
        case 4:
          all_items(pass, [&](int i, int t) { transform_item<4, T>(pass, i, t, now_, spare_); });
          break;
        case 5:
          all_items(pass, [&](int i, int t) { transform_item<5, T>(pass, i, t, now_, spare_); });
          break;
        default:
          all_items(pass,
                    [&](int i, int t) { transform_item_of_any<T>(pass, i, t, now_, spare_); });
      }
      std::swap(now_, spare_);
      done *= pass.radix;
    }
  }
  /// Calls body(h, opposite) for all waves.
  template <class Body>
  void for_waves(const Body& body) const {
    for (int h = 0; h < (line_.length + 1) / 2; ++h) with_opposite(line_.length, h, body);
  }

 private:
  template <class Body>
  static void all_items(const TransformPass<Real>& pass, const Body& body) {
    const int items = pass.length / pass.radix;
    for (int turn = 0; turn < items; turn += pass.done)
      for (int item = turn; item < turn + pass.done; ++item) body(item, turn);
  }

  LineTransform<Real> line_;
  std::vector<Real> memory_;
  ComplexLines<Real> now_{}, spare_{};
};

/// One pack of pairs of lines on its way through a pass.
template <class T>
class PackOfPairs {
 public:
  using Real = LaneReal<T>;
  static constexpr int width = lane_width<T>;

  PackOfPairs(const LinesPass<Real>& pass, LinesOnHost<T>& lines, int first_pair, int row)
      : pass_(pass), lines_(lines), row_(row) {
    const int pairs = pass.pairs();
    neighbours_ = pass.from_stride[1] == 1 && pass.to_stride[1] == 1;
    for (int l = 0; l < width; ++l) {
      auto& [a, b] = of_lane_[std::size_t(l)];
      a = b = -1;
      if (first_pair + l < pairs) pass.pair(first_pair + l, a, b);
      neighbours_ = neighbours_ && a == of_lane_[0][0] + l && b == of_lane_[0][1] + l && b >= 0;
      whole_ = whole_ && (a < 0 || b >= 0);
    }
  }
  void run() {
    if (pass_.kind == PassKind::inverse) {
      read(pass_.line.length);
      tangle_all();
    } else {
      read(pass_.taken);
    }
    lines_.transform();
    if (pass_.kind == PassKind::forward) {
      untangle_all();
      return write(lines_.lines().re, lines_.lines().im, 0, length());
    }
    if (pass_.kind == PassKind::through) {
      multiply();
      lines_.transform();
    }
    write(lines_.lines().im, lines_.lines().re, pass_.first, pass_.written);
  }

 private:
  [[nodiscard]] int length() const { return pass_.line.length; }

  void read(int count) const {
    const std::array<Real*, 2> to{lines_.lines().re, lines_.lines().im};
    const Real* const start = pass_.from + row_ * pass_.from_stride[2];
    const std::ptrdiff_t step = pass_.from_stride[0], across = pass_.from_stride[1];
    for (std::size_t which = 0; which < 2; ++which) {
      if (neighbours_) {
        const Real* const line = start + of_lane_[0][which];
        for (int i = 0; i < count; ++i) store(to[which] + i * width, load<T>(line + i * step));
      } else {
        for (int l = 0; l < width; ++l) {
          const int number = of_lane_[std::size_t(l)][which];
          const Real* const line = start + number * across;
          for (int i = 0; i < count; ++i)
            to[which][i * width + l] = number < 0 ? Real(0) : line[i * step];
        }
      }
      std::fill(to[which] + count * width, to[which] + length() * width, Real(0));
    }
  }
  void write(const Real* a, const Real* b, int first, int count) const {
    const std::array<const Real*, 2> from{a, b};
    Real* const start = pass_.to + row_ * pass_.to_stride[2];
    const std::ptrdiff_t step = pass_.to_stride[0], across = pass_.to_stride[1];
    const auto value_at = [&](int place) {
      return (place + first < 0 ? place + first + length() : place + first) * width;
    };
    for (std::size_t which = 0; which < 2; ++which) {
      if (neighbours_) {
        Real* const line = start + of_lane_[0][which];
        for (int i = 0; i < count; ++i) store(line + i * step, load<T>(from[which] + value_at(i)));
        continue;
      }
      for (int l = 0; l < width; ++l) {
        const int number = of_lane_[std::size_t(l)][which];
        if (number < 0) continue;
        Real* const line = start + number * across;
        for (int i = 0; i < count; ++i) line[i * step] = from[which][value_at(i) + l];
      }
    }
  }
  /// Makes coefficients of the transform.
  void untangle_all() const {
    const ComplexLines<Real>& lines = lines_.lines();
    lines_.for_waves([&](int h, int opposite) {
      const Waves<T> w = untangled<T>(lines, h, opposite);
      lines.store(h, w.a, w.b);
      if (h != opposite) lines.store(opposite, w.a_opposite, w.b_opposite);
    });
  }
  /// Makes of coefficients what a transform turns into values.
  void tangle_all() const {
    const ComplexLines<Real>& lines = lines_.lines();
    lines_.for_waves([&](int h, int opposite) {
      Waves<T> w;
      lines.load(h, w.a, w.b);
      lines.load(opposite, w.a_opposite, w.b_opposite);
      tangle(w, lines, h, opposite);
    });
  }
  /// Multiplies coefficients, and tangles them.
  void multiply() const {
    if (pass_.symbol.table != nullptr && whole_) return multiply_by(factors_of_table());
    if (neighbours_ && pass_.axes[1] == axis_x) return multiply_by(factors_of_sums());
    multiply_by([&](int h, T& of_a, T& of_b) {
      alignas(64) Real factors[2][width];
      for (std::size_t which = 0; which < 2; ++which)
        for (int l = 0; l < width; ++l) {
          const int number = of_lane_[std::size_t(l)][which];
          factors[which][l] = number < 0 ? Real(0) : pass_.factor(number, row_, h);
        }
      of_a = load<T>(factors[0]);
      of_b = load<T>(factors[1]);
    });
  }
  template <class Factors>
  void multiply_by(const Factors& factors) const {
    const ComplexLines<Real>& lines = lines_.lines();
    lines_.for_waves([&](int h, int opposite) {
      T of_a, of_b;
      factors(h, of_a, of_b);
      Waves<T> w = untangled<T>(lines, h, opposite);
      w = {w.a * of_a, w.b * of_b, w.a_opposite * of_a, w.b_opposite * of_b};
      tangle(w, lines, h, opposite);
    });
  }
  /// Those of a table, of whole pairs. (Of pairs that are not there nothing is written: any number
  /// does. Of a line without a second one that must be 0, as rounding goes from one to the other.)
  [[nodiscard]] auto factors_of_table() const {
    const auto& symbol = pass_.symbol;
    std::array<std::array<std::ptrdiff_t, std::size_t(width)>, 2> of_lane;
    for (std::size_t which = 0; which < 2; ++which)
      for (std::size_t l = 0; l < std::size_t(width); ++l)
        of_lane[which][l] =
            symbol.table_offset(pass_.axes[1], pass_.origin[0] + std::max(0, of_lane_[l][which]));
    const Real* const row =
        symbol.table + symbol.table_offset(pass_.axes[2], pass_.origin[1] + row_);
    return [&symbol, of_lane, row, axis = pass_.axes[0]](int h, T& of_a, T& of_b) {
      const Real* const from = row + symbol.table_offset(axis, h);
      alignas(64) Real factors[2][width];
      for (std::size_t which = 0; which < 2; ++which)
        for (std::size_t l = 0; l < std::size_t(width); ++l)
          factors[which][l] = from[of_lane[which][l]];
      of_a = load<T>(factors[0]);
      of_b = load<T>(factors[1]);
    };
  }
  /// Those by sums of eigenvalues, of lines that are neighbours along x.
  [[nodiscard]] auto factors_of_sums() const {
    return [this, of_a_x = eigenvalues(0), of_b_x = eigenvalues(1)](int h, T& of_a, T& of_b) {
      const T across(pass_.symbol.sum_across_x(pass_.coefficient(0, row_, h)));
      of_a = number_of(of_a_x + across);
      of_b = number_of(of_b_x + across);
    };
  }
  /// Those of the lines of a pack, which are neighbours along x.
  [[nodiscard]] T eigenvalues(std::size_t which) const {
    alignas(64) Real values[width];
    for (int l = 0; l < width; ++l)
      values[l] = pass_.symbol.along[0][pass_.symbol.wave(
          axis_x, pass_.origin[0] + of_lane_[std::size_t(l)][which])];
    return load<T>(values);
  }
  [[nodiscard]] T number_of(const T& sum) const {
    return select(less(T(Real(0)), sum), T(pass_.symbol.scale) / sum, T(Real(0)));
  }

  const LinesPass<Real>& pass_;
  LinesOnHost<T>& lines_;
  int row_;
  std::array<std::array<int, 2>, std::size_t(width)> of_lane_{};
  bool neighbours_;    ///< whether lines of the pack are neighbours in memory
  bool whole_ = true;  ///< whether no pair has one line only
};

/// Runs a pass on all threads, by packs T.
template <class T, class Real>
void run_packs(const LinesPass<Real>& pass) {
  const int groups = (pass.pairs() + lane_width<T> - 1) / lane_width<T>;
  const long items = long(groups) * pass.across[1];
  const int parts = int(std::min(items, 4L * HostSpace().concurrency()));
  on_all_threads("lines of a transform", parts, [&](const int part) {
    LinesOnHost<T> lines(pass.line);
    const long end = items * (part + 1) / parts;
    for (long item = items * part / parts; item < end; ++item)
      PackOfPairs<T>(pass, lines, int(item % groups) * lane_width<T>, int(item / groups)).run();
  });
}

template <class Space, class Real>
void run_on_host(const Space& space, const LinesPass<Real>& pass) {
  space.fence();
  run_packs<HostPack<Real>>(pass);
}

/// Lines of an array of even lines by distances.
struct EvenLines {
  double* values;
  int count;
  std::ptrdiff_t step;
  std::array<int, 2> across;
  std::array<std::ptrdiff_t, 2> stride;
};

/// Replaces lines by their transforms, which are real.
inline void transform_even_lines(const LineTransform<double>& line, const EvenLines& lines) {
  const int all = lines.across[0] * lines.across[1];
  const int parts = std::min(all, 4 * HostSpace().concurrency());
  on_all_threads("transform of a kernel", parts, [&](const int part) {
    LinesOnHost<double> work(line);
    const int end = int(long(all) * (part + 1) / parts);
    for (int n = int(long(all) * part / parts); n < end; ++n) {
      double* const first = lines.values + n % lines.across[0] * lines.stride[0] +
                            n / lines.across[0] * lines.stride[1];
      for (int i = 0; i < line.length; ++i) {
        work.lines().re[i] = first[std::min(i, line.length - i) * lines.step];
        work.lines().im[i] = 0;
      }
      work.transform();
      for (int k = 0; k < lines.count; ++k) first[k * lines.step] = work.lines().re[k];
    }
  });
}

}  // namespace solenoid
