#pragma once
/// \file
/// What cooling does to the cells of a fluid: cell by cell on a device, and in packs on a host,
/// with the same bits.

#include <Kokkos_Core.hpp>
#include <array>

#include "physics/equations/cooling/cooling_curve.hpp"
#include "physics/solvers/cell_sums.hpp"
#include "physics/solvers/fluid_cells.hpp"

namespace solenoid {

/// The cells of a part, by number.
template <class Real>
struct CoolingCells {
  FluidCells<Real> fluid;
  MagneticCells<Real> magnetic;
  CoolingCurve curve;
  double gamma_minus_one;
  double dt;       ///< for which they cool
  double coldest;  ///< gas that is no warmer does not cool: at least the lowest temperature
  std::array<int, 3> cells;

  using Lane = HostPack<double>;
  static constexpr int block = cells_of_block;

  [[nodiscard]] int count() const { return fluid.count(); }

  /// A cell before it cools; where it does not cool at all its column is 0.
  struct Cell {
    double heat;    ///< thermal energy over volume
    double others;  ///< kinetic and magnetic energy
    double column;  ///< (gamma - 1) rho
    double temperature;
  };
  KOKKOS_FORCEINLINE_FUNCTION Cell cell_at(int at) const {
    const double density = double(fluid.density[at]);
    double m[3];
    for (std::size_t d = 0; d < 3; ++d) m[d] = double(fluid.momentum[d][at]);
    const double kinetic = 0.5 * (m[0] * m[0] + (m[1] * m[1] + m[2] * m[2])) / density;
    Cell cell;
    cell.others = kinetic + magnetic.energy(at);
    cell.heat = double(fluid.energy[at]) - cell.others;
    const double temperature = gamma_minus_one * cell.heat / density;
    const bool cools = coldest < temperature;
    cell.column = cools ? gamma_minus_one * density : 0;
    cell.temperature = cools ? temperature : curve.lowest();
    return cell;
  }

  /// Lets a cell radiate all of its thermal energy but the part `left`; what that was.
  KOKKOS_FORCEINLINE_FUNCTION double radiate(int at, double heat, double others,
                                             double left) const {
    const Real before = fluid.energy[at];
    // To the bit nothing happens where nothing cools, and what is left of much heat has all digits.
    const Real after = left < 1 ? min(Real(others + heat * left), before) : before;
    fluid.energy[at] = after;
    return double(before) - double(after);
  }
  /// The part that is left where cooling leads to another piece of the curve.
  KOKKOS_FORCEINLINE_FUNCTION double left_across(int piece, double temperature, double column,
                                                 double rate) const {
    return curve.across(piece, temperature, rate, column * dt) / temperature;
  }
  template <class T>
  struct Cooled {
    T left;  ///< of the thermal energy, or -1 where cooling leads to another piece
    T rate;  ///< Lambda/T before
  };
  template <class T>
  [[nodiscard]] SOLENOID_INLINE Cooled<T> cooled(const CoolingLanes<T>& lanes,
                                                 const T& column) const {
    Cooled<T> result;
    result.rate = lanes.rate_over_temperature();
    const T x = column * T(dt) * result.rate;
    const T left = cooled_part(x, lanes.exponent), now = lanes.temperature * left;
    const auto stays = less(lanes.exponent * x, T(1.0)) &&
                       (less(lanes.piece_temperature, now) || lanes.piece_temperature == now);
    result.left = select(stays, left, T(-1.0));
    return result;
  }
  KOKKOS_FORCEINLINE_FUNCTION CoolingLanes<double> lanes_of(double temperature, int number) const {
    const CoolingPiece& piece = curve.pieces[number];
    return {temperature, piece.temperature, piece.rate_over_temperature, piece.exponent};
  }

  /// Cools a cell: its only term is what it radiated, over its volume.
  KOKKOS_FORCEINLINE_FUNCTION void terms(int number, double to[1]) const {
    const int at = fluid.place(number);
    const Cell cell = cell_at(at);
    const int piece = curve.piece_of(cell.temperature);
    const Cooled<double> result = cooled(lanes_of(cell.temperature, piece), cell.column);
    const double left = result.left < 0
                            ? left_across(piece, cell.temperature, cell.column, result.rate)
                            : result.left;
    to[0] = radiate(at, cell.heat, cell.others, left);
  }
  /// 1 over the thermal time of a cell, 0 where it does not cool.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION double speed(int number) const {
    const Cell cell = cell_at(fluid.place(number));
    const int piece = curve.piece_of(cell.temperature);
    return cell.column * lanes_of(cell.temperature, piece).rate_over_temperature();
  }

  /// Cells side by side as packs want them.
  struct Block {
    alignas(64) double heat[block], others[block], column[block], temperature[block];
    alignas(64) double piece_temperature[block], piece_rate[block], exponent[block];
    alignas(64) double left[block], rate[block];
    int piece[block];

    [[nodiscard]] CoolingLanes<Lane> lanes(int i) const {
      return {load<Lane>(temperature + i), load<Lane>(piece_temperature + i),
              load<Lane>(piece_rate + i), load<Lane>(exponent + i)};
    }
  };
  /// Reads `count` cells from number `first` on; those that fill the last pack up do not cool.
  void read(int first, int count, Block& to) const {
    const int at = fluid.place(first);
    for (int i = 0; i < count; ++i) {
      const Cell cell = cell_at(at + i);
      to.heat[i] = cell.heat;
      to.others[i] = cell.others;
      to.column[i] = cell.column;
      to.temperature[i] = cell.temperature;
    }
    for (int i = count; i % lane_width<Lane> != 0; ++i) {
      to.column[i] = 0;
      to.temperature[i] = curve.lowest();
    }
    for (int i = 0; i < count || i % lane_width<Lane> != 0; ++i) {
      to.piece[i] = curve.piece_of(to.temperature[i]);
      const CoolingLanes<double> lanes = lanes_of(to.temperature[i], to.piece[i]);
      to.piece_temperature[i] = lanes.piece_temperature;
      to.piece_rate[i] = lanes.piece_rate;
      to.exponent[i] = lanes.exponent;
    }
  }
  /// The same as terms() of cells side by side in a row.
  void terms_of_block(int first, int count, double (*to)[block]) const {
    Block row;
    read(first, count, row);
    for (int i = 0; i < count; i += lane_width<Lane>) {
      const Cooled<Lane> result = cooled(row.lanes(i), load<Lane>(row.column + i));
      store(row.left + i, result.left);
      store(row.rate + i, result.rate);
    }
    for (int i = 0; i < count; ++i)
      if (row.left[i] < 0)
        row.left[i] = left_across(row.piece[i], row.temperature[i], row.column[i], row.rate[i]);
    const int start = fluid.place(first);
    for (int i = 0; i < count; ++i)
      to[0][i] = radiate(start + i, row.heat[i], row.others[i], row.left[i]);
  }
  /// The largest speed() of a row.
  [[nodiscard]] double speed_of_row(int number) const {
    Lane fastest(0.0);
    Block row;
    for (int begin = 0; begin < cells[0]; begin += block) {
      const int count = cells[0] - begin < block ? cells[0] - begin : block;
      read(number * cells[0] + begin, count, row);
      for (int i = 0; i < count; i += lane_width<Lane>)
        fastest = max(fastest, load<Lane>(row.column + i) * row.lanes(i).rate_over_temperature());
    }
    double largest = 0;
    for (int l = 0; l < lane_width<Lane>; ++l) largest = max(largest, lane(fastest, l));
    return largest;
  }
};

}  // namespace solenoid
