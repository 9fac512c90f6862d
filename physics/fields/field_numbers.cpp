#include "physics/fields/field_numbers.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>

#include "numerics/device/reproducible_sums.hpp"
#include "numerics/device/spaces.hpp"
#include "numerics/grid/field_parts.hpp"
#include "physics/fields/defined_fields.hpp"

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

/// Calls use(values, count) with slabs of what `gather` makes of all cells.
template <class Space, class Use>
void with_slabs(const Space& space, const Gather& gather, const Box& whole, const Use& use) {
  // Sums take no more values at a time, however few threads there are.
  static_assert(transfer_values / 2 <= std::size_t(most_values_of_sums));
  const std::vector<Box> slabs = slabs_of(whole, transfer_values / 8);
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
double reduce(const Space& space, const Gather& gather, const Box& whole,
              FieldReduction::Kind kind) {
  using Range = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  if (kind == FieldReduction::Kind::sum) {
    ReproducibleSums<1> total;
    with_slabs(space, gather, whole, [&](const double* values, int count) {
      ReproducibleSums<1> of_slab;
      Kokkos::parallel_reduce("sum of a formula", Range(space, 0, count), SumOfValues{values},
                              of_slab);
      total.join(of_slab);
    });
    return total.total(0);
  }
  const double sign = kind == FieldReduction::Kind::maximum ? 1 : -1;
  LargestOfValues all{nullptr, sign};
  double largest = 0;
  all.init(largest);
  with_slabs(space, gather, whole, [&](const double* values, int count) {
    double of_slab = 0;
    Kokkos::parallel_reduce("extreme of a formula", Range(space, 0, count),
                            LargestOfValues{values, sign}, of_slab);
    all.join(largest, of_slab);
  });
  return sign * largest;
}

}  // namespace

std::vector<double> values_of(Solver& solver, const NumbersOfFields& numbers, double time) {
  std::vector<double> reduced;
  const Box whole = whole_field(solver.part(), Placement::cells);
  if (!numbers.reductions.empty()) solver.complete_step();
  for (const FieldReduction& reduction : numbers.reductions) {
    const Gather gather = gather_formula(solver, reduction.formula, time);
#if SOLENOID_HAS_DEVICE
    if (solver.device() == Device::gpu) {
      reduced.push_back(reduce(DeviceSpace(), gather, whole, reduction.kind));
      continue;
    }
#endif
    reduced.push_back(reduce(HostSpace(), gather, whole, reduction.kind));
  }
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
