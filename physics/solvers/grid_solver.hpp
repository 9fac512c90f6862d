#pragma once
/// \file
/// What solvers of a fluid on a grid of cells have in common: fields and histories for the host,
/// checkpoints, the monitor of unphysical cells, the fastest signal, values behind fixed faces, and
/// what terms of stencil programs ask of a fluid. A scheme adds its storage, its ghosts and its
/// steps.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/neighbour_ghosts.hpp"
#include "numerics/schemes/monitor.hpp"
#include "physics/equations/gas_memory.hpp"
#include "physics/fields/diagnostics.hpp"
#include "physics/solvers/cooling.hpp"
#include "physics/solvers/fixed_values.hpp"
#include "physics/solvers/fluid_fields.hpp"
#include "physics/solvers/ghost_extent.hpp"
#include "physics/solvers/gravity.hpp"
#include "physics/solvers/split_terms.hpp"
#include "physics/solvers/state_parts.hpp"

namespace solenoid {

/// `Stored` reads the stored fields (physics/fields/stored_fields.hpp) and says where they stand.
template <class Equations, class Real, class Space, class Stored>
class GridSolver : public Solver, private FluidOfTerms<Real> {
 public:
  /// Number of stored fields without scalars: a staggered magnetic field needs no psi.
  static constexpr int size =
      Equations::size - (Stored::staggered && Equations::magnetised ? 1 : 0);

  [[nodiscard]] const Subdomain& part() const override { return grid_; }
  [[nodiscard]] Precision precision() const override { return precision_of_type<Real>; }
  [[nodiscard]] std::vector<StateField> state_fields(StateForm form) const override {
    return fields_of(form);
  }
  void begin_state(StateForm form) override;
  void set_part(const std::string& field, const Box& box, const ConstValues& values) override;
  void finish_state(double time, const std::map<std::string, double>& numbers) override;
  [[nodiscard]] std::map<std::string, double> state_numbers() override;
  [[nodiscard]] Device device() const override {
    return is_host_space<Space> ? Device::cpu : Device::gpu;
  }
  [[nodiscard]] Gather gather_part(const std::string& field) override;
  [[nodiscard]] Gather gather_field(const std::string& name) override;
  [[nodiscard]] std::vector<std::string> primitive_names() const override;
  [[nodiscard]] std::vector<std::string> derived_names() const override;
  [[nodiscard]] std::optional<UnphysicalCell> unphysical_cell() override;
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override;
  [[nodiscard]] std::vector<std::string> history_labels() const override;
  [[nodiscard]] std::vector<std::string> conserved_labels() const override;
  [[nodiscard]] double copy_bandwidth() override;
  void wait() override {
    space_.fence();
    read_monitor();
  }

 protected:
  using Array = FieldArray<Real, Space>;
  using Constants = typename Equations::template Parameters<Real>;
  using Numbers = std::vector<std::pair<std::string, double>>;

  /// `ghosts` are the layers of all ghosts and the margin of those behind fixed faces, `scalars`
  /// the names of passive scalars, the stored fields from number `size` on.
  GridSolver(const Subdomain& grid, const Boundaries& boundaries, const Gas& gas,
             GhostExtent ghosts, FixedBoundary fixed, const GravitySettings& gravitation,
             const CoolingSettings& cooling, const TermsSettings& terms,
             std::vector<std::string> scalars = {});

  /// \name What a scheme provides
  /// @{
  /// The memory of a stored field.
  [[nodiscard]] virtual Array stored_field(int field) const = 0;
  /// The memory that takes a primitive field while a state is set: that of the stored field where
  /// both are the same, else one that holds nothing between steps.
  [[nodiscard]] virtual Array primitive_field(int field) const = 0;
  /// From now on outputs show the end of the step. Says whether show() has to make the cells that
  /// they show, and those beside them, which says whether there were any to be made.
  virtual bool begin_showing() {
    this->complete_step();
    return false;
  }
  virtual bool show(const Box&) { return false; }
  /// The memory of a stored field as outputs show it (begin_showing).
  [[nodiscard]] virtual Array shown_field(int field) const { return stored_field(field); }
  /// The memory of a stored field that holds nothing between updates.
  [[nodiscard]] virtual Array spare_field(int field) const = 0;
  /// Computes the stored fields from the primitive ones.
  virtual void convert_primitive_fields() = 0;
  [[nodiscard]] virtual Stored stored() const = 0;
  /// The same of the fields that outputs show.
  [[nodiscard]] virtual Stored shown() const { return stored(); }
  /// Fills the ghosts that derivatives of outputs need.
  virtual void fill_all_ghosts() = 0;
  /// Starts to measure the fastest signal of the present state.
  virtual void measure_signal() = 0;
  /// Takes what sweeps counted since the last call.
  virtual void note_counts(const MonitorCounts&) {}
  /// Reads the numbers that the scheme counts on the device.
  virtual void read_counts() {}
  /// Numbers for the history that no equations have, which checkpoints hold, too.
  [[nodiscard]] virtual Numbers counts() const = 0;
  /// The same with what was counted for outputs only.
  [[nodiscard]] virtual Numbers shown_counts() const { return counts(); }
  virtual void set_counts(const std::map<std::string, double>& numbers) = 0;
  virtual void forget_counts() = 0;
  /// Numbers of checkpoints beside those.
  [[nodiscard]] virtual Numbers scheme_numbers() const { return {}; }
  virtual void set_scheme_numbers(const std::map<std::string, double>&) {}
  /// The fastest signal has changed.
  virtual void signal_changed() {}
  /// @}

  [[nodiscard]] std::vector<StateField> fields_of(StateForm form) const {
    return fluid_fields(form, Equations::magnetised, Stored::staggered, Equations::gas, scalars_);
  }
  /// Which field of a form has this name; scalars have the numbers that they have as stored ones.
  /// Throws std::invalid_argument.
  [[nodiscard]] int number_of(StateForm form, const std::string& name) const;
  /// The number of a scalar among the stored fields, if this is the name of one.
  [[nodiscard]] std::optional<int> number_of_scalar(const std::string& name) const;
  /// Where a stored field stands: cell_centres, or the axis normal to its faces.
  static constexpr int place_of(int field) {
    return Stored::staggered && field >= 5 ? field - 5 : cell_centres;
  }
  /// The number that a checkpoint holds. Throws std::invalid_argument where it does not.
  static double number_in(const std::map<std::string, double>& numbers, const std::string& name);

  [[nodiscard]] std::vector<Axis> active_axes() const;
  /// Handle for a kernel whose directions are `axis` and cyclically the others; `weights` are those
  /// of x, y, z in the fastest signal, inactive ones being left out.
  [[nodiscard]] Monitor<Real> monitor(Axis axis, bool measure,
                                      const std::array<double, 3>& weights) const;
  /// Steps change the fastest signal little: signals up to here hardly matter.
  [[nodiscard]] Real signal_threshold() const {
    return signal_ > 0 ? Real(0.9 * signal_) : Real(0);
  }
  /// At the begin of a pair of steps: makes signal_ that of the present state.
  void update_signal();
  /// Reads what kernels recorded.
  void read_monitor();
  /// Whether an unphysical cell is known in some part; all parts have to ask.
  [[nodiscard]] bool is_unphysical() const {
    return neighbours_.largest(first_unphysical_ < 0 ? 0 : 1) > 0;
  }
  [[nodiscard]] Derive<Equations, Real, Stored> derive() const;
  /// The memory of the state that sweeps go on from.
  [[nodiscard]] FluidCells<Real> fluid() const;
  /// Lets potentials, which update_gravitation() has brought to some time, act for `dt`.
  void apply_gravitation(double dt);
  void update_gravitation(double time) { gravitation_.update(time); }
  [[nodiscard]] bool gravitates() const { return gravitation_.active(); }
  /// To be called before the next use of potentials, where cells have changed their density.
  void density_changed() { gravitation_.forget(); }
  /// The memory of the magnetic field of the same state.
  [[nodiscard]] MagneticCells<Real> magnetic_cells() const;
  /// Lets the gas cool for `dt`.
  void cool(double dt) {
    if (cooling_.active()) cooling_.apply(space_, fluid(), magnetic_cells(), dt, neighbours_);
  }
  /// The longest step that is at most `step` and that cooling allows.
  [[nodiscard]] double step_with_cooling(double step) {
    if (!cooling_.active()) return step;
    return cooling_.limited(step, !second_half_, space_, fluid(), magnetic_cells(), neighbours_);
  }
  [[nodiscard]] bool cools() const { return cooling_.active(); }
  /// The memory of the state that outputs show, for potentials, at its time.
  [[nodiscard]] FluidCells<Real> shown_gravitation();
  /// Brings the values behind the fixed faces of `axis` to `time`.
  void update_fixed_values(Axis axis, double time);
  /// How a value at the centres of cells, a field or the mean of one on faces, stands to an axis.
  [[nodiscard]] static GhostField kind_of_ghosts(int field, Axis axis);
  /// Lets the terms of a program, if there are any, act on the state for `dt`, from `time`. Cells
  /// that they leave unphysical end the run, if not `floored`, raised by the next sweep.
  void advance_terms(double time, double dt, bool floored);
  /// Called where `layers` of ghosts behind the faces normal to x are filled for terms, of the rows
  /// and layers of cells, those along y and z not yet.
  virtual void ghosts_along_x_filled(const std::vector<TermsField<Real>>&, int) {}
  /// Adds what they have in histories, their reductions.
  void add_terms(std::vector<std::string>& labels) const;
  void add_terms(Numbers& row);

  Subdomain grid_;
  Boundaries boundaries_;             ///< of the part
  std::vector<std::string> scalars_;  ///< names of passive scalars
  Layout layout_;
  Space space_;
  Constants constants_{};  ///< for kernels
  NeighbourGhosts<Real, Space> neighbours_;
  FixedValues<Real, Space> fixed_values_;
  double time_ = 0;
  double signal_ = -1;  ///< largest signal of the state at the begin of the present pair of steps
  bool second_half_ = false;     ///< whether the next step is the reversed one of a pair
  bool signal_pending_ = false;  ///< whether the signal of the present state waits on the device
  bool signal_known_ = false;    ///< whether signal_ is that of the present state

 private:
  /// Whether the field stands on faces and terms read it, as the means at the centres of cells.
  [[nodiscard]] bool has_centred_copies() const {
    return Stored::staggered && Equations::magnetised && terms_ != nullptr;
  }
  /// The number of a stored field, as terms have it, among the values behind fixed faces.
  [[nodiscard]] int number_behind_faces(int field) const {
    return place_of(field) == cell_centres ? field : size + int(scalars_.size()) + field - 5;
  }
  [[nodiscard]] Terms<Real, Space>* make_terms(const TermsSettings& settings) const;
  /// The fields of the state, or of the one that outputs show, as terms have them: a field on faces
  /// as its means, which this computes into spare memory.
  [[nodiscard]] TermsState<Real> fields_for_terms(bool shown) const;
  void fill_ghosts(const std::vector<TermsField<Real>>& fields, double time) override;
  void take_largest(double* values, std::size_t count) const override {
    neighbours_.take_largest(values, count);
  }
  void add_up(double* values, std::size_t count) const override {
    neighbours_.add_up(values, count);
  }
  [[nodiscard]] bool is_physical(const TermsState<Real>& state) override;
  /// Tells a monitor of the unphysical cells of a state, as terms have it, or counts them if it has
  /// no list.
  void look_for_unphysical(const TermsState<Real>& state, const Monitor<Real>& told);

  MonitorStorage<Real, typename Space::memory_space> monitor_;
  GasMemory<Equations, Real, typename Space::memory_space> gas_;
  Diagnostics<Equations, Space> diagnostics_;
  Gravity<Real, Space> gravitation_;
  Cooling<Real, Space> cooling_;
  int reach_of_terms_;
  std::unique_ptr<Terms<Real, Space>> terms_;
  Kokkos::View<int*, typename Space::memory_space> unphysical_{"unphysical cells", 1};  ///< number
  long first_unphysical_ = -1;          ///< offset of the first unphysical cell seen so far
  StateForm form_ = StateForm::stored;  ///< of the state that is being set
  std::vector<bool> begun_;             ///< which of its fields were
};

}  // namespace solenoid
