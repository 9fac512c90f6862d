#include "src/parallel/part_exchange.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <vector>

namespace solenoid {

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

void PartExchange::swap(Axis axis, const Slabs& slabs) {
  const auto begin = std::chrono::steady_clock::now();
  const auto side = [&](Side which) -> Processes::Swap {
    return {slabs.send[which], slabs.receive[which],
            neighbour_of_rank(layout_, processes_.rank(), axis, which)};
  };
  processes_.swap(side(side_lower), side(side_upper), slabs.bytes);
  for (const void* sent : slabs.send)
    if (sent != nullptr) record_.bytes += double(slabs.bytes);
  record_.seconds += seconds_since(begin);
}

double swap_bandwidth(Processes& processes, const PartLayout& layout, Axis axis,
                      std::size_t bytes) {
  constexpr std::size_t bytes_in_all = std::size_t(1) << 26;
  constexpr std::size_t most_swaps = 100, fewest_swaps = 3;
  const std::size_t swaps =
      std::clamp(bytes_in_all / std::max<std::size_t>(bytes, 1), fewest_swaps, most_swaps);
  std::array<std::vector<char>, 4> memory;
  for (std::vector<char>& slab : memory) slab.resize(bytes);
  PartExchange exchange(processes, layout);
  const Exchange::Slabs slabs{
      {memory[0].data(), memory[1].data()}, {memory[2].data(), memory[3].data()}, bytes};
  for (std::size_t warm_up = 0; warm_up < 2; ++warm_up) exchange.swap(axis, slabs);
  static_cast<void>(processes.largest(0));
  const auto begin = std::chrono::steady_clock::now();
  for (std::size_t n = 0; n < swaps; ++n) exchange.swap(axis, slabs);
  const double longest = processes.largest(seconds_since(begin));
  return 2 * double(bytes) * double(swaps) / longest;
}

}  // namespace solenoid
