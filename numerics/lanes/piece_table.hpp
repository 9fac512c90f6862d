#pragma once
/// \file
/// Functions of one number that are polynomials between the points of a table, of lanes
/// (numerics/lanes/lanes.hpp). All lanes give the same bits.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <type_traits>

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Numbers that share exponent and some leading bits are in one bin, for each of which the first
/// piece that it meets is known, and behind the last bin the last piece.
template <class Real>
struct PieceBins {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  const std::uint16_t* first_pieces;
  Bits lowest;
  int count;
  int shift;

  KOKKOS_FORCEINLINE_FUNCTION int bin(Real x) const {
    if constexpr (sizeof(Real) > sizeof(Bits)) {
      return 0;
    } else {
      // Negative numbers are below all bins, and NaN is in some.
      const Bits number = (Kokkos::bit_cast<Bits>(x) >> shift) - lowest;
      return number < 0 ? 0 : number < count ? int(number) : count - 1;
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION int first_piece(Real x) const { return first_pieces[bin(x)]; }
};

/// A polynomial in the distance from a point, from there on.
template <class Real>
struct TablePiece {
  static constexpr int degree = 4;
  Real start;
  Real coefficients[degree + 1];

  template <class T>
  SOLENOID_INLINE T value(const T& x) const {
    const T distance = x - T(start);
    T sum(coefficients[degree]);
    for (int n = degree - 1; n >= 0; --n) sum = fma(sum, distance, T(coefficients[n]));
    return sum;
  }
  template <class T>
  SOLENOID_INLINE T slope(const T& x) const {
    const T distance = x - T(start);
    T sum(Real(degree) * coefficients[degree]);
    for (int n = degree - 1; n >= 1; --n) sum = fma(sum, distance, T(Real(n) * coefficients[n]));
    return sum;
  }
};

/// A table in memory of the device that uses it. The first piece is that of all numbers before it,
/// too. Behind the last one begins another at infinity.
template <class Real>
struct PieceTable {
  const TablePiece<Real>* pieces;
  PieceBins<Real> bins;

  KOKKOS_FORCEINLINE_FUNCTION const TablePiece<Real>& piece_at(Real x) const {
    const int bin = bins.bin(x);
    int first = bins.first_pieces[bin], last = bins.first_pieces[bin + 1];
    while (first < last) {
      const int middle = (first + last + 1) / 2;
      if (pieces[middle].start <= x)
        first = middle;
      else
        last = middle - 1;
    }
    return pieces[first];
  }
};

/// Whether all lanes lie on a piece.
template <class T, class Real>
SOLENOID_INLINE bool are_on(const TablePiece<Real>* piece, const T& x,
                            const PieceTable<Real>& table) {
  if (any(!less(x, T(piece[1].start)))) return false;
  return piece == table.pieces || !any(less(x, T(piece->start)));
}

/// ask(x, piece) of each lane, with the piece on which it lies: of packs at once where that is one.
template <class T, class Real, class Ask>
SOLENOID_INLINE T of_pieces(const PieceTable<Real>& table, const T& x, const Ask& ask) {
  if constexpr (lane_width<T> == 1) {
    return ask(x, table.piece_at(x));
  } else {
    if constexpr (Pack<T>) {
      const TablePiece<Real>& first = table.piece_at(lane(x, 0));
      if (are_on(&first, x, table)) return ask(x, first);
    }
    Real values[lane_width<T>];
    for (int i = 0; i < lane_width<T>; ++i) {
      const Real one = lane(x, i);
      values[i] = ask(one, table.piece_at(one));
    }
    if constexpr (Pack<T>)
      return load<T>(values);
    else
      return lanes_of<T>([&](int i) { return values[i]; });
  }
}

/// The value of a table's function.
template <class T, class Real>
SOLENOID_INLINE T look_up(const T& x, const PieceTable<Real>& table) {
  return of_pieces(table, x,
                   [](const auto& one, const TablePiece<Real>& piece) { return piece.value(one); });
}
/// Its slope, at a point that behind it.
template <class T, class Real>
SOLENOID_INLINE T slope_at(const T& x, const PieceTable<Real>& table) {
  return of_pieces(table, x,
                   [](const auto& one, const TablePiece<Real>& piece) { return piece.slope(one); });
}

}  // namespace solenoid
