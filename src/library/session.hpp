#pragma once
/// \file
/// What a Simulation is made of: a deck, its solver, and where it stands.

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "physics/solvers/reading.hpp"
#include "physics/solvers/substeps.hpp"
#include "src/deck/deck.hpp"
#include "src/driver/checkpoints.hpp"
#include "src/driver/output_queue.hpp"
#include "src/driver/outputs.hpp"
#include "src/driver/parts.hpp"
#include "src/driver/run_folder.hpp"
#include "src/library/crew.hpp"
#include "src/library/include/solenoid/simulation.hpp"
#include "src/library/state_change.hpp"
#include "src/machine/machine.hpp"
#include "src/parallel/whole_solver.hpp"

namespace solenoid {

/// What a caller reads of a field.
struct FieldRequest {
  std::string name;
  std::optional<FieldBox> box{};  ///< all of the field where there is none
  /// Its values (shown, also of those on faces), its rate of change, or its values with layers of
  /// ghosts around the box.
  Reading what = Reading::shown;
  int layers = 0;  ///< of these ghosts
  /// Whether values go to memory of the device, which is for those that are shown.
  bool on_device = false;
};

class Session {
 public:
  /// What several processes have together: `ready` tells them whether each has its part.
  struct Company {
    std::shared_ptr<Crew> crew;
    PartsReady& ready;
  };
  /// Of this process alone, or of several. Throws what the program would end with.
  Session(const Deck& deck, const SimulationOptions& options, const Company* company = nullptr);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  /// Sets the state where the simulation begins; before all else.
  void start(const SimulationOptions& options);

  /// \name Of several processes
  /// Process 0 has a solver of the whole grid, the others the solver of a part, which obey what
  /// that one orders until it pauses.
  /// @{
  [[nodiscard]] const Crew* crew() const { return crew_.get(); }
  void pause() { dynamic_cast<WholeSolver&>(*solver_).pause(); }
  void obey() { orders_->obey(); }
  /// Begins what all of them do at once, which `call` names: each does what it has to do for that.
  /// Where some cannot, or make another call, throws in all of them.
  void meet(const std::string& call, const std::function<void()>& work = {}) const;
  /// How many bytes the values of a box for all are; 0 of what process 0 alone says is wrong.
  [[nodiscard]] std::size_t bytes_of(const FieldRequest& request, const ConstValues& values) const;
  /// The call of get() by which all of them are given as many values.
  [[nodiscard]] std::string call_of(const FieldRequest& request, const MutableValues& values) const;
  /// Throws where the caller is asked for values.
  void refuse_within_step() const;
  /// What all of them know without asking.
  void put_knowledge(Parcel& parcel) const;
  void take_knowledge(Parcel& parcel);
  /// Simulation::part(), of the cells where there is no name.
  [[nodiscard]] FieldBox part(const std::string& name) const;
  [[noreturn]] void fail_in_all(const std::string& why);
  /// Each process gets or sets its own box, which may have no values. All of them call it.
  void get_own(const FieldRequest& request, const MutableValues& values);
  [[nodiscard]] FieldNumbers own_numbers(const std::string& name, const FieldBox& own);
  void set_own(const std::string& name, const FieldBox& own, const ConstValues& values);
  /// Sets a box, of whatever parts, to values that process 0 has: it looks whether that can be,
  /// then all of them call the other.
  void check_change(const std::string& name, const std::optional<FieldBox>& part,
                    const ConstValues& values) const;
  void scatter_change(const std::string& name, const std::optional<FieldBox>& part,
                      const ConstValues& values);
  /// Gives all of them the values that process 0 has read.
  void share_values(const FieldRequest& request, const MutableValues& values) const;
  /// @}

  [[nodiscard]] const Deck& deck() const { return deck_; }
  [[nodiscard]] const Moment& moment() const { return moment_; }
  [[nodiscard]] const Provenance& provenance() const { return provenance_; }
  [[nodiscard]] double end_time() const { return end_time_; }
  [[nodiscard]] double stable_step();
  /// Simulation::step().
  void step(long count);
  /// Simulation::advance(). Throws RunError where the state cannot go on.
  long advance(const Span& span);
  void step_by(double dt);

  [[nodiscard]] int substeps() const { return scheme_ == nullptr ? 0 : scheme_->substep_count(); }
  void substep(double dt);
  [[nodiscard]] int ghost_layers() const {
    return scheme_ == nullptr ? 0 : scheme_->ghost_layers();
  }

  [[nodiscard]] std::vector<FieldInfo> fields() const;
  [[nodiscard]] FieldInfo field(const std::string& name) const;
  void get(const FieldRequest& request, const MutableValues& values);
  /// Of one process.
  void get_later(const FieldRequest& request, const MutableValues& values);
  /// Of one process.
  void set(const std::string& name, const std::optional<FieldBox>& part, const ConstValues& values);
  [[nodiscard]] bool on_gpu() const { return own_solver().device() == Device::gpu; }
  [[nodiscard]] FieldNumbers numbers(const std::string& name, const std::optional<FieldBox>& part);

  [[nodiscard]] std::vector<std::pair<std::string, double>> history();
  [[nodiscard]] std::vector<double> spectrum(const std::string& name);
  void write_checkpoint(const std::string& file);
  [[nodiscard]] std::string picture(const std::string& name, const PictureLook& look);
  void synchronise();

 private:
  /// Makes the solver.
  void make_alone(const SimulationOptions& options);
  void join(const SimulationOptions& options, PartsReady& ready);
  /// The solver of the whole grid, in process 0 of several.
  [[nodiscard]] WholeSolver* whole() const;
  /// That of the part of this process.
  [[nodiscard]] Solver& own_solver() const;
  /// Does so in all processes, each for itself, or throws in all of them.
  void together(const std::function<void()>& work) const;
  [[nodiscard]] Box own_box(const std::string& name, const FieldBox& own) const;
  /// Throws in all of them what one has postponed, after which what was computed with it is not
  /// kept.
  void look() const;
  /// The solvers of all processes take what was changed in their parts.
  void take_up(double time);
  /// settle_substep() by all of them, of their own accord.
  void settle_own();
  /// Has each of them read its box, in the numbers of the whole grid, by read(gather, box), which
  /// asks for as many pieces of it as slabs_of() has, or for none of an empty box, in `memory`.
  void read_own(const Gather& gather, Device memory, const Box& box,
                const std::function<void(const Gather&, const Box&)>& read);

  /// Everything of a run that writes its outputs.
  struct Writing {
    Writing(const std::string& path, const std::string& deck_name, std::size_t most_bytes);
    RunFolder folder;
    CheckpointFiles checkpoints;
    OutputQueue queue;  // destroyed before what its works know of
  };

  /// The state is the one that was asked for. Throws where that is none between steps.
  void settle();
  /// The same, also between substeps.
  void settle_substep();
  /// Throws where substeps of a step have been taken, and others are left.
  void require_whole_step() const;
  /// Throws where what is asked for is not to be had, now or at all.
  void require_readable(const FieldRequest& request) const;
  /// Calls what gives them.
  void ask(const std::string& name, const std::function<void()>& give);
  [[nodiscard]] PointsFunction boundary_function(const std::string& name,
                                                 const BoundaryValues& give);
  [[nodiscard]] SourceFunction source_function(const std::string& name, const Source& give);
  /// Does what takes a step on; where it fails the state is lost.
  void in_step(const std::function<void()>& work);
  void lose_step(const std::string& why);
  /// Throws where there are none.
  [[nodiscard]] Substeps& scheme_of_substeps() const;
  /// A step of length dt was taken.
  void count_step(double dt);
  /// Before the first step: what was there at the start, and the outputs of it.
  void begin();
  [[nodiscard]] Box box_of(const std::string& name, const std::optional<FieldBox>& part) const;
  /// The values that are read, ghosts among them.
  [[nodiscard]] Box box_of(const FieldRequest& request) const;
  /// Reads them from the solver of this process or of the whole grid, as it stands now.
  [[nodiscard]] Gather gather_of(const FieldRequest& request, Solver& solver) const;
  /// The same of what numbers() is of.
  [[nodiscard]] Gather gather_of_numbers(const std::string& name, Solver& solver) const;
  [[noreturn]] void fail(const std::string& why);
  void complete();
  void write_due();
  void write_last();
  [[nodiscard]] double elapsed() const;

  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
  Deck deck_;
  std::shared_ptr<const Machine> machine_;
  Provenance provenance_;
  double end_time_;
  std::shared_ptr<Crew> crew_;                // null where there is one process
  std::shared_ptr<CrewAgreement> agreement_;  // of several that are asked for values
  std::unique_ptr<Solver> solver_;
  std::optional<PartOrders> orders_;  // of a process that obeys
  Substeps* scheme_ = nullptr;        // the solver, where its scheme has substeps
  int substeps_taken_ = 0;            // of a step of this length that is not complete
  double substep_dt_ = 0;
  bool is_asking_ = false;  // the caller, for values
  StartingPoint start_;
  Moment moment_;
  long first_of_pairs_ = 0;  // from which on steps come in pairs
  std::vector<UserField> fields_;
  std::optional<StateChange> change_;
  std::optional<std::string> failure_;  // why the state cannot go on
  bool has_begun_ = false;
  bool has_ended_ = false;
  std::map<std::string, double> start_totals_;
  std::optional<Outputs> outputs_;
  std::optional<Writing> writing_;
  std::optional<OutputQueue> readings_;  // by get_later()
};

}  // namespace solenoid
