#pragma once
/// \file
/// Passes of stencil programs (numerics/stencil_program.hpp) over all vertices of a box.

#include <Kokkos_Core.hpp>
#include <stdexcept>

#include "numerics/spaces.hpp"
#include "numerics/vertex_rows.hpp"
#include "numerics/vertex_tiles.hpp"

namespace solenoid {

template <class Pass, class Space, class Real, int count>
void run_pass_on_host(const Space& space, const VertexFields<Real, count>& fields,
                      const typename Pass::template Coefficients<Real>& coefficients) {
  const VertexPassHost<Pass, Real, count> kernel(fields, coefficients);
  using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
  Kokkos::parallel_for(Pass::name, Policy(space, 0, kernel.blocks.count()).set_chunk_size(1),
                       kernel);
}

template <class Pass, class Space, class Real, int count>
void run_pass_on_device(const Space& space, const VertexFields<Real, count>& fields,
                        const typename Pass::template Coefficients<Real>& coefficients) {
  using Tile = VertexTile<Pass, Real>;
  const std::array<int, 3> cells{fields.cells[0], fields.cells[1], fields.cells[2]};
  if constexpr (Tile::fits) {
    if (!can_be_cut(cells, Tile::shape, int(sizeof(Real))))
      throw std::logic_error("the program was compiled for tiles that the grid has no room for");
    const TileOrder order(fields.cells, Tile::size, int(Pass::read.size() * sizeof(Real)));
    run_teams(space, Pass::name, Tile::scratch_bytes,
              VertexTilesDevice<Tile, count>{fields, coefficients, order});
  } else {
    // A tuned shape for tiles says nothing about a pass that is not for tiles.
    constexpr PassShape shape =
        Tile::shape.form == PassForm::plain ? Tile::shape : plain_pass_shape;
    using Policy =
        Kokkos::MDRangePolicy<Space, Kokkos::Rank<3, Kokkos::Iterate::Left>, Kokkos::IndexType<int>,
                              Kokkos::LaunchBounds<shape.vertices(), shape.teams>>;
    Kokkos::parallel_for(Pass::name,
                         Policy(space, {0, 0, 0}, {cells[0], cells[1], cells[2]},
                                {shape.columns, shape.rows, shape.planes}),
                         VertexPassDevice<Pass, Real, count>{fields, coefficients});
  }
}

/// Runs a pass over all vertices.
template <class Pass, class Space, class Real, int count>
void run_pass(const Space& space, const VertexFields<Real, count>& fields,
              const typename Pass::template Coefficients<Real>& coefficients) {
  if constexpr (is_host_space<Space>)
    run_pass_on_host<Pass>(space, fields, coefficients);
  else
    run_pass_on_device<Pass>(space, fields, coefficients);
}

}  // namespace solenoid
