#pragma once
/// \file
/// The solver `muscl-hancock` for one equation set, precision and device.

#include "physics/solvers/grid_solver.hpp"
#include "physics/solvers/muscl_hancock.hpp"
#include "physics/solvers/muscl_hancock_sweeps.hpp"
#include "physics/solvers/repairs.hpp"

namespace solenoid {

template <class Equations, class Real, class Space>
class MusclHancockSolver final
    : public GridSolver<Equations, Real, Space, CellCentredFields<Real>> {
 public:
  static constexpr int size = Equations::size;
  static constexpr int ghost_cells = muscl_hancock_ghosts.layers;

  MusclHancockSolver(const Subdomain& grid, const Boundaries& boundaries,
                     const MusclHancockSettings& settings, FixedBoundary fixed);

  [[nodiscard]] double stable_step() override;
  void advance(double time, double dt) override;
  [[nodiscard]] TrafficModel traffic() const override;

 private:
  using Base = GridSolver<Equations, Real, Space, CellCentredFields<Real>>;
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

  [[nodiscard]] Array stored_field(int field) const override;
  [[nodiscard]] Array primitive_field(int field) const override {
    return field_of(spare_, layout_, field);
  }
  void convert_primitive_fields() override;
  [[nodiscard]] Array spare_field() const override { return field_of(spare_, layout_, 0); }
  [[nodiscard]] CellCentredFields<Real> stored() const override {
    return {state_.data(), layout_.field_stride};
  }
  void fill_all_ghosts() override;
  void measure_signal() override;
  void read_counts() override { repairs_.read(space_); }
  [[nodiscard]] Numbers counts() const override { return repairs_.numbers(); }
  void set_counts(const std::map<std::string, double>& numbers) override {
    repairs_.set([&](const char* name) { return this->number_in(numbers, name); });
  }
  void forget_counts() override { repairs_.forget(); }
  void signal_changed() override { set_cleaning_speed(); }

  /// Fills the ghosts of `axis` in `in` and sweeps from there to `out`.
  void sweep(Axis axis, double time, double dt, double damping, bool measure, const Array& in,
             const Array& out);
  void advance_symmetric(double time, double dt, const std::vector<double>& damping);
  void fill_ghosts_of(Axis axis, double time, const Array& fields);
  void set_cleaning_speed();
  [[nodiscard]] Monitor<Real> monitor(Axis axis, bool measure) const;
  [[nodiscard]] double damping_factor(double dt) const;
  [[nodiscard]] std::vector<double> damping_factors(double dt, std::size_t sweeps) const;

  MusclHancockSettings settings_;
  Array state_, spare_;
  std::array<Array, 2> extra_;  ///< only for symmetric splitting
  Repairs<Real, Space> repairs_;
};

}  // namespace solenoid
