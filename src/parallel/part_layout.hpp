#pragma once
/// \file
/// How a grid is cut into parts, one for each process of a run.

#include <array>
#include <optional>
#include <string>

#include "numerics/grid/grid.hpp"
#include "numerics/grid/grid_cuts.hpp"

namespace solenoid {

/// Number of parts along x, y and z.
using PartLayout = std::array<int, 3>;

/// The cells of a part along each axis.
struct PartBox {
  std::array<int, 3> first{};  ///< in the whole grid
  std::array<int, 3> cells{};
};

/// The layout of `parts` parts whose largest one sends the fewest values to its neighbours, of
/// these the one that cuts the fewest axes, of these the one that cuts z rather than y rather than
/// x. `may_cut` says which axes may be. Nothing where the grid can be cut into so many parts in no
/// way.
std::optional<PartLayout> choose_layout(const Grid& grid, int parts, int layers,
                                        const std::array<bool, 3>& may_cut = {true, true, true});

/// Whether no part has fewer than `layers` cells along an axis that is cut.
bool can_be_cut(const Grid& grid, const PartLayout& layout, int layers);

/// How such a layout cuts a grid: parts differ by one cell at most along an axis, the larger ones
/// first.
GridCuts cuts_of(const Grid& grid, const PartLayout& layout);

/// Part number `rank` of these.
PartBox part_of_rank(const Grid& grid, const PartLayout& layout, int rank);

/// Which processes have the parts behind the lower and the upper face normal to an axis.
using NeighbourRanks = std::array<int, 2>;
/// Those beside the part of `rank`, around periodic axes.
NeighbourRanks neighbours_of_rank(const PartLayout& layout, int rank, Axis axis);

/// "1x1x4".
std::string text_of(const PartLayout& layout);
/// The layout that such a text names; nothing for any other text.
std::optional<PartLayout> layout_named(const std::string& text);

}  // namespace solenoid
