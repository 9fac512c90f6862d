#include "numerics/device/binned_sums.hpp"

#include <algorithm>
#include <limits>

#include "numerics/device/bin_totals.hpp"
#include "numerics/device/copies.hpp"

namespace solenoid {

namespace {

using Word = BinCopies<HostSpace>::Word;

constexpr double infinity = __builtin_huge_val();

template <class Space>
using Items = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;

/// How many copies are worth their memory.
template <class Space>
int copies_of(int bins, int words) {
  const std::size_t values = std::size_t(bins) * std::size_t(words);
  if constexpr (is_host_space<Space>) {
    constexpr std::size_t most_words = std::size_t(1) << 25;
    const std::size_t room = std::max<std::size_t>(1, most_words / values);
    return int(std::min(room, std::size_t(Space().concurrency())));
  } else {
    constexpr std::size_t most_words = std::size_t(1) << 20;
    return int(std::clamp<std::size_t>(most_words / values, 1, 128));
  }
}

/// Calls body(cell, copy) for all cells: on a host a copy is a thread's own.
template <class Space, class Body>
struct OverCells {
  Body body;
  int cells, copies;

  KOKKOS_FUNCTION void operator()(const int item) const {
    if constexpr (is_host_space<Space>) {
      const auto bound = [&](int n) { return int(std::int64_t(cells) * n / copies); };
      const int end = bound(item + 1);
      for (int cell = bound(item); cell < end; ++cell) body(cell, item);
    } else {
      body(item, item % copies);
    }
  }
};

template <class Space, class Body>
void over_cells(const Space& space, const char* label, const Body& body, int cells, int copies) {
  if (cells == 0) return;
  const int items = is_host_space<Space> ? copies : cells;
  Kokkos::parallel_for(label, Items<Space>(space, 0, items),
                       OverCells<Space, Body>{body, cells, copies});
}

/// Nobody else writes a thread's own copy.
template <class Space>
struct Deposit {
  KOKKOS_FORCEINLINE_FUNCTION static void sum(Word* to, Word value) {
    if constexpr (is_host_space<Space>)
      *to += value;
    else
      Kokkos::atomic_add(to, value);
  }
  KOKKOS_FORCEINLINE_FUNCTION static void flags(Word* to, Word value) {
    if constexpr (is_host_space<Space>)
      *to |= value;
    else
      Kokkos::atomic_or(to, value);
  }
  KOKKOS_FORCEINLINE_FUNCTION static void largest(Word* to, Word value) {
    if constexpr (is_host_space<Space>)
      *to = *to < value ? value : *to;
    else
      Kokkos::atomic_max(to, value);
  }
};

template <class Space>
struct CountCells {
  const int* bins;
  BinCopies<Space> copies;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int cell, int copy) const {
    Deposit<Space>::sum(copies.at(copy, bins[cell], 0), 1);
  }
};

KOKKOS_FORCEINLINE_FUNCTION double term_of(const BinnedCells& cells, BinTerm term, int cell) {
  const double weight = cells.weights == nullptr ? 1.0 : cells.weights[cell];
  if (term == BinTerm::weight) return weight;
  const double value = cells.values[cell];
  const double first = cells.weights == nullptr ? value : weight * value;
  return term == BinTerm::value ? first : first * value;
}

/// Of a copy: three folds, what is infinite or no number, and the largest |term| as its bits.
constexpr int folds = BinTotal::folds, width = BinTotal::width;
constexpr int beyond_word = 3, largest_word = 4, words_of_sum = 5;

/// Bounds are 2^b, b from the least on in steps of the width of a fold.
constexpr int least_bound = -832;

KOKKOS_FORCEINLINE_FUNCTION int bound_above(Word bits_of_size) {
  const int exponent = int(bits_of_size >> 52) - 1023;
  return exponent < least_bound ? least_bound
                                : least_bound + ((exponent - least_bound) / width + 1) * width;
}
KOKKOS_FORCEINLINE_FUNCTION double power_of_two(int exponent) {
  return Kokkos::bit_cast<double>(Word(1023 + exponent) << 52);
}

/// The largest finite |term| of each bin.
template <class Space>
struct LargestTerms {
  BinnedCells cells;
  BinTerm term;
  BinCopies<Space> copies;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int cell, int copy) const {
    const double size = Kokkos::abs(term_of(cells, term, cell));
    if (size < infinity)
      Deposit<Space>::largest(copies.at(copy, cells.bins[cell], largest_word),
                              Kokkos::bit_cast<Word>(size));
  }
};

/// Adds the whole numbers that a term is in units of each fold.
template <class Space>
struct DepositTerms {
  BinnedCells cells;
  BinTerm term;
  const int* bounds;
  BinCopies<Space> copies;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int cell, int copy) const {
    const int bin = cells.bins[cell];
    const double value = term_of(cells, term, cell);
    if (!(Kokkos::abs(value) < infinity)) {
      Deposit<Space>::flags(copies.at(copy, bin, beyond_word),
                            value != value ? BinTotal::not_a_number
                            : value > 0    ? BinTotal::plus_infinity
                                           : BinTotal::minus_infinity);
      return;
    }
    constexpr double large = 0x1.8p52;  // adding it rounds to the nearest, ties to even
    double rest = value * power_of_two(width - 1 - bounds[bin]);
    for (int fold = 0; fold < folds; ++fold) {
      const double whole = (rest + large) - large;
      Deposit<Space>::sum(copies.at(copy, bin, fold), Word(std::int64_t(whole)));
      rest = (rest - whole) * 0x1p32;
    }
  }
};

/// Moves the copies of a bin's folds to its totals, where its bound is raised or `everywhere`:
/// folds from 0 to 2^32, the rest in carries.
template <class Space>
struct SettleBin {
  BinCopies<Space> copies;
  int* bounds;
  std::int64_t* totals;
  bool everywhere;

  KOKKOS_FORCEINLINE_FUNCTION Word taken(int bin, int word) const {
    Word all = 0;
    for (int copy = 0; copy < copies.copies(); ++copy) {
      Word& of_copy = *copies.at(copy, bin, word);
      all = word < folds          ? all + of_copy
            : word == beyond_word ? all | of_copy
            : all < of_copy       ? of_copy
                                  : all;
      of_copy = 0;
    }
    return all;
  }
  KOKKOS_FUNCTION void operator()(const int bin) const {
    const int wanted = bound_above(taken(bin, largest_word));
    if (!everywhere && wanted <= bounds[bin]) return;
    std::int64_t* const total = totals + std::size_t(bin) * BinTotal::words;
    for (int fold = 0; fold < folds; ++fold) {
      total[fold] += std::int64_t(taken(bin, fold));
      total[folds + fold] += total[fold] >> width;
      total[fold] &= 0xffffffffLL;
    }
    total[BinTotal::beyond] |= std::int64_t(taken(bin, beyond_word));
    BinTotal::raise(total, bounds[bin], wanted);
  }
};

/// Whole numbers in the order of the values; NaN above all, nothing below.
KOKKOS_FORCEINLINE_FUNCTION Word rank_of(double value) {
  if (value != value) return ~Word(0);
  const auto bits = Kokkos::bit_cast<Word>(value);
  return (bits >> 63) != 0 ? ~bits : bits | (Word(1) << 63);
}
double value_of_rank(Word rank) {
  if (rank == 0 || rank == ~Word(0)) return std::numeric_limits<double>::quiet_NaN();
  return Kokkos::bit_cast<double>((rank >> 63) != 0 ? rank & ~(Word(1) << 63) : ~rank);
}

template <class Space>
struct LargestOfBins {
  BinnedCells cells;
  double sign;
  BinCopies<Space> copies;
  KOKKOS_FORCEINLINE_FUNCTION void operator()(int cell, int copy) const {
    Deposit<Space>::largest(copies.at(copy, cells.bins[cell], 0),
                            rank_of(sign * cells.values[cell]));
  }
};

/// Joins the copies of a bin's first word, in the first of them.
template <class Space>
struct JoinCopies {
  BinCopies<Space> copies;
  bool largest;
  Word* joined;

  KOKKOS_FUNCTION void operator()(const int bin) const {
    Word all = 0;
    for (int copy = 0; copy < copies.copies(); ++copy) {
      const Word of_copy = *copies.at(copy, bin, 0);
      all = !largest ? all + of_copy : all < of_copy ? of_copy : all;
    }
    joined[bin] = all;
  }
};

template <class Space>
std::vector<Word> joined(const Space& space, const BinCopies<Space>& copies, bool largest) {
  const Kokkos::View<Word*, typename Space::memory_space> all(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "bins"), std::size_t(copies.bins()));
  Kokkos::parallel_for("copies of bins", Items<Space>(space, 0, copies.bins()),
                       JoinCopies<Space>{copies, largest, all.data()});
  space.fence();
  const auto here = on_host(all);
  return {here.data(), here.data() + here.extent(0)};
}

}  // namespace

template <class Space>
BinCopies<Space>::BinCopies(int bins, int words)
    : bins_(bins),
      words_of_bin_(words),
      copies_(copies_of<Space>(bins, words)),
      words_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "copies of bins"),
             std::size_t(bins) * std::size_t(words) * std::size_t(copies_)) {
  const Space space;
  solenoid::clear(space, words_);
  space.fence();
}

template <class Space>
void BinnedCounts<Space>::add(const Space& space, const BinnedCells& cells) {
  over_cells(space, "cells of bins", CountCells<Space>{cells.bins, copies_}, cells.count,
             copies_.copies());
}

template <class Space>
std::vector<std::int64_t> BinnedCounts<Space>::totals(const Space& space, PartReductions* parts) {
  const std::vector<Word> words = joined(space, copies_, false);
  if (parts == nullptr) return {words.begin(), words.end()};
  std::vector<double> counts(words.begin(), words.end());
  parts->add_up(counts.data(), counts.size());
  return {counts.begin(), counts.end()};
}

template <class Space>
BinnedSums<Space>::BinnedSums(int bins, BinTerm term)
    : term_(term),
      copies_(bins, words_of_sum),
      bounds_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "bounds of bins"), std::size_t(bins)),
      totals_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "sums of bins"),
              std::size_t(bins) * BinTotal::words) {
  set_on_host(bounds_, [&](const auto& bounds) {
    std::fill(bounds.data(), bounds.data() + bounds.extent(0), least_bound);
  });
  const Space space;
  clear(space, totals_);
  space.fence();
}

template <class Space>
void BinnedSums<Space>::settle(const Space& space, bool everywhere) {
  Kokkos::parallel_for("sums of bins", Items<Space>(space, 0, copies_.bins()),
                       SettleBin<Space>{copies_, bounds_.data(), totals_.data(), everywhere});
  if (everywhere) cells_ = 0;
}

template <class Space>
void BinnedSums<Space>::add(const Space& space, const BinnedCells& cells) {
  if (cells.count == 0) return;
  over_cells(space, "largest terms of bins", LargestTerms<Space>{cells, term_, copies_},
             cells.count, copies_.copies());
  // Folds are below 2^63 for 2^31 cells.
  constexpr std::size_t most_cells = std::size_t(1) << 30;
  settle(space, cells_ + std::size_t(cells.count) > most_cells);
  cells_ += std::size_t(cells.count);
  over_cells(space, "terms of bins", DepositTerms<Space>{cells, term_, bounds_.data(), copies_},
             cells.count, copies_.copies());
}

template <class Space>
std::vector<double> BinnedSums<Space>::totals(const Space& space, PartReductions* parts) {
  settle(space, true);
  space.fence();
  const auto own_totals = on_host(totals_);
  const auto own_bounds = on_host(bounds_);
  std::vector<std::int64_t> totals(own_totals.data(), own_totals.data() + own_totals.extent(0));
  std::vector<int> bounds(own_bounds.data(), own_bounds.data() + own_bounds.extent(0));
  if (parts != nullptr) join_totals(*parts, totals, bounds);
  std::vector<double> sums;
  for (std::size_t bin = 0; bin < bounds.size(); ++bin)
    sums.push_back(BinTotal::value(totals.data() + bin * BinTotal::words, bounds[bin]));
  return sums;
}

template <class Space>
void BinnedExtremes<Space>::add(const Space& space, const BinnedCells& cells) {
  over_cells(space, "extremes of bins", LargestOfBins<Space>{cells, largest_ ? 1.0 : -1.0, copies_},
             cells.count, copies_.copies());
}

template <class Space>
std::vector<double> BinnedExtremes<Space>::totals(const Space& space, PartReductions* parts) {
  std::vector<double> extremes, have_cells;
  for (const Word rank : joined(space, copies_, true)) {
    have_cells.push_back(rank == 0 ? 0.0 : 1.0);
    extremes.push_back(rank == 0 && parts != nullptr ? -infinity : value_of_rank(rank));
  }
  if (parts != nullptr) {
    parts->take_largest(extremes.data(), extremes.size());
    parts->take_largest(have_cells.data(), have_cells.size());
  }
  for (std::size_t bin = 0; bin < extremes.size(); ++bin) {
    if (!(have_cells[bin] > 0)) extremes[bin] = std::numeric_limits<double>::quiet_NaN();
    if (!largest_) extremes[bin] = -extremes[bin];
    extremes[bin] += 0.0;  // of zeros of both signs parts agree on this one
  }
  return extremes;
}

template class BinCopies<HostSpace>;
template class BinnedCounts<HostSpace>;
template class BinnedSums<HostSpace>;
template class BinnedExtremes<HostSpace>;
#if SOLENOID_HAS_DEVICE
template class BinCopies<DeviceSpace>;
template class BinnedCounts<DeviceSpace>;
template class BinnedSums<DeviceSpace>;
template class BinnedExtremes<DeviceSpace>;
#endif

}  // namespace solenoid
