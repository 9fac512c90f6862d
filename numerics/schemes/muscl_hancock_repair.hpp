#pragma once
/// \file
/// How cells are repaired (numerics/schemes/repair.hpp) after a MUSCL-Hancock update.

#include "numerics/schemes/floors.hpp"
#include "numerics/schemes/muscl_hancock_update.hpp"
#include "numerics/schemes/repair.hpp"

namespace solenoid {

/// Cells after a sweep, whatever its Riemann solver and reconstruction.
template <class Equations_, class Real>
struct CellsAfterSweep {
  using Number = Real;
  using Equations = Equations_;
  using Conserved = typename Equations::template Conserved<Real>;
  static constexpr int size = Equations::size;

  Real* out[size];  ///< at interior cell (0, 0, 0), normal components first
  typename Equations::template Parameters<Real> equations;
  Floors<Real> floors;
  int cells, stride, origin;

  KOKKOS_FUNCTION auto constants() const { return equations; }
  KOKKOS_FUNCTION Conserved after(int offset) const {
    Conserved u;
    for (int f = 0; f < size; ++f) u.values[f] = out[f][offset];
    return u;
  }
  KOKKOS_FUNCTION void put(int offset, const Conserved& u) const {
    for (int f = 0; f < size; ++f) out[f][offset] = u.values[f];
  }
  KOKKOS_FUNCTION bool within_floors(const Conserved& u) const {
    return solenoid::within_floors<Equations, Real>(u, floors, equations);
  }
  KOKKOS_FUNCTION bool admissible(const Conserved& u) const { return Equations::physical(u); }
};

/// Cells of a MusclHancockUpdate.
template <class Update_>
struct SweptCells : CellsAfterSweep<typename Update_::Scheme::Equations, typename Update_::Number> {
  using Update = Update_;
  using Real = typename Update::Number;
  using Scheme = typename Update::Scheme;
  using Equations = typename Scheme::Equations;
  using Listed = CellsAfterSweep<Equations, Real>;
  using Conserved = typename Listed::Conserved;
  using Listed::cells, Listed::stride;

  Update update;

  explicit SweptCells(const Update& sweep)
      : Listed{{},
               sweep.parameters.equations,
               sweep.parameters.floors,
               sweep.lines.cells,
               sweep.lines.stride,
               sweep.origin},
        update(sweep) {
    for (int f = 0; f < Listed::size; ++f) this->out[f] = sweep.out[f];
  }

  KOKKOS_FUNCTION Conserved updated(int offset, int position, const bool (&first_order)[2]) const {
    const Conserved lower = flux(offset, position, first_order[side_lower]);
    const Conserved upper = flux(offset + stride, position + 1, first_order[side_upper]);
    update.update_along_anew(offset, lower[Scheme::C::rho], upper[Scheme::C::rho]);
    if (position == 0) update.outermost.keep(side_lower, update.lines, offset, lower);
    if (position + 1 == cells) update.outermost.keep(side_upper, update.lines, offset, upper);
    return Scheme::template update<Real>(before(offset), lower, upper, update.parameters);
  }

  [[nodiscard]] int line_count() const {
    return update.lines.cross_cells[0] * update.lines.cross_cells[1];
  }
  /// Keeps the fluxes through the outermost faces of a line as the sweep has computed them.
  /// (Sweeps of hosts keep their own.)
  KOKKOS_FUNCTION void operator()(const int line) const {
    const Lines& lines = update.lines;
    const int start = line % lines.cross_cells[0] * lines.cross_stride[0] +
                      line / lines.cross_cells[0] * lines.cross_stride[1];
    for (const int side : {side_lower, side_upper})
      if (update.outermost.of[side] != nullptr) {
        const int position = side == side_lower ? 0 : cells;
        update.outermost.keep(side, lines, start, flux(start + position * stride, position, false));
      }
  }

 private:
  KOKKOS_FUNCTION Conserved before(int offset) const {
    return load_state<Conserved>(update.in, offset);
  }

  /// Flux through the lower face of the cell at `high`. Compiled once for all that call it.
  [[gnu::noinline]] KOKKOS_FUNCTION Conserved flux(int high, int position, bool first_order) const {
    const int low = high - stride;
    using Primitive = typename Scheme::template Primitive<Real>;
    Primitive left, right;
    if (first_order) {
      left = Equations::primitive(before(low), update.parameters.equations);
      right = Equations::primitive(before(high), update.parameters.equations);
    } else {
      left = faces(low).upper;
      right = faces(high).lower;
    }
    return Scheme::template flux<Real>(
        left, right, Scheme::kick(position, cells, update.parameters), update.parameters);
  }

  KOKKOS_FUNCTION auto faces(int offset) const {
    const auto variables = [&](int k) {
      return Scheme::template variables<Real>(before(offset + k * stride), update.parameters);
    };
    if constexpr (Scheme::stencil == 1) {
      return Scheme::template faces<Real>(variables(-1), variables(0), variables(1),
                                          update.parameters);
    } else {
      const decltype(variables(0)) around[] = {variables(-2), variables(-1), variables(0),
                                               variables(1), variables(2)};
      const auto at = [&](int v, int k) { return around[2 + k].values[v]; };
      return Scheme::template faces<Real>(at, update.parameters);
    }
  }
};

}  // namespace solenoid
