#include "src/setup/checkpoint_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/exchange.hpp"
#include "physics/solvers/step_numbers.hpp"
#include "src/output/files.hpp"
#include "src/setup/deck_of_file.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {

namespace {

using Numbers = std::map<std::string, double>;

/// Of a part that is alone: what is beyond its cells does not matter, and here is what they have.
class NobodyBeside final : public Exchange {
 public:
  void swap(Axis, const Slabs& slabs) override {
    for (const Side side : {side_lower, side_upper})
      if (slabs.receive[side] != nullptr)
        std::memcpy(slabs.receive[side], slabs.send[side], slabs.bytes);
  }
  void trade(const std::vector<Sent>&, const std::vector<Received>&) override {
    throw std::logic_error("a part of a grid that is read alone has nobody to trade with");
  }
  void take_largest(double*, std::size_t) override {}
  void add_up(double*, std::size_t) override {}
};

/// A box of the cells of a grid as a part of it.
Subdomain part_alone(const Grid& grid, const Box& cells) {
  std::array<std::vector<int>, 3> begins{{{0}, {0}, {0}}};
  int number = 0, parts = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    const int end = cells.begin[d] + cells.count[d];
    if (cells.begin[d] > 0) {
      begins[d].push_back(cells.begin[d]);
      number += parts;
    }
    if (end < grid.cells[d]) begins[d].push_back(end);
    parts *= int(begins[d].size());
  }
  return {grid, begins, number, std::make_shared<NobodyBeside>()};
}

/// A part of a grid, and how many cells further along one axis, round a periodic one, its values
/// are to be found.
struct Window {
  Box cells;
  std::size_t axis = axis_z;
  int further = 0;

  /// The same cell, or box, by indices of the part.
  [[nodiscard]] Box in_part(Box box) const {
    for (std::size_t d = 0; d < 3; ++d) box.begin[d] -= cells.begin[d] + (d == axis ? further : 0);
    return box;
  }
};

/// The state in a checkpoint as it is in a window.
class StateInWindow final : public StoredState {
 public:
  StateInWindow(CheckpointFile& file, const Numbers& numbers, const Grid& grid,
                const Window& window)
      : file_(file), numbers_(numbers) {
    for (std::size_t d = 0; d < window.axis; ++d) plane_ *= std::size_t(grid.cells[d]);
    round_ = plane_ * std::size_t(grid.cells[window.axis]);
    const int count = grid.cells[window.axis];
    further_ = std::size_t((window.further + count) % count);
  }

  [[nodiscard]] Precision precision() const override { return file_.precision(); }
  [[nodiscard]] const Numbers& numbers() const override { return numbers_; }
  [[nodiscard]] std::optional<std::size_t> values(const std::string& name) const override {
    return file_.values(name);
  }
  void read(const std::string& name, std::size_t first, std::size_t count, void* to) override {
    values_read_ += count;
    if (further_ == 0) return file_.read(name, first, count, to);
    auto* bytes = static_cast<std::byte*>(to);
    while (count > 0) {
      const std::size_t place = first % round_;
      const std::size_t there = (place + further_ * plane_) % round_;
      const std::size_t some = std::min(count, round_ - std::max(place, there));
      file_.read(name, first - place + there, some, bytes);
      bytes += some * bytes_of_value(precision());
      first += some;
      count -= some;
    }
  }

  [[nodiscard]] std::size_t values_read() const { return values_read_; }

 private:
  CheckpointFile& file_;
  const Numbers& numbers_;
  std::size_t plane_ = 1;  ///< values from a cell to the next along the axis
  std::size_t round_;      ///< and once round it
  std::size_t further_;
  std::size_t values_read_ = 0;
};

class CheckpointReader final : public StateReader {
 public:
  CheckpointReader(std::filesystem::path path, std::unique_ptr<CheckpointFile> file, Deck deck)
      : StateReader(head_of(*file, deck)),
        path_(std::move(path)),
        file_(std::move(file)),
        deck_(std::move(deck)),
        numbers_(file_->numbers()),
        layers_(ghosts_of(deck_).layers) {
    const Box some{{0, 0, 0}, {1, 1, 1}};
    reading([&] { solver_of(window_of(some))->require_fit(*file_); });
  }

 protected:
  void fill(FileState& state, const Box& cells) override {
    reading([&] { fill_with(state, cells); });
  }

 private:
  static FileState head_of(const CheckpointFile& file, const Deck& deck) {
    const CheckpointHead& head = file.head();
    FileState state;
    state.snapshot.grid = head.grid;
    state.snapshot.time = head.time;
    state.snapshot.step = head.step;
    state.snapshot.precision = file.precision() == Precision::single_precision
                                   ? Precision::single_precision
                                   : Precision::double_precision;
    state.snapshot.provenance = head.provenance;
    state.format = "checkpoint";
    state.parameters = file_parameters(deck);
    state.boundaries = deck.boundaries();
    for (const StateField& field : state_fields(deck)) {
      state.snapshot.fields.push_back({field.name, {}});
      if (normal_of(field.placement) >= 0) state.faces.emplace_back();
    }
    return state;
  }

  /// Calls body(), whose std::invalid_argument says what the file lacks.
  template <class Body>
  void reading(const Body& body) const {
    try {
      body();
    } catch (const std::invalid_argument& error) {
      throw OutputError(fmt::format("cannot read {}: {}", path_.string(), error.what()));
    }
  }

  /// The axis of the sweep that the step lacks.
  [[nodiscard]] std::optional<std::size_t> swept_axis() const {
    const auto found = numbers_.find(unfinished_axis_number);
    if (found == numbers_.end()) return std::nullopt;
    return std::size_t(found->second);
  }
  [[nodiscard]] bool says(const char* name) const {
    const auto found = numbers_.find(name);
    return found != numbers_.end() && found->second != 0;
  }
  [[nodiscard]] Window window_of(const Box& cells) const;
  [[nodiscard]] std::unique_ptr<Solver> solver_of(const Window& window) const {
    return make_solver_to_read(deck_, part_alone(head().snapshot.grid, window.cells));
  }
  [[nodiscard]] std::unique_ptr<Solver> restored(const Window& window, const Numbers& numbers);
  void find_signal();
  void fill_with(FileState& state, const Box& cells);

  std::filesystem::path path_;
  std::unique_ptr<CheckpointFile> file_;
  Deck deck_;
  Numbers numbers_;  ///< of the state, with the signal once it is found
  int layers_;       ///< of cells that a sweep looks at
};

/// The cells from which it follows what the state at the end of the step is in a box.
Window CheckpointReader::window_of(const Box& cells) const {
  const Grid& grid = head().snapshot.grid;
  const std::optional<std::size_t> swept = swept_axis();
  // What is behind the faces normal to x of a shearing box comes from elsewhere along y.
  const bool sheared = swept == axis_x && deck_.given("shearing_box", "angular_velocity");
  Window window{cells};
  for (std::size_t d = 0; d < 3; ++d) {
    const int margin = d == swept ? layers_ : 0, all = grid.cells[d];
    // No part may have fewer cells than its neighbours need (and one if they are mirrored).
    const int count = std::max(cells.count[d] + 2 * margin, layers_ + 1);
    const int first = cells.begin[d] - margin;
    const int inside = std::clamp(first, 0, std::max(all - count, 0));
    const bool round =
        d == swept && deck_.boundaries().kind[d][side_lower] == BoundaryKind::periodic;
    // Rows are read whole, and so are not begun elsewhere.
    const bool whole =
        count >= all || (sheared && d != axis_z) || (round && d == axis_x && first != inside);
    window.cells.begin[d] = whole ? 0 : inside;
    window.cells.count[d] = whole ? all : count;
    if (whole || !round) continue;
    window.axis = d;
    window.further = first - inside;
  }
  return window;
}

std::unique_ptr<Solver> CheckpointReader::restored(const Window& window, const Numbers& numbers) {
  std::unique_ptr<Solver> solver = solver_of(window);
  StateInWindow state(*file_, numbers, head().snapshot.grid, window);
  solver->restore(state, head().snapshot.time);
  count_values(state.values_read());
  return solver;
}

/// What the sweep needs to know of all of the state where the file does not say it: the fastest
/// signal, and whether there is a sweep at all, as there is none of a state that is not physical.
void CheckpointReader::find_signal() {
  if (!swept_axis() || says(second_half_number) || says(signal_known_number)) return;
  Numbers as_it_is = numbers_;
  as_it_is.erase(unfinished_sweep_number);
  as_it_is.erase(unfinished_axis_number);
  bool physical = true;
  double fastest = 0;
  for (const Box& slab :
       slabs_of(whole_field(head().snapshot.grid, Placement::cells), state_slab_values)) {
    const std::unique_ptr<Solver> solver = restored(window_of(slab), as_it_is);
    static_cast<void>(solver->stable_step());
    fastest = std::max(fastest, solver->state_numbers().at(signal_number));
    physical = physical && !solver->unphysical_cell();
  }
  numbers_ = physical ? numbers_ : as_it_is;
  numbers_[signal_number] = fastest;
  numbers_[signal_known_number] = 1;
}

void CheckpointReader::fill_with(FileState& state, const Box& cells) {
  find_signal();
  const Window window = window_of(cells);
  const std::unique_ptr<Solver> solver = restored(window, numbers_);
  solver->complete_step();
  const Box own = window.in_part(cells);
  for (NamedField& field : state.snapshot.fields) {
    field.values.resize(own.values());
    solver->get_field(field.name, own, {Precision::double_precision, field.values.data()});
  }
  auto faces = state.faces.begin();
  for (const StateField& field : solver->state_fields(StateForm::stored)) {
    if (normal_of(field.placement) < 0) continue;
    const Box box = part_of_field(head().snapshot.grid, own, field.placement);
    faces->resize(box.values());
    solver->get_part(field.name, box, {Precision::double_precision, faces->data()});
    ++faces;
  }
}

}  // namespace

std::unique_ptr<StateReader> open_checkpoint(const std::filesystem::path& path) {
  auto file = std::make_unique<CheckpointFile>(path);
  std::string problem;
  std::optional<Deck> deck = deck_in(path, file->head().provenance, problem);
  if (!deck)
    throw OutputError(fmt::format("cannot read {}: the deck in it cannot be used here: {}",
                                  path.string(), problem));
  return std::make_unique<CheckpointReader>(path, std::move(file), *std::move(deck));
}

}  // namespace solenoid
