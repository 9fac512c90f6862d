#include "src/parallel/part_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <tuple>

namespace solenoid {

namespace {

std::array<int, 3> place_of(const PartLayout& layout, int rank) {
  return {rank % layout[0], rank / layout[0] % layout[1], rank / layout[0] / layout[1]};
}

bool is_allowed(const PartLayout& layout, const std::array<bool, 3>& may_cut) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (layout[axis] > 1 && !may_cut[axis]) return false;
  return true;
}

/// Values of a layer of cells behind all faces towards neighbours of the largest part.
std::int64_t values_sent(const Grid& grid, const PartLayout& layout) {
  const std::array<int, 3> cells = part_of_rank(grid, layout, 0).cells;
  std::int64_t values = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (layout[axis] > 1) values += 2 * std::int64_t(cells[(axis + 1) % 3]) * cells[(axis + 2) % 3];
  return values;
}

}  // namespace

bool can_be_cut(const Grid& grid, const PartLayout& layout, int layers) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (layout[axis] > 1 && grid.cells[axis] / layout[axis] < std::max(layers, 1)) return false;
  return true;
}

std::optional<PartLayout> choose_layout(const Grid& grid, int parts, int layers,
                                        const std::array<bool, 3>& may_cut) {
  const auto cost = [&](const PartLayout& layout) {
    const int axes = int(layout[0] > 1) + int(layout[1] > 1) + int(layout[2] > 1);
    return std::tuple(values_sent(grid, layout), axes, layout[0], layout[1]);
  };
  std::optional<PartLayout> best;
  for (int x = 1; x <= parts; ++x) {
    if (parts % x != 0) continue;
    for (int y = 1; y <= parts / x; ++y) {
      if (parts / x % y != 0) continue;
      const PartLayout layout{x, y, parts / x / y};
      if (!is_allowed(layout, may_cut)) continue;
      if (can_be_cut(grid, layout, layers) && (!best || cost(layout) < cost(*best))) best = layout;
    }
  }
  return best;
}

GridCuts cuts_of(const Grid& grid, const PartLayout& layout) {
  GridCuts cuts{grid.cells, {}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int each = grid.cells[axis] / layout[axis];
    const int larger = grid.cells[axis] % layout[axis];
    for (int place = 0; place < layout[axis]; ++place)
      cuts.begins[axis].push_back(place * each + std::min(place, larger));
  }
  return cuts;
}

PartBox part_of_rank(const Grid& grid, const PartLayout& layout, int rank) {
  const GridCuts cuts = cuts_of(grid, layout);
  return {cuts.first(rank), cuts.size(rank)};
}

NeighbourRanks neighbours_of_rank(const PartLayout& layout, int rank, Axis axis) {
  const auto beside = [&](int step) {
    std::array<int, 3> place = place_of(layout, rank);
    const auto a = std::size_t(axis);
    place[a] = (place[a] + step + layout[a]) % layout[a];
    return place[0] + layout[0] * (place[1] + layout[1] * place[2]);
  };
  return {beside(-1), beside(1)};
}

std::string text_of(const PartLayout& layout) {
  return fmt::format("{}x{}x{}", layout[0], layout[1], layout[2]);
}

std::optional<PartLayout> layout_named(const std::string& text) {
  PartLayout layout{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (axis > 0 && (at == end || *at++ != 'x')) return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, layout[axis]);
    if (error != std::errc() || layout[axis] < 1) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(layout) : std::nullopt;
}

}  // namespace solenoid
