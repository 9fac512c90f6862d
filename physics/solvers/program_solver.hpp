#pragma once
/// \file
/// What the solvers of all stencil programs have in common, which is compiled once.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "physics/solvers/any_program_state.hpp"
#include "physics/solvers/finite_difference.hpp"
#include "physics/solvers/program_table.hpp"
#include "physics/solvers/substeps.hpp"

namespace solenoid {

/// The fields of the program are the primitive ones; histories are its reductions.
class ProgramSolver : public Solver, public Substeps {
 public:
  /// `state` is that of the program that `table` is of. Throws std::invalid_argument for an unknown
  /// uniform, one without value, and a program that says nothing about the time step if that is not
  /// fixed.
  ProgramSolver(ProgramTable table, std::unique_ptr<AnyProgramState> state, const Subdomain& grid,
                const FiniteDifferenceSettings& settings);

  [[nodiscard]] const Subdomain& part() const override { return grid_; }
  [[nodiscard]] Precision precision() const override { return state_->precision(); }
  [[nodiscard]] std::vector<StateField> state_fields(StateForm form) const override;
  void begin_state(StateForm form) override;
  void set_part(const std::string& field, const Box& box, const ConstValues& values) override;
  void finish_state(double time, const std::map<std::string, double>& numbers) override;
  [[nodiscard]] Device device() const override { return state_->device(); }
  [[nodiscard]] Gather gather_part(const std::string& field) override {
    return state_->gather(number_of(field));
  }
  [[nodiscard]] std::map<std::string, double> state_numbers() override;
  [[nodiscard]] Gather gather_field(const std::string& name) override;
  [[nodiscard]] std::vector<std::string> primitive_names() const override;
  [[nodiscard]] std::vector<std::string> derived_names() const override { return table_.outputs; }
  [[nodiscard]] double stable_step() override;
  void advance(double time, double dt) override {
    for (int s = 0; s < substep_count(); ++s) substep(s, time, dt);
  }
  [[nodiscard]] int substep_count() const override { return substeps_of(settings_.integrator); }
  void substep(int number, double time, double dt) override;
  [[nodiscard]] Gather gather_rate(const std::string& field, double time) override {
    return state_->gather_rate(number_of(field), time);
  }
  [[nodiscard]] bool evolves(const std::string& field) const override {
    return table_.fields[std::size_t(number_of(field))].evolved;
  }
  void forget() override {
    state_->forget();
    reductions_known_.reset();
  }
  [[nodiscard]] int ghost_layers() const override { return table_.radius; }
  [[nodiscard]] Gather gather_with_ghosts(const std::string& field, double time) override {
    return state_->gather_with_ghosts(number_of(field), time);
  }
  [[nodiscard]] std::optional<UnphysicalCell> unphysical_cell() override;
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override;
  [[nodiscard]] std::vector<std::pair<std::string, long double>> exact_history() override;
  [[nodiscard]] std::vector<std::string> history_labels() const override;
  [[nodiscard]] std::vector<std::string> conserved_labels() const override { return {}; }
  [[nodiscard]] TrafficModel traffic() const override;
  [[nodiscard]] double copy_bandwidth() override;
  void wait() override { state_->wait(); }

 private:
  static constexpr const char* step_name = "varied_steps";

  [[nodiscard]] bool is_part_of_state(const std::string& name) const;
  /// The number of a field that is part of the state. Throws std::invalid_argument.
  [[nodiscard]] int number_of(const std::string& name) const;
  void set_uniforms(const std::map<std::string, double>& given);
  /// Sets the uniforms that change from step to step.
  void vary_uniforms(double dt);
  /// The reductions of the present state, computed once. Steps ask for extremes alone, which cost
  /// less.
  const std::vector<long double>& reductions(Reduced wanted);
  /// The largest value of a reduction in any part, or 0 if the program does not declare it.
  double reduced(const std::string& name);
  /// Whether the program declares a reduction that limits the time step.
  [[nodiscard]] bool limits_step() const;
  /// dt times this is limited by the diffusive number: diffusivities of all degrees together.
  double diffusion_of_all_degrees(double squares);

  ProgramTable table_;
  std::unique_ptr<AnyProgramState> state_;
  Subdomain grid_;
  FiniteDifferenceSettings settings_;
  double time_ = 0;
  std::uint64_t step_ = 0;  ///< counted where uniforms vary, and in checkpoints then
  std::vector<long double> reductions_;
  std::optional<Reduced> reductions_known_;
  StateForm form_ = StateForm::stored;  ///< of the state that is being set
  std::vector<bool> begun_;             ///< which of its fields were
};

}  // namespace solenoid
