#pragma once
/// \file
/// A solver small enough to know by heart: one density carried at speed 1 along a periodic x axis
/// by the upwind scheme. It saves and restores itself bit for bit.

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "physics/solvers/solver.hpp"

namespace solenoid {

class FakeSolver : public Solver {
 public:
  explicit FakeSolver(const Grid& grid) : grid_(grid), density_(grid.cell_count(), 1.0) {
    for (int i = 0; i < grid.cells[0]; ++i) {
      density_[std::size_t(i)] = 1 + 0.3 * std::sin(6.283185307179586 * grid.centre(0, i));
    }
  }

  long fail_at_step = std::numeric_limits<long>::max();  ///< then the density becomes negative
  double stable = 0.01;
  std::function<void()> on_step = [] {};
  std::function<void(const Box& cells)> on_complete = [](const Box&) {};
  long unphysical_in_outputs = std::numeric_limits<long>::max();  ///< after how many steps

  [[nodiscard]] const Subdomain& part() const override { return grid_; }
  [[nodiscard]] Precision precision() const override { return Precision::double_precision; }
  [[nodiscard]] std::vector<StateField> state_fields(StateForm) const override {
    return {{"density", Placement::cells, true}};
  }
  void begin_state(StateForm) override {}
  void set_part(const std::string&, const Box& box, const ConstValues& values) override {
    std::memcpy(&density_[whole().value_at(box.begin)], values.data, box.values() * sizeof(double));
  }
  void finish_state(double, const std::map<std::string, double>&) override {}
  [[nodiscard]] Device device() const override { return Device::cpu; }
  [[nodiscard]] Gather gather_part(const std::string&) override {
    return [this](const Box& box, const MutableValues& there) {
      for (std::size_t i = 0; i < box.values(); ++i) {
        const double value = density_[whole().value_at(box.at(i))];
        if (there.precision == Precision::single_precision)
          static_cast<float*>(there.data)[i] = float(value);
        else
          static_cast<double*>(there.data)[i] = value;
      }
    };
  }
  [[nodiscard]] std::map<std::string, double> state_numbers() override { return {}; }
  [[nodiscard]] Gather gather_field(const std::string& name) override {
    if (name != "density") throw std::invalid_argument(name);
    return gather_part(name);
  }
  [[nodiscard]] std::vector<std::string> primitive_names() const override { return {"density"}; }
  [[nodiscard]] std::vector<std::string> derived_names() const override { return {}; }
  [[nodiscard]] double stable_step() override { return stable; }
  void advance(double, double dt) override {
    const double courant = dt / grid_.spacing(0);
    FieldValues next(density_.size());
    for (std::size_t i = 0; i < density_.size(); ++i) {
      const double left = density_[(i + density_.size() - 1) % density_.size()];
      next[i] = density_[i] - courant * (density_[i] - left);
    }
    density_ = next;
    if (++steps_ == fail_at_step) density_[3] = -1;
    on_step();
  }
  void complete_step() override {
    on_complete(whole());
    if (steps_ >= unphysical_in_outputs) density_[3] = -1;
  }
  void complete_cells(const Box& cells) override { on_complete(cells); }
  [[nodiscard]] std::optional<UnphysicalCell> unphysical_cell() override {
    if (density_[3] > 0) return std::nullopt;
    return UnphysicalCell{{3, 0, 0}, {grid_.centre(0, 3), 0, 0}, {{"density", density_[3]}}};
  }
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override {
    double mass = 0;
    for (const double value : density_) mass += value * grid_.cell_volume();
    return {{"mass", mass}, {"max_divB", 0.0}};
  }
  [[nodiscard]] std::vector<std::string> history_labels() const override {
    return {"mass", "max_divB"};
  }
  [[nodiscard]] std::vector<std::string> conserved_labels() const override { return {"mass"}; }
  [[nodiscard]] TrafficModel traffic() const override { return {2, 8}; }
  [[nodiscard]] double copy_bandwidth() override { return 1e10; }
  void wait() override {}

 private:
  [[nodiscard]] Box whole() const { return whole_field(grid_, Placement::cells); }

  Subdomain grid_;
  FieldValues density_;
  long steps_ = 0;
};

}  // namespace solenoid
