#pragma once
/// \file
/// What a table is at a number, by a search from its first piece on: for tests of those that find
/// the piece otherwise.

#include <cmath>
#include <cstddef>
#include <limits>

#include "numerics/lanes/table_pieces.hpp"

namespace solenoid {

/// Its value or slope, with the roundings of numerics/lanes/piece_table.hpp.
template <class Real>
Real table_by_search(const TablePieces& table, Real x, bool slope) {
  if (table.end && !(Real(table.starts[0]) <= x && x <= Real(*table.end)))
    return std::numeric_limits<Real>::quiet_NaN();
  std::size_t n = 0;
  while (n + 1 < table.starts.size() && Real(table.starts[n + 1]) <= x) ++n;
  const Real distance = x - Real(table.starts[n]);
  const auto coefficient = [&](int power) {
    const Real number = Real(table.coefficients[n][std::size_t(power)]);
    return slope ? Real(power) * number : number;
  };
  Real sum = coefficient(4);
  for (int power = 3; power >= (slope ? 1 : 0); --power)
    // Extended precision has no multiplication with an addition that is rounded once.
    sum = sizeof(Real) > sizeof(double) ? sum * distance + coefficient(power)
                                        : std::fma(sum, distance, coefficient(power));
  return sum;
}

}  // namespace solenoid
