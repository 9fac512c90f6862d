#include "physics/fields/field_numbers.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>

#include "numerics/device/reproducible_sums.hpp"
#include "physics/fields/field_measuring.hpp"
#include "physics/fields/slabs_of_fields.hpp"

namespace solenoid {

namespace {

/// The sum of values.
struct SumOfValues {
  using value_type = ReproducibleSums<1>;
  const double* values;

  KOKKOS_FUNCTION void operator()(const int i, value_type& sum) const { sum.add(0, values[i]); }
  KOKKOS_FUNCTION void init(value_type& sum) const { sum = value_type(); }
  KOKKOS_FUNCTION void join(value_type& sum, const value_type& other) const { sum.join(other); }
};

/// The largest of values, each times `sign`; NaN if one is.
struct LargestOfValues {
  using value_type = double;
  const double* values;
  double sign;

  KOKKOS_FUNCTION void operator()(const int i, double& largest) const {
    join(largest, sign * values[i]);
  }
  KOKKOS_FUNCTION void init(double& largest) const { largest = -__builtin_huge_val(); }
  KOKKOS_FUNCTION void join(double& largest, const double& other) const {
    if (largest < other || other != other) largest = other;
  }
};

/// Calls use(values, count) with slabs of what `gather` makes of all cells of a part.
template <class Space, class Use>
void with_slabs(const Space& space, const Gather& gather, const Subdomain& part, const Use& use) {
  // On a host slabs stay in caches. Sums take no more values at a time, however few threads there
  // are.
  constexpr std::size_t most_cells =
      is_host_space<Space> ? transfer_values / 8 : transfer_values / 2;
  static_assert(most_cells <= std::size_t(most_values_of_sums));
  const std::vector<Box> slabs = slabs_of_cells(part, most_cells);
  std::size_t most = 0;
  for (const Box& slab : slabs) most = std::max(most, slab.values());
  const Kokkos::View<double*, typename Space::memory_space> memory(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "values of a formula"), most);
  for (const Box& slab : slabs) {
    gather(slab, {Precision::double_precision, memory.data()});
    use(memory.data(), int(slab.values()));
  }
  space.fence();  // the memory goes
}

template <class Space>
double reduce(const Space& space, const Gather& gather, const Subdomain& part,
              FieldReduction::Kind kind) {
  using Range = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  if (kind == FieldReduction::Kind::sum) {
    ReproducibleSums<1> total;
    with_slabs(space, gather, part, [&](const double* values, int count) {
      ReproducibleSums<1> of_slab;
      Kokkos::parallel_reduce("sum of a formula", Range(space, 0, count), SumOfValues{values},
                              of_slab);
      total.join(of_slab);
    });
    if (part.exchange != nullptr) total.join_parts(*part.exchange);
    return total.total(0);
  }
  const double sign = kind == FieldReduction::Kind::maximum ? 1 : -1;
  LargestOfValues all{nullptr, sign};
  double largest = 0;
  all.init(largest);
  with_slabs(space, gather, part, [&](const double* values, int count) {
    double of_slab = 0;
    Kokkos::parallel_reduce("extreme of a formula", Range(space, 0, count),
                            LargestOfValues{values, sign}, of_slab);
    all.join(largest, of_slab);
  });
  if (part.exchange != nullptr) largest = part.exchange->largest(largest);
  return sign * largest + 0.0;  // positive where it is 0, whichever zero comes first
}

}  // namespace

std::vector<double> reductions_of(Solver& solver, const std::vector<FieldReduction>& reductions,
                                  double time) {
  if (reductions.empty()) return {};
  if (auto* const measuring = dynamic_cast<FieldMeasuring*>(&solver))
    return std::get<std::vector<double>>(measuring->measure({{}, time, reductions}));
  return where_state_is(solver, [&](const auto& space) {
    std::vector<double> reduced;
    for (const FieldReduction& reduction : reductions)
      reduced.push_back(reduce(space, gather_formula(solver, reduction.formula, time),
                               solver.part(), reduction.kind));
    return reduced;
  });
}

std::vector<double> values_of(Solver& solver, const NumbersOfFields& numbers, double time) {
  const std::vector<double> reduced = reductions_of(solver, numbers.reductions, time);
  std::vector<double> values;
  for (const FieldNumber& number : numbers.numbers) {
    std::vector<double> of;
    for (const std::string& name : number.formula.fields)
      of.push_back(reduced.at(std::size_t(std::stoi(name))));
    values.push_back(number.formula.of_numbers(of, time));
  }
  return values;
}

}  // namespace solenoid
