#pragma once
/// \file
/// What a solver keeps about repairs (numerics/schemes/repair.hpp): settings, memory, and totals
/// since the start for the history.

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/subdomain.hpp"
#include "numerics/schemes/repair.hpp"

namespace solenoid {

template <class Real, class Space>
class Repairs {
 public:
  using Storage = RepairStorage<Real, typename Space::memory_space>;

  /// `fields` values a state; `predicts_faces` is whether sweeps may mend predicted face states.
  /// Throws std::invalid_argument for repairs of a part of a grid: a cell would have to be repaired
  /// where its neighbour in another part falls back, which no part knows of another.
  Repairs(const Subdomain& part, const RepairSettings<double>& settings, int fields,
          bool predicts_faces)
      : settings_(settings.in_precision<Real>()), predicts_faces_(predicts_faces) {
    if (active() && part.is_cut())
      throw std::invalid_argument("first-order fallback and floors need a grid in one part");
    if (active()) storage_.emplace(fields);
  }

  [[nodiscard]] bool active() const { return settings_.active(); }
  [[nodiscard]] const RepairSettings<Real>& settings() const { return settings_; }
  /// Null where no repair is asked for.
  [[nodiscard]] const Storage* storage() const { return storage_ ? &*storage_ : nullptr; }

  /// Adds to the totals what the device counted since the last call.
  void read(const Space& space) {
    if (!storage_) return;
    const auto counters = on_host(storage_->counters);
    const auto faces = on_host(storage_->count);
    flattened_cells_ += double(faces(flattened_count));
    floored_faces_ += double(faces(floored_count));
    fallback_cells_ += double(counters(fallback_cells));
    floored_cells_ += double(counters(floored_cells));
    floor_energy_ += on_host(storage_->added_energy)(0);
    clear(space, storage_->count);
    clear(space, storage_->counters);
    clear(space, storage_->added_energy);
  }

  /// The totals: cells whose predicted face states were flattened and floored, if there are such
  /// states; updates that fell back to first order, cells that floors raised, and the total energy
  /// that this added.
  [[nodiscard]] std::vector<std::pair<std::string, double>> numbers() const {
    std::vector<std::pair<std::string, double>> all;
    if (predicts_faces_)
      all = {{"flattened_cells", flattened_cells_}, {"floored_faces", floored_faces_}};
    all.insert(all.end(), {{"fallback_cells", fallback_cells_},
                           {"floored_cells", floored_cells_},
                           {"floor_energy", floor_energy_}});
    return all;
  }
  /// Sets the totals from `number(name)`.
  template <class Number>
  void set(const Number& number) {
    if (predicts_faces_) {
      flattened_cells_ = number("flattened_cells");
      floored_faces_ = number("floored_faces");
    }
    fallback_cells_ = number("fallback_cells");
    floored_cells_ = number("floored_cells");
    floor_energy_ = number("floor_energy");
  }
  void forget() {
    flattened_cells_ = floored_faces_ = fallback_cells_ = floored_cells_ = floor_energy_ = 0;
  }

 private:
  RepairSettings<Real> settings_;
  bool predicts_faces_;
  std::optional<Storage> storage_;
  double flattened_cells_ = 0;
  double floored_faces_ = 0;
  double fallback_cells_ = 0;
  double floored_cells_ = 0;
  double floor_energy_ = 0;
};

}  // namespace solenoid
