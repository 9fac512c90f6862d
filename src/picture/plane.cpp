#include "src/picture/plane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "numerics/grid/pixels.hpp"
#include "src/picture/ticks.hpp"

namespace solenoid {
namespace {

std::string position_in_words(const Grid& grid, Axis axis) {
  double middle = grid.centre(axis, grid.cells[axis] / 2);
  // The origin, but for rounding.
  if (std::abs(middle) < 1e-9 * grid.spacing(axis)) middle = 0;
  return fmt::format("{} = {}", "xyz"[axis], picture_number(middle, 4));
}

std::vector<CellRange> cells_under_pixels(int cells, int pixels) {
  std::vector<CellRange> ranges;
  for (int pixel = 0; pixel < pixels; ++pixel)
    ranges.push_back(cells_under_pixel(cells, pixels, pixel));
  return ranges;
}

double mean_under_pixel(const Plane& plane, CellRange columns, CellRange rows,
                        bool keep_non_positive) {
  constexpr double not_finite = std::numeric_limits<double>::quiet_NaN();
  const auto value_of = [&](int column, int row) {
    return plane.values[std::size_t(row) * std::size_t(plane.columns) + std::size_t(column)];
  };
  const int count = (columns.end - columns.begin) * (rows.end - rows.begin);
  if (count == 1) {
    const double value = value_of(columns.begin, rows.begin);
    if (!std::isfinite(value)) return not_finite;
    return keep_non_positive && value <= 0 ? 0 : value;
  }
  double sum = 0;
  bool non_positive = false;
  for (int row = rows.begin; row < rows.end; ++row) {
    for (int column = columns.begin; column < columns.end; ++column) {
      const double value = value_of(column, row);
      if (!std::isfinite(value)) return not_finite;
      non_positive = non_positive || value <= 0;
      sum += value;
    }
  }
  if (keep_non_positive && non_positive) return 0;
  if (std::isfinite(sum)) return sum / count;
  sum = 0;  // of values so large that it overflowed
  for (int row = rows.begin; row < rows.end; ++row)
    for (int column = columns.begin; column < columns.end; ++column)
      sum += value_of(column, row) / count;
  return sum;
}

PlaneSize size_at_true_aspect(const Plane& plane, int largest_width, int largest_height,
                              bool whole_pixels) {
  const double dx = plane.column_spacing(), dy = plane.row_spacing();
  if (whole_pixels && std::abs(dx - dy) < 1e-6 * dx) {
    const int enlarge = std::min(largest_width / plane.columns, largest_height / plane.rows);
    if (enlarge >= 1) return {plane.columns * enlarge, plane.rows * enlarge, 1};
    const int shrink = std::max((plane.columns + largest_width - 1) / largest_width,
                                (plane.rows + largest_height - 1) / largest_height);
    return {std::max(1, plane.columns / shrink), std::max(1, plane.rows / shrink), 1};
  }
  const double width = plane.right - plane.left, height = plane.top - plane.bottom;
  const double pixels_per_length = std::min(largest_width / width, largest_height / height);
  return {std::max(1, int(std::round(width * pixels_per_length))),
          std::max(1, int(std::round(height * pixels_per_length))), 1};
}

int at_least(int pixels, int cells, int least) {
  if (pixels >= least) return pixels;
  return cells >= least ? least : (least + cells - 1) / cells * cells;
}

}  // namespace

std::string cut_in_words(const Snapshot& snapshot) {
  if (!snapshot.whole) return "";
  std::string words;
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    if (snapshot.grid.active(axis) || !snapshot.whole->active(axis)) continue;
    words += (words.empty() ? "" : ", ") + position_in_words(snapshot.grid, axis);
  }
  return words;
}

std::array<Axis, 2> axes_of_picture(const Grid& grid) {
  if (grid.dimensions() == 2 && !grid.active(axis_x)) return {axis_y, axis_z};
  if (grid.dimensions() == 2 && !grid.active(axis_y)) return {axis_x, axis_z};
  return {axis_x, axis_y};
}

Plane plane_without_values(const Snapshot& snapshot) {
  const Grid& grid = snapshot.grid;
  const auto [horizontal, vertical] = axes_of_picture(grid);
  const auto flat = Axis(3 - horizontal - vertical);
  Plane plane;
  plane.horizontal = horizontal;
  plane.vertical = vertical;
  plane.columns = grid.cells[plane.horizontal];
  plane.rows = grid.cells[plane.vertical];
  plane.left = grid.lower[plane.horizontal];
  plane.right = grid.upper[plane.horizontal];
  plane.bottom = grid.lower[plane.vertical];
  plane.top = grid.upper[plane.vertical];
  plane.position = grid.active(flat) ? position_in_words(grid, flat) : cut_in_words(snapshot);
  return plane;
}

Plane plane_of(const Snapshot& snapshot, const NamedField& field) {
  Plane plane = plane_without_values(snapshot);
  plane.means = field.means;
  const auto flat = Axis(3 - plane.horizontal - plane.vertical);
  if (!snapshot.grid.active(flat)) {
    plane.values = field.values;
    return plane;
  }
  const std::size_t size = std::size_t(plane.columns) * std::size_t(plane.rows);
  const auto first =
      field.values.begin() + std::ptrdiff_t(size * std::size_t(snapshot.grid.cells[flat] / 2));
  plane.values.assign(first, first + std::ptrdiff_t(size));
  return plane;
}

PlaneSize size_of(const Plane& plane, int largest_width, int largest_height, int least,
                  bool whole_pixels) {
  PlaneSize size = size_at_true_aspect(plane, largest_width, largest_height, whole_pixels);
  const PlaneSize readable{at_least(size.width, plane.columns, least),
                           at_least(size.height, plane.rows, least), 1};
  if (readable.width == size.width && readable.height == size.height) return size;
  const double horizontal = readable.width / (plane.right - plane.left);
  const double vertical = readable.height / (plane.top - plane.bottom);
  return {readable.width, readable.height, vertical / horizontal};
}

FieldValues resample(const Plane& plane, const PlaneSize& size, bool keep_non_positive) {
  const std::vector<CellRange> columns = cells_under_pixels(plane.columns, size.width);
  std::vector<CellRange> rows = cells_under_pixels(plane.rows, size.height);
  std::reverse(rows.begin(), rows.end());
  FieldValues pixels(std::size_t(size.width) * std::size_t(size.height));
  double* pixel = pixels.data();
  for (const CellRange& row : rows)
    for (const CellRange& column : columns)
      *pixel++ = mean_under_pixel(plane, column, row, keep_non_positive);
  return pixels;
}

}  // namespace solenoid
