#include "physics/solvers/shown_cells.hpp"

#include <algorithm>

#include "numerics/grid/grid.hpp"

namespace solenoid {

namespace {

struct Interval {
  int begin, end;
};

/// The cells of an interval and those beside it, of `cells` on a line.
std::vector<Interval> with_neighbours(const Interval& of, int cells, bool periodic, int unit) {
  const auto down = [&](int cell) { return cell - cell % unit; };
  const auto up = [&](int cell) { return std::min(cells, (cell + unit - 1) / unit * unit); };
  Interval all{down(std::max(0, of.begin - 1)), up(std::min(cells, of.end + 1))};
  if (!periodic || (of.begin > 0 && of.end < cells)) return {all};
  // Beside the one end of the line is the other one.
  const int last = down(cells - 1), first = up(1);
  if (of.begin == 0 && all.end >= last) all.end = cells;
  if (of.end == cells && all.begin <= first) all.begin = 0;
  std::vector<Interval> found{all};
  if (of.begin == 0 && all.end < cells) found.push_back({last, cells});
  if (of.end == cells && all.begin > 0) found.push_back({0, first});
  return found;
}

bool holds(const Box& box, const Box& other) { return common_box(box, other) == other; }

}  // namespace

std::vector<Box> boxes_with_neighbours(const Box& box, const std::array<int, 3>& cells,
                                       const std::array<bool, 3>& periodic, int unit) {
  std::vector<Box> boxes{box};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    std::vector<Box> wider;
    const Interval own{box.begin[axis], box.begin[axis] + box.count[axis]};
    for (const Interval& interval :
         with_neighbours(own, cells[axis], periodic[axis], axis == axis_x ? unit : 1))
      for (Box of : boxes) {
        of.begin[axis] = interval.begin;
        of.count[axis] = interval.end - interval.begin;
        wider.push_back(of);
      }
    boxes = std::move(wider);
  }
  return boxes;
}

std::vector<Box> ShownCells::missing(const std::vector<Box>& boxes) const {
  std::vector<Box> left;
  std::ranges::copy_if(boxes, std::back_inserter(left), [&](const Box& box) {
    return std::ranges::none_of(boxes_, [&](const Box& made) { return holds(made, box); });
  });
  return left;
}

std::size_t ShownCells::cells() const {
  std::size_t sum = 0;
  for (const Box& box : boxes_) sum += box.values();
  return sum;
}

}  // namespace solenoid
