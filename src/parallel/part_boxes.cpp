#include "src/parallel/part_boxes.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace solenoid {

Box share_of_rank(const Grid& grid, const PartLayout& layout, int rank, const Box& box,
                  Placement placement, int layers) {
  const PartBox part = part_of_rank(grid, layout, rank);
  Box all{part.first, part.cells};
  const int normal = normal_of(placement);
  // Both parts beside a face hold it.
  if (normal >= 0 && grid.active(normal)) ++all.count[std::size_t(normal)];
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!grid.active(int(axis))) continue;
    const int below = part.first[axis] == 0 ? layers : 0;
    const int above = part.first[axis] + part.cells[axis] == grid.cells[axis] ? layers : 0;
    all.begin[axis] -= below;
    all.count[axis] += below + above;
  }
  return common_box(box, all);
}

Placement placement_in_state(const Solver& solver, const std::string& field, StateForm form) {
  for (const StateField& known : solver.state_fields(form))
    if (known.name == field) return known.placement;
  throw std::invalid_argument("the state has no field " + field);
}

Box with_layers(const Grid& grid, const Box& box, int layers) {
  Box all = box;
  if (box.values() == 0) return all;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (!grid.active(int(axis))) continue;
    all.begin[axis] -= layers;
    all.count[axis] += 2 * layers;
  }
  return all;
}

Box in_part(const Subdomain& part, const Box& box) {
  Box own = box;
  for (std::size_t axis = 0; axis < 3; ++axis) own.begin[axis] -= part.first[axis];
  return own;
}

void scatter_box(Processes& processes, const Grid& grid, const PartLayout& layout,
                 Placement placement, const Box& box, std::size_t bytes_of_value,
                 const void* values,
                 const std::function<void(const Box& share, const void* values)>& use) {
  const int rank = processes.rank();
  std::vector<char> own;
  const auto pack = [&](const Box& share) {
    own.resize(share.values() * bytes_of_value);
    copy_rows(box, const_cast<char*>(static_cast<const char*>(values)), share, own.data(),
              bytes_of_value, false);
  };
  if (rank == 0)
    for (int other = 1; other < processes.count(); ++other) {
      const Box share = share_of_rank(grid, layout, other, box, placement);
      if (share.values() == 0) continue;
      pack(share);
      processes.send(own.data(), own.size(), other);
    }
  const Box share = share_of_rank(grid, layout, rank, box, placement);
  if (share.values() == 0) return;
  if (rank == 0) {
    pack(share);
  } else {
    own.resize(share.values() * bytes_of_value);
    processes.receive(own.data(), own.size(), 0);
  }
  use(share, own.data());
}

void gather_box(Processes& processes, const GatheredBox& gathered,
                const std::function<Box(int rank)>& share_of,
                const std::function<void(const Box& share, char* there)>& read) {
  const std::size_t bytes = gathered.bytes_of_value;
  std::vector<char>& room = gathered.room;
  const int rank = processes.rank();
  const bool here = rank == gathered.to;
  // Gets the values of a share where they belong or, where these are apart, by way of the room.
  const auto take = [&](const Box& share, const auto& get) {
    char* const place = here ? place_in_box(gathered.box, gathered.values, share, bytes) : nullptr;
    if (place == nullptr) room.resize(std::max(room.size(), share.values() * bytes));
    get(place != nullptr ? place : room.data(), share.values() * bytes);
    if (here && place == nullptr)
      copy_rows(gathered.box, gathered.values, share, room.data(), bytes, true);
  };
  if (const Box share = share_of(rank); share.values() > 0)
    take(share, [&](char* there, std::size_t size) {
      read(share, there);
      if (!here) processes.send(there, size, gathered.to);
    });
  if (!here) return;
  for (int other = 0; other < processes.count(); ++other)
    if (const Box share = share_of(other); other != rank && share.values() > 0)
      take(share, [&](char* there, std::size_t size) { processes.receive(there, size, other); });
}

char* place_in_box(const Box& box, char* of_box, const Box& share, std::size_t bytes_of_value) {
  const bool rows = share.count[0] == box.count[0] || (share.count[1] == 1 && share.count[2] == 1);
  const bool planes = share.count[1] == box.count[1] || share.count[2] == 1;
  return rows && planes ? of_box + bytes_of_value * box.value_at(share.begin) : nullptr;
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
