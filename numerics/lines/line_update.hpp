#pragma once
/// \file
/// Kernels that update every cell from its neighbours in one direction by a chain of intermediate
/// values, none of which goes through main memory. The cells of a line come in one after the other,
/// and what the next ones still need of a cell is kept: by a lane for itself where lanes lie side
/// by side in x, or, on a device in lines along x, where all lanes of a warp find it.

#include <concepts>

#include "numerics/lanes/state.hpp"
#include "numerics/lines/lines.hpp"

namespace solenoid {

/// A quantity that a march keeps: `values` numbers of each of the last `depth` cells.
struct Carried {
  int values, depth;
  /// The step says done<q>() once it has read what was kept; a device then has it in scratch memory
  /// where it would be in registers.
  bool is_done_early = false;
};

/// A march as a step sees it, which takes in cell c of a line (here without any deeds).
template <class Lane>
struct SomeMarch {
  /// Whether lanes lie side by side in the direction.
  static constexpr bool along = false;
  /// Whether quantities are kept for as many cells as that which is kept for most.
  static constexpr bool keeps_all_as_long = false;
  /// Whether what it finds was kept by itself in steps before, and not in this step by others.
  static constexpr bool is_alone = true;

  /// Input k of cell c - b, b <= behind, and 0 for the first `transient_inputs` inputs. Before the
  /// first warp_sync() b is 0. Anything for a cell that has not come in.
  Lane get(int k, int b) const;
  /// Gives output k of cell c - b.
  void put(int k, int b, const Lane& value) const;
  /// Keeps value f of quantity q. All steps keep the same in the same order, also of cells outside
  /// of the range.
  template <int q>
  void keep(int f, const Lane& value);
  /// What was kept so far is there for all.
  void warp_sync() const;
  /// What was kept b >= 1 cells ago.
  template <int q>
  Lane kept(int f, int b) const;
  /// What was kept b cells ago, `value` being that of c. A lane of neighbours in the direction
  /// finds it in two lanes where these are not whole lanes.
  template <int q>
  Lane before(int f, const Lane& value, int b = 1) const;
  template <int q>
  void done();
  /// \name If the update uses the next line, on a device
  /// @{
  bool has_next_line() const;
  /// The value that the next line passes in the same step. To be called once.
  Lane of_next_line(const Lane& value) const;
  /// @}
};

/// What an update says of itself where it is like most.
struct UsualLines {
  /// The first inputs that are needed of the incoming cell alone.
  static constexpr int transient_inputs = 0;
  /// Whether input k may stand at a cell beside in x, so that a pair of them is not aligned.
  static constexpr bool may_be_unaligned(int) { return false; }
  /// Cells that begin a march by enter<T>(march) in place of a step.
  static constexpr int entering_cells = 0;
  template <class T, class March>
  SOLENOID_INLINE void enter(March&) const {}
  /// Whether lines exchange something with the next one in direction `transverse`, a member that
  /// says which of the two across.
  static constexpr bool uses_next_line = false;
  /// Whether rings in scratch memory are as short as they may be, so that there is room for more
  /// teams, or so that the threads of a warp never meet in a bank.
  static constexpr bool compact_rings = false;
  /// So many steps ahead a march on a device asks for the inputs of one: further where it would
  /// wait for memory, but not so far that scratch memory lacks room for teams.
  static constexpr int steps_ahead(bool /*along*/) { return 1; }
  /// Cells further back than what carried() says that lanes of neighbours in the direction ask for.
  static constexpr int further_along = 0;
  /// Whether a device's lines are cut so that the steps of its marches are as few as may be in all,
  /// which is for those that compute for longer than they move values, or so that there are many
  /// marches.
  static constexpr bool counts_steps(bool /*along*/) { return false; }
  /// Packs of a piece of a row on the host; 0: as many as the cache holds.
  static constexpr int row_packs = 0;
};

template <class Update>
concept LineUpdate = std::derived_from<Update, UsualLines> &&
    requires(const Update& update, typename Update::Number number, int k,
             SomeMarch<typename Update::Number> march) {
  /// The type of the values.
  typename Update::Number;
  { update.lines } -> std::convertible_to<Lines>;
  update.monitor;
  /// Cells on either side that an updated cell depends on, and how far back inputs are read.
  requires Update::reach >
  0 && Update::behind > 0;
  /// What is read of each cell, and where it stands; what is written, likewise.
  requires Update::inputs >
  0;
  { update.input(k) } -> std::convertible_to<const typename Update::Number*>;
  { update.output(k) } -> std::convertible_to<typename Update::Number*>;
  /// What a march keeps.
  requires Update::quantities >
  0;
  { Update::carried(k) } -> std::same_as<Carried>;
  /// Takes in cell c of a line and updates what that allows within a range. `line` is the offset of
  /// the line's first cell, `lanes` says how many lanes of a pack (or more) are cells of the grid,
  /// `fastest` gathers the signal that the monitor may ask for.
  update.step(march, /*line*/ k, /*c*/ k, Segment{}, /*lanes*/ k, /*fastest*/ number);
  /// The lanes of a device's threads across and along x, and the registers that they are to make do
  /// with.
  typename Update::LaneAcross;
  typename Update::LaneAlong;
  { Update::template registers<typename Update::Number>(/*along*/ true) } -> std::same_as<int>;
  /// Buffers of row<T>(buffers, line, first, cells, fastest), which updates `cells` cells of a row
  /// from `first` on in stages, entry e of a buffer belonging to cell first - reach + e.
  requires Update::buffers >
  0;
};

/// Where the quantities stand in what a march keeps.
template <class Quantities>
struct CarriedBy {
  /// Numbers of a cell before those of a quantity.
  static constexpr int values_before(int quantity) {
    int sum = 0;
    for (int q = 0; q < quantity; ++q) sum += Quantities::carried(q).values;
    return sum;
  }
  /// Numbers of all cells that are kept, before those of a quantity.
  static constexpr int kept_before(int quantity) {
    int sum = 0;
    for (int q = 0; q < quantity; ++q)
      sum += Quantities::carried(q).values * Quantities::carried(q).depth;
    return sum;
  }
  /// The same, but only of those that are done early.
  static constexpr int early_before(int quantity) {
    int sum = 0;
    for (int q = 0; q < quantity; ++q)
      if (Quantities::carried(q).is_done_early)
        sum += Quantities::carried(q).values * Quantities::carried(q).depth;
    return sum;
  }
  static constexpr int values = values_before(Quantities::quantities);
  static constexpr int kept = kept_before(Quantities::quantities);
  static constexpr int early = early_before(Quantities::quantities);
  /// Most cells that a quantity is kept of which is done early.
  static constexpr int early_depth = [] {
    int most = 0;
    for (int q = 0; q < Quantities::quantities; ++q)
      if (Quantities::carried(q).is_done_early && most < Quantities::carried(q).depth)
        most = Quantities::carried(q).depth;
    return most;
  }();
  /// Cells before the present one of which anything is kept.
  static constexpr int depth = [] {
    int most = 0;
    for (int q = 0; q < Quantities::quantities; ++q)
      most = most < Quantities::carried(q).depth ? Quantities::carried(q).depth : most;
    return most;
  }();
};

/// A step of a lane that marches by itself. What it keeps, `old`, is in registers or in a cache.
template <class Quantities, class T>
class LoneMarch {
  using By = CarriedBy<Quantities>;

 public:
  static constexpr bool along = false;
  static constexpr bool keeps_all_as_long = false;
  static constexpr bool is_alone = true;
  using Old = T[By::kept];
  SOLENOID_INLINE explicit LoneMarch(Old& old) : old_(old) {}

  template <int q>
  SOLENOID_INLINE void keep(int f, const T& value) {
    constexpr int first = By::values_before(q);
    fresh_[first + f] = value;
  }
  SOLENOID_INLINE void warp_sync() const {}
  template <int q>
  SOLENOID_INLINE T kept(int f, int back) const {
    return place<q>(f, back - 1);
  }
  template <int q>
  SOLENOID_INLINE T before(int f, const T&, int back = 1) const {
    return kept<q>(f, back);
  }
  template <int q>
  SOLENOID_INLINE void done() const {
    constexpr int values = Quantities::carried(q).values;
    constexpr int count = values * Quantities::carried(q).depth;
    constexpr int first = By::kept_before(q);
    constexpr int first_fresh = By::values_before(q);
    for (int i = count - 1; i >= values; --i) old_[first + i] = old_[first + i - values];
    for (int f = 0; f < values; ++f) old_[first + f] = fresh_[first_fresh + f];
  }
  /// Ends the step.
  template <int q = 0>
  SOLENOID_INLINE void move_on() const {
    if constexpr (q < Quantities::quantities) {
      if constexpr (!Quantities::carried(q).is_done_early) done<q>();
      move_on<q + 1>();
    }
  }

 protected:
  template <int q>
  [[nodiscard]] SOLENOID_INLINE const T& fresh(int f) const {
    constexpr int first = By::values_before(q);
    return fresh_[first + f];
  }

  /// Where value f of a quantity stands, by the number of its cell among those that are kept.
  template <int q>
  [[nodiscard]] SOLENOID_INLINE T& place(int f, int cell) const {
    constexpr int first = By::kept_before(q);
    constexpr int values = Quantities::carried(q).values;
    return old_[first + cell * values + f];
  }

 private:
  Old& old_;
  T fresh_[By::values];
};

/// A lone march through memory: takes in the cell at `offset`, `taken` cells after the first one,
/// from `around` further on if its line repeats there (Lines::period); cells that are read again
/// are within the line then. In a cache, quantities that are done early need not move on: each cell
/// takes the place of the oldest one.
template <class Update, class T>
struct MarchInMemory : LoneMarch<Update, T> {
  using Lone = LoneMarch<Update, T>;
  const Update& update;
  int offset, around, taken;
  SOLENOID_INLINE MarchInMemory(const Update& u, typename LoneMarch<Update, T>::Old& old, int at,
                                int further, int cells_before)
      : Lone(old), update(u), offset(at), around(further), taken(cells_before) {}

  template <int q>
  SOLENOID_INLINE T kept(int f, int back) const {
    if constexpr (Update::carried(q).is_done_early)
      return this->template place<q>(f, turn<q>(back));
    else
      return Lone::template kept<q>(f, back);
  }
  template <int q>
  SOLENOID_INLINE T before(int f, const T&, int back = 1) const {
    return kept<q>(f, back);
  }
  template <int q>
  SOLENOID_INLINE void done() const {
    static_assert(Update::carried(q).is_done_early);
    for (int f = 0; f < Update::carried(q).values; ++f)
      this->template place<q>(f, turn<q>(0)) = this->template fresh<q>(f);
  }
  SOLENOID_INLINE T get(int input, int back) const {
    if (back == 0) return load<T>(update.input(input) + (offset + around));
    const int known = back < taken ? back : taken;
    return load<T>(update.input(input) + offset - known * update.lines.stride);
  }
  SOLENOID_INLINE void put(int output, int back, const T& value) const {
    store(update.output(output) + offset - back * update.lines.stride, value);
  }

 private:
  /// Which of the cells that are kept was taken in so many cells before.
  template <int q>
  [[nodiscard]] SOLENOID_INLINE int turn(int back) const {
    constexpr int depth = Update::carried(q).depth;
    static_assert((depth & (depth - 1)) == 0, "a power of two");
    return (taken - back) & (depth - 1);
  }
};

}  // namespace solenoid
