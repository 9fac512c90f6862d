#pragma once
/// \file
/// What a solver keeps about repairs (numerics/schemes/repair.hpp): settings, memory, and totals
/// since the start for the history.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/neighbour_ghosts.hpp"
#include "numerics/grid/subdomain.hpp"
#include "numerics/schemes/floors.hpp"
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
  /// Calls body(name, total) for each that a scheme and its gas have.
  template <class Body>
  void for_each(FaceCounts faces, bool has_energy, const Body& body) {
    if (faces == FaceCounts::limited_too) body("limited_cells", limited_cells);
    if (faces != FaceCounts::none) {
      body("flattened_cells", flattened_cells);
      body("floored_faces", floored_faces);
    }
    body("fallback_cells", fallback_cells);
    body("floored_cells", floored_cells);
    if (has_energy) body("floor_energy", floor_energy);
  }
};

/// Joins every joined_sums-th sum of what floors added, which begin anew.
struct JoinSums {
  ReproducibleSums<1>*sums, *joined;
  KOKKOS_FUNCTION void operator()(const int first) const {
    ReproducibleSums<1> sum;
    for (int n = first; n < energy_sums; n += joined_sums)
      if (!sums[n].are_empty()) {
        sum.join(sums[n]);
        sums[n] = {};
      }
    joined[first] = sum;
  }
};

template <class Real, class Space>
class Repairs {
 public:
  using Storage = RepairStorage<Real, typename Space::memory_space>;
  using Parts = NeighbourGhosts<Real, Space>;

  /// Of fields of a layout.
  Repairs(const Subdomain& part, const Layout& layout, const RepairSettings<double>& settings,
          FaceCounts face_counts, bool has_energy);

  [[nodiscard]] bool active() const { return settings_.active(); }
  [[nodiscard]] const RepairSettings<Real>& settings() const { return settings_; }
  /// Whether cells without density or pressure are raised to a floor.
  [[nodiscard]] bool has_floors() const { return floors_of(settings_).any; }
  /// Null where no repair is asked for.
  [[nodiscard]] const Storage* storage() const { return storage_ ? &*storage_ : nullptr; }

  /// Adds what sweeps counted that nothing repairs: to the totals, or to what is kept apart, when
  /// they are read next.
  void note(const MonitorCounts& counts, bool apart) {
    (apart ? limited_apart_ : limited_) += double(counts[limited_count]);
  }
  /// Adds to the totals what was noted, and what the devices of all parts counted since the last
  /// call.
  void read(const Space& space, const Parts& parts);
  /// What the devices counted since the last call is kept apart until the next such call: a sweep
  /// that shows how a step ends is not one of the run.
  void read_apart(const Space& space, const Parts& parts);

  /// The totals: cells whose predicted face states were limited, flattened and floored, if there
  /// are such states; updates that fell back to first order, cells that floors raised, and the
  /// total energy that this added. `with_apart` adds what is kept apart.
  [[nodiscard]] std::vector<std::pair<std::string, double>> numbers(bool with_apart = false) const;
  /// Sets the totals from `number(name)`.
  template <class Number>
  void set(const Number& number) {
    totals_.for_each(face_counts_, has_energy_,
                     [&](const char* name, double& total) { total = number(name); });
  }
  void forget() {
    totals_ = {};
    limited_ = 0;
  }

 private:
  /// Of all parts what their devices counted and what is noted in `limited`; begins both anew.
  RepairTotals take(const Space& space, double& limited, const Parts& parts);

  RepairSettings<Real> settings_;
  FaceCounts face_counts_;
  bool has_energy_;
  std::optional<Storage> storage_;
  RepairTotals totals_, apart_;
  double limited_ = 0, limited_apart_ = 0;
};

template <class Real, class Space>
Repairs<Real, Space>::Repairs(const Subdomain& part, const Layout& layout,
                              const RepairSettings<double>& settings, FaceCounts face_counts,
                              bool has_energy)
    : settings_(settings.in_precision<Real>()), face_counts_(face_counts), has_energy_(has_energy) {
  if (active()) storage_.emplace(part, layout);
}

template <class Real, class Space>
void Repairs<Real, Space>::read(const Space& space, const Parts& parts) {
  totals_ += take(space, limited_, parts);
  RepairTotals more;
  more.limited_cells = std::exchange(limited_apart_, 0);
  parts.add_up(&more.limited_cells, 1);
  apart_ += more;
}

template <class Real, class Space>
void Repairs<Real, Space>::read_apart(const Space& space, const Parts& parts) {
  apart_ = take(space, limited_apart_, parts);
}

template <class Real, class Space>
auto Repairs<Real, Space>::numbers(bool with_apart) const
    -> std::vector<std::pair<std::string, double>> {
  RepairTotals sum = totals_;
  if (with_apart) sum += apart_;
  std::vector<std::pair<std::string, double>> all;
  sum.for_each(face_counts_, has_energy_,
               [&](const char* name, double number) { all.emplace_back(name, number); });
  return all;
}

template <class Real, class Space>
RepairTotals Repairs<Real, Space>::take(const Space& space, double& limited, const Parts& parts) {
  std::array<double, 5> counted{std::exchange(limited, 0)};
  ReproducibleSums<1> energy;
  if (storage_) {
    const auto counters = on_host(storage_->counters);
    const auto faces = on_host(storage_->count);
    counted[0] += double(faces(limited_count));
    counted[1] = double(faces(flattened_count));
    counted[2] = double(faces(floored_count));
    counted[3] = double(counters(fallback_cells));
    counted[4] = double(counters(floored_cells));
    if (counters(floored_cells) > 0) {
      Kokkos::parallel_for(
          "join what floors added",
          Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, joined_sums),
          JoinSums{storage_->added_energy.data(), storage_->joined_energy.data()});
      const auto added = on_host(storage_->joined_energy);
      for (int n = 0; n < joined_sums; ++n) energy.join(added(n));
    }
    clear(space, storage_->count);
    clear(space, storage_->counters);
  }
  parts.add_up(counted.data(), counted.size());
  energy.join_parts(parts);
  return {counted[0], counted[1], counted[2], counted[3], counted[4], energy.total(0)};
}

}  // namespace solenoid
