#pragma once
/// \file
/// Passes of stencil programs on a GPU whose vertices share what they derive (Pass::Shared,
/// numerics/vertices/stencil_program.hpp): teams go through a box along z, a plane after the other,
/// a thread a column. What neighbours along z read of a vertex stays with the thread, which meets
/// them one after the other; what those along x and y read goes through scratch memory. So each
/// value is computed once, or twice beside other teams, where a thread for a vertex alone computes
/// it at all neighbours anew, and fields are fetched twice instead of for every neighbour.

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "numerics/device/team.hpp"
#include "numerics/vertices/pass_shape.hpp"
#include "numerics/vertices/vertices.hpp"

namespace solenoid {

/// Whether vertices share what a pass derives.
template <class Pass>
concept SharingPass = requires {
  typename Pass::Shared;
};

/// How a pass goes through the columns of a box.
template <SharingPass ColumnPass, class ColumnReal, ColumnShape shape>
struct VertexColumn {
  using Pass = ColumnPass;
  using Real = ColumnReal;
  using Shared = typename Pass::Shared;
  static constexpr int columns = shape.columns, rows = shape.rows, teams = shape.teams;
  static constexpr int threads = columns * rows;
  static constexpr int reach = [] {
    int farthest = 0;
    for (const auto& field : Pass::reach) farthest = std::max(farthest, std::ranges::max(field));
    return farthest;
  }();

  /// \name What is shared along x and y, in scratch memory: values of a plane, with those beside it
  /// @{
  static constexpr int row_x = columns + 2 * reach;
  static constexpr int plane_x = row_x * rows;
  static constexpr int plane_y = columns * (rows + 2 * reach);
  static constexpr int in_planes = Shared::values[0] * plane_x + Shared::values[1] * plane_y;
  /// Vertices beside those of the team that share something along y, and along x.
  static constexpr int beside_y = Shared::values[1] > 0 ? 2 * reach* columns : 0;
  static constexpr int beside_x = Shared::values[0] > 0 ? 2 * reach* rows : 0;
  /// @}

  /// \name What is shared along z, of as many planes: in scratch memory for what registers cannot
  /// hold
  /// @{
  static constexpr int reach_z = Shared::values[2] > 0 ? reach : 0;
  static constexpr int planes = 2 * reach_z + 1;
  static constexpr int in_registers =
      std::min(Shared::values[2], most_bytes_of_planes / (planes * int(sizeof(Real))));
  static constexpr int in_scratch = Shared::values[2] - in_registers;
  /// @}

  static constexpr int scratch_bytes =
      (in_planes + in_scratch * planes * threads) * int(sizeof(Real));
  static constexpr bool fits =
      beside_y + beside_x <= threads && teams * (scratch_bytes + scratch_of_system) <= all_scratch;
};

/// In which pieces teams go through the columns of a box.
struct ColumnOrder {
  int count[2];  ///< teams side by side, along x and y
  int pieces;    ///< along z
  int planes;    ///< of a piece
  long steps;    ///< planes that the teams with most work go through

  /// Pieces are so long that `resident` teams at a time are done soonest.
  template <class Column>
  static ColumnOrder of(const int* cells, int resident) {
    ColumnOrder best{{parts(cells[0], Column::columns), parts(cells[1], Column::rows)}, 0, 0, 0};
    const int beside = best.count[0] * best.count[1];
    for (int wanted = 1; wanted <= cells[2]; ++wanted) {
      const int planes = parts(cells[2], wanted);
      const int pieces = parts(cells[2], planes);
      const long steps = long(parts(beside * pieces, resident)) * (planes + 2 * Column::reach_z);
      if (best.pieces == 0 || steps < best.steps) {
        best.pieces = pieces;
        best.planes = planes;
        best.steps = steps;
      }
    }
    return best;
  }
  KOKKOS_FORCEINLINE_FUNCTION int total() const { return count[0] * count[1] * pieces; }
  /// How many vertices threads go through for each of the box.
  template <class Column>
  [[nodiscard]] double work(const int* cells, int resident) const {
    return double(steps) * resident * Column::threads /
           (double(cells[0]) * double(cells[1]) * double(cells[2]));
  }

 private:
  static constexpr int parts(int whole, int part) { return (whole + part - 1) / part; }
};

/// A vertex whose own values have been read.
template <class Real, int count>
struct ReadVertex {
  const FieldVertex<Real, count>& vertex;
  const Real* values;

  template <int field, int dx, int dy, int dz>
  SOLENOID_INLINE Real at() const {
    static_assert(dx == 0 && dy == 0 && dz == 0);
    return values[field];
  }
  template <int field>
  SOLENOID_INLINE Real previous() const {
    return vertex.template previous<field>();
  }
  template <int axis, int away = 0>
  SOLENOID_INLINE Real index() const {
    return vertex.template index<axis, away>();
  }
  template <int axis, int away = 0>
  SOLENOID_INLINE Real position() const {
    return vertex.template position<axis, away>();
  }
};

/// What the neighbours of a vertex share.
template <class Column>
struct NearVertex {
  using Real = typename Column::Real;
  const Real* along_x;       ///< at the vertex itself
  const Real* along_y;       ///< likewise
  const Real* in_registers;  ///< along z: by value and plane, from the lowest
  const Real* in_scratch;    ///< along z: by value
  const int* planes;         ///< where planes are in scratch memory, from the lowest

  template <int axis, int value, int away>
  SOLENOID_INLINE Real at() const {
    if constexpr (axis == 0)
      return along_x[value * Column::plane_x + away];
    else if constexpr (axis == 1)
      return along_y[value * Column::plane_y + away * Column::columns];
    else if constexpr (value < Column::in_registers)
      return in_registers[value * Column::planes + Column::reach_z + away];
    else
      return in_scratch[planes[Column::reach_z + away] +
                        (value - Column::in_registers) * Column::threads];
  }
};

/// A thread's way through its columns.
template <class Column, int count, DeviceTeam Team>
class ColumnMarch {
 public:
  using Pass = typename Column::Pass;
  using Real = typename Column::Real;
  using Shared = typename Column::Shared;
  using Coefficients = typename Pass::template Coefficients<Real>;

  KOKKOS_FORCEINLINE_FUNCTION ColumnMarch(const VertexFields<Real, count>& fields,
                                          const Coefficients& coefficients,
                                          const ColumnOrder& order, const Team& team)
      : fields_(fields),
        coefficients_(coefficients),
        order_(order),
        team_(team),
        scratch_(static_cast<Real*>(team.scratch())) {
    const int rank = team.team_rank();
    own_[0] = rank % Column::columns;
    own_[1] = rank / Column::columns;
    // Beside the team: rows below and above, then columns left and right.
    beside_[0] = rank % Column::columns;
    beside_[1] = outside(rank / Column::columns, Column::rows);
    if (rank >= Column::beside_y) {
      beside_[0] = outside((rank - Column::beside_y) % (2 * Column::reach), Column::columns);
      beside_[1] = (rank - Column::beside_y) / (2 * Column::reach);
    }
    for (int n = 0; n < Column::planes; ++n) planes_[n] = n * Column::in_scratch * Column::threads;
  }

  KOKKOS_FORCEINLINE_FUNCTION void run() {
    for (int piece = team_.league_rank(); piece < order_.total(); piece += team_.league_size()) {
      enter(piece);
      march();
    }
  }

 private:
  using Vertex = FieldVertex<Real, count>;
  /// Where the values go that a vertex shares.
  struct InPlane {
    Real* first;
    int stride;
    KOKKOS_FORCEINLINE_FUNCTION Real& operator[](int i) const { return first[i * stride]; }
  };
  struct InColumn {
    Real* in_registers;
    Real* in_scratch;
    KOKKOS_FORCEINLINE_FUNCTION Real& operator[](int i) const {
      return i < Column::in_registers ? in_registers[i * Column::planes]
                                      : in_scratch[(i - Column::in_registers) * Column::threads];
    }
  };

  /// Of `2 reach` lines beside `size`, the place of one.
  KOKKOS_FORCEINLINE_FUNCTION static int outside(int line, int size) {
    return line < Column::reach ? line - Column::reach : line - Column::reach + size;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Real* along_x(const int* at) const {
    return scratch_ + at[1] * Column::row_x + Column::reach + at[0];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Real* along_y(const int* at) const {
    return scratch_ + Shared::values[0] * Column::plane_x +
           (at[1] + Column::reach) * Column::columns + at[0];
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Real* of_thread() const {
    return scratch_ + Column::in_planes + team_.team_rank();
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION bool is_beside() const {
    return team_.team_rank() < Column::beside_y + Column::beside_x;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Vertex vertex(const int* at, int k) const {
    return vertex_of<Real>(fields_, first_[0] + at[0], first_[1] + at[1], k);
  }

  KOKKOS_FORCEINLINE_FUNCTION void enter(int piece) {
    const int beside = order_.count[0] * order_.count[1];
    const int along_z = piece / beside;
    const int place = piece - along_z * beside;
    const int at[2] = {place % order_.count[0], place / order_.count[0]};
    constexpr int size[2] = {Column::columns, Column::rows};
    wanted_ = true;
    for (int axis = 0; axis < 2; ++axis) {
      // The last columns are as many as the others and begin inside those before them.
      const int begin = at[axis] * size[axis];
      const int last = fields_.cells[axis] - size[axis];
      first_[axis] = begin < last ? begin : last;
      wanted_ = wanted_ && begin <= first_[axis] + own_[axis];
    }
    first_[2] = along_z * order_.planes;
    const int end = first_[2] + order_.planes;
    end_ = end < fields_.cells[2] ? end : fields_.cells[2];
  }

  KOKKOS_FORCEINLINE_FUNCTION void march() {
    for (int top = first_[2] - Column::reach_z; top < end_ + Column::reach_z; ++top) {
      const int k = top - Column::reach_z;
      if (top + 1 < end_ + Column::reach_z) fetch(top + 1);
      if constexpr (Column::reach_z > 0) keep(top);
      if (k >= first_[2]) update(k);
    }
  }

  /// Calls body<field>() for fields that the pass reads.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_read(const Body& body) {
    [&]<std::size_t... n>(std::index_sequence<n...>) {
      (body.template operator()<Pass::read[n]>(), ...);
    }
    (std::make_index_sequence<Pass::read.size()>{});
  }
  KOKKOS_FORCEINLINE_FUNCTION static void read(const Vertex& vertex, Real* values) {
    for_read([&]<int field>() { values[field] = vertex.template at<field, 0, 0, 0>(); });
  }
  template <int axis, class Out>
  KOKKOS_FORCEINLINE_FUNCTION void share(const Vertex& vertex, const Real* values,
                                         const Out& out) const {
    Shared::template share<axis, Real>(ReadVertex<Real, count>{vertex, values}, coefficients_, out);
  }

  /// Lets the device's cache fetch what the thread reads when plane `top` is the highest one.
  KOKKOS_FORCEINLINE_FUNCTION void fetch(int top) const {
    const int above = vertex(own_, top).offset;
    for_read([&]<int field>() { team_.prefetch(fields_.now[field] + above); });
    if (top - Column::reach_z < first_[2]) return;
    const int at = vertex(own_, top - Column::reach_z).offset;
    [&]<int... field>(std::integer_sequence<int, field...>) {
      ((Pass::previous_step[field] >= 0 ? team_.prefetch(fields_.previous[field] + at) : void()),
       ...);
    }
    (std::make_integer_sequence<int, count>{});
  }

  /// Takes what plane `top` shares along z, in place of that of the lowest plane.
  KOKKOS_FORCEINLINE_FUNCTION void keep(int top) {
    constexpr int last = Column::planes - 1;
    // Written out, or values would not stay in registers.
    [&]<int... n>(std::integer_sequence<int, n...>) {
      ((n % Column::planes < last ? void(kept_[n] = kept_[n + 1]) : void()), ...);
    }
    (std::make_integer_sequence<int, Column::in_registers * Column::planes>{});
    const int lowest = planes_[0];
    [&]<int... n>(std::integer_sequence<int, n...>) { ((planes_[n] = planes_[n + 1]), ...); }
    (std::make_integer_sequence<int, last>{});
    planes_[last] = lowest;
    const Vertex above = vertex(own_, top);
    Real values[count];
    read(above, values);
    share<2>(above, values, InColumn{kept_ + last, of_thread() + lowest});
  }

  /// Computes the team's vertices of plane k.
  KOKKOS_FORCEINLINE_FUNCTION void update(int k) {
    const Vertex own = vertex(own_, k);
    const Vertex outside = vertex(beside_, k);
    Real values[count], values_beside[count];
    // All before any is waited for.
    read(own, values);
    if (is_beside()) read(outside, values_beside);
    team_.barrier();  // What the plane before shares has been read.
    share<0>(own, values, InPlane{along_x(own_), Column::plane_x});
    share<1>(own, values, InPlane{along_y(own_), Column::plane_y});
    if (team_.team_rank() < Column::beside_y)
      share<1>(outside, values_beside, InPlane{along_y(beside_), Column::plane_y});
    else if (is_beside())
      share<0>(outside, values_beside, InPlane{along_x(beside_), Column::plane_x});
    team_.barrier();
    Shared::template finish<Real>(
        ReadVertex<Real, count>{own, values},
        NearVertex<Column>{along_x(own_), along_y(own_), kept_, of_thread(), planes_},
        coefficients_, WantedOut<Pass, Real, count>{fields_, own.offset, wanted_});
  }

  const VertexFields<Real, count>& fields_;
  const Coefficients& coefficients_;
  const ColumnOrder& order_;
  const Team& team_;
  Real* scratch_;
  int own_[2];     ///< where the thread's column is in the team
  int beside_[2];  ///< a column beside the team of which it computes what is shared
  int first_[3];   ///< vertex of the piece
  int end_;        ///< of its planes
  bool wanted_;    ///< whether no other team computes the thread's column
  int planes_[Column::planes];
  Real kept_[std::max(Column::in_registers, 1) * Column::planes] = {};
};

/// Device form of a pass in columns.
template <class Column, int count>
struct VertexColumnsDevice {
  using Real = typename Column::Real;
  static constexpr int threads = Column::threads;
  static constexpr int teams = Column::teams;
  static constexpr int scratch_bytes = Column::scratch_bytes;
  VertexFields<Real, count> fields;
  typename Column::Pass::template Coefficients<Real> coefficients;
  ColumnOrder order;

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    ColumnMarch<Column, count, Team>(fields, coefficients, order, team).run();
  }
};

}  // namespace solenoid
