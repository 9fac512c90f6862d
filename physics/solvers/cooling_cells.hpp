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

  /// A cell before it cools: the numbers that do not cool at all have a column of 0.
  struct Cell {
    double heat;    ///< thermal energy over volume
    double others;  ///< kinetic and magnetic energy
    double column;  ///< (gamma - 1) rho
    double temperature;
    int piece;
  };
  KOKKOS_FORCEINLINE_FUNCTION Cell cell_at(int at) const {
    const double density = double(fluid.density[at]);
    double m[3];
    for (std::size_t d = 0; d < 3; ++d) m[d] = double(fluid.momentum[d][at]);
    const double kinetic = 0.5 * (m[0] * m[0] + (m[1] * m[1] + m[2] * m[2])) / density;
    Cell cell;
    cell.others = kinetic + magnetic.energy(at);
    cell.heat = double(fluid.energy[at]) - cell.others;
    cell.temperature = gamma_minus_one * cell.heat / density;
    const bool cools = coldest < cell.temperature;
    cell.column = cools ? gamma_minus_one * density : 0;
    cell.temperature = cools ? cell.temperature : curve.lowest();
    cell.piece = curve.piece_of(cell.temperature);
    return cell;
  }

  /// Lets a cell radiate what its thermal energy falls by to the part `left` of it; what that was.
  KOKKOS_FORCEINLINE_FUNCTION double radiate(int at, const Cell& cell, double left) const {
    const double before = double(fluid.energy[at]);
    // To the bit nothing happens where nothing cools, and what is left of much heat has all digits.
    if (left < 1) fluid.energy[at] = min(Real(cell.others + cell.heat * left), fluid.energy[at]);
    return before - double(fluid.energy[at]);
  }
  /// The part that is left where cooling leads to another piece of the curve.
  KOKKOS_FORCEINLINE_FUNCTION double left_across(const Cell& cell, double rate) const {
    return curve.across(cell.piece, cell.temperature, rate, cell.column * dt) / cell.temperature;
  }
  template <class T>
  struct Cooled {
    T left;  ///< of the thermal energy, if it stays in its piece
    T rate;  ///< Lambda/T before
    LaneMask<T> stays;
  };
  template <class T>
  [[nodiscard]] SOLENOID_INLINE Cooled<T> cooled(const CoolingLanes<T>& lanes,
                                                 const T& column) const {
    Cooled<T> result;
    result.rate = lanes.rate_over_temperature();
    const T x = column * T(dt) * result.rate;
    result.left = cooled_part(x, lanes.exponent);
    const T now = lanes.temperature * result.left;
    result.stays = less(lanes.exponent * x, T(1.0)) &&
                   (less(lanes.piece_temperature, now) || lanes.piece_temperature == now);
    return result;
  }
  KOKKOS_FORCEINLINE_FUNCTION CoolingLanes<double> lanes_of_cell(const Cell& cell) const {
    const CoolingPiece& piece = curve.pieces[cell.piece];
    return {cell.temperature, piece.temperature, piece.rate_over_temperature, piece.exponent};
  }

  /// Cools a cell: its only term is what it radiated, over its volume.
  KOKKOS_FORCEINLINE_FUNCTION void terms(int number, double to[1]) const {
    const int at = fluid.place(number);
    const Cell cell = cell_at(at);
    const Cooled<double> result = cooled(lanes_of_cell(cell), cell.column);
    const double left = result.stays ? result.left : left_across(cell, result.rate);
    to[0] = radiate(at, cell, left);
  }
  /// 1 over the thermal time of a cell, 0 where it does not cool.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION double speed(int number) const {
    const Cell cell = cell_at(fluid.place(number));
    return cell.column * lanes_of_cell(cell).rate_over_temperature();
  }

  /// Cells side by side as packs want them.
  struct Block {
    Cell cells[block];
    alignas(64) double column[block], temperature[block], piece_temperature[block],
        piece_rate[block], exponent[block];

    [[nodiscard]] CoolingLanes<Lane> lanes(int i) const {
      return {load<Lane>(temperature + i), load<Lane>(piece_temperature + i),
              load<Lane>(piece_rate + i), load<Lane>(exponent + i)};
    }
  };
  /// Reads `count` cells from number `first` on; what fills the last pack up is as the last one.
  void read(int first, int count, Block& to) const {
    const int at = fluid.place(first);
    for (int i = 0; i < count; ++i) to.cells[i] = cell_at(at + i);
    for (int i = 0; i < block; ++i) {
      const Cell& cell = to.cells[i < count ? i : count - 1];
      const CoolingLanes<double> lanes = lanes_of_cell(cell);
      to.column[i] = cell.column;
      to.temperature[i] = lanes.temperature;
      to.piece_temperature[i] = lanes.piece_temperature;
      to.piece_rate[i] = lanes.piece_rate;
      to.exponent[i] = lanes.exponent;
      if (i + 1 >= count && (i + 1) % lane_width<Lane> == 0) break;
    }
  }
  /// The same as terms() of cells side by side in a row.
  void terms_of_block(int first, int count, double (*to)[block]) const {
    Block read_cells;
    read(first, count, read_cells);
    const int start = fluid.place(first);
    for (int i = 0; i < count; i += lane_width<Lane>) {
      const Cooled<Lane> result = cooled(read_cells.lanes(i), load<Lane>(read_cells.column + i));
      for (int l = 0; l < lane_width<Lane> && i + l < count; ++l) {
        const Cell& cell = read_cells.cells[i + l];
        const double left =
            lane(result.stays, l) ? lane(result.left, l) : left_across(cell, lane(result.rate, l));
        to[0][i + l] = radiate(start + i + l, cell, left);
      }
    }
  }
  /// The largest speed() of a row.
  [[nodiscard]] double speed_of_row(int row) const {
    double fastest = 0;
    Block block_of_row;
    for (int begin = 0; begin < cells[0]; begin += block) {
      const int count = cells[0] - begin < block ? cells[0] - begin : block;
      read(row * cells[0] + begin, count, block_of_row);
      for (int i = 0; i < count; i += lane_width<Lane>) {
        const Lane speeds =
            load<Lane>(block_of_row.column + i) * block_of_row.lanes(i).rate_over_temperature();
        for (int l = 0; l < lane_width<Lane>; ++l) fastest = max(fastest, lane(speeds, l));
      }
    }
    return fastest;
  }
};

}  // namespace solenoid
