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

/// What a scheme counts of predicted face states: nothing if it has none, repairs, or also where it
/// limits them.
enum class FaceCounts { none, repaired, limited_too };

/// How much was limited and repaired.
struct RepairTotals {
  double limited_cells = 0;
  double flattened_cells = 0;
  double floored_faces = 0;
  double fallback_cells = 0;
  double floored_cells = 0;
  double floor_energy = 0;

  RepairTotals& operator+=(const RepairTotals& more) {
    limited_cells += more.limited_cells;
    flattened_cells += more.flattened_cells;
    floored_faces += more.floored_faces;
    fallback_cells += more.fallback_cells;
    floored_cells += more.floored_cells;
    floor_energy += more.floor_energy;
    return *this;
  }
  /// Calls body(name, total) for each that a scheme has.
  template <class Body>
  void for_each(FaceCounts faces, const Body& body) {
    if (faces == FaceCounts::limited_too) body("limited_cells", limited_cells);
    if (faces != FaceCounts::none) {
      body("flattened_cells", flattened_cells);
      body("floored_faces", floored_faces);
    }
    body("fallback_cells", fallback_cells);
    body("floored_cells", floored_cells);
    body("floor_energy", floor_energy);
  }
};

template <class Real, class Space>
class Repairs {
 public:
  using Storage = RepairStorage<Real, typename Space::memory_space>;

  /// `fields` values a state.
  /// Throws std::invalid_argument for repairs of a part of a grid: a cell would have to be repaired
  /// where its neighbour in another part falls back, which no part knows of another.
  Repairs(const Subdomain& part, const RepairSettings<double>& settings, int fields,
          FaceCounts face_counts)
      : settings_(settings.in_precision<Real>()), face_counts_(face_counts) {
    if (active() && part.is_cut())
      throw std::invalid_argument("first-order fallback and floors need a grid in one part");
    if (active()) storage_.emplace(fields);
  }

  [[nodiscard]] bool active() const { return settings_.active(); }
  [[nodiscard]] const RepairSettings<Real>& settings() const { return settings_; }
  /// Null where no repair is asked for.
  [[nodiscard]] const Storage* storage() const { return storage_ ? &*storage_ : nullptr; }

  /// Adds what sweeps counted that nothing repairs: to the totals, or to what is kept apart.
  void note(const MonitorCounts& counts, bool apart) {
    (apart ? apart_ : totals_).limited_cells += double(counts[limited_count]);
  }
  /// Adds to the totals what the device counted since the last call.
  void read(const Space& space) { totals_ += take(space); }
  /// What the device counted since the last call is kept apart until the next such call: a sweep
  /// that shows how a step ends is not one of the run.
  void read_apart(const Space& space) { apart_ = take(space); }

  /// The totals: cells whose predicted face states were limited, flattened and floored, if there
  /// are such states; updates that fell back to first order, cells that floors raised, and the
  /// total energy that this added. `with_apart` adds what is kept apart.
  [[nodiscard]] std::vector<std::pair<std::string, double>> numbers(bool with_apart = false) const {
    RepairTotals sum = totals_;
    if (with_apart) sum += apart_;
    std::vector<std::pair<std::string, double>> all;
    sum.for_each(face_counts_,
                 [&](const char* name, double number) { all.emplace_back(name, number); });
    return all;
  }
  /// Sets the totals from `number(name)`.
  template <class Number>
  void set(const Number& number) {
    totals_.for_each(face_counts_, [&](const char* name, double& total) { total = number(name); });
  }
  void forget() { totals_ = {}; }

 private:
  RepairTotals take(const Space& space) {
    RepairTotals counted;
    if (!storage_) return counted;
    const auto counters = on_host(storage_->counters);
    const auto faces = on_host(storage_->count);
    counted.limited_cells = double(faces(limited_count));
    counted.flattened_cells = double(faces(flattened_count));
    counted.floored_faces = double(faces(floored_count));
    counted.fallback_cells = double(counters(fallback_cells));
    counted.floored_cells = double(counters(floored_cells));
    counted.floor_energy = on_host(storage_->added_energy)(0);
    clear(space, storage_->count);
    clear(space, storage_->counters);
    clear(space, storage_->added_energy);
    return counted;
  }

  RepairSettings<Real> settings_;
  FaceCounts face_counts_;
  std::optional<Storage> storage_;
  RepairTotals totals_, apart_;
};

}  // namespace solenoid
