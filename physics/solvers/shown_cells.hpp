#pragma once
/// \file
/// Which cells show the end of a step whose last sweep is left to the next one.

#include <array>
#include <cstddef>
#include <vector>

#include "numerics/grid/box.hpp"

namespace solenoid {

/// The boxes that hold the cells of a box of a grid of so many `cells`, and those beside it: behind
/// a face that is `periodic` along its axis they are at the other end. In x boxes begin and end at
/// whole multiples of `unit` cells, or with the grid. None is empty.
std::vector<Box> boxes_with_neighbours(const Box& box, const std::array<int, 3>& cells,
                                       const std::array<bool, 3>& periodic, int unit);

/// Cells of the copy of a state that outputs show, made as they are asked for.
class ShownCells {
 public:
  /// Whether outputs show the copy, and all of it.
  [[nodiscard]] bool begun() const { return begun_; }
  [[nodiscard]] bool all() const { return all_; }
  [[nodiscard]] bool in_part() const { return begun_ && !all_; }
  /// From now on outputs show the copy, of which no cell is made.
  void begin() { begun_ = true; }
  /// All cells are made.
  void finish() { begun_ = all_ = true; }
  /// The state has changed.
  void forget() { *this = {}; }

  /// Those of the boxes that no earlier one holds.
  [[nodiscard]] std::vector<Box> missing(const std::vector<Box>& boxes) const;
  void add(const Box& box) { boxes_.push_back(box); }
  /// Of all boxes that were added.
  [[nodiscard]] std::size_t cells() const;

 private:
  bool begun_ = false;
  bool all_ = false;
  std::vector<Box> boxes_;
};

}  // namespace solenoid
