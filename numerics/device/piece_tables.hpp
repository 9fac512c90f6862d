#pragma once
/// \file
/// Tables (numerics/lanes/piece_table.hpp) in memory of a device.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "numerics/device/copies.hpp"
#include "numerics/lanes/piece_table.hpp"
#include "numerics/lanes/table_pieces.hpp"

namespace solenoid {

/// PieceBins in memory of the host.
template <class Real>
struct PieceBinsOnHost {
  using Bits = typename PieceBins<Real>::Bits;
  std::vector<std::uint16_t> first_pieces;
  Bits lowest = 0;
  int shift = 0;

  /// Of pieces that begin at `starts`. There is but one bin where one of them behind the first
  /// begins at a number that is not positive.
  explicit PieceBinsOnHost(const std::vector<Real>& starts) {
    first_pieces = {0, std::uint16_t(starts.size() - 1)};
    if constexpr (sizeof(Real) <= sizeof(Bits))
      if (starts.size() > 1 && Real(0) < starts[1]) choose(starts);
  }
  [[nodiscard]] PieceBins<Real> in_memory(const std::uint16_t* of_first_pieces) const {
    return {of_first_pieces, lowest, int(first_pieces.size()) - 1, shift};
  }

 private:
  /// How many bins a table may have: they take as much memory as an L1 cache has to spare.
  static constexpr Bits most = 4096;

  void choose(const std::vector<Real>& starts) {
    const int count = int(starts.size());
    const auto bits_of = [&](int piece) { return std::bit_cast<Bits>(starts[std::size_t(piece)]); };
    const Bits first = bits_of(1), last = bits_of(count - 1);
    // The narrowest bins of which there are not too many. (Half of the range of bits less another
    // half is in the range.)
    shift = 1;
    while ((last >> shift) - (first >> shift) + 2 > most) ++shift;
    // The lowest bin holds what is below the second piece.
    lowest = (first >> shift) - 1;
    first_pieces.assign(std::size_t((last >> shift) - lowest) + 1, 0);
    int piece = 0;
    for (std::size_t b = 0; b < first_pieces.size(); ++b) {
      const Bits begin = (lowest + Bits(b)) << shift;
      while (piece + 1 < count && bits_of(piece + 1) <= begin) ++piece;
      first_pieces[b] = std::uint16_t(piece);
    }
    first_pieces.push_back(std::uint16_t(count - 1));
  }
};

/// Memory of a device with the values of one of the host.
template <class MemorySpace, class Value>
Kokkos::View<Value*, MemorySpace> sent_to(const std::vector<Value>& from) {
  Kokkos::View<Value*, MemorySpace> to("table", from.size());
  set_on_host(to, [&](const auto& there) { std::ranges::copy(from, there.data()); });
  return to;
}

/// A table on a device. Of pieces that begin at one number when it is rounded the last is left.
template <class Real, class MemorySpace>
class PieceTableMemory {
 public:
  /// Throws std::invalid_argument for no pieces, or too many.
  explicit PieceTableMemory(const TablePieces& table) {
    if (table.starts.empty() || table.starts.size() > TablePieces::most)
      throw std::invalid_argument("a table has no pieces, or too many");
    std::vector<TablePiece<Real>> pieces;
    const auto add = [&](Real start, const std::array<double, 5>& numbers) {
      if (!pieces.empty() && !(pieces.back().start < start)) pieces.pop_back();
      pieces.push_back({start, {}});
      std::ranges::transform(numbers, pieces.back().coefficients,
                             [](double number) { return Real(number); });
    };
    using Limits = std::numeric_limits<Real>;
    std::array<double, 5> nothing;
    nothing.fill(std::numeric_limits<double>::quiet_NaN());
    if (table.end) add(-Limits::infinity(), nothing);
    for (std::size_t n = 0; n < table.starts.size(); ++n)
      add(Real(table.starts[n]), table.coefficients[n]);
    if (table.end) add(std::nextafter(Real(*table.end), Limits::infinity()), nothing);
    std::vector<Real> starts;
    for (const TablePiece<Real>& piece : pieces) starts.push_back(piece.start);
    const PieceBinsOnHost<Real> bins(starts);
    pieces.push_back({Limits::infinity(), {}});
    pieces_ = sent_to<MemorySpace>(pieces);
    first_pieces_ = sent_to<MemorySpace>(bins.first_pieces);
    table_ = {pieces_.data(), bins.in_memory(first_pieces_.data())};
  }
  [[nodiscard]] const PieceTable<Real>& table() const { return table_; }

 private:
  Kokkos::View<TablePiece<Real>*, MemorySpace> pieces_;
  Kokkos::View<std::uint16_t*, MemorySpace> first_pieces_;
  PieceTable<Real> table_{};
};

}  // namespace solenoid
