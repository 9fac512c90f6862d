#include "physics/fields/distributions.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "numerics/device/binned_sums.hpp"
#include "numerics/lanes/lane_functions.hpp"
#include "numerics/lanes/logarithm.hpp"
#include "physics/fields/field_measuring.hpp"
#include "physics/fields/slabs_of_fields.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

/// About the binary logarithm of a positive number, within a hundredth: where it is a guess.
KOKKOS_FORCEINLINE_FUNCTION double rough_logarithm(double value) {
  const auto bits = Kokkos::bit_cast<std::uint64_t>(value);
  const double part =
      Kokkos::bit_cast<double>((bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL) - 1;
  return double(std::int64_t(bits >> 52) - 1023) + part + 0.3466 * part * (1 - part);
}

/// Where a value is among edges: 0 below, the number of edges above. Comparisons alone decide; a
/// guess is where they begin.
struct BinOfValue {
  const double* edges;
  int bins;
  bool logarithmic;
  double origin, bins_per_unit;  ///< of the value, or about its logarithm

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int operator()(double value) const {
    if (value < edges[0]) return 0;
    if (edges[bins] < value) return bins + 1;
    const double along = ((logarithmic ? rough_logarithm(value) : value) - origin) * bins_per_unit;
    int bin = along < bins - 1 ? (along > 0 ? int(along) : 0) : bins - 1;
    while (bin > 0 && value < edges[bin]) --bin;
    while (bin < bins - 1 && !(value < edges[bin + 1])) ++bin;
    return bin + 1;
  }
};

/// The bin of each cell of a slab, of one field, or after that of another one.
struct BinOfCell {
  BinOfValue of;
  int stride;       ///< of this field's bins
  int not_numbers;  ///< the bin of cells without one
  const double* values;
  const double* weights;  ///< null: 1
  int* bins;

  KOKKOS_FUNCTION void operator()(const int cell) const {
    const double value = values[cell];
    const int before = stride == 1 ? 0 : bins[cell];
    const bool fine =
        value == value && (weights == nullptr || Kokkos::abs(weights[cell]) < __builtin_huge_val());
    bins[cell] = fine && before != not_numbers ? before + stride * of(value) : not_numbers;
  }
};

/// The extremes of values that are finite, and positive if asked for.
struct FiniteExtent {
  struct Extent {
    double lower, upper;
  };
  using value_type = Extent;
  const double* values;
  double above;

  KOKKOS_FUNCTION void operator()(const int cell, Extent& extent) const {
    const double value = values[cell];
    if (Kokkos::abs(value) < __builtin_huge_val() && above < value) join(extent, {value, value});
  }
  KOKKOS_FUNCTION void init(Extent& extent) const {
    extent = {__builtin_huge_val(), -__builtin_huge_val()};
  }
  KOKKOS_FUNCTION void join(Extent& extent, const Extent& other) const {
    if (other.lower < extent.lower) extent.lower = other.lower;
    if (extent.upper < other.upper) extent.upper = other.upper;
  }
};

/// A range that has room for bins: that of the values, or about the only one.
std::array<double, 2> roomy(const FiniteExtent::Extent& extent, const BinScale& scale) {
  if (!(extent.lower <= extent.upper))
    return scale.logarithmic ? std::array<double, 2>{1, 10} : std::array<double, 2>{0, 1};
  const std::array<double, 2> range{extent.lower, extent.upper};
  try {
    static_cast<void>(bin_edges(scale, range));
    return range;
  } catch (const std::invalid_argument&) {
    const double middle = extent.lower + (extent.upper - extent.lower) / 2;
    if (middle == 0) return {-0.5, 0.5};
    const double half = std::abs(middle) / 2;
    return {middle - half, middle + half};
  }
}

template <class Space>
std::vector<double> edges_of(const Space& space, const SlabsOfFields<Space>& slabs,
                             std::size_t field, const BinScale& scale, Exchange* parts) {
  if (scale.range) return bin_edges(scale, *scale.range);
  FiniteExtent all{nullptr, scale.logarithmic ? 0 : -__builtin_huge_val()};
  FiniteExtent::Extent extent{};
  all.init(extent);
  slabs.each(space, 1, [&](const Box& slab, double* memory, int*) {
    slabs.gather(field, slab, memory);
    FiniteExtent::Extent of_slab{};
    Kokkos::parallel_reduce("extent of values", CellItems<Space>(space, 0, int(slab.values())),
                            FiniteExtent{memory, all.above}, of_slab);
    all.join(extent, of_slab);
  });
  if (parts != nullptr) extent = {-parts->largest(-extent.lower), parts->largest(extent.upper)};
  extent = {extent.lower + 0.0, extent.upper + 0.0};  // zeros are positive, whichever comes first
  return bin_edges(scale, roomy(extent, scale));
}

/// Finds bins of values by edges in the memory of the device.
template <class Space>
class BinFinder {
 public:
  BinFinder(const std::vector<double>& edges, bool logarithmic)
      : edges_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "edges of bins"), edges.size()) {
    const Kokkos::View<const double*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> here(
        edges.data(), edges.size());
    Kokkos::deep_copy(edges_, here);
    const int bins = int(edges.size()) - 1;
    const double lower = logarithmic ? rough_logarithm(edges.front()) : edges.front();
    const double upper = logarithmic ? rough_logarithm(edges.back()) : edges.back();
    const double per_unit = bins / (upper - lower);
    of_ = {edges_.data(), bins, logarithmic, lower, std::isfinite(per_unit) ? per_unit : 0};
  }
  [[nodiscard]] const BinOfValue& of() const { return of_; }

 private:
  Kokkos::View<double*, typename Space::memory_space> edges_;
  BinOfValue of_{};
};

template <class Space>
Distribution distribution_on(const Space& space, Solver& solver, const DefinedFields& fields,
                             const DistributionRequest& request, double time) {
  const std::size_t count = request.fields.size();
  const bool weighted = !request.weight.empty();
  const SlabsOfFields<Space> slabs(solver, fields, with_weight(request.fields, request.weight),
                                   time);
  Exchange* const parts = solver.part().exchange.get();
  Distribution found;
  std::vector<BinFinder<Space>> finders;
  int not_numbers = 1;
  for (std::size_t n = 0; n < count; ++n) {
    found.edges.push_back(edges_of(space, slabs, n, request.scales[n], parts));
    finders.emplace_back(found.edges[n], request.scales[n].logarithmic);
    not_numbers *= found.bins(n) + 2;
  }
  BinnedCounts<Space> counts(not_numbers + 1);
  std::optional<BinnedSums<Space>> sums;
  if (weighted) sums.emplace(not_numbers + 1, BinTerm::weight);
  slabs.each(space, weighted ? 2 : 1, [&](const Box& slab, double* memory, int* bins) {
    const int cells = int(slab.values());
    const double* const weight = weighted ? memory + cells : nullptr;
    if (weighted) slabs.gather(count, slab, memory + cells);
    int stride = 1;
    for (std::size_t n = 0; n < count; ++n) {
      slabs.gather(n, slab, memory);
      Kokkos::parallel_for("bins of cells", CellItems<Space>(space, 0, cells),
                           BinOfCell{finders[n].of(), stride, not_numbers, memory, weight, bins});
      stride *= found.bins(n) + 2;
    }
    counts.add(space, {cells, bins, nullptr, nullptr});
    if (weighted) sums->add(space, {cells, bins, nullptr, weight});
  });
  found.cells = counts.totals(space, parts);
  found.not_numbers = found.cells.back();
  found.cells.pop_back();
  found.weights.assign(found.cells.begin(), found.cells.end());
  if (weighted) {
    found.weights = sums->totals(space, parts);
    found.weights.pop_back();
  }
  // The bins' own sums are exact to the last place; of these the order is always the same.
  long double all = 0;
  for (const double of_bin : found.weights) all += of_bin;
  found.weight = double(all);
  note_brought_to_host((weighted ? 2 : 1) * found.cells.size() * sizeof(double));
  return found;
}

}  // namespace

std::vector<double> bin_edges(const BinScale& scale, const std::array<double, 2>& range) {
  const auto [lower, upper] = range;
  if (scale.logarithmic && !(lower > 0))
    throw std::invalid_argument("a logarithmic scale needs a range of positive numbers");
  std::vector<double> edges;
  for (int n = 0; n <= scale.bins; ++n) {
    const double part = double(n) / scale.bins;
    edges.push_back(scale.logarithmic
                        ? exponential((1 - part) * logarithm(lower) + part * logarithm(upper))
                        : (1 - part) * lower + part * upper);
  }
  edges.front() = lower;
  edges.back() = upper;
  for (std::size_t n = 0; n + 1 < edges.size(); ++n)
    if (!(edges[n] < edges[n + 1]) || !std::isfinite(edges[n + 1] - edges[n]))
      throw std::invalid_argument("bins are narrower, or wider, than numbers can tell");
  return edges;
}

double Distribution::density(int bin, int of_second) const {
  const auto width = [&](std::size_t field, int of) {
    return edges[field][std::size_t(of) + 1] - edges[field][std::size_t(of)];
  };
  const double size = width(0, bin) * (edges.size() < 2 ? 1 : width(1, of_second));
  return weights[place(bin, of_second)] / weight / size;
}

std::array<double, 2> Distribution::outside(std::size_t field) const {
  std::array<long double, 2> parts{};
  const std::size_t columns = std::size_t(bins(0)) + 2;
  for (std::size_t place = 0; place < weights.size(); ++place) {
    const std::size_t at = field == 0 ? place % columns : place / columns;
    if (at == 0) parts[0] += weights[place];
    if (at == std::size_t(bins(field)) + 1) parts[1] += weights[place];
  }
  return {double(parts[0]) / weight, double(parts[1]) / weight};
}

Distribution distribution_of(Solver& solver, const DefinedFields& fields,
                             const DistributionRequest& request, double time) {
  if (auto* const measuring = dynamic_cast<FieldMeasuring*>(&solver))
    return std::get<Distribution>(measuring->measure({fields, time, request}));
  return where_state_is(solver, [&](const auto& space) {
    return distribution_on(space, solver, fields, request, time);
  });
}

}  // namespace solenoid
