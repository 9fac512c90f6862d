#pragma once
/// \file
/// Fields of a solver, slab by slab in the memory of its device: what profiles and distributions
/// are made of.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/field_parts.hpp"
#include "physics/fields/defined_fields.hpp"

namespace solenoid {

/// Boxes of at most so many values (but for rows that are longer) that make up the cells of a part,
/// one after the other. Parts of a grid have the same number of them, the last ones of some without
/// cells, since they make derived fields together.
inline std::vector<Box> slabs_of_cells(const Subdomain& part, std::size_t most) {
  std::vector<Box> slabs = slabs_of(whole_field(part, Placement::cells), most);
  if (part.exchange == nullptr) return slabs;
  const auto all = std::size_t(part.exchange->largest(double(slabs.size())));
  slabs.resize(all, Box{{0, 0, 0}, {0, 0, 0}});
  return slabs;
}

template <class Space>
using CellItems = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;

/// Values of several fields in memory of the device, slab by slab.
template <class Space>
class SlabsOfFields {
 public:
  SlabsOfFields(Solver& solver, const DefinedFields& fields, std::vector<std::string> names,
                double time)
      : solver_(solver),
        fields_(fields),
        names_(std::move(names)),
        time_(time),
        gathers_(names_.size()) {
    std::size_t others = 0, last = 0;
    for (std::size_t n = 0; n < names_.size(); ++n) {
      if (fields_.stays(solver, names_[n])) {
        gathers_[n] = fields_.gather(solver, names_[n], time);
      } else {
        ++others;
        last = n;
      }
    }
    if (others == 1) gathers_[last] = fields_.gather(solver, names_[last], time);
  }

  /// Calls use(slab, memory, bins) with slabs of all cells; memory has room for as many fields,
  /// bins for a number of each cell.
  template <class Use>
  void each(const Space& space, int in_memory, const Use& use) const {
    constexpr std::size_t most = is_host_space<Space> ? transfer_values / 8 : transfer_values;
    const std::vector<Box> slabs = slabs_of_cells(solver_.part(), most);
    std::size_t cells = 0;
    for (const Box& slab : slabs) cells = std::max(cells, slab.values());
    const Kokkos::View<double*, typename Space::memory_space> memory(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "fields of bins"),
        cells * std::size_t(in_memory));
    const Kokkos::View<int*, typename Space::memory_space> bins(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "bins of cells"), cells);
    for (const Box& slab : slabs) use(slab, memory.data(), bins.data());
    space.fence();  // the memory goes
  }
  void gather(std::size_t field, const Box& slab, double* there) const {
    const Gather& own =
        gathers_[field] ? gathers_[field] : fields_.gather(solver_, names_[field], time_);
    own(slab, {Precision::double_precision, there});
  }

 private:
  Solver& solver_;
  const DefinedFields& fields_;
  std::vector<std::string> names_;
  double time_;
  std::vector<Gather> gathers_;  ///< none where they are to be asked for each time
};

/// The names of fields, and behind them that of their weight if there is one.
inline std::vector<std::string> with_weight(std::vector<std::string> fields,
                                            const std::string& weight) {
  if (!weight.empty()) fields.push_back(weight);
  return fields;
}

/// Calls work(space) for where the solver's state is.
template <class Work>
auto where_state_is(Solver& solver, const Work& work) {
  solver.complete_step();
#if SOLENOID_HAS_DEVICE
  if (solver.device() == Device::gpu) return work(DeviceSpace());
#endif
  return work(HostSpace());
}

}  // namespace solenoid
