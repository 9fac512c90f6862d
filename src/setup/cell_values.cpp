#include "src/setup/cell_values.hpp"

#include <fmt/format.h>

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "src/setup/row_sampler.hpp"

namespace solenoid {

std::string not_finite_text(const Grid& grid, const std::string& what,
                            const std::array<int, 3>& cell, double time) {
  return fmt::format("{} is not finite at ({:g}, {:g}, {:g}), t = {:g}", what,
                     grid.centre(0, cell[0]), grid.centre(1, cell[1]), grid.centre(2, cell[2]),
                     time);
}

std::optional<std::string> CellValues::operator()(const Box& cells, double time,
                                                  double* values) const {
  using AllThreads = Kokkos::DefaultHostExecutionSpace;
  const int rows = cells.count[1] * cells.count[2];
  const int pieces = std::min(rows, AllThreads().concurrency());
  std::vector<std::optional<std::size_t>> bad(std::size_t(pieces), std::nullopt);
  Kokkos::parallel_for(
      "values of cells", Kokkos::RangePolicy<AllThreads>(0, pieces), [&](const int piece) {
        const Expression own = expression_;  // evaluation changes it
        const int last = int(long(rows) * (piece + 1) / pieces);
        for (int row = int(long(rows) * piece / pieces); row < last; ++row) {
          const RowSampler sample({grid_, -1, cells.begin[0], cells.count[0], time},
                                  cells.begin[1] + row % cells.count[1],
                                  cells.begin[2] + row / cells.count[1]);
          const Row line = sample(own, {0, 0, 0});
          const std::size_t first = std::size_t(row) * line.size();
          std::copy(line.begin(), line.end(), values + first);
          for (std::size_t i = 0; i < line.size(); ++i)
            if (!std::isfinite(line[i]) && !bad[std::size_t(piece)])
              bad[std::size_t(piece)] = first + i;
        }
      });
  if (const auto outside = expression_.outside_of_table())
    return fmt::format("{}: {}", what_, *outside);
  for (const auto& value : bad)
    if (value) return not_finite_text(grid_, what_, cells.at(*value), time);
  return std::nullopt;
}

}  // namespace solenoid
