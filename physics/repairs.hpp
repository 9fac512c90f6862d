#pragma once
/// \file
/// What a solver keeps about repairs (numerics/repair.hpp): settings, memory, and totals since the
/// start for the history.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numerics/repair.hpp"

namespace solenoid {

template <class Real, class Space>
class Repairs {
 public:
  using Storage = RepairStorage<Real, typename Space::memory_space>;

  /// `fields` values a state.
  Repairs(bool first_order_fallback, double density_floor, double pressure_floor, int fields)
      : settings_{first_order_fallback, Real(density_floor), Real(pressure_floor)} {
    if (active()) storage_.emplace(fields);
  }

  [[nodiscard]] bool active() const { return settings_.active(); }
  [[nodiscard]] const RepairSettings<Real>& settings() const { return settings_; }
  /// Null where no repair is asked for.
  [[nodiscard]] const Storage* storage() const { return storage_ ? &*storage_ : nullptr; }

  /// `watch` with the cells to repair listed here in place of unphysical ones.
  [[nodiscard]] Watch<Real> listed(const Space& space, Watch<Real> watch) const {
    Kokkos::deep_copy(space, Kokkos::subview(storage_->count, int{unphysical_count}), 0);
    watch.counters = storage_->count.data();
    watch.unphysical = storage_->cells.data();
    return watch;
  }

  /// Adds to the totals what the device counted since the last call. Returns how many
  /// reconstructions fell back to first order.
  double read(const Space& space) {
    if (!storage_) return 0;
    const auto to_host = [](const auto& view) {
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
    };
    const auto counters = to_host(storage_->counters);
    const double flattened = to_host(storage_->count)(fallback_count);
    fallback_cells_ += double(counters(fallback_cells));
    floored_cells_ += double(counters(floored_cells));
    floor_energy_ += to_host(storage_->added_energy)(0);
    Kokkos::deep_copy(space, storage_->count, 0);
    Kokkos::deep_copy(space, storage_->counters, 0L);
    Kokkos::deep_copy(space, storage_->added_energy, 0.0);
    return flattened;
  }

  /// The totals: updates that fell back to first order, cells that floors lifted, and the total
  /// energy that this added.
  [[nodiscard]] std::vector<std::pair<std::string, double>> numbers() const {
    return {{"fallback_cells", fallback_cells_},
            {"floored_cells", floored_cells_},
            {"floor_energy", floor_energy_}};
  }
  /// Sets the totals from `number(name)`.
  template <class Number>
  void set(const Number& number) {
    fallback_cells_ = number("fallback_cells");
    floored_cells_ = number("floored_cells");
    floor_energy_ = number("floor_energy");
  }
  void forget() { fallback_cells_ = floored_cells_ = floor_energy_ = 0; }

 private:
  RepairSettings<Real> settings_;
  std::optional<Storage> storage_;
  double fallback_cells_ = 0;
  double floored_cells_ = 0;
  double floor_energy_ = 0;
};

}  // namespace solenoid
