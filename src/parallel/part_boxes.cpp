#include "src/parallel/part_boxes.hpp"

#include <cstring>

namespace solenoid {

Box share_of_rank(const Grid& grid, const PartLayout& layout, int rank, const Box& box,
                  Placement placement) {
  const PartBox part = part_of_rank(grid, layout, rank);
  Box all{part.first, part.cells};
  const int normal = normal_of(placement);
  // Both parts beside a face hold it.
  if (normal >= 0 && grid.active(normal)) ++all.count[std::size_t(normal)];
  return common_box(box, all);
}

void copy_rows(const Box& box, char* of_box, const Box& share, char* of_share,
               std::size_t bytes_of_value, bool into_box) {
  const std::size_t row = std::size_t(share.count[0]) * bytes_of_value;
  for (int k = 0; k < share.count[2]; ++k)
    for (int j = 0; j < share.count[1]; ++j, of_share += row) {
      char* there = of_box + bytes_of_value * box.value_at({share.begin[0], share.begin[1] + j,
                                                            share.begin[2] + k});
      if (into_box)
        std::memcpy(there, of_share, row);
      else
        std::memcpy(of_share, there, row);
    }
}

}  // namespace solenoid
