#pragma once
/// \file
/// The solver `muscl-hancock` for one equation set, precision and device.

#include <algorithm>
#include <cmath>
#include <utility>

#include "numerics/bandwidth.hpp"
#include "numerics/ghosts.hpp"
#include "physics/diagnostics.hpp"
#include "physics/muscl_hancock.hpp"
#include "physics/muscl_hancock_sweeps.hpp"
#include "physics/state_arrays.hpp"

namespace solenoid {

/// How often repairs acted since the start.
struct RepairTotals {
  double flattened_cells = 0;  ///< reconstructions that fell back to first order
  double fallback_cells = 0;   ///< updates that did
  double floored_cells = 0;
  double floor_energy = 0;  ///< total energy that floors added
};

template <class Equations, class Real, class Space>
class MusclHancockSolver final : public Solver {
 public:
  static constexpr int size = Equations::size;
  static constexpr int ghost_cells = 2;

  MusclHancockSolver(const Grid& grid, const Boundaries& boundaries,
                     const MusclHancockSettings& settings, FixedBoundary fixed);

  void set_primitive(const FieldMap& fields, double time) override;
  [[nodiscard]] std::vector<std::string> primitive_names() const override;
  [[nodiscard]] std::vector<std::string> derived_names() const override;
  [[nodiscard]] FieldValues field(const std::string& name) override;
  [[nodiscard]] double stable_step() override;
  void advance(double time, double dt) override;
  [[nodiscard]] std::optional<UnphysicalCell> unphysical_cell() override;
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override;
  [[nodiscard]] std::vector<std::string> conserved_labels() const override;
  [[nodiscard]] SolverState save() override;
  void restore(const SolverState& state, double time) override;
  [[nodiscard]] TrafficModel traffic() const override;
  [[nodiscard]] double copy_bandwidth() override;
  void wait() override { space_.fence(); }

 private:
  using Array = FieldArray<Real, Space>;
  using Constants = typename Equations::template Parameters<Real>;

  /// Fills the ghosts of `axis` in `in` and sweeps from there to `out`.
  void sweep(Axis axis, double time, double dt, double damping, bool measure, const Array& in,
             const Array& out);
  void advance_symmetric(double time, double dt, double damping);
  void fill_ghosts_of(Axis axis, double time, const Array& fields);
  void fill_all_ghosts();
  void update_fixed_values(Axis axis, Side side, double time);
  void set_constants();
  void measure_signal();
  /// The fastest signal noted on the device, which begins anew.
  double take_fastest();
  void read_watch();
  void read_repairs();
  [[nodiscard]] Watch<Real> watch(Axis axis, bool measure) const;
  [[nodiscard]] Derive<Equations, Real> derive() const;
  [[nodiscard]] double damping_factor(double dt) const;
  [[nodiscard]] std::vector<Axis> active_axes() const;

  Grid grid_;
  Boundaries boundaries_;
  MusclHancockSettings settings_;
  FixedBoundary fixed_;
  Layout layout_;
  Space space_;
  Array state_, spare_;
  std::array<Array, 2> extra_;  ///< only for symmetric splitting
  std::array<std::array<Array, 2>, 3> fixed_values_;
  std::array<std::array<bool, 2>, 3> fixed_known_{};
  WatchStorage<Real, typename Space::memory_space> watch_;
  RepairSettings<Real> repair_;
  std::optional<RepairStorage<Real, typename Space::memory_space>> repair_storage_;
  Diagnostics<Equations, Real, Space> diagnostics_;
  Constants constants_{};
  double time_ = 0;
  double signal_ = -1;  ///< largest signal of the state at the begin of the present pair of steps
  bool second_half_ = false;     ///< whether the next step is the reversed one of a pair
  bool signal_pending_ = false;  ///< whether the signal of the present state waits on the device
  bool signal_known_ = false;    ///< whether signal_ is that of the present state
  long first_unphysical_ = -1;   ///< offset of the first unphysical cell seen so far
  RepairTotals repairs_;
};

}  // namespace solenoid
