#include "src/setup/file_on_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "numerics/device/on_all_threads.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

using Counts = std::array<int, 3>;

/// How boxes may differ, in cells of the coarser grid: texts round coordinates.
constexpr double box_tolerance = 0.01;

void require_fit(const Grid& from, const Grid& to) {
  for (int axis = 0; axis < 3; ++axis) {
    const int coarse = std::min(from.cells[axis], to.cells[axis]);
    const int fine = std::max(from.cells[axis], to.cells[axis]);
    if (fine % coarse != 0)
      throw std::invalid_argument(fmt::format(
          "it has {} cells, and the deck {}: expected the same number along each axis, a multiple "
          "or a whole part of it",
          cells_text(from.cells), cells_text(to.cells)));
    if (coarse == 1) continue;
    const double tolerance = box_tolerance * (to.upper[axis] - to.lower[axis]) / coarse;
    if (std::abs(from.lower[axis] - to.lower[axis]) > tolerance ||
        std::abs(from.upper[axis] - to.upper[axis]) > tolerance)
      throw std::invalid_argument(fmt::format(
          "it reaches from {0} to {1} in {2}, and the deck's grid from {3} to {4}: "
          "expected the same box; 'lower' and 'upper' in [grid] may be left out",
          from.lower[axis], from.upper[axis], "xyz"[axis], to.lower[axis], to.upper[axis]));
  }
}

/// The cells of which those of a box are made, where a file's grid is coarser along some axes and
/// finer along others: means come first, so that what is interpolated is what is kept.
struct Boxes {
  Counts middle;  ///< cells of the grid that has the fewer ones along each axis
  Box parents;    ///< those of it that hold the box
  Box around;     ///< with the neighbours along axes that they are cut along
  Box file;       ///< the file's cells in these
  Box children;   ///< the deck's cells in the parents

  Boxes(const Counts& from, const Counts& to, const Box& cells)
      : parents(cells), around(cells), file(cells), children(cells) {
    for (std::size_t d = 0; d < 3; ++d) {
      middle[d] = std::min(from[d], to[d]);
      if (cells.values() == 0) continue;
      const int finer = to[d] / middle[d], coarser = from[d] / middle[d];
      parents.begin[d] = cells.begin[d] / finer;
      parents.count[d] = (cells.begin[d] + cells.count[d] - 1) / finer + 1 - parents.begin[d];
      const int margin = finer > 1 ? 1 : 0;
      around.begin[d] = std::max(parents.begin[d] - margin, 0);
      around.count[d] =
          std::min(parents.begin[d] + parents.count[d] + margin, middle[d]) - around.begin[d];
      file.begin[d] = around.begin[d] * coarser;
      file.count[d] = around.count[d] * coarser;
      children.begin[d] = parents.begin[d] * finer;
      children.count[d] = parents.count[d] * finer;
    }
  }
};

Counts ratio(const Counts& many, const Counts& few) {
  return {many[0] / few[0], many[1] / few[1], many[2] / few[2]};
}

/// Values of a box of a grid's cells.
struct Cells {
  const FieldValues& values;
  const Box& box;
  const Counts& n;  ///< cells of the grid

  [[nodiscard]] double at(const Counts& c) const { return values[box.value_at(c)]; }
  /// The slope along an axis over a cell: central, or the smaller of both sides where `limited`; at
  /// the ends of the grid one-sided, or 0 where limited.
  [[nodiscard]] double slope(const Counts& c, std::size_t axis, bool limited) const {
    if (n[axis] == 1) return 0;
    Counts before = c, behind = c;
    before[axis] = std::max(c[axis] - 1, 0);
    behind[axis] = std::min(c[axis] + 1, n[axis] - 1);
    const double lower = at(c) - at(before), upper = at(behind) - at(c);
    if (!limited) return (lower + upper) / double(behind[axis] - before[axis]);
    if (lower * upper <= 0) return 0;
    return std::abs(lower) < std::abs(upper) ? lower : upper;
  }
};

/// The children of parents whose values are there with those around them. `flat` tells of these in
/// which values are to be constant; it may be empty.
FieldValues refined(const FieldValues& values, const Boxes& boxes, const Counts& factor,
                    bool limited, const std::vector<char>& flat) {
  const Cells cells{values, boxes.around, boxes.middle};
  const Box& to = boxes.children;
  FieldValues fine(to.values());
  on_all_threads("refine", to.count[1] * to.count[2], [&](int row) {
    const std::size_t first = std::size_t(row) * std::size_t(to.count[0]);
    for (int i = 0; i < to.count[0]; ++i) {
      const Counts child = to.at(first + std::size_t(i));
      const Counts parent = ratio(child, factor);
      const std::size_t number = boxes.around.value_at(parent);
      double value = values[number];
      for (std::size_t d = 0; d < 3 && (flat.empty() || flat[number] == 0); ++d) {
        if (factor[d] == 1) continue;
        const double place = (child[d] % factor[d] + 0.5) / factor[d] - 0.5;
        value += place * cells.slope(parent, d, limited);
      }
      fine[first + std::size_t(i)] = value;
    }
  });
  return fine;
}

/// Means along the axes where there are fewer cells, and the same values along the others.
FieldValues averaged(const FieldValues& values, const Boxes& boxes, const Counts& factor) {
  FieldValues coarse(boxes.around.values(), 0.0);
  const double part = 1.0 / (double(factor[0]) * factor[1] * factor[2]);
  const Box& from = boxes.file;
  std::size_t n = 0;
  for (int k = 0; k < from.count[2]; ++k)
    for (int j = 0; j < from.count[1]; ++j)
      for (int i = 0; i < from.count[0]; ++i) {
        const Counts cell{from.begin[0] + i, from.begin[1] + j, from.begin[2] + k};
        coarse[boxes.around.value_at(ratio(cell, factor))] += part * values[n++];
      }
  return coarse;
}

/// Fields that add up, of a fluid in the form of perturbations without a background.
FileState with_sums(const FileState& state) {
  FileState sums;
  sums.snapshot.grid = state.snapshot.grid;
  sums.parameters = state.parameters;
  sums.format = state.format;
  std::vector<std::string> names{"density_perturbation", "energy_perturbation"};
  for (const char c : {'x', 'y', 'z'}) {
    names.push_back(std::string("momentum_") + c);
    names.push_back(std::string("magnetic_field_perturbation_") + c);
  }
  for (const std::string& name : names)
    sums.snapshot.fields.push_back({name, field_of(state, name)});
  return sums;
}

bool holds(const FileState& state, const std::string& name) {
  return std::ranges::find(state.snapshot.fields, name, &NamedField::name) !=
         state.snapshot.fields.end();
}

bool is_fluid(const FileState& state) {
  return !holds_perturbations(state) && holds(state, "density") && holds(state, "pressure") &&
         holds(state, "velocity_x") && state.parameters.gamma;
}

FileState refined(const FileState& state, const Boxes& boxes, const Counts& factor, bool limited,
                  const std::vector<char>& flat) {
  FileState fine = state;
  fine.snapshot.grid.cells = boxes.children.count;
  for (NamedField& field : fine.snapshot.fields)
    field.values = refined(field.values, boxes, factor, limited, flat);
  return fine;
}

/// The parents of a fluid in which the pressure of a refined state is not positive somewhere.
std::vector<char> without_pressure(const FileState& fine, const Boxes& boxes,
                                   const Counts& factor) {
  const FieldValues pressure = field_of(fine, "pressure");
  std::vector<char> flat(boxes.around.values(), 0);
  for (std::size_t n = 0; n < pressure.size(); ++n)
    if (!(pressure[n] > 0)) flat[boxes.around.value_at(ratio(boxes.children.at(n), factor))] = 1;
  return flat;
}

/// Fields at centres, of the file's cells of `boxes`, in the deck's cells there.
FileState centres_on(const FileState& state, const Boxes& boxes, const Counts& from,
                     const Counts& to) {
  const bool fluid = is_fluid(state);
  FileState coarse = fluid ? with_sums(state) : state;
  for (NamedField& field : coarse.snapshot.fields)
    field.values = averaged(field.values, boxes, ratio(from, boxes.middle));
  coarse.snapshot.grid.cells = boxes.around.count;
  const Counts factor = ratio(to, boxes.middle);
  FileState fine = refined(coarse, boxes, factor, fluid, {});
  if (!fluid) return fine;
  const std::vector<char> flat = without_pressure(fine, boxes, factor);
  const bool any = std::ranges::any_of(flat, [](char f) { return f != 0; });
  return any ? refined(coarse, boxes, factor, fluid, flat) : fine;
}

/// A field on faces, around `part` of the deck's cells from those around `old` cells of the file:
/// linear from face to face of the file, the same across each; or the mean of what goes through the
/// faces that make one.
FieldValues faces_on(const FieldValues& values, int normal, const Grid& from, const Box& old,
                     const Grid& to, const Box& part) {
  const Placement place = faces_normal_to(normal);
  const Box there = part_of_field(from, old, place), all = part_of_field(to, part, place);
  const Counts ends = whole_field(from, place).count;
  const auto n = std::size_t(normal);
  FieldValues result(all.values());
  for (std::size_t v = 0; v < result.size(); ++v) {
    const Counts at = all.at(v);
    Counts first, last;  // the old faces of which this one is the mean
    double upper = 0;    // the part of the next old face along the normal
    for (std::size_t d = 0; d < 3; ++d) {
      const bool finer = to.cells[d] > from.cells[d];
      const int factor = finer ? to.cells[d] / from.cells[d] : from.cells[d] / to.cells[d];
      first[d] = finer ? at[d] / factor : at[d] * factor;
      last[d] = finer || d == n ? first[d] : first[d] + factor - 1;
      if (d == n && finer) upper = double(at[d] % factor) / factor;
    }
    double sum = 0, count = 0;
    for (int k = first[2]; k <= last[2]; ++k)
      for (int j = first[1]; j <= last[1]; ++j)
        for (int i = first[0]; i <= last[0]; ++i) {
          Counts face{std::min(i, ends[0] - 1), std::min(j, ends[1] - 1), std::min(k, ends[2] - 1)};
          const double here = values[there.value_at(face)];
          face[n] = std::min(face[n] + 1, ends[n] - 1);
          sum += upper == 0 ? here : (1 - upper) * here + upper * values[there.value_at(face)];
          count += 1;
        }
    result[v] = sum / count;
  }
  return result;
}

}  // namespace

FileState on_grid(StateReader& file, const Grid& grid, const Box& cells) {
  const Grid& from = file.head().snapshot.grid;
  require_fit(from, grid);
  if (from.cells == grid.cells) return file.read(cells);
  const Boxes boxes(from.cells, grid.cells, cells);
  FileState state = file.read(boxes.file);
  FileState there = centres_on(state, boxes, from.cells, grid.cells);
  for (NamedField& field : there.snapshot.fields)
    field.values = cut_out(field.values, boxes.children, cells);
  there.snapshot.grid.cells = cells.count;
  there.faces = std::move(state.faces);
  if (cells.values() == 0) return there;
  for (std::size_t c = 0; c < there.faces.size(); ++c)
    there.faces[c] = faces_on(there.faces[c], int(c), from, boxes.file, grid, cells);
  return there;
}

}  // namespace solenoid
