#pragma once
/// \file
/// Passes of stencil programs on a GPU, a tile of vertices a team. A field's values in and around
/// the tile arrive in scratch memory while the steps of the fields before it compute, so that each
/// is fetched once for all vertices of the tile.

#include <algorithm>
#include <array>

#include "numerics/device/team.hpp"
#include "numerics/vertices/pass_shape.hpp"
#include "numerics/vertices/vertices.hpp"

namespace solenoid {

/// How a pass is cut into tiles.
template <class TilePass, class TileReal, class Shape = CompiledShape>
struct VertexTile {
  using Pass = TilePass;
  using Real = TileReal;
  static constexpr PassShape shape = Shape::shape;
  static constexpr std::array<int, 3> size = {shape.columns, shape.rows, shape.planes};
  static constexpr int threads = shape.vertices();
  static constexpr int teams = shape.teams;

  /// The fields whose values before the last substep a step reads come with its field.
  static constexpr int previous_of_step(int step) {
    return int(std::count(Pass::previous_step.begin(), Pass::previous_step.end(), step));
  }
  /// Which one of those of its step a field is.
  static constexpr int previous_place(int field) {
    const auto own = Pass::previous_step.begin() + field;
    return int(std::count(Pass::previous_step.begin(), own, *own));
  }
  static constexpr TileNeeds needs = [] {
    TileNeeds needs{Pass::steps, {}, 0};
    for (const int field : Pass::step_field)
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (field >= 0)
          needs.reach[axis] = std::max(needs.reach[axis], Pass::reach[std::size_t(field)][axis]);
    for (int step = 0; step < Pass::steps; ++step)
      needs.previous = std::max(needs.previous, previous_of_step(step));
    return needs;
  }();
  static constexpr std::array<int, 3> reach = needs.reach;

  static constexpr TileExtents extents{shape, needs, int(sizeof(Real))};
  static constexpr int chunk = extents.chunk;
  static constexpr int left = extents.left;
  static constexpr int row = extents.row;
  static constexpr int rows = extents.rows;  ///< in a plane
  static constexpr int planes = extents.planes;
  static constexpr int values = extents.values;
  static constexpr int origin = extents.origin;
  static constexpr int entry_values = extents.entry_values;
  static constexpr int rings = extents.rings;
  static constexpr int ahead = rings - 2;  ///< fields that are on the way
  static constexpr int scratch_bytes = extents.scratch_bytes;
  /// Whether the pass is for tiles: outputs, which are computed rarely, would only take longer to
  /// compile.
  static constexpr bool fits = extents.fits && Pass::reads_previous;
};

/// Where a team's tiles lie: in bands across y, a plane of tiles of a band after the other, so that
/// the device's cache holds what neighbouring tiles share.
struct TileOrder {
  int count[3];  ///< tiles along each axis
  int band;      ///< tiles of a band along y, a divisor of their number
  /// Planes of tiles that are left out, if any are: how many, and how many come before them.
  int left_out = 0;
  int before = 0;

  /// Bands are as wide as the device's `cache` allows, for fields of `bytes` a vertex in all.
  TileOrder(const int* cells, const std::array<int, 3>& size, int bytes, int cache = usual_cache) {
    constexpr int planes = 16;  ///< of vertices: those of a tile and around it, and the next ones
    constexpr int parts_of_cache = 3;  ///< the others are for what is written, and what comes next
    for (std::size_t axis = 0; axis < 3; ++axis)
      count[axis] = (cells[axis] + size[axis] - 1) / size[axis];
    const long row = long(cells[0]) * bytes * planes * size[1];
    band = std::clamp(int(cache / parts_of_cache / row), 1, count[1]);
    while (count[1] % band != 0) --band;
  }

  /// Leaves out all planes of tiles but those that have one of `layers` vertices at an end of z, or
  /// leaves out those. `cells` are the vertices along z, `size` those of a tile.
  void take_part(PassPart part, int layers, int cells, int size) {
    if (part == PassPart::all) return;
    const int lower = (layers + size - 1) / size;
    const int upper = count[2] - (cells - layers) / size;
    const int inner = count[2] - lower - upper;
    before = part == PassPart::inner ? 0 : lower;
    left_out = part == PassPart::inner ? lower : inner;
    count[2] = part == PassPart::inner ? inner : lower + upper;
  }

  KOKKOS_FORCEINLINE_FUNCTION int total() const { return count[0] * count[1] * count[2]; }
  /// The position of a tile, counted in tiles.
  KOKKOS_FORCEINLINE_FUNCTION void place(int tile, int* at) const {
    const int in_plane = count[0] * band;
    const int plane = tile / in_plane;
    const int in_band = tile - plane * in_plane;
    const int row = in_band / count[0];
    at[0] = in_band - row * count[0];
    at[1] = plane / count[2] * band + row;
    const int along_z = plane % count[2];
    at[2] = along_z < before ? along_z : along_z + left_out;
  }
};

/// What a thread copies of each field of a tile.
template <class Tile>
struct TileCopies {
  static constexpr int row_chunks = Tile::row / Tile::chunk;
  static constexpr int chunks = row_chunks * Tile::rows * Tile::planes;
  static constexpr int count = Tile::extents.copies;
  static_assert(count <= most_tile_copies);
  int from[count];      ///< offset from the tile's first vertex
  unsigned across = 0;  ///< a bit for each: whether it is beyond the tile in both y and z
  bool last;            ///< whether the thread has a last one

  KOKKOS_FORCEINLINE_FUNCTION TileCopies(const int* stride, int thread)
      : last(thread < chunks - (count - 1) * Tile::threads) {
    for (int n = 0; n < count; ++n) {
      const int c = thread + n * Tile::threads;
      const int i = c % row_chunks * Tile::chunk - Tile::left;
      const int j = c / row_chunks % Tile::rows - Tile::reach[1];
      const int k = c / (row_chunks * Tile::rows) - Tile::reach[2];
      const bool beyond_y = j < 0 || Tile::size[1] <= j;
      const bool beyond_z = k < 0 || Tile::size[2] <= k;
      from[n] = i + j * stride[1] + k * stride[2];
      across |= unsigned(beyond_y && beyond_z) << n;
    }
  }
  /// Begins to copy to scratch memory what lies in and around a tile of a field, with what is
  /// beyond both y and z or without. `first` is the tile's first vertex.
  template <bool with_across, class Team, class Real>
  KOKKOS_FORCEINLINE_FUNCTION void begin(const Team& team, Real* to, const Real* field,
                                         int first) const {
    const int thread = team.team_rank();
    for (int n = 0; n < count; ++n)
      if ((n < count - 1 || last) && (with_across || (across >> n & 1U) == 0))
        team.template copy<Tile::chunk* int(sizeof(Real))>(
            to + (thread + n * Tile::threads) * Tile::chunk, field + (first + from[n]));
  }
};

/// A vertex of a tile in the step that reads the neighbours of field `own`.
template <class Tile, int own, class Real, int count>
struct TileVertex {
  const FieldVertex<Real, count>& vertex;
  const Real* tile;    ///< that field's value at the vertex, in scratch memory
  const Real* before;  ///< the thread's values before the last substep, likewise

  template <int field, int dx, int dy, int dz>
  SOLENOID_INLINE Real at() const {
    if constexpr (field == own)
      return tile[dx + Tile::row * (dy + Tile::rows * dz)];
    else
      return vertex.template at<field, dx, dy, dz>();
  }
  template <int field>
  SOLENOID_INLINE Real previous() const {
    return before[Tile::previous_place(field) * Tile::threads];
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

/// A thread's way through its tiles.
template <class Tile, int count, DeviceTeam Team>
class TileMarch {
 public:
  using Pass = typename Tile::Pass;
  using Real = typename Tile::Real;

  KOKKOS_FORCEINLINE_FUNCTION TileMarch(
      const VertexFields<Real, count>& fields,
      const typename Pass::template Coefficients<Real>& coefficients, const TileOrder& order,
      const Team& team)
      : fields_(fields),
        coefficients_(coefficients),
        order_(order),
        team_(team),
        phases_(team, team.scratch(), Tile::threads),
        copies_(fields.stride, team.team_rank()),
        rings_(reinterpret_cast<Real*>(static_cast<char*>(team.scratch()) + phases_bytes)),
        tile_(team.league_rank() - team.league_size()) {
    own_ = offset_of(place(0), place(1), place(2));
  }

  KOKKOS_FORCEINLINE_FUNCTION void run() {
    for_steps<Tile::ahead>([&]<int number>() { fetch<number>(number); });
    team_.template wait<Tile::ahead - 1>();
    phases_.arrive();
    for (int tile = team_.league_rank(); tile < order_.total(); tile += team_.league_size())
      update();
  }

 private:
  /// Where the thread's vertex is in a tile.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int place(int axis) const {
    const int rank = team_.team_rank();
    return axis == 0   ? rank % Tile::size[0]
           : axis == 1 ? rank / Tile::size[0] % Tile::size[1]
                       : rank / (Tile::size[0] * Tile::size[1]);
  }
  /// Calls body<0>() ... body<steps - 1>().
  template <int steps, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_steps(const Body& body) {
    [&]<int... number>(std::integer_sequence<int, number...>) {
      (body.template operator()<number>(), ...);
    }
    (std::make_integer_sequence<int, steps>{});
  }

  /// Lets the next fields to be copied be those of a tile.
  KOKKOS_FORCEINLINE_FUNCTION void enter(int tile) {
    constexpr auto size = Tile::size;
    tile_ = tile;
    order_.place(tile, first_);
    for (int axis = 0; axis < 3; ++axis) {
      // The last tile is as large as the others and begins inside the one before it.
      const int begin = first_[axis] * size[std::size_t(axis)];
      const int last = fields_.cells[axis] - size[std::size_t(axis)];
      first_[axis] = begin < last ? begin : last;
      skipped_[axis] = begin - first_[axis];
    }
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int offset_of(int i, int j, int k) const {
    return i + j * fields_.stride[1] + k * fields_.stride[2];
  }

  /// Begins to copy what step `number` of the tile ahead reads into an entry of the ring. A tile is
  /// entered by the copies for its first step, not by those for the last step of the tile before
  /// it: that one is still to be computed where all its copies are begun ahead.
  template <int number>
  KOKKOS_FORCEINLINE_FUNCTION void fetch(int entry) {
    if constexpr (number == 0) enter(tile_ + team_.league_size());
    constexpr int field = Pass::step_field[std::size_t(number)];
    Real* const to = rings_ + entry * Tile::entry_values;
    const int first = offset_of(first_[0], first_[1], first_[2]);
    if (tile_ < order_.total()) {
      copies_.template begin<Pass::reads_across_x[std::size_t(field)]>(team_, to,
                                                                       fields_.now[field], first);
      for_steps<Pass::field_count>([&]<int f>() {
        if constexpr (Pass::previous_step[std::size_t(f)] == number)
          team_.template copy<int(sizeof(Real))>(
              to + Tile::values + Tile::previous_place(f) * Tile::threads + team_.team_rank(),
              fields_.previous[f] + (first + own_));
      });
    }
    team_.commit();
  }

  KOKKOS_FORCEINLINE_FUNCTION void update() {
    const int i = place(0);
    const int j = place(1);
    const int k = place(2);
    const auto vertex = vertex_of<Real>(fields_, first_[0] + i, first_[1] + j, first_[2] + k);
    const WantedOut<Pass, Real, count> out{
        fields_, vertex.offset, skipped_[0] <= i && skipped_[1] <= j && skipped_[2] <= k};
    const int in_tile = Tile::origin + i + Tile::row * (j + Tile::rows * k);
    Real values[Pass::kept > 0 ? Pass::kept : 1]{};
    Real* const kept = values;
    for_steps<Pass::steps>([&]<int number>() { step<number>(vertex, in_tile, kept, out); });
  }

  template <int number>
  KOKKOS_FORCEINLINE_FUNCTION void step(const FieldVertex<Real, count>& vertex, int in_tile,
                                        Real* kept, const WantedOut<Pass, Real, count>& out) {
    phases_.wait();
    team_.template wait<Tile::ahead - 2>();  // for what the next step reads
    phases_.arrive();
    fetch<(number + Tile::ahead) % Pass::steps>(ring_ < 2 ? ring_ + Tile::ahead : ring_ - 2);
    constexpr int field = Pass::step_field[std::size_t(number)];
    const Real* const entry = rings_ + ring_ * Tile::entry_values;
    Pass::template step<number, Real>(
        TileVertex<Tile, field, Real, count>{vertex, entry + in_tile,
                                             entry + Tile::values + team_.team_rank()},
        coefficients_, kept, out);
    ring_ = ring_ == Tile::rings - 1 ? 0 : ring_ + 1;
  }

  const VertexFields<Real, count>& fields_;
  const typename Pass::template Coefficients<Real>& coefficients_;
  const TileOrder& order_;
  const Team& team_;
  typename Team::Phases phases_;
  TileCopies<Tile> copies_;
  Real* rings_;
  int ring_ = 0;    ///< of the next field to be computed
  int own_;         ///< the thread's offset in a tile
  int tile_;        ///< of which fields are copied
  int first_[3];    ///< vertex of that tile, of which update() takes note before it moves on
  int skipped_[3];  ///< vertices that another tile computes
};

/// Device form of a pass in tiles.
template <class Tile, int count>
struct VertexTilesDevice {
  using Real = typename Tile::Real;
  static constexpr int threads = Tile::threads;
  static constexpr int teams = Tile::teams;
  static constexpr int scratch_bytes = Tile::scratch_bytes;
  VertexFields<Real, count> fields;
  typename Tile::Pass::template Coefficients<Real> coefficients;
  TileOrder order;

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    TileMarch<Tile, count, Team>(fields, coefficients, order, team).run();
  }
};

}  // namespace solenoid
