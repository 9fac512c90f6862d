#pragma once
/// \file
/// All parts of a grid as one solver, for the process that runs the deck.

#include <functional>
#include <memory>
#include <utility>

#include "src/output/files_of_parts.hpp"
#include "src/parallel/kept_files.hpp"
#include "src/parallel/part_orders.hpp"

namespace solenoid {

/// Makes all processes compute a grid in parts, this one among them. Values go through memory of
/// the host. Who calls its functions is rank 0; its end is that of the other processes' work.
///
/// States, fields and histories have the bits of a solver of the whole grid.
class WholeSolver final : public Solver,
                          public Substeps,
                          public FilesOfParts,
                          public FieldMeasuring,
                          public VolumeDrawing {
 public:
  /// `initial` sets the initial state of a part; the other processes have the same.
  WholeSolver(Processes& processes, std::unique_ptr<Solver> part, const Grid& grid,
              const PartLayout& layout, std::function<void(Solver&)> initial);
  ~WholeSolver() override;
  WholeSolver(const WholeSolver&) = delete;
  WholeSolver& operator=(const WholeSolver&) = delete;

  /// Has files be written by collective calls of MPI-IO from now on, and none beside the steps.
  void write_collectively() { writes_collectively_ = true; }

  /// Has each process set the initial state of its part. Throws as PartOrders::order.
  void set_initial_state() { orders_.order({Deed::set_initial_state}); }

  /// Lets the other processes go on with something else, until they obey again.
  void pause() { orders_.order({Deed::pause}); }

  /// The part of this process, for what all of them do with their own ones, together.
  [[nodiscard]] Solver& own_part() {
    prepared_.clear();
    return *part_;
  }
  /// Of PartOrders; has each process take up what it has ready.
  void on_take_up(std::function<void(double time)> take_up) {
    orders_.on_take_up(std::move(take_up));
  }
  void take_up(double time);
  void after_each_order(std::function<void()> look) { orders_.after_each(std::move(look)); }

  void restore_parts(const std::filesystem::path& checkpoint) override;
  void define_fields(const DefinedFields& fields, double time) override;
  [[nodiscard]] bool has_whole_blocks(const BlockOfCells& block) const override;
  void write_parts(const std::filesystem::path& file,
                   const std::vector<ArrayInFile>& arrays) override;
  [[nodiscard]] WriteArrays keep_parts(const std::vector<ArrayInFile>& arrays) override;
  void attend() override { files_.attend(); }

  [[nodiscard]] Measured measure(const FieldMeasurement& measurement) override;
  ValueExtent take_volume(const VolumeRequest& request) override;
  FieldImage draw_volume(const VolumeImage& image) override;

  [[nodiscard]] const Subdomain& part() const override { return whole_; }
  [[nodiscard]] Precision precision() const override { return part_->precision(); }
  [[nodiscard]] std::vector<StateField> state_fields(StateForm form) const override {
    return part_->state_fields(form);
  }
  void begin_state(StateForm form) override;
  void set_part(const std::string& field, const Box& box, const ConstValues& values) override;
  void finish_state(double time, const std::map<std::string, double>& numbers) override;
  [[nodiscard]] std::map<std::string, double> state_numbers() override;
  [[nodiscard]] Device device() const override { return Device::cpu; }
  [[nodiscard]] Gather gather_part(const std::string& field) override {
    return gather_of(field, Reading::stored);
  }
  [[nodiscard]] Gather gather_field(const std::string& name) override {
    return gather_of(name, Reading::shown);
  }
  [[nodiscard]] std::vector<std::string> primitive_names() const override {
    return part_->primitive_names();
  }
  [[nodiscard]] std::vector<std::string> derived_names() const override {
    return part_->derived_names();
  }
  [[nodiscard]] double stable_step() override;
  void advance(double time, double dt) override;
  void complete_step() override;
  [[nodiscard]] std::optional<UnphysicalCell> unphysical_cell() override;
  [[nodiscard]] std::vector<std::pair<std::string, double>> history() override;
  [[nodiscard]] std::vector<std::string> history_labels() const override {
    return part_->history_labels();
  }
  [[nodiscard]] std::vector<std::string> conserved_labels() const override {
    return part_->conserved_labels();
  }
  [[nodiscard]] TrafficModel traffic() const override { return part_->traffic(); }
  /// Of this process.
  [[nodiscard]] double copy_bandwidth() override { return part_->copy_bandwidth(); }
  void wait() override;

  /// \name Of schemes that have substeps
  /// @{
  [[nodiscard]] int substep_count() const override { return scheme().substep_count(); }
  void substep(int number, double time, double dt) override;
  [[nodiscard]] Gather gather_rate(const std::string& field, double time) override {
    return gather_of(field, Reading::rate, time);
  }
  [[nodiscard]] bool evolves(const std::string& field) const override {
    return scheme().evolves(field);
  }
  /// Of this process.
  void forget() override { scheme().forget(); }
  [[nodiscard]] int ghost_layers() const override { return scheme().ghost_layers(); }
  [[nodiscard]] Gather gather_with_ghosts(const std::string& field, double time) override {
    return gather_of(field, Reading::with_ghosts, time);
  }
  /// @}

 private:
  [[nodiscard]] Gather gather_of(const std::string& name, Reading what, double time = 0);
  [[nodiscard]] Substeps& scheme() const { return dynamic_cast<Substeps&>(*part_); }

  std::unique_ptr<Solver> part_;
  Subdomain whole_;
  PartLayout layout_;
  PartOrders orders_;
  KeptFiles files_;
  bool writes_collectively_ = false;
  std::string prepared_;                   ///< the field that the parts are ready to gather
  StateForm form_ = StateForm::primitive;  ///< of the state that is being set
};

}  // namespace solenoid
