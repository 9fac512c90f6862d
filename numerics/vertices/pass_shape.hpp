#pragma once
/// \file
/// How the passes of a stencil program are cut up among threads. Which shape is fast
/// depends on program, order, precision and device: `solenoid tune` measures it. A program is
/// compiled for one shape, SOLENOID_PASS_SHAPE.

#include <algorithm>
#include <array>
#include <cstddef>

#include "numerics/device/device_limits.hpp"

namespace solenoid {

enum class PassForm {
  plain,  ///< on a GPU: each thread reads what it needs from memory
  tiles,  ///< on a GPU: a team takes a field's values in and around its vertices from scratch
          ///< memory
  blocks  ///< on a CPU: pieces of rows
};

/// On a GPU a team of one thread a vertex, on a CPU what a thread computes at a time.
struct PassShape {
  PassForm form = PassForm::plain;
  int columns = 32, rows = 4, planes = 1;  ///< vertices along x, y and z
  int teams = 2;                           ///< on a GPU: that a multiprocessor is to hold
  int entries = 0;                         ///< in tiles: fields in scratch memory at a time

  [[nodiscard]] constexpr int vertices() const { return columns * rows * planes; }
  bool operator==(const PassShape&) const = default;
};

inline constexpr PassShape plain_pass_shape{};
/// Without tiles, for passes that read neighbours along z, which stay in the cache: with
/// hyperdiffusion 1.11 times as fast on an H200, never slower where it was measured.
inline constexpr PassShape plain_box_shape{PassForm::plain, 32, 2, 2, 2, 0};

/// The same for passes of fewer operations than these: fewer registers do for them, and more teams
/// wait for memory at a time. Of the work of hyperdiffusion, 326 operations, 0.87 of the time of
/// two teams a multiprocessor; of 1016 operations 1.10 of it.
inline constexpr int few_operations = 400;
inline constexpr PassShape light_box_shape{PassForm::plain, 32, 2, 2, 3, 0};

/// Rows of a band of these. Of a band's planes all that vertices read stays in the cache until the
/// last of them has read it; of the stratified equations at 256^3 on an H200 the pass takes 0.88 of
/// the time, with hyperdiffusion as well; 16 and 64 rows take 2 and 3 percent longer without.
inline constexpr int rows_of_plain_bands = 32;

/// How a pass whose vertices share what they derive (numerics/vertices/vertex_columns.hpp) is cut
/// up among teams of one thread a column.
struct ColumnShape {
  int columns, rows;  ///< vertices of a plane
  int teams;          ///< that a multiprocessor is to hold
};
/// For values of so many bytes. What columns keep takes half of the registers that a thread may
/// have: of the stratified equations in double precision teams with fewer of them are slower.
constexpr ColumnShape column_shape(std::size_t value_bytes) {
  return {32, 8, value_bytes > 4 ? 1 : 2};
}
/// Bytes in registers of what a thread keeps of planes along z.
inline constexpr int most_bytes_of_planes = 360;
/// Vertices that threads may go through for each of a box in columns, those of other teams and of
/// idle multiprocessors counted in.
inline constexpr double most_work_of_columns = 1.3;

/// The tiles for values of so many bytes, as long as nothing was measured: rows of 128 bytes.
constexpr PassShape default_tile_shape(std::size_t value_bytes) {
  return {PassForm::tiles, int(128 / value_bytes), 8, 4, 1, 4};
}

/// Without a number of columns a piece of a row is as long as what steps keep for it fits the first
/// cache level.
inline constexpr PassShape default_block_shape{PassForm::blocks, 0, 32, 16, 0, 0};

#ifndef SOLENOID_PASS_SHAPE
#define SOLENOID_PASS_SHAPE plain_pass_shape
#define SOLENOID_BLOCK_SHAPE default_block_shape
#else
#define SOLENOID_BLOCK_SHAPE SOLENOID_PASS_SHAPE
#endif

/// The shape for which kernels of a GPU are compiled.
struct CompiledShape {
  static constexpr PassShape shape = SOLENOID_PASS_SHAPE;
};
/// Those of a CPU.
struct CompiledBlocks {
  static constexpr PassShape shape = SOLENOID_BLOCK_SHAPE;
};

/// Scratch memory that a barrier in two halves takes, in bytes.
inline constexpr int phases_bytes = 128;

/// Values that one copy to scratch memory brings.
constexpr int values_of_copy(int value_bytes) { return 16 / value_bytes; }

/// Whether a box of so many vertices can be cut into tiles of a shape: the last tile along an axis
/// begins inside the one before it, where a copy may begin.
constexpr bool can_be_cut(const std::array<int, 3>& cells, const PassShape& shape,
                          int value_bytes) {
  return cells[0] % values_of_copy(value_bytes) == 0 && cells[0] >= shape.columns &&
         cells[1] >= shape.rows && cells[2] >= shape.planes;
}

/// Copies of a field that a thread of a tile may make: it has a bit for each.
inline constexpr int most_tile_copies = 32;

/// Which vertices of a box a pass is run over: those near the two ends of an axis may have to wait
/// for ghosts.
enum class PassPart { all, inner, outer };

/// What a pass asks of tiles.
struct TileNeeds {
  int steps;                 ///< each reads the neighbours of one field
  std::array<int, 3> reach;  ///< how far the farthest of them is, along each axis
  int previous;              ///< most values before the last substep that a step reads
};

/// A tile's field in scratch memory: its vertices and those around them that steps read.
struct TileExtents {
  int chunk;  ///< values of a copy
  int left;   ///< columns beside the tile, in whole copies
  int row;    ///< values of a row
  int rows;   ///< of a plane
  int planes;
  int values;
  int origin;        ///< the tile's first vertex
  int entry_values;  ///< those of a field, and the values before the last substep that come with it
  /// Entries in scratch memory: that of the step, that of the step before, which other warps may
  /// still read, and those that are on the way.
  int rings;
  int scratch_bytes;  ///< of a team
  int copies;         ///< of a field by a thread, the last of which not all threads have
  bool fits;          ///< whether tiles of this shape are for the pass, and the device has room

  constexpr TileExtents(const PassShape& shape, const TileNeeds& needs, int value_bytes)
      : chunk(values_of_copy(value_bytes)),
        left((needs.reach[0] + chunk - 1) / chunk * chunk),
        row(shape.columns + 2 * left),
        rows(shape.rows + 2 * needs.reach[1]),
        planes(shape.planes + 2 * needs.reach[2]),
        values(row * rows * planes),
        origin(left + row * (needs.reach[1] + rows * needs.reach[2])),
        entry_values(values + needs.previous * shape.vertices()),
        rings(std::min({shape.entries, needs.steps + 2,
                        (most_scratch / std::max(shape.teams, 1) - scratch_of_system) /
                            std::max(entry_values * value_bytes, 1)})),
        scratch_bytes(phases_bytes + rings * entry_values * value_bytes),
        copies((values / chunk + shape.vertices() - 1) / std::max(shape.vertices(), 1)),
        fits(shape.form == PassForm::tiles && needs.steps > 1 && rings >= 4 &&
             copies <= most_tile_copies && shape.columns % chunk == 0 &&
             shape.vertices() % threads_in_step == 0 && shape.vertices() <= most_threads) {}
};

}  // namespace solenoid
