#pragma once
/// \file
/// What the cells of each of many bins add up to: numbers of cells, sums of values, extremes. All
/// of it is whole numbers and comparisons, so that it is the same whichever cells are added first,
/// and however they are spread over threads, devices and processes.
///
/// Sums are the reproducible ones of numerics/device/reproducible_sums.hpp: with 2^b the least of
/// bounds 2^32 apart that all |x| of a bin are below, each x is rounded to a multiple of 2^(b -
/// 95), and exact from there on: in three folds, whole numbers of 2^(b - 31), 2^(b - 63) and 2^(b -
/// 95) of which a larger b drops the finest. On a device many cells add to a bin at once, which
/// integers allow and floating-point folds do not.

#include <Kokkos_Core.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "numerics/device/part_reductions.hpp"
#include "numerics/device/spaces.hpp"

namespace solenoid {

/// Cells in the memory of a device: the bin of each, from 0 on, and its values.
struct BinnedCells {
  int count = 0;
  const int* bins = nullptr;
  const double* values = nullptr;
  const double* weights = nullptr;  ///< null: 1
};

/// What of a cell is added up.
enum class BinTerm { weight, value, square };  ///< w, w f, w f^2

/// Numbers beside each bin to which many cells add at a time, in copies, so that few meet.
template <class Space>
class BinCopies {
 public:
  /// Signed numbers in two's complement. Kokkos has atomics of NVIDIA GPUs for std::uint64_t; of
  /// another type of as many bits they are loops that try until no other thread is faster.
  using Word = std::uint64_t;

  BinCopies(int bins, int words);
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Word* at(int copy, int bin, int word) const {
    if constexpr (is_host_space<Space>)
      return words_.data() +
             (std::size_t(copy) * std::size_t(bins_) + std::size_t(bin)) *
                 std::size_t(words_of_bin_) +
             word;
    else
      return words_.data() +
             (std::size_t(bin) * std::size_t(words_of_bin_) + std::size_t(word)) *
                 std::size_t(copies_) +
             copy;
  }
  KOKKOS_FORCEINLINE_FUNCTION int bins() const { return bins_; }
  KOKKOS_FORCEINLINE_FUNCTION int copies() const { return copies_; }
  void clear();

 private:
  int bins_, words_of_bin_, copies_;
  Kokkos::View<Word*, typename Space::memory_space> words_;
};

/// The numbers of cells. Its totals, and those of what follows, are of the cells of all parts of a
/// grid where there are `parts`: all of them ask for these together.
template <class Space>
class BinnedCounts {
 public:
  explicit BinnedCounts(int bins) : copies_(bins, 1) {}
  /// Behind the work on `space`, as what follows.
  void add(const Space& space, const BinnedCells& cells);
  [[nodiscard]] std::vector<std::int64_t> totals(const Space& space,
                                                 PartReductions* parts = nullptr);

 private:
  BinCopies<Space> copies_;
};

/// The sums of a term.
template <class Space>
class BinnedSums {
 public:
  BinnedSums(int bins, BinTerm term);
  void add(const Space& space, const BinnedCells& cells);
  /// NaN and infinite as in any sum.
  [[nodiscard]] std::vector<double> totals(const Space& space, PartReductions* parts = nullptr);

 private:
  /// Raises bounds to those that the copies ask for, and adds the copies to the totals where that
  /// raises one, or everywhere.
  void settle(const Space& space, bool everywhere);

  template <class Value>
  using Values = Kokkos::View<Value*, typename Space::memory_space>;
  BinTerm term_;
  std::size_t cells_ = 0;  ///< in the copies
  BinCopies<Space> copies_;
  Values<int> bounds_;           ///< b of each bin
  Values<std::int64_t> totals_;  ///< of each bin three folds, three carries, and what has no bound
};

/// The smallest or the largest values.
template <class Space>
class BinnedExtremes {
 public:
  BinnedExtremes(int bins, bool largest) : largest_(largest), copies_(bins, 1) {}
  void add(const Space& space, const BinnedCells& cells);
  /// NaN where a value is, and in bins without cells. Zeros are positive ones.
  [[nodiscard]] std::vector<double> totals(const Space& space, PartReductions* parts = nullptr);

 private:
  bool largest_;
  BinCopies<Space> copies_;
};

}  // namespace solenoid
