#pragma once
/// \file
/// What rank 0 orders all parts of a grid to do, itself included. It alone runs the deck: it
/// decides, prints and writes; the other processes compute their parts as they are told.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "physics/fields/field_measuring.hpp"
#include "physics/solvers/reading.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/substeps.hpp"
#include "src/parallel/known_to_all.hpp"
#include "src/parallel/part_files.hpp"
#include "src/parallel/part_layout.hpp"
#include "src/parallel/part_volumes.hpp"
#include "src/parallel/processes.hpp"

namespace solenoid {

/// What the parts do together.
enum class Deed : int {
  set_initial_state,
  restore,
  begin_state,
  set_part,
  finish_state,
  take_up,
  state_numbers,
  prepare_gather,
  gather,
  define_fields,
  open_file,
  open_file_together,
  write_array,
  close_file,
  keep_array,
  place_array,
  begin_file,
  end_file,
  stable_step,
  advance,
  substep,
  complete_step,
  find_unphysical,
  history,
  measure,
  take_volume,
  draw_volume,
  wait,
  pause,
  end
};

/// An order, as it is sent.
struct PartOrder {
  static constexpr std::size_t longest_name = 127;

  Deed deed = Deed::end;
  StateForm form = StateForm::primitive;
  Reading what = Reading::shown;  ///< of a field
  Precision precision = Precision::double_precision;
  Box box{};                    ///< in the whole grid
  BlockOfCells block{1, 1, 1};  ///< in which that of an array in a file counts
  double time = 0, dt = 0;
  int substep = 0;                  ///< its number
  std::size_t values_of_piece = 0;  ///< of an array in a file, as are checksums
  bool checksummed = false;
  int file = 0;                        ///< the number of a kept one
  std::size_t numbers = 0, bytes = 0;  ///< that follow
  char name[longest_name + 1]{};

  /// Of a field. Throws std::length_error.
  static PartOrder named(Deed deed, const std::string& name);
  /// Of an array in a file, whose pieces go along as bytes.
  static PartOrder of_array(Deed deed, const ArrayInFile& array);
  [[nodiscard]] ArrayInFile array(const std::string& places) const;
};
/// Where pieces of an array begin.
std::string bytes_of(const std::vector<std::uint64_t>& pieces);

/// A name and its number, as they are sent.
struct NamedNumber {
  char name[PartOrder::longest_name + 1]{};
  double value = 0;
};

/// What goes along with an order.
struct OrderContents {
  std::map<std::string, double> numbers{};  ///< of finish_state
  std::string bytes{};        ///< a path, where pieces begin, what is measured or drawn
  const void* set = nullptr;  ///< values of set_part, at rank 0
  void* gathered = nullptr;   ///< where gather puts values, at rank 0
};

/// Carries orders out on this process's part. What it throws has ended the run everywhere, if it is
/// not known to all: parts that wait for each other could not go on.
class PartOrders {
 public:
  /// `initial` sets the initial state of a part.
  PartOrders(Processes& processes, Solver& part, const Grid& grid, const PartLayout& layout,
             std::function<void(Solver&)> initial);

  /// Orders it everywhere, and does it here; by rank 0. Of set_initial_state and restore it throws
  /// what the first part throws that can have no such state: the exception itself of this process,
  /// UsageError with its text of another.
  void order(PartOrder order, const OrderContents& contents = {});
  /// Does what rank 0 orders, until a pause (true) or the end; by the others.
  bool obey();
  /// What a process does by the order take_up, with its time: it gives its part a state that it has
  /// ready. All processes have one before it is ordered.
  void on_take_up(std::function<void(double time)> take_up) { take_up_ = std::move(take_up); }
  /// What all processes do after each order, where they have something: they look whether it has
  /// failed in one of them, which throws KnownToAll.
  void after_each(std::function<void()> look) { after_each_ = std::move(look); }

  /// \name What the last order has found
  /// @{
  [[nodiscard]] const std::map<std::string, double>& state_numbers() const { return numbers_; }
  [[nodiscard]] double stable_step() const { return stable_step_; }
  [[nodiscard]] const std::optional<UnphysicalCell>& unphysical_cell() const { return unphysical_; }
  [[nodiscard]] const std::vector<std::pair<std::string, double>>& history() const {
    return history_;
  }
  [[nodiscard]] const Measured& measured() const { return measured_; }
  [[nodiscard]] const PartVolumes& volumes() const { return volumes_; }
  [[nodiscard]] const PartFiles& files() const { return files_; }
  /// @}

 private:
  void carry_out(const PartOrder& order, const OrderContents& contents);
  void do_deed(const PartOrder& order, const OrderContents& contents);
  /// What follows an order of another process.
  OrderContents contents_of(const PartOrder& order);
  /// Where the values stand that an order is to read.
  [[nodiscard]] Placement placement_read(const PartOrder& order) const;
  [[nodiscard]] Substeps& scheme() const { return dynamic_cast<Substeps&>(part_); }
  void set_values(const PartOrder& order, const void* values);
  void gather_values(const PartOrder& order, void* values);
  void find_unphysical();
  /// Sets the part's state, and agrees with the others whether all could.
  void set_state(const std::function<void()>& set);
  void restore(const std::string& checkpoint);

  Processes& processes_;
  Solver& part_;
  Grid grid_;
  PartLayout layout_;
  std::function<void(Solver&)> initial_;
  std::function<void(double)> take_up_;
  std::function<void()> after_each_;
  Gather gather_;
  std::vector<char> room_;  ///< for what is gathered, kept from order to order
  std::map<std::string, double> numbers_;
  double stable_step_ = 0;
  std::optional<UnphysicalCell> unphysical_;
  std::vector<std::pair<std::string, double>> history_;
  Measured measured_;
  PartVolumes volumes_;
  PartFiles files_;
};

}  // namespace solenoid
