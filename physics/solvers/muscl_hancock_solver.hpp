#pragma once
/// \file
/// The solver `muscl-hancock` for one equation set, precision and device.

#include "physics/solvers/courant_number.hpp"
#include "physics/solvers/driving.hpp"
#include "physics/solvers/grid_solver.hpp"
#include "physics/solvers/muscl_hancock.hpp"
#include "physics/solvers/muscl_hancock_sweeps.hpp"
#include "physics/solvers/repairs.hpp"
#include "physics/solvers/scalars.hpp"
#include "physics/solvers/shearing_box.hpp"
#include "physics/solvers/shown_cells.hpp"
#include "physics/solvers/sources.hpp"

namespace solenoid {

template <class Equations, class Real, class Space>
class MusclHancockSolver final
    : public GridSolver<Equations, Real, Space, CellCentredFields<Real>> {
 public:
  static constexpr int size = Equations::size;

  MusclHancockSolver(const Subdomain& grid, const Boundaries& boundaries,
                     const MusclHancockSettings& settings, FixedBoundary fixed);

  [[nodiscard]] double stable_step() override;
  void advance(double time, double dt) override;
  void complete_step() override;
  void complete_cells(const Box& cells) override;
  [[nodiscard]] TrafficModel traffic() const override;
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override;
  [[nodiscard]] std::vector<std::string> history_labels() const override;
  [[nodiscard]] std::vector<std::string> conserved_labels() const override;

 private:
  using Base = GridSolver<Equations, Real, Space, CellCentredFields<Real>>;
  using Base::boundaries_;
  using Base::constants_;
  using Base::grid_;
  using Base::layout_;
  using Base::scalars_;
  using Base::second_half_;
  using Base::signal_;
  using Base::signal_known_;
  using Base::signal_pending_;
  using Base::space_;
  using Base::time_;
  using typename Base::Array;
  using typename Base::Numbers;

  [[nodiscard]] Array stored_field(int field) const override;
  [[nodiscard]] Array primitive_field(int field) const override {
    return field_of(field < size ? spare_ : state_, layout_, field);
  }
  [[nodiscard]] Array shown_field(int field) const override {
    return field_of(shown_state(), layout_, field);
  }
  [[nodiscard]] Array spare_field(int field) const override {
    return field_of(spare_, layout_, field);
  }
  void convert_primitive_fields() override;
  [[nodiscard]] CellCentredFields<Real> stored() const override {
    return {state_.data(), layout_.field_stride};
  }
  [[nodiscard]] CellCentredFields<Real> shown() const override {
    return {shown_state().data(), layout_.field_stride};
  }
  void fill_all_ghosts() override;
  bool begin_showing() override;
  bool show(const Box& cells) override;
  void measure_signal() override;
  void note_counts(const MonitorCounts& counts) override {
    // Some cells of what outputs show are no count of it.
    if (shown_cells_.in_part()) return;
    repairs_.note(counts, shown_cells_.all());
    if (courant_number_.looking())
      courant_number_.note(this->neighbours_.largest(counts[shock_count]) > 0);
  }
  void read_counts() override { repairs_.read(space_, this->neighbours_); }
  [[nodiscard]] Numbers counts() const override { return driving_.with_energy(repairs_.numbers()); }
  [[nodiscard]] Numbers shown_counts() const override {
    return driving_.with_energy(repairs_.numbers(shown_cells_.all()));
  }
  void set_counts(const std::map<std::string, double>& numbers) override {
    auto all = numbers;
    all.try_emplace("limited_cells", 0);  // the state may be of another reconstruction
    repairs_.set([&](const char* name) { return this->number_in(all, name); });
    driving_.go_on(numbers);
  }
  void forget_counts() override {
    repairs_.forget();
    driving_.go_on({});
    courant_number_.go_on({});
    unfinished_ = 0;
    shown_cells_.forget();
  }
  [[nodiscard]] Numbers scheme_numbers() const override;
  void set_scheme_numbers(const std::map<std::string, double>& numbers) override;
  void signal_changed() override { set_cleaning_speed(); }

  /// Whether steps share sweeps: where there is one axis, they have none to share.
  [[nodiscard]] bool merges() const {
    return settings_.splitting == Splitting::merged && grid_.dimensions() > 1;
  }
  [[nodiscard]] const Array& shown_state() const { return shown_cells_.begun() ? spare_ : state_; }
  /// The active axes in the order of sweeps.
  [[nodiscard]] std::vector<Axis> ordered_axes() const;
  [[nodiscard]] std::vector<PlannedSweep> planned_sweeps(double time, double dt) const;
  /// The longest step that is stable with the present signal.
  [[nodiscard]] double longest_step() const;

  /// The sweep that ends a step which leaves one to the next.
  [[nodiscard]] PlannedSweep last_sweep() const {
    return closing_sweep(ordered_axes().front(), time_, unfinished_);
  }
  /// Whether that can be taken now, after all that the steps have recorded was read.
  [[nodiscard]] bool can_take_last_sweep();
  /// Whether cells of it can be taken alone: where that changes nothing but these.
  [[nodiscard]] bool shows_cells_alone() const;
  void take_last_sweep_of(const Box& cells);

  /// Begins to look for shocks in the state between two pairs of steps. What is found is known when
  /// the monitor is read next.
  void look_at_flow();
  /// Fills the ghosts along the sweep in `in` and sweeps from there to `out`. Those for the sweep
  /// `next`, if it is given, begin to come from other parts meanwhile.
  void sweep(const PlannedSweep& planned, bool measure, const Array& in, const Array& out,
             const PlannedSweep* next = nullptr);
  /// Whether ghosts for the sweep after `planned` can come from other parts while it is at work on
  /// cells that these do not ask for. Parts in a row along that axis find the same: across it they
  /// have as many cells.
  [[nodiscard]] bool can_send_beside(const PlannedSweep& planned, const PlannedSweep& next) const;
  void sweep_outer_cells_first(SweepTask<Equations, Real, Space> task, const Array& out,
                               const PlannedSweep& next);
  void advance_symmetric(double time, double dt);
  void advance_in_order(double time, double dt);
  /// Lets the source terms and the forces of a shearing box act for `dt`.
  void apply_sources(double dt);
  /// Lets the terms of a program, the driving, cooling and the flow of a shearing box act for `dt`,
  /// from `time`: before or behind sweeps.
  void apply_terms(double time, double dt, bool before);
  /// \name The shearing box, if there is one
  /// @{
  [[nodiscard]] static ShearedState sheared_state(int scalars);
  /// Lets its flow carry the state along for `dt`, from `time`, and its forces act.
  void carry_along(double time, double dt);
  void apply_shearing_forces(double dt);
  /// Makes the fluxes of a sweep along x through the outermost faces the same for both.
  void ask_for_outermost_fluxes(SweepTask<Equations, Real, Space>& task) const;
  void join_outermost_fluxes(const SweepTask<Equations, Real, Space>& task, const Array& out);
  void ghosts_along_x_filled(const std::vector<TermsField<Real>>& fields, int layers) override;
  /// @}
  [[nodiscard]] SweepTask<Equations, Real, Space> sweep_task(const PlannedSweep& planned,
                                                             bool measure, const Array& in,
                                                             const Array& out) const;
  /// Whether a sweep reads cells at the other end of a line in place of ghosts, which are not
  /// filled then.
  [[nodiscard]] bool reads_around(const SweepTask<Equations, Real, Space>& task) const;
  void fill_ghosts_of(Axis axis, double time, const Array& fields) {
    fill_ghosts_of(axis, time, fields, ghost_range(layout_, axis, layout_.ghosts[axis], 0));
  }
  /// Of some lines along the axis; where a part of a grid asks others for theirs, those are all.
  void fill_ghosts_of(Axis axis, double time, const Array& fields, const GhostRange& range);
  /// Lets those of other parts begin to come; fill_ghosts_of() then ends that.
  void begin_ghosts_of(Axis axis, double time, const Array& fields);
  /// The fields from number `first` on, as many as go together.
  [[nodiscard]] GhostFields<Real> ghost_fields(Axis axis, const Array& fields, int first) const;
  /// Stored fields and scalars.
  [[nodiscard]] int field_count() const { return size + int(scalars_.size()); }
  void set_cleaning_speed();
  [[nodiscard]] Monitor<Real> monitor(Axis axis, bool measure) const;
  /// The factor on psi that damps it for `time`.
  [[nodiscard]] double damping_factor(double time) const;
  [[nodiscard]] bool damps_every_sweep() const {
    return settings_.damping == DivergenceDamping::listing ||
           settings_.damping == DivergenceDamping::paper;
  }

  MusclHancockSettings settings_;
  CourantNumber courant_number_;
  Array state_, spare_;  ///< the stored fields, and behind them the scalars
  /// Two more states for symmetric splitting.
  std::array<Array, 2> extra_;
  Repairs<Real, Space> repairs_;
  Sources<Real, Space> sources_;
  Driving<Real, Space> driving_;
  Scalars<Real, Space> carried_;
  ShearingBox<Real, Space> shearing_;
  double unfinished_ = 0;   ///< by how much the axis that is swept first lags behind the others
  ShownCells shown_cells_;  ///< those of spare_ that hold the state at the end of the step
  bool ghosts_on_their_way_ = false;
};

}  // namespace solenoid
