#pragma once
/// \file
/// What an output file holds, before any format: fields on a grid at a time, and where they come
/// from.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "physics/fields/plane_means.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Version of the program, device, precision and resolved deck: stored in every file.
struct Provenance {
  std::string version;    ///< program version and git commit
  std::string deck;       ///< resolved deck, TOML
  std::string device;     ///< e.g. "OpenMP, 2 threads, 8 lanes" or "NVIDIA H200"
  std::string precision;  ///< "single", "double" or "extended"
};

struct NamedField {
  std::string name;
  FieldValues values;
  /// In place of the values: what a picture shows of them (pixels_of_plane()).
  std::optional<PlaneMeans> means{};
};

/// Fields of one time on one grid (a slice has one cell along its axis).
struct Snapshot {
  Grid grid;
  double time = 0;
  long step = 0;
  Precision precision = Precision::double_precision;  ///< of the values in a file
  std::vector<NamedField> fields;
  Provenance provenance;
  std::optional<Grid> whole{};  ///< of a slice: the grid that it was cut from
  bool compressed = false;      ///< whether a file is to be
};

/// The plane of cells normal to `axis` that holds `position`. Throws std::invalid_argument for a
/// position outside the grid.
Box plane_at(const Grid& grid, Axis axis, double position);

/// That plane of `whole`: its grid has one cell along `axis`. Throws as plane_at does.
Snapshot slice(const Snapshot& whole, Axis axis, double position);

/// Fills arrays of the host, in single or double precision, with boxes of a field of a grid, whose
/// values have to live as long.
Gather gather_of(const Grid& grid, const FieldValues& values);

/// Means of the fields of `fine` over the cells of a grid with `cells` cells in the same box.
/// Throws std::invalid_argument where they do not hold whole numbers of its cells.
Snapshot coarsened(const Snapshot& fine, const std::array<int, 3>& cells);

}  // namespace solenoid
