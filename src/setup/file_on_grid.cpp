#include "src/setup/file_on_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

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

/// Values of cells with wrapped or clamped neighbours.
struct Cells {
  const FieldValues& values;
  Counts n;

  [[nodiscard]] double at(const Counts& c) const {
    return values[std::size_t(c[0]) +
                  std::size_t(n[0]) * (std::size_t(c[1]) + std::size_t(n[1]) * std::size_t(c[2]))];
  }
  /// The slope along an axis over a cell: central, or the smaller of both sides where `limited`; at
  /// the ends of the box one-sided, or 0 where limited.
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

std::size_t count_of(const Counts& n) {
  return std::size_t(n[0]) * std::size_t(n[1]) * std::size_t(n[2]);
}

/// `flat` tells cells in which values are to be constant; it may be empty.
FieldValues refined(const FieldValues& values, const Counts& from, const Counts& to, bool limited,
                    const std::vector<char>& flat) {
  const Cells cells{values, from};
  Counts factor;
  for (std::size_t d = 0; d < 3; ++d) factor[d] = to[d] / from[d];
  FieldValues fine(count_of(to));
  on_all_threads("refine", to[1] * to[2], [&](int row) {
    const int j = row % to[1], k = row / to[1];
    for (int i = 0; i < to[0]; ++i) {
      const Counts child{i, j, k};
      const Counts parent{i / factor[0], j / factor[1], k / factor[2]};
      const std::size_t number =
          std::size_t(parent[0]) +
          std::size_t(from[0]) *
              (std::size_t(parent[1]) + std::size_t(from[1]) * std::size_t(parent[2]));
      double value = values[number];
      for (std::size_t d = 0; d < 3 && (flat.empty() || flat[number] == 0); ++d) {
        if (factor[d] == 1) continue;
        const double place = (child[d] % factor[d] + 0.5) / factor[d] - 0.5;
        value += place * cells.slope(parent, d, limited);
      }
      fine[std::size_t(i) + std::size_t(to[0]) * std::size_t(row)] = value;
    }
  });
  return fine;
}

/// Means along the axes where there are fewer cells, and the same values along the others.
FieldValues averaged(const FieldValues& values, const Counts& from, const Counts& to) {
  FieldValues coarse(count_of(to), 0.0);
  Counts factor;
  for (std::size_t d = 0; d < 3; ++d) factor[d] = from[d] / to[d];
  const double part = 1.0 / (double(factor[0]) * factor[1] * factor[2]);
  std::size_t n = 0;
  for (int k = 0; k < from[2]; ++k)
    for (int j = 0; j < from[1]; ++j)
      for (int i = 0; i < from[0]; ++i)
        coarse[std::size_t(i / factor[0]) +
               std::size_t(to[0]) * (std::size_t(j / factor[1]) +
                                     std::size_t(to[1]) * std::size_t(k / factor[2]))] +=
            part * values[n++];
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

FileState refined(const FileState& state, const Grid& grid, bool limited,
                  const std::vector<char>& flat) {
  FileState fine = state;
  fine.snapshot.grid = grid;
  for (NamedField& field : fine.snapshot.fields)
    field.values = refined(field.values, state.snapshot.grid.cells, grid.cells, limited, flat);
  return fine;
}

/// Cells of a fluid on `from` in which the pressure of a refined state is not positive somewhere.
std::vector<char> without_pressure(const FileState& fine, const Grid& from) {
  const FieldValues pressure = field_of(fine, "pressure");
  const Counts& to = fine.snapshot.grid.cells;
  std::vector<char> flat(from.cell_count(), 0);
  for (std::size_t n = 0; n < pressure.size(); ++n) {
    if (pressure[n] > 0) continue;
    const Box whole{{0, 0, 0}, to}, coarse{{0, 0, 0}, from.cells};
    Counts at = whole.at(n);
    for (std::size_t d = 0; d < 3; ++d) at[d] = at[d] * from.cells[d] / to[d];
    flat[coarse.value_at(at)] = 1;
  }
  return flat;
}

Counts face_counts(const Grid& grid, int normal) {
  return whole_field(grid, faces_normal_to(normal)).count;
}

/// A field on faces: linear from face to face of the file, the same across each; or the mean of
/// what goes through the faces that make one.
FieldValues faces_on(const FieldValues& values, int normal, const Grid& from, const Grid& to) {
  const Box old{{0, 0, 0}, face_counts(from, normal)}, all{{0, 0, 0}, face_counts(to, normal)};
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
          Counts face{std::min(i, old.count[0] - 1), std::min(j, old.count[1] - 1),
                      std::min(k, old.count[2] - 1)};
          const double here = values[old.value_at(face)];
          face[n] = std::min(face[n] + 1, old.count[n] - 1);
          sum += upper == 0 ? here : (1 - upper) * here + upper * values[old.value_at(face)];
          count += 1;
        }
    result[v] = sum / count;
  }
  return result;
}

}  // namespace

FileState on_grid(const FileState& state, const Grid& grid) {
  const Grid& from = state.snapshot.grid;
  require_fit(from, grid);
  FileState there = state;
  there.snapshot.grid = grid;
  if (from.cells == grid.cells) return there;
  const bool fluid = is_fluid(state);
  FileState sums = fluid ? with_sums(state) : state;
  // Averages first, so that what is interpolated is what is kept.
  Grid middle = from;
  for (std::size_t d = 0; d < 3; ++d) middle.cells[d] = std::min(from.cells[d], grid.cells[d]);
  for (NamedField& field : sums.snapshot.fields)
    field.values = averaged(field.values, from.cells, middle.cells);
  sums.snapshot.grid = middle;
  const FileState coarse = sums;
  sums = refined(coarse, grid, fluid, {});
  if (fluid) {
    const std::vector<char> flat = without_pressure(sums, middle);
    if (std::ranges::any_of(flat, [](char f) { return f != 0; }))
      sums = refined(coarse, grid, fluid, flat);
  }
  there.snapshot.fields = sums.snapshot.fields;
  for (std::size_t c = 0; c < there.faces.size(); ++c)
    there.faces[c] = faces_on(state.faces[c], int(c), from, grid);
  return there;
}

}  // namespace solenoid
