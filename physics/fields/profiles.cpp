#include "physics/fields/profiles.hpp"

#include <cmath>
#include <optional>

#include "numerics/device/binned_sums.hpp"
#include "physics/fields/field_measuring.hpp"
#include "physics/fields/slabs_of_fields.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

/// The plane of each cell of a slab.
struct PlaneOfCell {
  int axis, first, columns, rows;
  int* bins;

  KOKKOS_FUNCTION void operator()(const int cell) const {
    const int row = cell / columns;
    bins[cell] = first + (axis == 0 ? cell - row * columns : axis == 1 ? row % rows : row / rows);
  }
};

/// The sums of one field on planes.
template <class Space>
struct PlaneSums {
  std::optional<BinnedSums<Space>> values, squares;
  std::optional<BinnedExtremes<Space>> smallest, largest;

  PlaneSums(int planes, const std::vector<PlaneStatistic>& statistics) {
    for (const PlaneStatistic statistic : statistics) {
      if (statistic == PlaneStatistic::mean) values.emplace(planes, BinTerm::value);
      if (statistic == PlaneStatistic::rms) squares.emplace(planes, BinTerm::square);
      if (statistic == PlaneStatistic::minimum) smallest.emplace(planes, false);
      if (statistic == PlaneStatistic::maximum) largest.emplace(planes, true);
    }
  }
  void add(const Space& space, const BinnedCells& cells) {
    if (values) values->add(space, cells);
    if (squares) squares->add(space, cells);
    if (smallest) smallest->add(space, cells);
    if (largest) largest->add(space, cells);
  }
  std::vector<double> totals(const Space& space, PlaneStatistic statistic,
                             const std::vector<double>& weights, Exchange* parts) {
    if (statistic == PlaneStatistic::minimum) return smallest->totals(space, parts);
    if (statistic == PlaneStatistic::maximum) return largest->totals(space, parts);
    const bool root = statistic == PlaneStatistic::rms;
    std::vector<double> sums = (root ? squares : values)->totals(space, parts);
    for (std::size_t plane = 0; plane < sums.size(); ++plane) {
      sums[plane] /= weights[plane];
      if (root) sums[plane] = std::sqrt(sums[plane]);
    }
    return sums;
  }
};

template <class Space>
std::vector<ProfileColumn> profile_on(const Space& space, Solver& solver,
                                      const DefinedFields& fields, const ProfileRequest& request,
                                      double time) {
  const Grid& grid = solver.part().whole;
  const int planes = grid.cells[std::size_t(request.axis)];
  const std::size_t count = request.fields.size();
  const bool weighted = !request.weight.empty();
  const SlabsOfFields<Space> slabs(solver, fields, with_weight(request.fields, request.weight),
                                   time);
  std::vector<PlaneSums<Space>> sums;
  for (std::size_t n = 0; n < count; ++n) sums.emplace_back(planes, request.statistics);
  std::optional<BinnedSums<Space>> weights;
  if (weighted) weights.emplace(planes, BinTerm::weight);
  slabs.each(space, weighted ? 2 : 1, [&](const Box& slab, double* memory, int* bins) {
    const int cells = int(slab.values());
    const auto axis = std::size_t(request.axis);
    const int first = solver.part().first[axis] + slab.begin[axis];
    Kokkos::parallel_for("planes of cells", CellItems<Space>(space, 0, cells),
                         PlaneOfCell{int(request.axis), first, slab.count[0], slab.count[1], bins});
    const double* const weight = weighted ? memory + cells : nullptr;
    if (weighted) {
      slabs.gather(count, slab, memory + cells);
      weights->add(space, {cells, bins, nullptr, weight});
    }
    for (std::size_t n = 0; n < count; ++n) {
      slabs.gather(n, slab, memory);
      sums[n].add(space, {cells, bins, memory, weight});
    }
  });
  Exchange* const parts = solver.part().exchange.get();
  const double cells_of_plane = double(grid.cell_count()) / planes;
  const std::vector<double> total = weighted
                                        ? weights->totals(space, parts)
                                        : std::vector<double>(std::size_t(planes), cells_of_plane);
  std::vector<ProfileColumn> columns;
  for (std::size_t n = 0; n < count; ++n)
    for (const PlaneStatistic statistic : request.statistics)
      columns.push_back(
          {request.fields[n], statistic, sums[n].totals(space, statistic, total, parts)});
  note_brought_to_host((columns.size() + (weighted ? 1 : 0)) * std::size_t(planes) *
                       sizeof(double));
  return columns;
}

}  // namespace

std::vector<ProfileColumn> profile_of(Solver& solver, const DefinedFields& fields,
                                      const ProfileRequest& request, double time) {
  if (auto* const measuring = dynamic_cast<FieldMeasuring*>(&solver))
    return std::get<std::vector<ProfileColumn>>(measuring->measure({fields, time, request}));
  return where_state_is(
      solver, [&](const auto& space) { return profile_on(space, solver, fields, request, time); });
}

}  // namespace solenoid
