#pragma once
/// \file
/// Passes of stencil programs (numerics/vertices/stencil_program.hpp) over all vertices of a box.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>

#include "numerics/device/device_launch.hpp"
#include "numerics/device/host_blocks.hpp"
#include "numerics/vertices/vertex_columns.hpp"
#include "numerics/vertices/vertex_rings.hpp"
#include "numerics/vertices/vertex_rows.hpp"
#include "numerics/vertices/vertex_tiles.hpp"

namespace solenoid {

/// Host form of a pass.
template <class Pass, class Real, int count>
using HostKernel = std::conditional_t<RingPass<Pass>, VertexRingsHost<Pass, Real, count>,
                                      VertexPassHost<Pass, Real, count>>;

/// Runs a pass on a CPU over some rows of each plane. Returns for how many axes, from x on, it
/// fills the ghosts of `written` that stand for them: if they are written whole.
template <class Pass, class Space, class Real, int count>
int run_pass_on_rows(const Space& space, const VertexFields<Real, count>& fields,
                     const typename Pass::template Coefficients<Real>& coefficients,
                     const FillAllGhosts<Real>& written, RowRange rows) {
  HostKernel<Pass, Real, count> kernel(fields, coefficients, rows, space.concurrency());
  if (kernel.blocks.along_x == 1) kernel.ghosts = GhostRows<Real>(written);
  run_blocks(space, Pass::name, kernel.blocks.count(), kernel);
  return kernel.ghosts.axes();
}

/// Device form of a pass without tiles.
template <class Pass, class Real, int count>
struct PlainVertices {
  using Tile = VertexTile<Pass, Real>;
  static constexpr bool reads_along_z =
      std::ranges::any_of(Pass::reach, [](const auto& reach) { return reach[axis_z] > 0; });
  // A shape for tiles says nothing about a pass that is not for tiles.
  static constexpr PassShape box =
      Pass::operations < few_operations ? light_box_shape : plain_box_shape;
  static constexpr PassShape shape = Tile::shape.form == PassForm::plain ? Tile::shape
                                     : reads_along_z                     ? box
                                                                         : plain_pass_shape;
  VertexPassDevice<Pass, Real, count> pass;
  std::array<int, 3> cells;

  KOKKOS_FORCEINLINE_FUNCTION void operator()(int i, int j, int k) const { pass(i, j, k); }
};

/// Runs a pass in columns, if it is one for them and the box large enough; says whether it did.
template <class Pass, class Space, class Real, int count>
bool run_in_columns(
    [[maybe_unused]] const Space& space, [[maybe_unused]] const VertexFields<Real, count>& fields,
    [[maybe_unused]] const typename Pass::template Coefficients<Real>& coefficients) {
  // Without CUDA's own calls a team has too little scratch memory, and a plain shape is asked for.
  constexpr bool asked_for =
      SOLENOID_CUDA_CALLS && VertexTile<Pass, Real>::shape.form != PassForm::plain;
  if constexpr (asked_for && SharingPass<Pass>) {
    using Column = VertexColumn<Pass, Real, column_shape(sizeof(Real))>;
    if constexpr (Column::fits) {
      const int resident = space.concurrency() / most_resident_threads * Column::teams;
      const auto order = ColumnOrder::of<Column>(fields.cells, resident);
      // Along z without neighbours a program that has such derivatives reads the vertex itself.
      if ((Column::reach_z > 0 && fields.stride[2] == 0) || fields.cells[0] < Column::columns ||
          fields.cells[1] < Column::rows ||
          order.template work<Column>(fields.cells, resident) > most_work_of_columns)
        return false;
      run_resident_teams(space, Pass::name,
                         VertexColumnsDevice<Column, count>{fields, coefficients, order});
      return true;
    }
  }
  return false;
}

template <class Tile, class Space, class Real, int count>
void run_in_tiles(const Space& space, const VertexFields<Real, count>& fields,
                  const typename Tile::Pass::template Coefficients<Real>& coefficients,
                  PassPart part = PassPart::all, int layers = 0) {
  using Pass = typename Tile::Pass;
  const std::array<int, 3> cells{fields.cells[0], fields.cells[1], fields.cells[2]};
  if (!can_be_cut(cells, Tile::shape, int(sizeof(Real))))
    throw std::logic_error("the program was compiled for tiles that the grid has no room for");
  TileOrder order(fields.cells, Tile::size, int(Pass::read.size() * sizeof(Real)),
                  shared_cache(space));
  order.take_part(part, layers, cells[axis_z], Tile::size[axis_z]);
  if (order.total() == 0) return;
  run_resident_teams(space, Pass::name,
                     VertexTilesDevice<Tile, count>{fields, coefficients, order});
}

template <class Pass, class Space, class Real, int count>
void run_pass_on_device(const Space& space, const VertexFields<Real, count>& fields,
                        const typename Pass::template Coefficients<Real>& coefficients) {
  using Tile = VertexTile<Pass, Real>;
  if constexpr (Tile::fits) {
    run_in_tiles<Tile>(space, fields, coefficients);
  } else if (!run_in_columns<Pass>(space, fields, coefficients)) {
    const std::array<int, 3> cells{fields.cells[0], fields.cells[1], fields.cells[2]};
    using Kernel = PlainVertices<Pass, Real, count>;
    run_vertices(space, Pass::name, Kernel{{fields, coefficients}, cells},
                 Kernel::reads_along_z ? rows_of_plain_bands : cells[1]);
  }
}

/// Runs a pass over all vertices. Returns for how many axes, from x on, the ghosts of `written`,
/// the new values of fields, were filled, too: a host does so where it writes whole rows at a time.
template <class Pass, class Space, class Real, int count>
int run_pass(const Space& space, const VertexFields<Real, count>& fields,
             const typename Pass::template Coefficients<Real>& coefficients,
             const FillAllGhosts<Real>& written) {
  if constexpr (is_host_space<Space>) {
    return run_pass_on_rows<Pass>(space, fields, coefficients, written, {0, fields.cells[1]});
  } else {
    run_pass_on_device<Pass>(space, fields, coefficients);
    return 0;
  }
}

/// Runs a pass over the inner vertices, which are in none of so many layers at the ends of an axis,
/// or over the outer ones, as `part` says, which is one of these two: not along x, where packs are
/// written beyond the last vertex. Where it is run in tiles, whole ones are outer.
template <class Pass, class Space, class Real, int count>
void run_part_of_pass(const Space& space, const VertexFields<Real, count>& fields,
                      const typename Pass::template Coefficients<Real>& coefficients, PassPart part,
                      Axis axis, int layers) {
  if constexpr (!is_host_space<Space> && VertexTile<Pass, Real>::fits)
    if (axis == axis_z)
      return run_in_tiles<VertexTile<Pass, Real>>(space, fields, coefficients, part, layers);
  const auto run_layers = [&](int begin, int end) {
    run_pass<Pass>(space, layers_of(fields, axis, begin, end - begin), coefficients, {});
  };
  const int all = fields.cells[axis];
  if (part == PassPart::inner) return run_layers(layers, all - layers);
  run_layers(0, layers);
  run_layers(all - layers, all);
}

/// Runs an output over all vertices.
template <class Pass, class Space, class Real, int count>
void run_output(const Space& space, const VertexFields<Real, count>& fields,
                const typename Pass::template Coefficients<Real>& coefficients) {
  if constexpr (is_host_space<Space>) {
    const OutputRowsHost<Pass, Real, count> kernel{fields, coefficients};
    run_blocks(space, Pass::name, kernel.blocks(), kernel);
  } else {
    run_pass_on_device<Pass>(space, fields, coefficients);
  }
}

}  // namespace solenoid
