#pragma once
/// \file
/// The fields of a stencil program in memory: their copies, their boundaries, and which of their
/// ghosts stand for the present values.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "numerics/grid/ghosts_at_once.hpp"
#include "numerics/grid/neighbour_ghosts.hpp"
#include "numerics/vertices/runge_kutta.hpp"
#include "numerics/vertices/vertices.hpp"
#include "physics/solvers/fixed_values.hpp"
#include "physics/solvers/program_table.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/state_arrays.hpp"

namespace solenoid {

/// Fields on a device, with as many copies of those that evolve as the integrator needs and one of
/// the others. Vertices are the cell centres of the grid. It is compiled once for all programs
/// (physics/solvers/kernels/program_fields.hpp).
template <class Real, class Space>
class ProgramFields {
 public:
  using Stage = Substep<Real>;

  /// As FiniteDifferences (physics/solvers/finite_differences.hpp) is made.
  ProgramFields(ProgramTable table, const Subdomain& grid, const Boundaries& boundaries,
                FixedBoundary fixed, Integrator integrator);

  [[nodiscard]] const Subdomain& grid() const { return grid_; }
  [[nodiscard]] const Space& space() const { return space_; }

  void set_boundaries(int field, const Boundaries& boundaries);

  void set_input_precision(Precision precision) { inputs_ = precision; }
  [[nodiscard]] Real input(double value) const {
    return inputs_ == Precision::single_precision ? by_single_precision(value) : Real(value);
  }

  void set(int field, const Box& box, const ConstValues& values, bool first);
  [[nodiscard]] Gather gather(int field, FieldCopy copy = FieldCopy::state) const;
  [[nodiscard]] std::optional<std::size_t> not_finite(int field) const;

  /// What passes of a substep work on.
  template <int count>
  [[nodiscard]] VertexFields<Real, count> arrays(const Stage& stage) const {
    VertexFields<Real, count> fields{};
    for (std::size_t f = 0; f < std::size_t(count); ++f) {
      fields.now[f] = origin_of(now_[f]);
      fields.next[f] = origin_of(slots_of(stage.target)[f]);
      // What the first substep keeps is multiplied by zero, and has to be a number.
      fields.previous[f] = origin_of(slots_of(stage.previous)[f]);
    }
    for (int axis = 0; axis < 3; ++axis) {
      fields.cells[axis] = grid_.cells[axis];
      fields.stride[axis] = grid_.active(axis) ? layout_.stride[axis] : 0;
      fields.first[axis] = grid_.first[std::size_t(axis)];
      fields.origin[axis] = input(grid_.whole.centre(axis, 0));
      fields.spacing[axis] = input(grid_.spacing(axis));
    }
    return fields;
  }
  /// Fills the ghosts of the state's copies of these fields that do not yet stand for the present
  /// values.
  void fill_ghosts_of(const std::vector<int>& fields, double time);
  /// The same, but says whether those along last_axis() are still on their way, and there after
  /// end_ghosts(): only where they can come beside other work, of fields with the same boundaries.
  [[nodiscard]] bool begin_ghosts_of(const std::vector<int>& fields, double time);
  void end_ghosts();
  /// The last one along which there are vertices.
  [[nodiscard]] Axis last_axis() const {
    return grid_.active(axis_z) ? axis_z : grid_.active(axis_y) ? axis_y : axis_x;
  }
  /// Ghosts stand for nothing any more.
  void forget_ghosts() { filled_.assign(count(), false); }
  /// Fills the second copies of fields with zeros.
  void clear_second_copies();
  /// How a pass may fill all ghosts of the fields that it writes; none where their boundaries
  /// differ or are too many.
  [[nodiscard]] FillAllGhosts<Real> ghosts_written(std::span<const int> fields,
                                                   const Stage& stage) const {
    return ghosts_of(fields, slots_of(stage.target));
  }
  /// Notes that a pass wrote fields, and their ghosts of so many axes, from x on.
  void note_written(std::span<const int> fields, const Stage& stage, int axes);
  /// Ends a substep: what it wrote is the state.
  void exchange(const Stage& stage);
  /// The sum of stages that the third copy becomes (Substep::sums_stages).
  void sum_stages_of_fields();

  /// The other parts of the grid.
  [[nodiscard]] const NeighbourGhosts<Real, Space>& neighbours() const { return neighbours_; }

 private:
  using Array = FieldArray<Real, Space>;
  using Slots = std::vector<int>;

  /// As single precision holds it. Of two such numbers side by side GCC 12 leaves the rounding out
  /// where it sees it, but for processors with AVX.
  [[gnu::noinline]] static Real by_single_precision(double value) { return Real(float(value)); }

  [[nodiscard]] std::size_t count() const { return table_.fields.size(); }
  [[nodiscard]] Array array_of(int slot) const { return field_of(memory_, layout_, slot); }
  [[nodiscard]] Real* origin_of(int slot) const {
    return memory_.data() + slot * layout_.field_stride + layout_.origin;
  }
  [[nodiscard]] const Slots& slots_of(FieldCopy copy) const {
    return copy == FieldCopy::state ? now_ : copy == FieldCopy::second ? second_ : third_;
  }
  /// How to fill all ghosts of fields in slots of memory_; none where their boundaries differ or
  /// are too many.
  [[nodiscard]] FillAllGhosts<Real> ghosts_of(std::span<const int> fields,
                                              const Slots& slots) const;
  /// Those whose ghosts do not yet stand for the values at `time`.
  [[nodiscard]] std::vector<int> unfilled(const std::vector<int>& fields, double time);
  /// Fills all ghosts of fields in one launch, if that is possible and better here.
  bool fill_ghosts_at_once(const std::vector<int>& needed);
  /// Fills those along the first axes, before the last one, which is cut.
  void fill_first_ghosts(const std::vector<int>& needed, double time);
  /// Fields with the same boundaries along an axis.
  struct Alike {
    GhostFields<Real> fields{};
    std::array<BoundaryKind, 2> kinds;  ///< of the whole grid
  };
  /// Those whose ghosts along an axis no pass has filled.
  [[nodiscard]] std::vector<Alike> alike_along(int axis, const std::vector<int>& needed) const;
  void fill_ghosts_by_axes(const std::vector<int>& needed, double time, int axes);
  /// Fetches for that what stands behind the faces along the one axis that is cut. Nothing where
  /// faces of the whole grid along it are fixed.
  bool fetch_for(FillAllGhosts<Real>& fill, const std::vector<int>& needed, Axis cut);
  /// Fills the ghosts of one direction. All parts of a grid do so for the same fields, since they
  /// go by the faces of the whole grid.
  void fill_ghosts_along(int axis, const Alike& alike);
  void fill_with(int axis, const Alike& alike, const std::array<const Real*, 2>& received = {});
  /// Brings the values behind the fixed faces of `axis` to `time`.
  void update_fixed_values(int axis, double time);
  /// The ghosts along an axis. Those behind edges between faces, which mixed derivatives read, are
  /// right once all axes are filled.
  [[nodiscard]] GhostRange range_along(int axis) const {
    return ghost_range(layout_, axis, table_.radius, axis == axis_x ? 0 : table_.radius);
  }
  /// The ghosts behind a face, with those behind its edges.
  [[nodiscard]] GhostRange fixed_range(int axis) const {
    return ghost_range(layout_, axis, table_.radius, table_.radius);
  }

  ProgramTable table_;
  Subdomain grid_;
  std::vector<Boundaries> boundaries_;  ///< by field, of the whole grid
  FixedValues<Real, Space> fixed_values_;
  Precision inputs_ = Precision::double_precision;
  Layout layout_;
  Space space_;
  NeighbourGhosts<Real, Space> neighbours_;
  Slots now_;     ///< by field: the slot in memory_ that holds it
  Slots second_;  ///< that of its second copy, now_ where there is none
  Slots third_;
  /// By field: whether its ghosts stand for its values at filled_time_, since they were needed.
  std::vector<bool> filled_;
  double filled_time_ = 0;
  /// What end_ghosts() fills.
  struct OnTheirWay {
    std::vector<int> fields;
    Alike alike;
  };
  std::optional<OnTheirWay> on_their_way_;
  /// By slot of memory_: for how many axes, from x on, the pass that wrote it has filled the
  /// ghosts.
  std::vector<int> axes_filled_;
  Array memory_;
};

/// Does nothing; whoever calls it has linked what is compiled of ProgramFields.
void link_program_fields();

/// The fields whose ghosts a pass needs.
template <class Program, class Pass>
std::vector<int> read_in_ghosts() {
  std::vector<int> read;
  for (const int f : Pass::read)
    if (is_pointwise<Program, Pass>() || Pass::reach[std::size_t(f)] != std::array<int, 3>{})
      read.push_back(f);
  return read;
}

/// What a pass works on, with ghosts where it computes those, too.
template <class Program, class Pass, class Real, class Space>
VertexFields<Real, Program::field_count> arrays_for(const ProgramFields<Real, Space>& fields,
                                                    const Substep<Real>& stage) {
  const auto arrays = fields.template arrays<Program::field_count>(stage);
  return is_pointwise<Program, Pass>() ? with_ghosts(arrays, Program::radius) : arrays;
}

/// How a pass may fill all ghosts of what it writes; none where it computes them.
template <class Program, class Pass, class Real, class Space>
FillAllGhosts<Real> ghosts_written(const ProgramFields<Real, Space>& fields,
                                   const Substep<Real>& stage) {
  if (is_pointwise<Program, Pass>()) return {};
  return fields.ghosts_written(Pass::written, stage);
}

}  // namespace solenoid
