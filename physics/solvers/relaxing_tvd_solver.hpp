#pragma once
/// \file
/// The solver `relaxing-tvd` for one equation set, precision and device: relaxing TVD for the
/// fluid, constrained transport for the magnetic field, in Strang-split sweeps (Pen, Arras & Wong
/// 2003; Wong et al. 2011).

#include "numerics/schemes/constrained_transport.hpp"
#include "numerics/schemes/relaxing_tvd.hpp"
#include "physics/equations/relaxing_tvd_fluid.hpp"
#include "physics/solvers/driving.hpp"
#include "physics/solvers/grid_solver.hpp"
#include "physics/solvers/relaxing_tvd.hpp"
#include "physics/solvers/repairs.hpp"
#include "physics/solvers/sources.hpp"

namespace solenoid {

template <class Equations, class Real, class Space>
class RelaxingTvdSolver final : public GridSolver<Equations, Real, Space, StaggeredFields<Real>> {
 public:
  using Base = GridSolver<Equations, Real, Space, StaggeredFields<Real>>;
  using Base::size;
  /// Ghosts on either side: what the velocity in a field update reaches to.
  static constexpr int ghost_cells = relaxing_tvd_ghosts().layers;
  static_assert(ghost_cells == ConstrainedTransport::reach);

  RelaxingTvdSolver(const Subdomain& grid, const Boundaries& boundaries,
                    const RelaxingTvdSettings& settings, FixedBoundary fixed);

  [[nodiscard]] double stable_step() override;
  void advance(double time, double dt) override;
  [[nodiscard]] TrafficModel traffic() const override;
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override;
  [[nodiscard]] std::vector<std::string> history_labels() const override;

 private:
  using Base::boundaries_;
  using Base::constants_;
  using Base::grid_;
  using Base::layout_;
  using Base::second_half_;
  using Base::signal_;
  using Base::signal_known_;
  using Base::signal_pending_;
  using Base::space_;
  using Base::time_;
  using typename Base::Array;
  using typename Base::Numbers;
  using Scheme = RelaxingTvd<RelaxingFluid<Equations>>;

  [[nodiscard]] Array stored_field(int field) const override;
  [[nodiscard]] Array primitive_field(int field) const override {
    return this->place_of(field) == cell_centres ? spare_field(field) : stored_field(field);
  }
  /// The copy of a field that is not its present state.
  [[nodiscard]] Array spare_field(int field) const override;
  void convert_primitive_fields() override;
  [[nodiscard]] StaggeredFields<Real> stored() const override;
  void fill_all_ghosts() override;
  void measure_signal() override;
  void read_counts() override { repairs_.read(space_, this->neighbours_); }
  [[nodiscard]] Numbers counts() const override { return driving_.with_energy(repairs_.numbers()); }
  void set_counts(const std::map<std::string, double>& numbers) override {
    repairs_.set([&](const char* name) { return this->number_in(numbers, name); });
    driving_.go_on(numbers);
  }
  void forget_counts() override {
    repairs_.forget();
    driving_.go_on({});
    order_ = 0;
  }
  [[nodiscard]] Numbers scheme_numbers() const override {
    return driving_.with_checkpoint_numbers({{"order_of_sweeps", double(order_)}});
  }
  void set_scheme_numbers(const std::map<std::string, double>& numbers) override {
    order_ = int(this->number_in(numbers, "order_of_sweeps"));
  }

  /// A field at interior cell (0, 0, 0).
  [[nodiscard]] Real* values(int field) const {
    return stored_field(field).data() + layout_.origin;
  }
  [[nodiscard]] Real* new_values(int field) const {
    return spare_field(field).data() + layout_.origin;
  }
  void swap_copies(int field) { copy_[std::size_t(field)] = 1 - copy_[std::size_t(field)]; }

  /// Directions in the order of the first half of the present pair of steps. Inactive ones, along
  /// which only the field advances, come last, so that a problem of one dimension is the same along
  /// x, y and z, and the last update of a pair is of the fluid.
  [[nodiscard]] std::vector<Axis> order_of_sweeps() const;
  [[nodiscard]] Monitor<Real> monitor(Axis axis, bool measure) const;
  /// `completes` says whether the field has advanced along `axis` before.
  void advance_fluid(Axis axis, double dt, bool completes, bool measure);
  /// Advances the two field components transverse to the direction of advection, with the normal
  /// one; `reversed` exchanges their order.
  void advance_field(Axis axis, double dt, bool reversed);
  void transport_along_inactive(Axis axis, double dt);
  template <bool constrained>
  void transport(Axis axis, int transverse, double dt);
  /// Makes the field on the last faces of each direction that of the present state.
  void fill_faces();
  /// Fills the ghosts of `axis` of the fields in `list`.
  void fill(Axis axis, const std::vector<int>& list, int layers, int margin);

  RelaxingTvdSettings settings_;
  std::array<Array, 2> copies_;
  std::array<int, 8> copy_{};  ///< which of the copies of a field is its present state
  Repairs<Real, Space> repairs_;
  Sources<Real, Space> sources_;
  Driving<Real, Space> driving_;
  int order_ = 0;  ///< which of the three orders of sweeps the present pair has
};

}  // namespace solenoid
