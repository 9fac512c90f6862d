#pragma once
/// \file
/// Which values of a field each process has.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "numerics/grid/box.hpp"
#include "physics/solvers/solver.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// The values of a box that a process holds, in indices of the whole grid: of those `layers` layers
/// behind the faces of the grid, too, what stands behind its own cells.
Box share_of_rank(const Grid& grid, const PartLayout& layout, int rank, const Box& box,
                  Placement placement, int layers = 0);

/// Where a field of a solver's state stands. Throws std::invalid_argument where it has none.
Placement placement_in_state(const Solver& solver, const std::string& field, StateForm form);

/// A box of cells with so many layers around it along the active directions of a grid; one without
/// values as it is.
Box with_layers(const Grid& grid, const Box& box, int layers);

/// A box of the whole grid in indices of a part that holds it.
Box in_part(const Subdomain& part, const Box& box);

/// Gives each process its share of the values of a box, which rank 0 has: use(share, values), where
/// it has one. All call it together.
void scatter_box(Processes& processes, const Grid& grid, const PartLayout& layout,
                 Placement placement, const Box& box, std::size_t bytes_of_value,
                 const void* values,
                 const std::function<void(const Box& share, const void* values)>& use);

/// What process `to` has of a box in the end, and memory for shares that are not in one piece of
/// it.
struct GatheredBox {
  Box box;
  std::size_t bytes_of_value;
  int to = 0;
  char* values = nullptr;  ///< in this process
  std::vector<char>& room;
};
/// Gives one process the values of a box, of which each has a share: read(share, there) reads its
/// own. All call it together.
void gather_box(Processes& processes, const GatheredBox& gathered,
                const std::function<Box(int rank)>& share_of,
                const std::function<void(const Box& share, char* there)>& read);

/// Where the values of `share` stand in the array of a box that holds it, one behind the other;
/// null where there are others between them.
char* place_in_box(const Box& box, char* of_box, const Box& share, std::size_t bytes_of_value);

/// Copies the rows of `share` between the array of a box that holds it and an array of its own.
void copy_rows(const Box& box, char* of_box, const Box& share, char* of_share,
               std::size_t bytes_of_value, bool into_box);

}  // namespace solenoid
